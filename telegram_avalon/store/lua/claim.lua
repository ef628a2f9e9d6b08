-- Take the lease of a table, unless a living process holds it.
-- KEYS: lease, alive    ARGV: holder, now, lease ms, how long a silent process counts as alive
local lease, alive = KEYS[1], KEYS[2]
local now = tonumber(ARGV[2])
local held = redis.call('HMGET', lease, 'holder', 'till')
if held[1] and held[1] ~= ARGV[1] and tonumber(held[2]) > now then
  local sign = redis.call('ZSCORE', alive, held[1])
  if sign and tonumber(sign) > now - tonumber(ARGV[4]) then
    return 0
  end
end
redis.call('HSET', lease, 'holder', ARGV[1], 'till', now + tonumber(ARGV[3]))
redis.call('PEXPIRE', lease, 3600000)
return 1
