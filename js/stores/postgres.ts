/** Sessions in PostgreSQL, by any client that has `query`: `pg`, PGlite, Neon's. Each call is one request. */
import type { Store } from '../types/store.ts';
import { requireClient, type TableOptions, tableOptions } from './checks.ts';
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
import { storable } from './texts.ts';

export type { Store, TableOptions };

/** As much of a client as is used. */
export interface PostgresClient {
  query(
    text: string,
    values: unknown[],
    // biome-ignore lint/suspicious/noExplicitAny: clients have their own types of rows
  ): PromiseLike<{ rows: any[] } | any[]>;
}

const dialect: Dialect = {
  now: () => raw('clock_timestamp()'),
  fromNow: (millis) =>
    sql`clock_timestamp() + CAST(${millis} AS DOUBLE PRECISION) * INTERVAL '1 millisecond'`,
  millis: (time) => sql`CAST(EXTRACT(EPOCH FROM ${time}) * 1000 AS DOUBLE PRECISION)`,
  locked: raw('FOR UPDATE'),
};

const makingOf = (prefix: string) =>
  schema(prefix, {
    text: 'TEXT COLLATE "C"',
    time: 'TIMESTAMPTZ',
    // What a write adds while its session is being deleted goes with it.
    child:
      ', FOREIGN KEY (agent_id, session_id) REFERENCES SESSIONS (agent_id, session_id) ON DELETE CASCADE',
  });

/** The SQL that makes the tables, for hosts that run their migrations themselves. It may run again. */
export function postgresSchema(prefix = 'epitome_'): string {
  return makingOf(prefix)
    .map((statement) => `${statement};\n`)
    .join('');
}

/** The same as one statement, which several processes may run at once, and a role that may make no tables later. */
function migration(prefix: string): string {
  const making = makingOf(prefix).map((statement) => `${statement};\n`);
  return `DO $$ BEGIN IF to_regclass('${prefix}schema') IS NULL THEN
PERFORM pg_advisory_xact_lock(hashtext('${prefix}schema'));
SET LOCAL client_min_messages = warning;
${making.join('')}END IF; END $$`;
}

/** A store in a PostgreSQL database: 12 or newer. The client is the host's: epitome neither connects nor ends it. */
export function postgresStore(client: PostgresClient, options: TableOptions = {}): Store {
  requireClient(
    'postgresStore',
    'client',
    client,
    'a client that has query(text, values): a Pool or Client of pg, PGlite, or Neon’s',
    'query',
  );
  const { prefix, migrate } = tableOptions('postgresStore', options);
  const all = statements(prefix, dialect);
  const send = async (text: string, values: unknown[]) => {
    const result = await client.query(text, values);
    return (Array.isArray(result) ? result : result.rows) as Row[];
  };
  let made: Promise<unknown> | undefined;
  const rows = async (statement: Sql) => {
    if (migrate) {
      made ??= send(migration(prefix), []).catch((error) => {
        made = undefined;
        throw error;
      });
      await made;
    }
    const { text, values } = written(statement, (place) => `$${place}`);
    return send(text, values);
  };
  return {
    ...plainMethods(all, rows),
    async save(key, write) {
      const before = sql`clock_timestamp(), CAST(${key.scope} AS TEXT), CAST(${key.id} AS TEXT)`;
      const { rounds, messages, keepsLease } = write;
      const added = [
        ...(keepsLease
          ? []
          : [sql`ended AS (${all.endLease(key)} AND EXISTS (SELECT 1 FROM head))`]),
        ...(rounds.length > 0
          ? [
              sql`new_rounds AS (${all.addRounds(sql`SELECT ${before}, ${given(roundTypes, rounds.map(columnsOf.round))}`)})`,
            ]
          : []),
        ...(messages.length > 0
          ? [
              sql`new_messages AS (${all.addMessages(sql`SELECT ${before}, ${given(messageTypes, messages.map(columnsOf.message))}`)})`,
            ]
          : []),
      ];
      const head = sql`head AS (${all.head(key, write)})`;
      const parts = added.reduce((one, next) => sql`${one},\n${next}`, head);
      const found = await rows(sql`WITH ${parts} SELECT revision FROM head`);
      return found.length > 0;
    },
    async delete(key) {
      const { leases, sessions } = all.deletes(key);
      await rows(sql`WITH ended AS (${leases}) ${sessions}`);
    },
    async expire(millis) {
      const [found = {}] = await rows(sql`WITH expired AS (${all.expire(checkedMillis(millis))}),
ended AS (${all.ended()} OR (agent_id, session_id) IN (SELECT agent_id, session_id FROM expired))
SELECT COUNT(*) AS count FROM expired`);
      return Number(found.count);
    },
  };
}

const roundTypes = [...Array(4).fill('BIGINT'), 'TEXT', 'TEXT'] as const;
const messageTypes = ['BIGINT', 'BIGINT', 'TEXT', 'TEXT', 'TEXT'] as const;

/** Columns of these types, of as many rows as are given. There are none unless the head of the write has one. */
function given(types: readonly string[], all: readonly (readonly unknown[])[]): Sql {
  const columns = types.map((type, at) => `CAST(value ->> ${at} AS ${type})`).join(', ');
  const text = JSON.stringify(
    all.map((row) => row.map((value) => (typeof value === 'string' ? storable(value) : value))),
  );
  return sql`${raw(columns)} FROM head, json_array_elements(CAST(CAST(${text} AS TEXT) AS JSON)) AS given(value)`;
}
