/**
 * Sessions in Redis or Valkey. Decides the keys and the scripts, each of which is one step of the server;
 * refuses to know which client sends them.
 *
 * A session is one hash: state, revision, records (r:1, r:2 …) and messages (m:POSITION:FINGERPRINT). A
 * sorted set beside it has the messages in order, two others have all ids by name and by the time of the
 * last save.
 */
import { EpitomeError } from '../errors.ts';
import { checkChange, checkId, idRange, wholeRange } from './arguments.ts';
import { messageOf, textOf } from './message-text.ts';
import type { ArchivedMessage, SaveResult, SessionStore } from './store.ts';
import { guarded } from './store-errors.ts';

/** What the store needs of a client of `redis` or of `ioredis`. */
export type RedisClient =
  | { sendCommand(args: string[]): Promise<unknown> }
  | { call(command: string, ...args: string[]): Promise<unknown> };

export interface RedisStoreOptions {
  /** A connected client, which stays the caller's. */
  client: RedisClient;
  /** Begins every key. On a cluster it needs a hash tag, such as `{epitome}:`. Default: `epitome:` */
  prefix?: string;
}

/** Of the keys' layout. */
const version = 1;
/** Messages that are read at once, and sessions that one script deletes. */
const atOnce = 200;

/**
 * Keys: session, order, ids, saved. Arguments: id, expected revision, state, name of the change, number of
 * records, the records, then position, field and text of each message.
 */
const saveScript = `
local held = redis.call('HMGET', KEYS[1], 'revision', 'state', 'change')
local revision = tonumber(held[1] or '0')
local expected = tonumber(ARGV[2])
if revision ~= expected then
  if revision == expected + 1 and held[3] == ARGV[4] then return {'saved'} end
  if not held[1] then return {'gone'} end
  return {'held', held[2], held[1]}
end
redis.call('HSET', KEYS[1], 'state', ARGV[3], 'revision', revision + 1, 'change', ARGV[4])
local first = 6 + tonumber(ARGV[5])
for at = 6, first - 1 do
  local count = redis.call('HINCRBY', KEYS[1], 'records', 1)
  redis.call('HSET', KEYS[1], 'r:' .. count, ARGV[at])
end
for at = first, #ARGV, 3 do
  if redis.call('HSETNX', KEYS[1], ARGV[at + 1], ARGV[at + 2]) == 1 then
    redis.call('ZADD', KEYS[2], ARGV[at], ARGV[at + 1])
  end
end
local time = redis.call('TIME')
redis.call('ZADD', KEYS[3], 0, ARGV[1])
redis.call('ZADD', KEYS[4], time[1] * 1000 + math.floor(time[2] / 1000), ARGV[1])
return {'saved'}`;

/** Keys as above. Argument: id. */
const deleteScript = `
redis.call('DEL', KEYS[1], KEYS[2])
redis.call('ZREM', KEYS[3], ARGV[1])
redis.call('ZREM', KEYS[4], ARGV[1])`;

/** Keys: ids, saved. Arguments: beginnings of the keys of sessions and orders, time, most to delete. */
const expireScript = `
local old = redis.call('ZRANGEBYSCORE', KEYS[2], '-inf', '(' .. ARGV[3], 'LIMIT', 0, ARGV[4])
for _, id in ipairs(old) do
  redis.call('DEL', ARGV[1] .. id, ARGV[2] .. id)
  redis.call('ZREM', KEYS[1], id)
  redis.call('ZREM', KEYS[2], id)
end
return #old`;

