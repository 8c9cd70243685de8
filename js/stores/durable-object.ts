/**
 * Sessions in Durable Objects, one object a session: its input gate is the lock, its SQLite storage the
 * database. Decides which object has what; the tables are in sql/.
 *
 * Objects can't be enumerated, so that one more of them, the index, has a row for each session's id.
 */
import { DurableObject } from 'cloudflare:workers';
import { EpitomeError, type EpitomeErrorCode } from '../errors.ts';
import { checkChange, checkId } from './arguments.ts';
import { messageOf, textOf } from './message-text.ts';
import { sqlStore } from './sql/sql-store.ts';
import { sqlite } from './sql/statement.ts';
import type { SaveResult, SessionStore } from './store.ts';
import { guarded, storeError } from './store-errors.ts';

/** What the store needs of the storage of an object with SQLite. */
export interface ObjectStorageLike {
  readonly sql: {
    // biome-ignore lint/suspicious/noExplicitAny: the runtime's own types say which values it takes
    exec(text: string, ...values: any[]): { toArray(): Record<string, unknown>[] };
  };
  transactionSync<Result>(work: () => Result): Result;
}

/** A store inside an object, for hosts whose agent runs in one: all its sessions are in that object. */
export function objectStorageStore(storage: ObjectStorageLike): SessionStore {
  return sqlStore({
    dialect: sqlite,
    transaction: async (statements) =>
      storage.transactionSync(() =>
        statements.map(({ text, values }) => storage.sql.exec(text, ...values).toArray()),
      ),
  });
}

type Method = Exclude<keyof SessionStore, 'compareAndSet' | 'close'>;

/** Errors lose their code on the way between objects, so that they go as values. */
type Answer = { value: unknown } | { code: EpitomeErrorCode; message: string };

/** To export from a Worker and to bind as a class with SQLite storage (`new_sqlite_classes`). */
export class SessionObject extends DurableObject {
  readonly #storage: ConstructorParameters<typeof DurableObject>[0]['storage'];
  #store: SessionStore;

  constructor(...[ctx, env]: ConstructorParameters<typeof DurableObject>) {
    super(ctx, env);
    this.#storage = ctx.storage;
    this.#store = objectStorageStore(ctx.storage);
  }

  /**
   * Calls a method of the store in this object. Arguments and answer are text, since calls between
   * objects take no addresses and no prototypes.
   */
  async call(method: Method, args: string): Promise<string> {
    let answer: Answer;
    try {
      const work = this.#store[method] as (...args: unknown[]) => Promise<unknown>;
      answer = { value: await work(...(messageOf(args) as unknown[])) };
      if (emptying.has(method)) await this.#leaveNothing();
    } catch (error) {
      const { code, message } = storeError(error);
      answer = { code, message };
    }
    return textOf(answer);
  }

  /** An object without a session keeps no tables: it would be paid for as long as it had any. */
  async #leaveNothing(): Promise<void> {
    if ((await this.#store.list({ limit: 1 })).length > 0) return;
    const deleted = this.#storage.deleteAll();
    this.#store = objectStorageStore(this.#storage);
    await deleted;
  }
}

/** Methods after which an object may hold nothing. */
const emptying: ReadonlySet<Method> = new Set(['load', 'delete', 'expire']);

/** What the store needs of the binding of the class. */
export interface ObjectNamespace {
  idFromName(name: string): unknown;
  // biome-ignore lint/suspicious/noExplicitAny: ids and stubs are the runtime's own
  get(id: any): any;
}

export interface DurableObjectStoreOptions {
  namespace: ObjectNamespace;
}

const indexName = 'index';
/** Ids that are looked at side by side when sessions expire. */
const expiringAtOnce = 16;

/** The store of a Worker: it asks the object of the session. */
export function durableObjectStore({ namespace }: DurableObjectStoreOptions): SessionStore {
  const caller =
    (name: string) =>
    async <Name extends Method>(
      method: Name,
      ...args: Parameters<SessionStore[Name]>
    ): Promise<Awaited<ReturnType<SessionStore[Name]>>> => {
      const stub = namespace.get(namespace.idFromName(name));
      const answer = messageOf(await stub.call(method, textOf(args))) as Answer;
      if ('code' in answer) throw new EpitomeError(answer.code, answer.message);
      return answer.value as Awaited<ReturnType<SessionStore[Name]>>;
    };
  const index = caller(indexName);
  const object = (id: string) => {
    checkId(id);
    return caller(`session:${id}`);
  };

  /** The index has an id as a session without a state. */
  const register = (id: string) => index('save', id, { state: '', expectedRevision: 0 });

  /** Whether the session was old. One that is saved anew meanwhile is back in the index afterwards. */
  async function expireOne(id: string, before: number): Promise<boolean> {
    const isOld = (await object(id)('expire', before)) > 0;
    const isThere = !isOld && (await object(id)('load', id)) !== null;
    if (isThere) return false;
    await index('delete', id);
    if (await object(id)('load', id)) await register(id);
    return isOld;
  }

  return {
    compareAndSet: true,
    load: (id) => guarded(() => object(id)('load', id)),
    archive: (id, range) => guarded(() => object(id)('archive', id, range ?? {})),
    records: (id) => guarded(() => object(id)('records', id)),
    list: (options) => guarded(() => index('list', options ?? {})),

    save: (id, change) =>
      guarded(async (): Promise<SaveResult> => {
        checkChange(change);
        const call = object(id);
        if (change.expectedRevision > 0) return call('save', id, change);
        // Before: a session that nobody finds would stay for ever. After: it may just have expired.
        await register(id);
        const result = await call('save', id, change);
        await register(id);
        return result;
      }),

    delete: (id) =>
      guarded(async () => {
        await object(id)('delete', id);
        await index('delete', id);
      }),

    expire: (before) =>
      guarded(async () => {
        let expired = 0;
        let ids = await index('list', { limit: expiringAtOnce });
        while (ids.length > 0) {
          const old = await Promise.all(ids.map((id) => expireOne(id, before)));
          expired += old.filter(Boolean).length;
          const after = ids.at(-1);
          ids = after === undefined ? [] : await index('list', { limit: expiringAtOnce, after });
        }
        return expired;
      }),
  };
}
