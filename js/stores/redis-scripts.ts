/** What a Redis server does at once, in Lua. Times are its own, in milliseconds. */

/**
 * `KEYS` of a session: its hash, its rounds, its messages, its lease. Those of a scope: the index alone, an ordered set
 * of its sessions' ids, from which the others are made; they have the same tag in braces.
 */
const now = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local stamp = string.format('%.0f', now)
`;

const ofScope = `
local base = string.sub(KEYS[1], 1, -6)
local function session(id) return base .. 'session:' .. id end
local function remove(id)
  redis.call('UNLINK', session(id), base .. 'rounds:' .. id, base .. 'messages:' .. id, base .. 'lease:' .. id)
  redis.call('ZREM', KEYS[1], id)
end
local function below(id)
  local ids = redis.call('ZRANGEBYLEX', KEYS[1], '[' .. id .. '/', '(' .. id .. '0')
  if redis.call('ZSCORE', KEYS[1], id) then table.insert(ids, id) end
  return ids
end
`;

export const scripts = {
  load: `return redis.call('HMGET', KEYS[1], 'revision', 'decisions', 'meter')`,

  save: `
if (redis.call('HGET', KEYS[1], 'revision') or '0') ~= ARGV[1] then return 0 end
${now}
redis.call('HSETNX', KEYS[1], 'created_at', stamp)
redis.call('HSET', KEYS[1], 'revision', ARGV[2], 'decisions', ARGV[4], 'summary', ARGV[5], 'meter', ARGV[6],
  'turn_count', ARGV[7], 'compaction_count', ARGV[8], 'total_tokens', ARGV[9], 'updated_at', stamp)
local last = 11 + 2 * ARGV[11]
for at = 12, #ARGV, 2 do
  redis.call('HSETNX', at < last and KEYS[2] or KEYS[3], ARGV[at], ARGV[at + 1])
end
if ARGV[10] == '0' then redis.call('DEL', KEYS[4]) end
redis.call('ZADD', KEYS[5], 0, ARGV[3])
return 1`,

  meter: `
if redis.call('HGET', KEYS[1], 'revision') ~= ARGV[1] then return 0 end
${now}
redis.call('HSET', KEYS[1], 'meter', ARGV[2], 'turn_count', ARGV[3], 'compaction_count', ARGV[4],
  'total_tokens', ARGV[5], 'updated_at', stamp)
return 1`,

  lease: `
local revision = redis.call('HGET', KEYS[1], 'revision') or '0'
local holder = redis.call('GET', KEYS[4])
if holder and holder ~= ARGV[1] then return {0, revision, redis.call('PTTL', KEYS[4])} end
redis.call('SET', KEYS[4], ARGV[1], 'PX', ARGV[2])
return {1, revision, 0}`,

  release: `
if redis.call('GET', KEYS[4]) == ARGV[1] then redis.call('DEL', KEYS[4]) end
return 1`,

  rounds: `return redis.call('HVALS', KEYS[2])`,

  messages: `
local all = redis.call('HVALS', KEYS[3])
if not ARGV[1] then return all end
local begin = ARGV[1] .. ':'
local found = {}
for _, value in ipairs(all) do
  if string.sub(value, 1, #begin) == begin then table.insert(found, value) end
end
return found`,

  list: `${ofScope}
local found = {}
for _, id in ipairs(ARGV[1] and below(ARGV[1]) or redis.call('ZRANGE', KEYS[1], 0, -1)) do
  local row = redis.call('HMGET', session(id), 'revision', 'total_tokens', 'compaction_count', 'turn_count',
    'created_at', 'updated_at')
  table.insert(row, 1, id)
  if row[2] then table.insert(found, row) end
end
return found`,

  delete: `${ofScope}
for _, id in ipairs(below(ARGV[1])) do remove(id) end
remove(ARGV[1])
return 1`,

  expire: `${ofScope}${now}
local count = 0
for _, id in ipairs(redis.call('ZRANGE', KEYS[1], 0, -1)) do
  local updated = redis.call('HGET', session(id), 'updated_at')
  if not updated or updated + 0 <= now - ARGV[1] then
    remove(id)
    if updated then count = count + 1 end
  end
end
return count`,
};
