-- Commit a table if nobody else has since it was read, and this update was not seen before.
-- KEYS: table, due, place, heard; then the seats key of each person who came, of each who went
-- ARGV: id, expected version (0: new), update id or '', schema, record, lifetime ms, now,
--       place ('hold' | 'free'), chat and message pressed or '', how many came
-- Answers: {'ok', version} | {'seen'} | {'changed'} | {'taken', id of the table there}
local table_key, due, place, heard = KEYS[1], KEYS[2], KEYS[3], KEYS[4]
local id, expected, update = ARGV[1], tonumber(ARGV[2]), ARGV[3]
local ttl, now = tonumber(ARGV[6]), tonumber(ARGV[7])
local seen = redis.call('HGET', table_key, 'u') or ','

if update ~= '' and string.find(seen, ',' .. update .. ',', 1, true) then
  return {'seen'}
end
if tonumber(redis.call('HGET', table_key, 'v') or 0) ~= expected then
  return {'changed'}
end

local there = redis.call('GET', place)
if ARGV[8] == 'hold' then
  if there and there ~= id then
    return {'taken', there}
  end
  redis.call('SET', place, id, 'PX', ttl)
elseif there == id then
  redis.call('DEL', place)
end

if update ~= '' then
  seen = seen .. update .. ','
  local _, count = string.gsub(seen, ',', '')
  while count > 65 do  -- the last 64 ids
    seen = string.sub(seen, string.find(seen, ',', 2, true), -1)
    count = count - 1
  end
end
redis.call('HSET', table_key, 'v', expected + 1, 's', ARGV[4], 'd', ARGV[5], 'u', seen)
redis.call('PEXPIRE', table_key, ttl)
redis.call('ZADD', due, now, id)
if ARGV[10] ~= '' then
  redis.call('HSET', heard, ARGV[9], ARGV[10])
  redis.call('PEXPIRE', heard, ttl)
end
local came = tonumber(ARGV[11])
for i = 5, #KEYS do
  if i - 4 <= came then
    redis.call('SADD', KEYS[i], id)
    redis.call('PEXPIRE', KEYS[i], 15552000000)
  else
    redis.call('SREM', KEYS[i], id)
  end
end
return {'ok', expected + 1}
