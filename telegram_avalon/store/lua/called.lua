-- Write down what a chat shows, if the table is still ours to deliver.
-- KEYS: lease, shown    ARGV: holder, chat, what it shows
if redis.call('HGET', KEYS[1], 'holder') ~= ARGV[1] then return 0 end
redis.call('HSET', KEYS[2], ARGV[2], ARGV[3])
redis.call('PEXPIRE', KEYS[2], 1296000000)
return 1
