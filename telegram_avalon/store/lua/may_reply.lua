-- May a command be answered in this chat now? In groups one reply in ten seconds, three a minute.
-- KEYS: replies of the chat, pace of the chat, pace of all, hold of the chat
-- ARGV: now, 'group' | 'private', messages a second over all, 'counted' if it is one of these few
-- Answers the milliseconds to wait; -1: not at all, the group has had its replies.
local now, group, counted = tonumber(ARGV[1]), ARGV[2] == 'group', ARGV[4] == 'counted'
if counted then
  trim(KEYS[1], now)
  local last = redis.call('LINDEX', KEYS[1], -1)
  if redis.call('LLEN', KEYS[1]) >= 3 or (last and tonumber(last) > now - 10000) then return -1 end
end
local wait = pace(KEYS[2], KEYS[3], KEYS[4], now, group, 'reply', tonumber(ARGV[3]))
if wait > 0 then return math.ceil(wait) end
if counted then
  redis.call('RPUSH', KEYS[1], now)
  redis.call('PEXPIRE', KEYS[1], 120000)
end
return 0
