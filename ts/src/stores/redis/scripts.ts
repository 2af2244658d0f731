/**
 * The decisions, in Lua. A server runs a script to its end before it does anything else.
 *
 * The first value of those that need the time is the clock of the caller, or empty for the server's. What expires is
 * kept a minute longer, and compared: so a clock that is set back makes nothing new.
 *
 * @internal
 * @module
 */

import { grace } from '../backend.js'

/** The longest time to live that is asked for, in seconds: a hundred years, which every server can add to its clock. */
const longest = 3_000_000_000

/** How many that are over a script deletes: others wait for it. */
const step = 100

const clock = `local now = tonumber(ARGV[1]) or tonumber(redis.call('TIME')[1])
local function lifetime(until_) return string.format('%.0f', math.max(1, math.min(until_ - now + ${grace}, ${longest}))) end
`

/**
 * Gives a mark a place among those of its sender, which it may have already. Key: the sender. Values: clock, until, mark,
 * most places.
 */
export const place: string = `${clock}local until_ = tonumber(ARGV[2])
if until_ <= now then return 'known' end
local over = redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', now, 'LIMIT', 0, ${step})
if #over > 0 then redis.call('ZREM', KEYS[1], unpack(over)) end
local has = redis.call('ZSCORE', KEYS[1], ARGV[3])
if not has and redis.call('ZCOUNT', KEYS[1], '(' .. now, '+inf') >= tonumber(ARGV[4]) then return 'crowded' end
redis.call('ZADD', KEYS[1], ARGV[2], ARGV[3])
local left = lifetime(until_)
if redis.call('TTL', KEYS[1]) < tonumber(left) then redis.call('EXPIRE', KEYS[1], left) end
return 'placed'`

/** Key: the sender. Values: clock, most, seconds. */
export const rate: string = `${clock}local until_, used = string.match(redis.call('GET', KEYS[1]) or '0 0', '^(%d+) (%d+)$')
until_, used = tonumber(until_), tonumber(used)
if until_ <= now then until_, used = now + tonumber(ARGV[3]), 0 end
if used >= tonumber(ARGV[2]) then return 'known' end
redis.call('SET', KEYS[1], string.format('%.0f %.0f', until_, used + 1), 'EX', lifetime(until_))
return 'new'`

/** Keys: texts by DID, and when they end. Values: clock, DID. */
export const findDocument: string = `${clock}local old = redis.call('HGET', KEYS[1], ARGV[2])
if not old or tonumber(string.match(old, '^%d+')) <= now then return false end
return (string.gsub(old, '^%d+ ', '', 1))`

/** Keys as of {@link findDocument}. Values: clock, DID, text, seconds, most documents. */
export const keepDocument: string = `${clock}local over = redis.call('ZRANGEBYSCORE', KEYS[2], '-inf', now, 'LIMIT', 0, ${step})
if #over > 0 then
  redis.call('HDEL', KEYS[1], unpack(over))
  redis.call('ZREM', KEYS[2], unpack(over))
end
if not redis.call('ZSCORE', KEYS[2], ARGV[2]) and redis.call('ZCARD', KEYS[2]) >= tonumber(ARGV[5]) then return 'full' end
local until_ = string.format('%.0f', now + tonumber(ARGV[4]))
redis.call('HSET', KEYS[1], ARGV[2], until_ .. ' ' .. ARGV[3])
redis.call('ZADD', KEYS[2], until_, ARGV[2])
return 'new'`

/** Keys as of {@link findDocument}. Value: DID. */
export const forgetDocument: string = `redis.call('HDEL', KEYS[1], ARGV[1])
redis.call('ZREM', KEYS[2], ARGV[1])
return 'new'`

/** Key: the mark. Values: clock, until. */
export const mark: string = `${clock}local until_ = tonumber(ARGV[2])
if until_ <= now or (tonumber(redis.call('GET', KEYS[1]) or '0') > now) then return 'known' end
redis.call('SET', KEYS[1], ARGV[2], 'EX', lifetime(until_))
return 'new'`

/** Keys: the grants. Values: clock; for each, its limit and until when it is counted. */
export const count: string = `${clock}for i, key in ipairs(KEYS) do
  if tonumber(redis.call('GET', key) or '0') >= tonumber(ARGV[2 * i]) then return 'known' end
end
for i, key in ipairs(KEYS) do
  redis.call('INCR', key)
  redis.call('EXPIRE', key, lifetime(tonumber(ARGV[2 * i + 1])))
end
return 'new'`

