/**
 * Sessions in a SQLite file, by the engine that is part of Node (22.13 or newer). Decides how a file is
 * opened and how its transactions run; the tables are in sql/.
 */
import { DatabaseSync } from 'node:sqlite';
import { EpitomeError } from '../errors.ts';
import { type SqlStoreOptions, sqlStore } from './sql/sql-store.ts';
import { type Database, type Row, type Statement, sqlite, type Value } from './sql/statement.ts';
import type { SessionStore } from './store.ts';
import { storeError } from './store-errors.ts';

/** What the store needs of `DatabaseSync` of `node:sqlite`. */
export interface SqliteDatabase {
  exec(text: string): void;
  prepare(text: string): { all(...values: Value[]): unknown[] };
  close(): void;
}

export interface SqliteStoreOptions extends SqlStoreOptions {
  /** Path of the file, which is made where there is none. */
  file?: string;
  /** An open database, in a file's place; `close` leaves it open. */
  database?: SqliteDatabase;
  /** Milliseconds to wait for another process that writes. Default: 5,000 */
  busyTimeout?: number;
}

const defaultBusyTimeout = 5000;

/** Any number of processes may share the file. Throws `store-unavailable` where it can't be opened. */
export function sqliteStore(options: SqliteStoreOptions): SessionStore {
  const { file, database, busyTimeout = defaultBusyTimeout, agentId } = options;
  if ((file === undefined) === (database === undefined)) {
    throw new EpitomeError('invalid-option', 'sqliteStore takes either `file` or `database`');
  }
  if (!Number.isSafeInteger(busyTimeout) || busyTimeout < 0) {
    throw new EpitomeError('invalid-option', '`busyTimeout` must be an integer from 0');
  }
  return sqlStore(
    database === undefined ? ownDatabase(String(file), busyTimeout) : running(database),
    agentId === undefined ? {} : { agentId },
  );
}

function ownDatabase(file: string, busyTimeout: number): Database {
  try {
    const database = new DatabaseSync(file);
    database.exec(`PRAGMA busy_timeout = ${busyTimeout}`);
    // Readers do not wait for the writer.
    database.exec('PRAGMA journal_mode = WAL');
    return { ...running(database), close: async () => database.close() };
  } catch (error) {
    throw storeError(error);
  }
}

function running(database: SqliteDatabase): Database {
  // Records and messages go with their session.
  database.exec('PRAGMA foreign_keys = ON');
  const prepared = new Map<string, ReturnType<SqliteDatabase['prepare']>>();
  const run = ({ text, values }: Statement) => {
    const statement = prepared.get(text) ?? database.prepare(text);
    prepared.set(text, statement);
    return statement.all(...values) as Row[];
  };
  return {
    dialect: sqlite,
    async transaction(statements) {
      if (statements.length === 1) return statements.map(run);
      database.exec('BEGIN IMMEDIATE');
      try {
        const rows = statements.map(run);
        database.exec('COMMIT');
        return rows;
      } catch (error) {
        rollBack(database);
        throw error;
      }
    },
  };
}

/** A full disk may have rolled back already, which makes this an error of its own. */
function rollBack(database: SqliteDatabase): void {
  try {
    database.exec('ROLLBACK');
  } catch {}
}
