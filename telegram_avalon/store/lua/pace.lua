-- Whether a call may be made now. Answers the milliseconds to wait, 0 after noting the call.
-- Group: a sliding window of calls, the second half of it spread out, so that a fast table is slowed
-- down but never falls silent for long; private: a bucket of 3, one more a second; over all: a
-- bucket that keeps a part of itself for messages that ask something.
local WINDOW, MOST, SPARE, FREELY = 60000, 19, 6, 12
local BURST, EACH = 3, 1000

-- Keep of a list of times those of the last WINDOW; one ahead of now comes from a wrong clock.
local function trim(key, now)
  while true do
    local oldest = redis.call('LINDEX', key, 0)
    if not oldest or tonumber(oldest) > now - WINDOW then break end
    redis.call('LPOP', key)
  end
  while true do
    local newest = redis.call('LINDEX', key, -1)
    if not newest or tonumber(newest) <= now + AHEAD then break end
    redis.call('RPOP', key)
  end
end

local function window_wait(key, now, room, apart)
  trim(key, now)
  local count, wait = redis.call('LLEN', key), 0
  if count >= room then
    wait = tonumber(redis.call('LINDEX', key, count - room)) + WINDOW - now
  end
  if count >= FREELY then
    local left = tonumber(redis.call('LINDEX', key, 0)) + WINDOW - now
    apart = math.max(apart, left / (math.max(MOST - count, 0) + 1))
  end
  local last = redis.call('LINDEX', key, -1)
  if last then wait = math.max(wait, tonumber(last) + apart - now) end
  return math.max(wait, 0)
end

local function bucket(key, now, most, each)
  local kept = redis.call('HMGET', key, 'level', 'at')
  local level, at = tonumber(kept[1] or most), tonumber(kept[2] or now)
  if at > now + AHEAD then return most end
  return math.min(most, level + math.max(0, now - at) / each)
end

-- The milliseconds for which Telegram has told us not to speak in a chat. The hold is kept as until
-- when, and when that was written down.
local function holding(key, now)
  local till, noted = string.match(redis.call('GET', key) or '', '^(%d+) ?(%d*)$')
  if not till or (tonumber(noted) or 0) > now + AHEAD then return 0 end
  return tonumber(till) - now
end

local function pace(chat_key, all_key, hold_key, now, group, kind, per_second)
  local held = holding(hold_key, now)
  if held > 0 then return held end

  local each = 1000 / per_second
  local level = bucket(all_key, now, per_second, each)
  local kept = (kind == 'ask') and 0 or math.min(per_second * 0.3, per_second - 1)
  if level < 1 + kept then return math.ceil((1 + kept - level) * each) end

  if group then
    local room = (kind == 'ask' or kind == 'news') and MOST or MOST - SPARE
    local wait = window_wait(chat_key, now, room, 1000)
    if wait > 0 then return wait end
    redis.call('RPUSH', chat_key, now)
    redis.call('PEXPIRE', chat_key, 2 * WINDOW)
  else
    local own = bucket(chat_key, now, BURST, EACH)
    if own < 1 then return math.ceil((1 - own) * EACH) end
    redis.call('HSET', chat_key, 'level', own - 1, 'at', now)
    redis.call('PEXPIRE', chat_key, 2 * WINDOW)
  end
  redis.call('HSET', all_key, 'level', level - 1, 'at', now)
  redis.call('PEXPIRE', all_key, 2 * WINDOW)
  return 0
end
