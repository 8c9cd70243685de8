/**
 * Sessions in any of unstorage's drivers, for hosts of which one process alone writes: unstorage reads and writes
 * items, and can't write one only where it is still what was read.
 */
import type {
  SessionKey,
  SessionWrite,
  Store,
  StoredMessage,
  StoredMeter,
  StoredRound,
} from '../types/store.ts';
import { checkedOptions, is } from '../values/checks.ts';
import { requireClient, type StoreOptions, storeChecks } from './checks.ts';
import { checkedMillis } from './millis.ts';
import { storable } from './texts.ts';

export type { Store, StoreOptions };

/** As much of a storage as is used. */
export interface UnstorageStorage {
  // biome-ignore lint/suspicious/noExplicitAny: its own types depend on what the host keeps in it
  getItem(key: string): Promise<any>;
  // biome-ignore lint/suspicious/noExplicitAny: as above
  setItem(key: string, value: any): Promise<void>;
  removeItem(key: string): Promise<void>;
  getKeys(base?: string): Promise<string[]>;
}

export interface UnstorageOptions extends StoreOptions {
  /** Says that no two processes write the same sessions. The last write would win, and the other one be lost. */
  singleWriter: true;
}

/** The item that makes a save count: what it doesn't name was never saved. */
interface Head extends Omit<SessionWrite, 'rounds' | 'messages'> {
  createdAt: number;
  updatedAt: number;
  /** Revisions that brought rounds or messages, which are items of their own. */
  parts: number[];
}

/** A meter that was written without a save. */
interface Newer {
  revision: number;
  createdAt: number;
  updatedAt: number;
  meter: StoredMeter;
}

type Part = Pick<SessionWrite, 'rounds' | 'messages'>;

const checks = {
  ...storeChecks,
  singleWriter: is(
    (value) => value === true,
    'true in the options: unstorage has no compare-and-set, so of two processes that write a session one would be lost. Take another store where there can be two',
  ),
};

