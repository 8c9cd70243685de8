/**
 * Sessions behind any driver of `unstorage`. Decides keys and the order of writes; can promise no more
 * than its drivers, which have neither compare-and-set nor transactions.
 *
 * A save compares the revision before it writes, which finds what came before it and not what comes at
 * the same moment. The state is written last, so that it never speaks of messages that are not archived.
 */
import { EpitomeError } from '../errors.ts';
import { bytesOf, checkChange, checkId, chosenIds, idRange, wholeRange } from './arguments.ts';
import { messageOf, textOf } from './message-text.ts';
import type { ArchivedMessage, CompactionRecord, SaveResult, SessionStore } from './store.ts';
import { guarded } from './store-errors.ts';

/** What the store needs of `createStorage` of `unstorage`. */
export interface UnstorageLike {
  getItem(key: string): Promise<unknown>;
  // biome-ignore lint/suspicious/noExplicitAny: the library's own type of a value names all of JSON
  setItem(key: string, value: any): Promise<void>;
  removeItem(key: string): Promise<void>;
  getKeys(base?: string): Promise<string[]>;
}

export interface UnstorageStoreOptions {
  storage: UnstorageLike;
  /** Begins every key. Default: `epitome` */
  base?: string;
}

interface SessionItem {
  id: string;
  state: string;
  revision: number;
  changeId: string;
  /** Milliseconds since 1970. */
  savedAt: number;
}

/** Of the keys' layout. */
const version = 1;
/** Items under way at once. */
const atOnce = 32;
/** Characters between two colons: some drivers make a file or folder of them. */
const longestName = 128;
/** Digits of numbers in keys, so that their order is that of the numbers. */
const digits = 16;

export function unstorageStore({ storage, base = 'epitome' }: UnstorageStoreOptions): SessionStore {
  /** Keys are written in hexadecimal: drivers change or refuse other characters. */
  const keyOf = (id: string) =>
    [base, ...(hexOf(id).match(new RegExp(`.{1,${longestName}}`, 'g')) ?? [])].join(':');
  const sessionKey = (id: string) => `${keyOf(id)}:session`;
  const read = async (id: string) => (await storage.getItem(sessionKey(id))) as SessionItem | null;

  /** The keys of a session's records (`r`) or messages (`m`), in order. */
  async function keysOf(id: string, kind: 'r' | 'm'): Promise<string[]> {
    const start = `${keyOf(id)}:${kind}`;
    const keys = await storage.getKeys(start);
    return keys.filter((key) => key.startsWith(`${start}:`)).sort();
  }

  async function sessions(): Promise<SessionItem[]> {
    const keys = await storage.getKeys(base);
    const items = await each(
      keys.filter((key) => key.startsWith(`${base}:`) && key.endsWith(':session')),
      (key) => storage.getItem(key),
    );
    return items.filter((item) => item !== null) as SessionItem[];
  }

  /** All at once, since drivers may look at every key to find some. */
  async function remove(ids: readonly string[]): Promise<void> {
    const owners = new Set(ids.map(keyOf));
    const keys = await storage.getKeys(base);
    // Sessions go first: what is left behind by a failure then belongs to nobody.
    await each(ids, (id) => storage.removeItem(sessionKey(id)));
    await each(
      keys.filter((key) => owners.has(key.replace(/:[rm]:[^:]+:[^:]+$/, ''))),
      (key) => storage.removeItem(key),
    );
  }

  let opened: Promise<void> | undefined;
  const opening = <Result>(work: () => Promise<Result>) =>
    guarded(async () => {
      opened ??= checkVersion().catch((error) => {
        opened = undefined;
        throw error;
      });
      await opened;
      return work();
    });
  async function checkVersion() {
    const held = Number((await storage.getItem(`${base}:version`)) ?? 0);
    if (held > version) {
      throw new EpitomeError(
        'store-newer',
        `the store's keys are of version ${held}; this release knows ${version}`,
      );
    }
    if (held < version) await storage.setItem(`${base}:version`, version);
  }

  return {
    compareAndSet: false,

    load: (id) =>
      opening(async () => {
        checkId(id);
        return stored(await read(id));
      }),

    save: (id, change) =>
      opening(async (): Promise<SaveResult> => {
        checkId(id);
        checkChange(change);
        const { state, expectedRevision, changeId = crypto.randomUUID() } = change;
        const { records = [], archive = [] } = change;
        const revision = expectedRevision + 1;
        const held = await read(id);
        if ((held?.revision ?? 0) !== expectedRevision) {
          if (held?.revision === revision && held.changeId === changeId) {
            return { ok: true, revision };
          }
          return { ok: false, stored: stored(held) };
        }
        const there = new Set(archive.length > 0 ? await keysOf(id, 'm') : []);
        await each(archive, async (message) => {
          const place = `${padded(message.position)}:${hexOf(message.fingerprint)}`;
          const key = `${keyOf(id)}:m:${place}`;
          if (!there.has(key)) await storage.setItem(key, { text: textOf(message) });
        });
        await each([...records.entries()], ([at, record]) =>
          storage.setItem(`${keyOf(id)}:r:${padded(revision)}:${padded(at)}`, { record }),
        );
        const item: SessionItem = { id, state, revision, changeId, savedAt: Date.now() };
        await storage.setItem(sessionKey(id), item);
        return { ok: true, revision };
      }),

    archive: (id, range) =>
      opening(async () => {
        checkId(id);
        const { from, to, limit } = wholeRange(range);
        const start = `${keyOf(id)}:m:`.length;
        const keys = (await keysOf(id, 'm')).filter((key) => {
          const position = Number(key.slice(start, start + digits));
          return position >= from && position <= to;
        });
        const items = await each(keys.slice(0, limit), (key) => storage.getItem(key));
        return items.flatMap((item) => {
          const { text } = (item ?? {}) as { text?: string };
          return text === undefined ? [] : [messageOf(text) as ArchivedMessage];
        });
      }),

    records: (id) =>
      opening(async () => {
        checkId(id);
        const items = await each(await keysOf(id, 'r'), (key) => storage.getItem(key));
        return items.flatMap((item) => {
          const { record } = (item ?? {}) as { record?: CompactionRecord };
          return record === undefined ? [] : [record];
        });
      }),

    list: (options) =>
      opening(async () => {
        const range = idRange(options);
        return chosenIds(
          (await sessions()).map(({ id }) => id),
          range,
        );
      }),

    delete: (id) =>
      opening(async () => {
        checkId(id);
        await remove([id]);
      }),

    expire: (before) =>
      opening(async () => {
        const old = (await sessions()).filter(({ savedAt }) => savedAt < before);
        if (old.length > 0) await remove(old.map(({ id }) => id));
        return old.length;
      }),
  };
}

function stored(item: SessionItem | null) {
  return item === null ? null : { state: item.state, revision: item.revision };
}

function padded(number: number): string {
  return `${number}`.padStart(digits, '0');
}

function hexOf(text: string): string {
  return Array.from(bytesOf(text), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Calls `work` for each item, some side by side; results in order. */
async function each<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (let at = 0; at < items.length; at += atOnce) {
    results.push(...(await Promise.all(items.slice(at, at + atOnce).map(work))));
  }
  return results;
}
