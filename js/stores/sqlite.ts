/** Sessions in SQLite: `node:sqlite`, better-sqlite3, and what has their methods. */
import { EpitomeError } from '../errors.ts';
import type { Store } from '../types/store.ts';
import { is, named, requireArgument } from '../values/checks.ts';
import { hasMethods, type TableOptions, tableOptions } from './checks.ts';
import type { Row } from './sql.ts';
import { type SyncDatabase, syncStore } from './sync-sql.ts';

export { sqliteSchema } from './sync-sql.ts';
export type { Store, TableOptions };

/** As much of a database as is used. */
export interface SqliteDatabase {
  exec(sql: string): unknown;
  prepare(sql: string): unknown;
}

interface Statement {
  /** better-sqlite3: false where no rows come. */
  reader?: boolean;
  all(...values: unknown[]): unknown[];
  run(...values: unknown[]): unknown;
}

/** How long a call waits while another process writes. */
const mostWaiting = 5_000;

const aDatabase = is(
  (value) => named(value) === undefined || hasMethods(value, 'exec', 'prepare'),
  'the path of a file, or a database of node:sqlite or better-sqlite3',
);

/**
 * A store in an SQLite database: the path of a file, which `node:sqlite` opens (Node 22.13 or newer), or a database that
 * the host has opened with `node:sqlite` or better-sqlite3.
 */
export function sqliteStore(database: string | SqliteDatabase, options: TableOptions = {}): Store {
  requireArgument('sqliteStore', 'database', database, aDatabase);
  const open = async () =>
    synchronous(typeof database === 'string' ? await opened(database) : database);
  return syncStore(open, tableOptions('sqliteStore', options));
}

async function opened(path: string): Promise<SqliteDatabase> {
  const { DatabaseSync } = await import('node:sqlite').catch((cause: unknown) => {
    throw new EpitomeError(
      'invalid-argument',
      'sqliteStore opens a path by node:sqlite, which is not in this runtime (Node has it from 22.13 on): pass a database of better-sqlite3 instead',
      { cause },
    );
  });
  const database = new DatabaseSync(path);
  database.exec(`PRAGMA busy_timeout = ${mostWaiting}`);
  try {
    // A cut of power may take the newest writes with it, and nothing else.
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL');
  } catch {
    // Another process is setting it, and the file keeps it. What else is wrong shows in the next statement.
  }
  return database;
}

function synchronous(database: SqliteDatabase): SyncDatabase {
  const prepared = new Map<string, Statement>();
  const statementOf = (text: string) => {
    const known = prepared.get(text) ?? (database.prepare(text) as Statement);
    prepared.set(text, known);
    return known;
  };
  return {
    all(text, values) {
      const statement = statementOf(text);
      if (statement.reader !== false) return statement.all(...values) as Row[];
      statement.run(...values);
      return [];
    },
    exec(text) {
      database.exec(text);
    },
    // A savepoint may stand within a transaction of the host's own.
    transaction(work) {
      database.exec('SAVEPOINT epitome');
      try {
        const result = work();
        database.exec('RELEASE epitome');
        return result;
      } catch (error) {
        undo(database);
        throw error;
      }
    },
  };
}

function undo(database: SqliteDatabase): void {
  try {
    database.exec('ROLLBACK TO epitome; RELEASE epitome');
  } catch {
    // A full disk has ended the transaction already.
  }
}
