/** Sessions in the SQLite database of a Durable Object. */
import type { Store } from '../types/store.ts';
import { requireThat } from '../values/require.ts';
import { checkedOptions, hasMethods, type TableOptions } from './checks.ts';
import type { Row } from './sql.ts';
import { syncStore } from './sync-sql.ts';

export { sqliteSchema } from './sync-sql.ts';
export type { Store, TableOptions };

/** As much of `ctx.storage` as is used. */
export interface DurableObjectStorage {
  sql: { exec(query: string, ...values: unknown[]): { toArray(): unknown[] } };
  transactionSync<T>(work: () => T): T;
}

/** A store in a Durable Object's own database: `durableObjectStore(ctx.storage)`. */
export function durableObjectStore(
  storage: DurableObjectStorage,
  options: TableOptions = {},
): Store {
  requireThat(
    hasMethods(storage, 'transactionSync') && hasMethods(storage.sql, 'exec'),
    'durableObjectStore takes ctx.storage of a Durable Object with SQLite (new_sqlite_classes)',
  );
  return syncStore(
    () => ({
      all: (text, values) => storage.sql.exec(text, ...values).toArray() as Row[],
      exec: (text) => void storage.sql.exec(text),
      transaction: (work) => storage.transactionSync(work),
    }),
    checkedOptions(options, { prefix: 'epitome_', migrate: true }),
  );
}
