-- How far (ms) a stored time may lie ahead of now: processes' clocks differ by less. What lies further
-- ahead was written by a clock that was wrong, and believing it would mean waiting for that clock.
local AHEAD = 5000
