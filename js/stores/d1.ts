/**
 * Sessions in Cloudflare's D1. Decides how a transaction runs on its binding; the tables are in sql/.
 */
import { type SqlStoreOptions, sqlStore } from './sql/sql-store.ts';
import { type Row, sqlite } from './sql/statement.ts';
import type { SessionStore } from './store.ts';

interface D1Statement {
  bind(...values: unknown[]): D1Statement;
}

/** What the store needs of the binding. */
export interface D1Binding {
  prepare(text: string): D1Statement;
  // biome-ignore lint/suspicious/noExplicitAny: the binding's own types name classes of the runtime
  batch(statements: any[]): Promise<{ results?: unknown[] }[]>;
}

export interface D1StoreOptions extends SqlStoreOptions {
  database: D1Binding;
}

/** Make it once for an isolate: each new one looks at the tables' version first. */
export function d1Store({ database, ...options }: D1StoreOptions): SessionStore {
  return sqlStore(
    {
      dialect: sqlite,
      async transaction(statements) {
        const results = await database.batch(
          statements.map(({ text, values }) => database.prepare(text).bind(...values)),
        );
        return results.map(({ results: rows = [] }) => rows as Row[]);
      },
    },
    options,
  );
}
