-- Move a table to another place: another chat, or out of a topic that is gone. One that holds its
-- place no more, being over, takes none.
-- KEYS: table, due, place left, place taken, shown
-- ARGV: id, expected version, schema, record, lifetime ms, now,
--       chat left, chat taken, what the chat taken shows or ''
-- Answers: {'ok'} | {'changed'} | {'taken'}
local id = ARGV[1]
if redis.call('HGET', KEYS[1], 'v') ~= ARGV[2] then return {'changed'} end
if redis.call('GET', KEYS[3]) == id then
  local there = redis.call('GET', KEYS[4])
  if there and there ~= id then return {'taken'} end
  redis.call('DEL', KEYS[3])
  redis.call('SET', KEYS[4], id, 'PX', ARGV[5])
end
redis.call('HSET', KEYS[1], 'v', tonumber(ARGV[2]) + 1, 's', ARGV[3], 'd', ARGV[4])
redis.call('PEXPIRE', KEYS[1], ARGV[5])
redis.call('ZADD', KEYS[2], ARGV[6], id)
if ARGV[9] ~= '' then
  redis.call('HDEL', KEYS[5], ARGV[7])
  redis.call('HSET', KEYS[5], ARGV[8], ARGV[9])
end
return {'ok'}
