/**
 * Sessions in PostgreSQL, for any number of machines. Decides how a transaction runs on a pool of `pg`;
 * the tables are in sql/.
 */
import { type SqlStoreOptions, sqlStore } from './sql/sql-store.ts';
import { type Database, postgres, type Row } from './sql/statement.ts';
import type { SessionStore } from './store.ts';

/** What the store needs of a client of `pg`. */
export interface PostgresClient {
  query(text: string, values?: unknown[]): Promise<{ rows: Row[] }>;
  release(destroy?: boolean): void;
  on(event: 'error', listener: (error: Error) => void): unknown;
}

/** What the store needs of `Pool` of `pg`. */
export interface PostgresPool {
  query(text: string, values?: unknown[]): Promise<{ rows: Row[] }>;
  connect(): Promise<PostgresClient>;
  on(event: 'acquire', listener: (client: PostgresClient) => void): unknown;
}

export interface PostgresStoreOptions extends SqlStoreOptions {
  /**
   * A `Pool` of `pg`, which stays the caller's: give it a listener for `error`, since it emits one for
   * each idle connection that is cut. Tables are made in the first schema of its search path.
   */
  pool: PostgresPool;
}

export function postgresStore({ pool, ...options }: PostgresStoreOptions): SessionStore {
  return sqlStore(running(pool), options);
}

/** What a cut connection says is said again by the query under way or the next one. */
const ignore = () => {};

function running(pool: PostgresPool): Database {
  // A connection may be cut before the promise of `connect` has told of it, and would end the process.
  const heard = new WeakSet<PostgresClient>();
  pool.on('acquire', (client) => {
    if (!heard.has(client)) client.on('error', ignore);
    heard.add(client);
  });
  return {
    dialect: postgres,
    async transaction(statements) {
      const [first] = statements;
      if (first && statements.length === 1) {
        return [(await pool.query(first.text, [...first.values])).rows];
      }
      const client = await pool.connect();
      let isUsable = true;
      try {
        // Other levels give up where this one waits for the row and looks at it again.
        await client.query('BEGIN ISOLATION LEVEL READ COMMITTED');
        const rows: Row[][] = [];
        for (const { text, values } of statements) {
          rows.push((await client.query(text, [...values])).rows);
        }
        await client.query('COMMIT');
        return rows;
      } catch (error) {
        isUsable = await rolledBack(client);
        throw error;
      } finally {
        client.release(!isUsable);
      }
    },
  };
}

/** False for a connection that was cut. */
async function rolledBack(client: PostgresClient): Promise<boolean> {
  try {
    await client.query('ROLLBACK');
    return true;
  } catch {
    return false;
  }
}
