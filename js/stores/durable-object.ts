/** Sessions in the SQLite database of a Durable Object. */
import type { Store } from '../types/store.ts';
import { is, requireArgument } from '../values/checks.ts';
import { hasMethods, type TableOptions, tableOptions } from './checks.ts';
import type { Row } from './sql.ts';
import { syncStore } from './sync-sql.ts';

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

/** A store in a Durable Object's own database: `durableObjectStore(ctx.storage)`. */
export function durableObjectStore(
  storage: DurableObjectStorage,
  options: TableOptions = {},
): Store {
  requireArgument('durableObjectStore', 'storage', storage, aStorage);
  return syncStore(
    () => ({
      all: (text, values) => storage.sql.exec(text, ...values).toArray() as Row[],
      exec: (text) => void storage.sql.exec(text),
      transaction: (work) => storage.transactionSync(work),
    }),
    tableOptions('durableObjectStore', options),
  );
}
