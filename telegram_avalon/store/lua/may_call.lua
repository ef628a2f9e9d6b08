-- May this process make this call now? If so the intent is written down before it is made.
-- KEYS: lease, table, shown, pace of the chat, pace of all, hold of the chat
-- ARGV: holder, now, lease ms, version rendered, chat, what the chat will show if all goes well,
--       'group' | 'private', kind, messages a second over all
-- Answers: {'go'} | {'lost'} | {'newer'} | {'wait', ms}
local now = tonumber(ARGV[2])
local held = redis.call('HMGET', KEYS[1], 'holder', 'till')
if held[1] ~= ARGV[1] then return {'lost'} end
if redis.call('HGET', KEYS[2], 'v') ~= ARGV[4] then return {'newer'} end
local wait = pace(KEYS[4], KEYS[5], KEYS[6], now, ARGV[7] == 'group', ARGV[8], tonumber(ARGV[9]))
if wait > 0 then return {'wait', math.ceil(wait)} end
redis.call('HSET', KEYS[1], 'till', now + tonumber(ARGV[3]))
redis.call('HSET', KEYS[3], ARGV[5], ARGV[6])
redis.call('PEXPIRE', KEYS[3], 1296000000)
return {'go'}
