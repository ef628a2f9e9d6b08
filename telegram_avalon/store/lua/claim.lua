-- Take the lease of a table, unless a living process holds it. A time that lies further ahead than
-- it can comes from a clock that was wrong and is not believed.
-- KEYS: lease, alive    ARGV: holder, now, lease ms, how long a silent process counts as alive
local lease, alive = KEYS[1], KEYS[2]
local now = tonumber(ARGV[2])
local held = redis.call('HMGET', lease, 'holder', 'till')
local till = tonumber(held[2] or 0)
if held[1] and held[1] ~= ARGV[1] and till > now and till <= now + tonumber(ARGV[3]) + AHEAD then
  local sign = tonumber(redis.call('ZSCORE', alive, held[1]) or 0)
  if sign > now - tonumber(ARGV[4]) and sign <= now + AHEAD then
    return 0
  end
end
redis.call('HSET', lease, 'holder', ARGV[1], 'till', now + tonumber(ARGV[3]))
redis.call('PEXPIRE', lease, 3600000)
return 1