/** A store in a storage of unstorage that one process writes to. It has no leases. */
export function unstorageStore(storage: UnstorageStorage, options: UnstorageOptions): Store {
  requireClient(
    'unstorageStore',
    'storage',
    storage,
    'what createStorage of unstorage returns',
    ...['getItem', 'setItem', 'removeItem', 'getKeys'],
  );
  const given = options ?? {};
  const own = checkedOptions<UnstorageOptions>('unstorageStore', given, checks, ['singleWriter']);
  const { prefix = 'epitome_' } = own;

  // Ids have "/" before a child's name, which is ":" here. No name has "@", so that no item has the name of a folder.
  const folderOf = (scope: string, id?: string) =>
    storable([prefix, `@${scope}`, ...(id === undefined ? [] : id.split('/'))].join(':'));
  const itemOf = ({ scope, id }: SessionKey, name: string) => `${folderOf(scope, id)}:@${name}`;
  const keysBelow = (folder: string) => storage.getKeys(`${folder}:`);
  const remove = async (keys: readonly string[]) => {
    // What is left where this is cut short counts for nothing without its head.
    const order = [...keys].sort((a, b) => Number(isHead(b)) - Number(isHead(a)));
    for (const key of order) await storage.removeItem(key);
  };

  const read = async (folder: string) => {
    const head: unknown = await storage.getItem(`${folder}:@head`);
    // A process that ends while it writes a file leaves a piece of it.
    if (!isWhole<Head>(head)) return undefined;
    const newer: unknown = await storage.getItem(`${folder}:@meter`);
    if (!isWhole<Newer>(newer)) return head;
    const isOf = newer.revision === head.revision && newer.createdAt === head.createdAt;
    return isOf ? { ...head, meter: newer.meter, updatedAt: newer.updatedAt } : head;
  };
  const headOf = ({ scope, id }: SessionKey) => read(folderOf(scope, id));
  const partsOf = async (key: SessionKey) => {
    const parts = (await headOf(key))?.parts ?? [];
    return Promise.all(
      parts.map(async (revision) => {
        const part: Part | null = await storage.getItem(itemOf(key, `part-${revision}`));
        return part ?? { rounds: [], messages: [] };
      }),
    );
  };

  let last: Promise<unknown> = Promise.resolve();
  /** One after the other: a file that is being written can't be read. */
  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const result = last.then(work, work);
    last = result.catch(() => {});
    return result;
  };

  return {
    load: (key) =>
      inTurn(async () => {
        const found = await headOf(key);
        if (found === undefined) return undefined;
        return { revision: found.revision, decisions: found.decisions, meter: found.meter.text };
      }),
    save: (key, { rounds, messages, ...write }) =>
      inTurn(async () => {
        const found = await headOf(key);
        if ((found?.revision ?? 0) !== write.revision) return false;
        const now = Date.now();
        const revision = write.revision + 1;
        const { createdAt = now, parts = [] } = found ?? {};
        const isPart = rounds.length > 0 || messages.length > 0;
        if (isPart) await storage.setItem(itemOf(key, `part-${revision}`), { rounds, messages });
        await storage.setItem(itemOf(key, 'head'), {
          ...{ ...write, revision, createdAt, updatedAt: now },
          parts: isPart ? [...parts, revision] : parts,
        });
        return true;
      }),
    saveMeter: (key, revision, meter) =>
      inTurn(async () => {
        const found = await headOf(key);
        if (found?.revision !== revision) return;
        const { createdAt } = found;
        const newer: Newer = { revision, createdAt, updatedAt: Date.now(), meter };
        await storage.setItem(itemOf(key, 'meter'), newer);
      }),
    async rounds(key) {
      const all = new Map<number, StoredRound>();
      for (const { rounds } of await inTurn(() => partsOf(key))) {
        for (const round of rounds) if (!all.has(round.round)) all.set(round.round, round);
      }
      return [...all.values()].sort((a, b) => a.round - b.round);
    },
    async messages(key, round) {
      const all = new Map<string, StoredMessage>();
      for (const { messages } of await inTurn(() => partsOf(key))) {
        for (const message of messages) {
          const name = `${message.message}:${message.print}`;
          if (!all.has(name)) all.set(name, message);
        }
      }
      return [...all.values()]
        .filter((message) => round === undefined || message.round === round)
        .sort((a, b) => a.round - b.round || a.message - b.message);
    },
    async list(scope, id) {
      const entryOf = async (item: string) => {
        const folder = item.slice(0, -':@head'.length);
        const found = await read(folder);
        if (found === undefined) return [];
        const { revision, meter, createdAt, updatedAt } = found;
        const { totalTokens, compactionCount, turnCount } = meter;
        const own = folder.slice(folderOf(scope).length + 1).replaceAll(':', '/');
        const counts = { revision, totalTokens, compactionCount, turnCount };
        return [{ id: own, ...counts, createdAt, updatedAt }];
      };
      const entries = await inTurn(async () => {
        const heads = (await keysBelow(folderOf(scope, id))).filter(isHead);
        return (await Promise.all(heads.map(entryOf))).flat();
      });
      return entries.sort((a, b) => b.updatedAt - a.updatedAt);
    },
    delete: ({ scope, id }) => inTurn(async () => remove(await keysBelow(folderOf(scope, id)))),
    expire: (millis) =>
      inTurn(async () => {
        const latest = Date.now() - checkedMillis(millis);
        const heads = (await keysBelow(prefix)).filter(isHead);
        let count = 0;
        for (const item of heads) {
          const folder = item.slice(0, -':@head'.length);
          const { updatedAt = Number.POSITIVE_INFINITY } = (await read(folder)) ?? {};
          if (updatedAt > latest) continue;
          const own = await keysBelow(folder);
          await remove(own.filter((key) => key.startsWith(`${folder}:@`)));
          count += 1;
        }
        return count;
      }),
  };
}

/** True for what was written as an object with a revision. */
function isWhole<T extends { revision: number }>(item: unknown): item is T {
  return typeof item === 'object' && item !== null && 'revision' in item;
}

const isHead = (key: string) => key.endsWith(':@head');
