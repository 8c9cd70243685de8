/** Sessions in Redis or Valkey, by `redis` (node-redis 5 or newer) or `ioredis`, single or a cluster. */
import type { SessionKey, Store, StoredMessage, StoredRound } from '../types/store.ts';
import { checkedOptions } from '../values/checks.ts';
import { type StoreOptions, storeChecks } from './checks.ts';
import { checkedMillis } from './millis.ts';
import { clientOf, type RedisClient } from './redis-client.ts';
import { scripts } from './redis-scripts.ts';
import { original, storable } from './texts.ts';

export type { RedisClient, Store, StoreOptions };

/** A store in a Redis database: 5 or newer. The client is the host's: epitome neither connects nor ends it. */
export function redisStore(client: RedisClient, options: StoreOptions = {}): Store {
  const { run, scan } = clientOf(client);
  const own = checkedOptions<StoreOptions>('redisStore', options, storeChecks);
  const { prefix = 'epitome_' } = own;
  // Scripts work on a cluster where all their keys have one tag in braces: a scope is one.
  const base = (scope: string) => storable(`{${prefix}:${scope}}:`);
  const index = (scope: string) => `${base(scope)}index`;
  const keysOf = ({ scope, id }: SessionKey) =>
    ['session', 'rounds', 'messages', 'lease'].map(
      (kind) => `${base(scope)}${kind}:${storable(id)}`,
    );
  const call = async (script: string, keys: string[], args: readonly unknown[] = []) =>
    (await run(
      script,
      keys,
      args.map((value) => storable(String(value))),
    )) as unknown[];
  const text = (value: unknown) => original(String(value));

  return {
    async load(key) {
      const [revision, decisions, meter] = await call(scripts.load, keysOf(key));
      if (revision === null || revision === undefined) return undefined;
      return { revision: Number(revision), decisions: text(decisions), meter: text(meter) };
    },
    async save(key, write) {
      const { revision, decisions, summary, meter, rounds, messages, keepsLease } = write;
      const isSaved: unknown = await call(
        scripts.save,
        [...keysOf(key), index(key.scope)],
        [
          ...[revision, revision + 1, key.id, decisions, summary],
          ...[meter.text, meter.turnCount, meter.compactionCount, meter.totalTokens],
          ...[keepsLease ? 1 : 0, rounds.length],
          ...rounds.flatMap((round) => [round.round, JSON.stringify(round)]),
          ...messages.flatMap((message) => [
            `${message.message}:${message.print}`,
            `${message.round}:${JSON.stringify(message)}`,
          ]),
        ],
      );
      return Number(isSaved) === 1;
    },
    async saveMeter(key, revision, meter) {
      const { turnCount, compactionCount, totalTokens } = meter;
      const counts = [turnCount, compactionCount, totalTokens];
      await call(scripts.meter, keysOf(key), [revision, meter.text, ...counts]);
    },
    async lease(key, holder, millis) {
      const length = Math.max(1, checkedMillis(millis));
      const [granted, revision, left] = await call(scripts.lease, keysOf(key), [holder, length]);
      const isGranted = Number(granted) === 1;
      return {
        granted: isGranted,
        revision: Number(revision),
        millisLeft: isGranted ? 0 : Math.max(1, Number(left)),
      };
    },
    async release(key, holder) {
      await call(scripts.release, keysOf(key), [holder]);
    },
    async rounds(key) {
      const found = await call(scripts.rounds, keysOf(key));
      const rounds = found.map((value) => JSON.parse(text(value)) as StoredRound);
      return rounds.sort((a, b) => a.round - b.round);
    },
    async messages(key, round) {
      const found = await call(scripts.messages, keysOf(key), round === undefined ? [] : [round]);
      const messages = found.map(
        (value) => JSON.parse(text(value).replace(/^\d+:/, '')) as StoredMessage,
      );
      return messages.sort((a, b) => a.round - b.round || a.message - b.message);
    },
    async list(scope, id) {
      const found = (await call(scripts.list, [index(scope)], id === undefined ? [] : [id])) as [
        unknown,
        ...unknown[],
      ][];
      const entries = found.map(([own, ...numbers]) => {
        const [revision = 0, totalTokens = 0, compactionCount = 0, turnCount = 0, ...dates] =
          numbers.map(Number);
        const [createdAt = 0, updatedAt = 0] = dates;
        const counts = { revision, totalTokens, compactionCount, turnCount };
        return { id: text(own), ...counts, createdAt, updatedAt };
      });
      return entries.sort((a, b) => b.updatedAt - a.updatedAt);
    },
    async delete({ scope, id }) {
      await call(scripts.delete, [index(scope)], [id]);
    },
    async expire(millis) {
      const length = checkedMillis(millis);
      let count = 0;
      for await (const found of scan(`{${prefix}:*}:index`)) {
        count += Number(await call(scripts.expire, [found], [length]));
      }
      return count;
    },
  };
}
