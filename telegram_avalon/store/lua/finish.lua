-- Give the lease back. The table stays due if anything happened since it was looked at.
-- KEYS: lease, due, table    ARGV: holder, id, version delivered, due mark seen, next look or ''
if redis.call('HGET', KEYS[1], 'holder') ~= ARGV[1] then return 0 end
redis.call('DEL', KEYS[1])
local mark = redis.call('ZSCORE', KEYS[2], ARGV[2])
local version = redis.call('HGET', KEYS[3], 'v')
if version and (version ~= ARGV[3] or mark ~= ARGV[4]) then return 1 end
if version and ARGV[5] ~= '' then
  redis.call('ZADD', KEYS[2], ARGV[5], ARGV[2])
else
  redis.call('ZREM', KEYS[2], ARGV[2])
end
return 0
