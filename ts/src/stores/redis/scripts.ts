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

const clock = `local now = tonumber(ARGV[1]) or tonumber(redis.call('TIME')[1])
local function lifetime(until_) return string.format('%.0f', math.max(1, math.min(until_ - now + ${grace}, ${longest}))) end
`

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
