/** Sessions in the SQLite database of a Durable Object. */
import type { Store } from '../types/store.ts';
import { is, requireArgument } from '../values/checks.ts';
import { hasMethods, type TableOptions, tableOptions } from './checks.ts';
import type { Row } from './sql.ts';
import { type SyncDatabase, syncStore } from './sync-sql.ts';

export { sqliteSchema } from './sync-sql.ts';
export type { Store, TableOptions };

/** As much of `ctx.storage` as is used. */
export interface DurableObjectStorage {
  sql: { exec(query: string, ...values: unknown[]): { toArray(): unknown[] } };
  transactionSync<T>(work: () => T): T;
}

const aStorage = is(
  (value) => hasMethods(value, 'transactionSync') && hasMethods(Object(value).sql, 'exec'),
  'ctx.storage of a Durable Object with SQLite (new_sqlite_classes)',
);

/** The prefixes that the living object has used in its storage. */
const used = new WeakMap<DurableObjectStorage, Set<string>>();

/**
 * A store in a Durable Object's own database: `durableObjectStore(ctx.storage)`. Leases end with the object: whoever took
 * one in another life of it is gone.
 */
export function durableObjectStore(
  storage: DurableObjectStorage,
  options: TableOptions = {},
): Store {
  requireArgument('durableObjectStore', 'storage', storage, aStorage);
  const tables = tableOptions('durableObjectStore', options);
  const endLeases = ({ exec }: SyncDatabase) => {
    const prefixes = used.get(storage) ?? new Set();
    if (!prefixes.has(tables.prefix)) exec(`DELETE FROM ${tables.prefix}leases`);
    used.set(storage, prefixes.add(tables.prefix));
  };
  return syncStore(
    () => ({
      all: (text, values) => storage.sql.exec(text, ...values).toArray() as Row[],
      exec: (text) => void storage.sql.exec(text),
      transaction: (work) => storage.transactionSync(work),
    }),
    tables,
    endLeases,
  );
}