export function redisStore({ client, prefix = 'epitome:' }: RedisStoreOptions): SessionStore {
  const send = (...args: string[]): Promise<unknown> => {
    if (!('call' in client)) return client.sendCommand(args);
    const [command = '', ...rest] = args;
    return client.call(command, ...rest);
  };
  const sessions = `${prefix}session:`;
  const orders = `${prefix}order:`;
  const ids = `${prefix}ids`;
  const saved = `${prefix}saved`;
  const keysOf = (id: string) => [sessions + id, orders + id, ids, saved];
  const evaluate = (script: string, keys: string[], args: string[]) =>
    send('EVAL', script, `${keys.length}`, ...keys, ...args);

  let opened: Promise<void> | undefined;
  const open = () => {
    opened ??= checkVersion().catch((error) => {
      opened = undefined;
      throw error;
    });
    return opened;
  };
  async function checkVersion() {
    await send('SET', `${prefix}version`, `${version}`, 'NX');
    const held = Number(await send('GET', `${prefix}version`));
    if (held <= version) return;
    throw new EpitomeError(
      'store-newer',
      `the store's keys are of version ${held}; this release knows ${version}`,
    );
  }
  const opening = <Result>(work: () => Promise<Result>) =>
    guarded(async () => {
      await open();
      return work();
    });

  /** Fields of a session's hash; null for one that is not there. */
  async function fields(id: string, names: readonly string[]): Promise<(string | null)[]> {
    const found: (string | null)[] = [];
    for (let at = 0; at < names.length; at += atOnce) {
      const some = await send('HMGET', sessions + id, ...names.slice(at, at + atOnce));
      found.push(...(some as (string | null)[]));
    }
    return found;
  }

  return {
    compareAndSet: true,

    load: (id) =>
      opening(async () => {
        checkId(id);
        const [state, revision] = await fields(id, ['state', 'revision']);
        return typeof state === 'string' ? { state, revision: Number(revision) } : null;
      }),

    save: (id, change) =>
      opening(async (): Promise<SaveResult> => {
        checkId(id);
        checkChange(change);
        const { state, expectedRevision, changeId = crypto.randomUUID() } = change;
        const { records = [], archive = [] } = change;
        const [outcome, heldState = '', heldRevision] = (await evaluate(saveScript, keysOf(id), [
          id,
          `${expectedRevision}`,
          state,
          changeId,
          `${records.length}`,
          ...records.map((record) => JSON.stringify(record)),
          ...archive.flatMap((message) => {
            const { position, fingerprint } = message;
            return [`${position}`, `m:${position}:${fingerprint}`, textOf(message)];
          }),
        ])) as string[];
        if (outcome === 'saved') return { ok: true, revision: expectedRevision + 1 };
        if (outcome === 'gone') return { ok: false, stored: null };
        return { ok: false, stored: { state: heldState, revision: Number(heldRevision) } };
      }),

    archive: (id, range) =>
      opening(async () => {
        checkId(id);
        const { from, to, limit } = wholeRange(range);
        const names = (await send(
          ...['ZRANGE', orders + id, `${from}`, `${to}`, 'BYSCORE', 'LIMIT', '0', `${limit}`],
        )) as string[];
        const texts = await fields(id, names);
        // One may be gone since: its session was deleted.
        return texts.flatMap((text) => (text === null ? [] : [messageOf(text) as ArchivedMessage]));
      }),

    records: (id) =>
      opening(async () => {
        checkId(id);
        const [count] = await fields(id, ['records']);
        const names = Array.from({ length: Number(count ?? 0) }, (_, at) => `r:${at + 1}`);
        const texts = await fields(id, names);
        return texts.flatMap((text) => (text === null ? [] : [JSON.parse(text)]));
      }),

    list: (options) =>
      opening(async () => {
        const { least, isOpen, before, limit } = idRange(options);
        const from = least === '' ? '-' : `${isOpen ? '(' : '['}${least}`;
        const to = before === undefined ? '+' : `(${before}`;
        return (await send(
          ...['ZRANGE', ids, from, to, 'BYLEX', 'LIMIT', '0', `${limit}`],
        )) as string[];
      }),

    delete: (id) =>
      opening(async () => {
        checkId(id);
        await evaluate(deleteScript, keysOf(id), [id]);
      }),

    expire: (before) =>
      opening(async () => {
        let expired = 0;
        for (let some = atOnce; some === atOnce; expired += some) {
          const args = [sessions, orders, `${before}`, `${atOnce}`];
          some = Number(await evaluate(expireScript, [ids, saved], args));
        }
        return expired;
      }),
  };
}