/** Keys: the grant, the number of all. Values: signer, effective, text, limit. */
export const revoke: string = `local old = redis.call('HGET', KEYS[1], ARGV[1])
if old and tonumber(string.match(old, '^%d+')) <= tonumber(ARGV[2]) then return 'known' end
if not old and tonumber(redis.call('GET', KEYS[2]) or '0') >= tonumber(ARGV[4]) then return 'full' end
if not old then redis.call('INCR', KEYS[2]) end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[2] .. ' ' .. ARGV[3])
return 'new'`

/** Keys: the grants. */
export const revoked: string = `local found = {}
for _, key in ipairs(KEYS) do
  for _, record in ipairs(redis.call('HVALS', key)) do
    table.insert(found, (string.gsub(record, '^%d+ ', '', 1)))
  end
end
return found`

/** Key: the ticket. Values: clock, until, ticket. */
export const putTicket: string = `${clock}local until_ = tonumber(ARGV[2])
local old = redis.call('GET', KEYS[1])
if until_ <= now or (old and tonumber(string.match(old, '^%d+')) > now) then return 'known' end
redis.call('SET', KEYS[1], ARGV[2] .. ' ' .. ARGV[3], 'EX', lifetime(until_))
return 'new'`

/** Key: the ticket. Values: clock, and \`1\` to take it. */
export const getTicket: string = `${clock}local old = redis.call('GET', KEYS[1])
if old and ARGV[2] == '1' then redis.call('DEL', KEYS[1]) end
if not old or tonumber(string.match(old, '^%d+')) <= now then return false end
return (string.gsub(old, '^%d+ ', '', 1))`

/** Keys: the receipts, their indices. Values: index, id, id of the one before, text. */
export const append: string = `local index = tonumber(ARGV[1])
local function near(step, what) return redis.call('HGET', KEYS[1], what .. string.format('%.0f', index + step)) end
local same, before, after = near(0, 'i'), near(-1, 'i'), near(1, 'p')
if same then return same == ARGV[2] and 'known' or 'fork' end
if (before and before ~= ARGV[3]) or (after and after ~= ARGV[2]) then return 'fork' end
redis.call('HSET', KEYS[1], 'i' .. ARGV[1], ARGV[2], 'p' .. ARGV[1], ARGV[3], 'r' .. ARGV[1], ARGV[4])
redis.call('ZADD', KEYS[2], ARGV[1], ARGV[1])
return 'new'`

/** Keys as of {@link append}. Values: first index, how many. Gives index, text, index, text and so on. */
export const readChain: string = `local found = {}
for _, index in ipairs(redis.call('ZRANGEBYSCORE', KEYS[2], ARGV[1], '+inf', 'LIMIT', 0, ARGV[2])) do
  table.insert(found, index)
  table.insert(found, redis.call('HGET', KEYS[1], 'r' .. index))
end
return found`

/** Keys and values as of {@link readChain}. */
export const chainIndices: string = `return redis.call('ZRANGEBYSCORE', KEYS[2], ARGV[1], '+inf', 'LIMIT', 0, ARGV[2])`

/** Keys as of {@link append}. Gives how many there are, and index and id of the last. */
export const chainSummary: string = `local last = redis.call('ZREVRANGE', KEYS[2], 0, 0)[1]
if not last then return { 0 } end
return { redis.call('ZCARD', KEYS[2]), last, redis.call('HGET', KEYS[1], 'i' .. last) }`

/** Key: the tile. Value: its hashes, in hex. */
export const writeTile: string = `local old = redis.call('GET', KEYS[1]) or ''
local narrow, wide = old, ARGV[1]
if #old > #ARGV[1] then narrow, wide = ARGV[1], old end
if string.sub(wide, 1, #narrow) ~= narrow then return 'fork' end
redis.call('SET', KEYS[1], wide)
return 'new'`

/** Key: the checkpoint. Values: size, root, note. */
export const publish: string = `local size = tonumber(redis.call('HGET', KEYS[1], 'size') or '-1')
local new = tonumber(ARGV[1])
if new < size then return 'known' end
if new == size and redis.call('HGET', KEYS[1], 'root') ~= ARGV[2] then return 'fork' end
redis.call('HSET', KEYS[1], 'size', ARGV[1], 'root', ARGV[2], 'note', ARGV[3])
return 'new'`

/** Key: what is read. */
export const get: string = `return redis.call('GET', KEYS[1])`

/** Key: the checkpoint. */
export const note: string = `return redis.call('HGET', KEYS[1], 'note')`
