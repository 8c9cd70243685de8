/**
 * Sessions in a page's or a worker's IndexedDB, by way of `idb`. Decides its object stores and keys.
 *
 * Keys begin with the bytes of the session's id, since keys of text are ordered by UTF-16 code units.
 */
import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import { EpitomeError } from '../errors.ts';
import { bytesOf, checkChange, checkId, idRange, wholeRange } from './arguments.ts';
import { messageOf, textOf } from './message-text.ts';
import type { ArchivedMessage, CompactionRecord, SaveResult, SessionStore } from './store.ts';
import { guarded } from './store-errors.ts';

export interface IndexedDbStoreOptions {
  /** Default: `epitome` */
  name?: string;
}

interface SessionRow {
  id: string;
  state: string;
  revision: number;
  changeId: string;
  /** Milliseconds since 1970. */
  savedAt: number;
}

type Id = Uint8Array<ArrayBuffer>;

interface Schema extends DBSchema {
  sessions: { key: Id; value: SessionRow; indexes: { savedAt: number } };
  /** Revision that saved it, and place in the save. */
  records: { key: [Id, number, number]; value: CompactionRecord };
  /** Position and fingerprint; the value is the archived message as text. */
  messages: { key: [Id, number, string]; value: string };
}

/** Of the object stores. */
const version = 1;
const children = ['records', 'messages'] as const;
const all = ['sessions', ...children] as const;

export function indexedDbStore({ name = 'epitome' }: IndexedDbStoreOptions = {}): SessionStore {
  let opened: Promise<IDBPDatabase<Schema>> | undefined;
  const forget = () => {
    opened = undefined;
  };
  async function open(): Promise<IDBPDatabase<Schema>> {
    try {
      return await openDB<Schema>(name, version, {
        upgrade(database) {
          database.createObjectStore('sessions').createIndex('savedAt', 'savedAt');
          for (const child of children) database.createObjectStore(child);
        },
        // Another page wants a newer version, or the browser closed it; the next call opens it again.
        blocking(_, __, event) {
          forget();
          (event.target as IDBDatabase).close();
        },
        terminated: forget,
      });
    } catch (error) {
      forget();
      if (!(error instanceof Error) || error.name !== 'VersionError') throw error;
      throw new EpitomeError('store-newer', "the store's tables are of a newer release", {
        cause: error,
      });
    }
  }
  const opening = <Result>(work: (database: IDBPDatabase<Schema>) => Promise<Result>) =>
    guarded(async () => {
      opened ??= open();
      return work(await opened);
    });

  return {
    compareAndSet: true,

    load: (id) =>
      opening(async (database) => {
        checkId(id);
        return stored(await database.get('sessions', bytesOf(id)));
      }),

    save: (id, change) =>
      opening(async (database): Promise<SaveResult> => {
        checkId(id);
        checkChange(change);
        const { state, expectedRevision, changeId = crypto.randomUUID() } = change;
        const { records = [], archive = [] } = change;
        const revision = expectedRevision + 1;
        const key = bytesOf(id);
        // Before the transaction, which a message that can't be written would leave open.
        const texts = archive.map((message) => [message, textOf(message)] as const);
        const transaction = database.transaction(all, 'readwrite', { durability: 'strict' });
        const held = await transaction.objectStore('sessions').get(key);
        if ((held?.revision ?? 0) !== expectedRevision) {
          await transaction.done;
          if (held?.revision === revision && held.changeId === changeId) {
            return { ok: true, revision };
          }
          return { ok: false, stored: stored(held) };
        }
        const messages = transaction.objectStore('messages');
        const row = { id, state, revision, changeId, savedAt: Date.now() };
        await Promise.all([
          transaction.objectStore('sessions').put(row, key),
          ...records.map((record, at) =>
            transaction.objectStore('records').put(record, [key, revision, at]),
          ),
          ...texts.map(async ([{ position, fingerprint }, text]) => {
            const place: [Id, number, string] = [key, position, fingerprint];
            if ((await messages.getKey(place)) === undefined) await messages.put(text, place);
          }),
          transaction.done,
        ]);
        return { ok: true, revision };
      }),

    archive: (id, range) =>
      opening(async (database) => {
        checkId(id);
        const { from, to, limit } = wholeRange(range);
        if (limit === 0 || from > to) return [];
        const key = bytesOf(id);
        // An array comes behind all numbers and texts.
        const places = IDBKeyRange.bound([key, from], [key, to, []]);
        const texts = await database.getAll('messages', places, Math.min(limit, mostRows));
        return texts.map((text) => messageOf(text) as ArchivedMessage);
      }),

    records: (id) =>
      opening(async (database) => {
        checkId(id);
        return database.getAll('records', childrenOf(bytesOf(id)));
      }),

    list: (options) =>
      opening(async (database) => {
        const { least, isOpen, before, limit } = idRange(options);
        if (limit === 0) return [];
        const range =
          before === undefined
            ? IDBKeyRange.lowerBound(bytesOf(least), isOpen)
            : IDBKeyRange.bound(bytesOf(least), bytesOf(before), isOpen, true);
        const rows = await database.getAll('sessions', range, Math.min(limit, mostRows));
        return rows.map(({ id }) => id);
      }),

    delete: (id) =>
      opening(async (database) => {
        checkId(id);
        const transaction = database.transaction(all, 'readwrite');
        await transaction.objectStore('sessions').delete(bytesOf(id));
        for (const child of children) {
          await transaction.objectStore(child).delete(childrenOf(bytesOf(id)));
        }
        await transaction.done;
      }),

    expire: (before) =>
      opening(async (database) => {
        const transaction = database.transaction(all, 'readwrite');
        const bySave = transaction.objectStore('sessions').index('savedAt');
        const keys = await bySave.getAllKeys(IDBKeyRange.upperBound(before, true));
        for (const key of keys) {
          await transaction.objectStore('sessions').delete(key);
          for (const child of children) {
            await transaction.objectStore(child).delete(childrenOf(key));
          }
        }
        await transaction.done;
        return keys.length;
      }),

    close: () =>
      guarded(async () => {
        const database = await opened;
        forget();
        database?.close();
      }),
  };
}

/** What `getAll` takes at most as a count. */
const mostRows = 2 ** 32 - 1;

function stored(row: SessionRow | undefined) {
  return row === undefined ? null : { state: row.state, revision: row.revision };
}

function childrenOf(id: Id): IDBKeyRange {
  return IDBKeyRange.bound([id], [id, []]);
}
