/** A store over a database that answers at once and runs one transaction at a time: SQLite, wherever it is. */
import type { SessionKey, Store } from '../types/store.ts';
import { checkedMillis } from './millis.ts';
import {
  columnsOf,
  type Dialect,
  plainMethods,
  type Row,
  raw,
  type Sql,
  schema,
  sql,
  statements,
  written,
} from './sql.ts';
import { original } from './texts.ts';

export interface SyncDatabase {
  /** The rows that a statement gives. */
  all(text: string, values: readonly unknown[]): Row[];
  /** Runs statements that have no values. */
  exec(text: string): void;
  /** What `work` writes stays as a whole, or is undone where it throws. */
  transaction<T>(work: () => T): T;
}

/** Times are milliseconds by the clock of the machine, which is all that SQLite knows of time. */
const dialect: Dialect = {
  now: () => sql`${Date.now()}`,
  fromNow: (millis) => sql`${Date.now() + millis}`,
  millis: (time) => time,
  locked: raw(''),
};

/** The SQL that makes the tables, for hosts that run their migrations themselves. It may run again. */
export function sqliteSchema(prefix = 'epitome_'): string {
  const statements = schema(prefix, { text: 'TEXT', time: 'BIGINT', child: '' });
  return statements.map((statement) => `${statement};\n`).join('');
}

/** `open` is called once, with the first call, and `begin` when the tables are there. */
export function syncStore(
  open: () => SyncDatabase | Promise<SyncDatabase>,
  { prefix, migrate }: { prefix: string; migrate: boolean },
  begin?: (database: SyncDatabase) => void,
): Store {
  const all = statements(prefix, dialect);
  let opened: Promise<SyncDatabase> | undefined;
  const database = () => {
    opened ??= Promise.resolve()
      .then(open)
      .then((made) => {
        if (migrate) made.exec(sqliteSchema(prefix));
        begin?.(made);
        return made;
      })
      .catch((error) => {
        opened = undefined;
        throw error;
      });
    return opened;
  };
  const run = (on: SyncDatabase, statement: Sql) => {
    const { text, values } = written(statement, () => '?');
    return on.all(text, values);
  };
  const rows = async (statement: Sql) => run(await database(), statement);
  /** Runs statements as one, and resolves to what the first returns; the others follow where it returns rows. */
  const together = async (first: Sql, others: (rows: Row[]) => Sql[]) => {
    const on = await database();
    return on.transaction(() => {
      const found = run(on, first);
      if (found.length > 0) for (const statement of others(found)) run(on, statement);
      return found;
    });
  };
  /** A row of values behind the time and the key. */
  const row = ({ scope, id }: SessionKey, columns: readonly unknown[]): Sql => ({
    texts: ['VALUES (', ', ', ...columns.map(() => ', '), ', ', ')'],
    values: [dialect.now(), scope, id, ...columns],
  });
  return {
    ...plainMethods(all, rows),
    async save(key, write) {
      const found = await together(all.head(key, write), () => [
        ...write.rounds.map((round) => all.addRounds(row(key, columnsOf.round(round)))),
        ...write.messages.map((message) => all.addMessages(row(key, columnsOf.message(message)))),
        ...(write.keepsLease ? [] : [all.endLease(key)]),
      ]);
      return found.length > 0;
    },
    async delete(key) {
      await together(sql`SELECT 1 AS one`, () => Object.values(all.deletes(key)));
    },
    async expire(millis) {
      const keyOf = (found: Row) => ({
        scope: original(String(found.agent_id)),
        id: original(String(found.session_id)),
      });
      const expired = await together(all.expire(checkedMillis(millis)), (found) => [
        ...found.flatMap((gone) => all.leftBy(keyOf(gone))),
        all.ended(),
      ]);
      return expired.length;
    },
  };
}
