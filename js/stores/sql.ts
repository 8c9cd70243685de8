/**
 * The statements of the stores in SQL, in what SQLite and PostgreSQL have in common. What differs is a dialect's:
 * times, and how many rows are written at once.
 */
import type {
  Lease,
  SessionEntry,
  SessionKey,
  SessionWrite,
  Store,
  StoredMessage,
  StoredMeter,
  StoredRound,
  StoredSession,
} from '../types/store.ts';
import { checkPrefix } from './checks.ts';
import { checkedMillis } from './millis.ts';
import { original, storable } from './texts.ts';

/** A statement, or a piece of one: texts with a value, or another piece, between each two. */
export interface Sql {
  texts: readonly string[];
  values: readonly unknown[];
}

export const sql = (texts: TemplateStringsArray, ...values: unknown[]): Sql => ({ texts, values });

/** Text that is no value: a name of a table. */
export const raw = (text: string): Sql => ({ texts: [text], values: [] });

const isSql = (value: unknown): value is Sql =>
  typeof value === 'object' && value !== null && 'texts' in value;

/** A statement's text, with what `mark` gives in place of each value, and the values in their order. */
export function written(statement: Sql, mark: (place: number) => string) {
  const values: unknown[] = [];
  const textOf = ({ texts, values: own }: Sql): string =>
    texts.reduce((text, next, at) => {
      const value = own[at - 1];
      if (isSql(value)) return text + textOf(value) + next;
      values.push(typeof value === 'string' ? storable(value) : value);
      return text + mark(values.length) + next;
    });
  return { text: textOf(statement), values };
}

export type Row = Record<string, unknown>;

export interface Dialect {
  now(): Sql;
  /** A time so many milliseconds from now. */
  fromNow(millis: number): Sql;
  /** A time in milliseconds since 1970. */
  millis(time: Sql): Sql;
  /** Ends a query that keeps others from changing the rows that it reads. */
  locked: Sql;
}

const text = (row: Row, name: string) => original(String(row[name]));
const number = (row: Row, name: string) => Number(row[name]);

/** What rows of the queries below stand for. */
const read = {
  session: (row: Row): StoredSession => ({
    revision: number(row, 'revision'),
    decisions: text(row, 'decisions'),
    meter: text(row, 'meter'),
  }),
  lease: (row: Row, holder: string): Lease => {
    const granted = text(row, 'holder') === holder;
    const left = Math.ceil(number(row, 'ends') - number(row, 'present'));
    // A lease that ends just now was another holder's a moment ago.
    return {
      granted,
      revision: number(row, 'revision'),
      millisLeft: granted ? 0 : Math.max(1, left),
    };
  },
  round: (row: Row): StoredRound => ({
    round: number(row, 'round'),
    tokensBefore: number(row, 'tokens_before'),
    tokensAfter: number(row, 'tokens_after'),
    messagesCompacted: number(row, 'messages_compacted'),
    summary: text(row, 'summary'),
    details: text(row, 'details'),
  }),
  message: (row: Row): StoredMessage => ({
    round: number(row, 'round'),
    message: number(row, 'message'),
    print: text(row, 'print'),
    role: text(row, 'role'),
    content: text(row, 'content'),
  }),
  entry: (row: Row): SessionEntry => ({
    id: text(row, 'session_id'),
    revision: number(row, 'revision'),
    totalTokens: number(row, 'total_tokens'),
    compactionCount: number(row, 'compaction_count'),
    turnCount: number(row, 'turn_count'),
    createdAt: number(row, 'created'),
    updatedAt: number(row, 'updated'),
  }),
};

/** The statements on the tables of a prefix. */
export function statements(prefix: string, { now, fromNow, millis, locked }: Dialect) {
  const [sessions, rounds, messages, leases] = tableNames.map((name) => raw(prefix + name));
  const of = ({ scope, id }: SessionKey) => sql`agent_id = ${scope} AND session_id = ${id}`;
  // The columns compare bytes, and "0" is the next one after "/": no sign of a pattern means anything.
  const below = (scope: string, id: string) =>
    sql`agent_id = ${scope} AND (session_id = ${id} OR (session_id >= ${`${id}/`} AND session_id < ${`${id}0`}))`;
  return {
    load: (key: SessionKey) =>
      sql`SELECT revision, decisions, meter FROM ${sessions} WHERE ${of(key)}`,

    /** Has a row where the revision is the right one. */
    head({ scope, id }: SessionKey, { revision, decisions, meter, summary }: SessionWrite) {
      const { text, turnCount, compactionCount, totalTokens } = meter;
      return revision === 0
        ? sql`INSERT INTO ${sessions} (agent_id, session_id, revision, decisions, meter, summary, turn_count, compaction_count, total_tokens, created_at, updated_at)
VALUES (${scope}, ${id}, 1, ${decisions}, ${text}, ${summary}, ${turnCount}, ${compactionCount}, ${totalTokens}, ${now()}, ${now()})
ON CONFLICT (agent_id, session_id) DO NOTHING RETURNING revision`
        : sql`UPDATE ${sessions} SET revision = revision + 1, decisions = ${decisions}, meter = ${text}, summary = ${summary}, turn_count = ${turnCount},
compaction_count = ${compactionCount}, total_tokens = ${totalTokens}, updated_at = ${now()}
WHERE ${of({ scope, id })} AND revision = ${revision} RETURNING revision`;
    },
    /** `source` gives times of writing, keys and what `columnsOf.round` gives. */
    addRounds: (source: Sql) =>
      sql`INSERT INTO ${rounds} (created_at, agent_id, session_id, round, tokens_before, tokens_after, messages_compacted, summary, details)
${source} ON CONFLICT (agent_id, session_id, round) DO NOTHING`,
    addMessages: (source: Sql) =>
      sql`INSERT INTO ${messages} (created_at, agent_id, session_id, round, message, print, role, content)
${source} ON CONFLICT (agent_id, session_id, message, print) DO NOTHING`,
    meter: (key: SessionKey, revision: number, meter: StoredMeter) =>
      sql`UPDATE ${sessions} SET meter = ${meter.text}, turn_count = ${meter.turnCount}, compaction_count = ${meter.compactionCount},
total_tokens = ${meter.totalTokens}, updated_at = ${now()} WHERE ${of(key)} AND revision = ${revision}`,

    /** The session is read first and locked: who has waited for a write sees what it wrote. */
    lease(key: SessionKey, holder: string, length: number) {
      const isFree = sql`${leases}.holder = excluded.holder OR ${leases}.expires_at <= ${now()}`;
      return sql`WITH present AS (SELECT revision FROM ${sessions} WHERE ${of(key)} ${locked})
INSERT INTO ${leases} (agent_id, session_id, holder, expires_at)
SELECT ${key.scope}, ${key.id}, ${holder}, ${fromNow(length)} WHERE (SELECT COUNT(*) FROM present) >= 0
ON CONFLICT (agent_id, session_id) DO UPDATE SET holder = CASE WHEN ${isFree} THEN excluded.holder ELSE ${leases}.holder END,
expires_at = CASE WHEN ${isFree} THEN excluded.expires_at ELSE ${leases}.expires_at END
RETURNING holder, ${millis(raw('expires_at'))} AS ends, ${millis(now())} AS present, COALESCE((SELECT revision FROM present), 0) AS revision`;
    },
    release: (key: SessionKey, holder: string) =>
      sql`DELETE FROM ${leases} WHERE ${of(key)} AND holder = ${holder}`,
    endLease: (key: SessionKey) => sql`DELETE FROM ${leases} WHERE ${of(key)}`,

    rounds: (key: SessionKey) =>
      sql`SELECT round, tokens_before, tokens_after, messages_compacted, summary, details FROM ${rounds} WHERE ${of(key)} ORDER BY round`,
    messages: (key: SessionKey, round: number | undefined) =>
      sql`SELECT round, message, print, role, content FROM ${messages} WHERE ${of(key)}
${round === undefined ? raw('') : sql`AND round = ${round}`} ORDER BY round, message, print`,
    list: (scope: string, id: string | undefined) =>
      sql`SELECT session_id, revision, turn_count, compaction_count, total_tokens,
${millis(raw('created_at'))} AS created, ${millis(raw('updated_at'))} AS updated FROM ${sessions}
WHERE ${id === undefined ? sql`agent_id = ${scope}` : below(scope, id)} ORDER BY updated_at DESC, session_id`,

    /** What a session and its children have in each table. */
    deletes({ scope, id }: SessionKey) {
      const from = (table: Sql | undefined) => sql`DELETE FROM ${table} WHERE ${below(scope, id)}`;
      const own = { sessions: from(sessions), rounds: from(rounds) };
      return { ...own, messages: from(messages), leases: from(leases) };
    },
    /** Has a row with the key of each. */
    expire: (millis: number) =>
      sql`DELETE FROM ${sessions} WHERE updated_at <= ${fromNow(-millis)} RETURNING agent_id, session_id`,
    /** What one expired session had elsewhere. */
    leftBy: (key: SessionKey) =>
      [leases, messages, rounds].map((table) => sql`DELETE FROM ${table} WHERE ${of(key)}`),
    ended: () => sql`DELETE FROM ${leases} WHERE expires_at <= ${now()}`,
  };
}

/** The methods that are one statement in every dialect. */
export function plainMethods(
  all: ReturnType<typeof statements>,
  rows: (statement: Sql) => Promise<readonly Row[]>,
) {
  return {
    async load(key) {
      const [found] = await rows(all.load(key));
      return found && read.session(found);
    },
    async saveMeter(key, revision, meter) {
      await rows(all.meter(key, revision, meter));
    },
    async lease(key, holder, millis) {
      const [found = {}] = await rows(all.lease(key, holder, checkedMillis(millis)));
      return read.lease(found, holder);
    },
    async release(key, holder) {
      await rows(all.release(key, holder));
    },
    rounds: async (key) => (await rows(all.rounds(key))).map(read.round),
    messages: async (key, round) => (await rows(all.messages(key, round))).map(read.message),
    list: async (scope, id) => (await rows(all.list(scope, id))).map(read.entry),
  } satisfies Partial<Store>;
}

/** What rows of rounds and messages have behind the time and the key, in the order of their columns. */
export const columnsOf = {
  round: (of: StoredRound) => [
    ...[of.round, of.tokensBefore, of.tokensAfter, of.messagesCompacted],
    ...[of.summary, of.details],
  ],
  message: (of: StoredMessage) => [of.round, of.message, of.print, of.role, of.content],
};

/** Of the tables that this release makes and reads. */
const version = 1;
const tableNames = ['sessions', 'rounds', 'messages', 'leases'] as const;

/** What makes the tables where they are missing: statements, each of which may run again. */
export function schema(
  prefix: string,
  types: { text: string; time: string; child: string },
): string[] {
  checkPrefix('a schema', prefix);
  const { text, time, child } = types;
  const key = `agent_id ${text} NOT NULL, session_id ${text} NOT NULL`;
  const table = (name: string, columns: string) =>
    `CREATE TABLE IF NOT EXISTS ${prefix}${name} (${columns})`;
  const childOf = child.replace('SESSIONS', `${prefix}sessions`);
  return [
    table('schema', 'version INTEGER PRIMARY KEY'),
    // The large ones last: SQLite reads a row from its beginning.
    table(
      'sessions',
      `${key}, revision BIGINT NOT NULL, turn_count BIGINT NOT NULL, compaction_count BIGINT NOT NULL, total_tokens BIGINT NOT NULL,
created_at ${time} NOT NULL, updated_at ${time} NOT NULL, meter TEXT NOT NULL, summary TEXT NOT NULL, decisions TEXT NOT NULL,
UNIQUE (agent_id, session_id)`,
    ),
    table(
      'rounds',
      `${key}, round BIGINT NOT NULL, tokens_before BIGINT NOT NULL, tokens_after BIGINT NOT NULL, messages_compacted BIGINT NOT NULL,
created_at ${time} NOT NULL, summary TEXT NOT NULL, details TEXT NOT NULL, UNIQUE (agent_id, session_id, round)${childOf}`,
    ),
    table(
      'messages',
      `${key}, round BIGINT NOT NULL, message BIGINT NOT NULL, print ${text} NOT NULL, role TEXT NOT NULL,
created_at ${time} NOT NULL, content TEXT NOT NULL, UNIQUE (agent_id, session_id, message, print)${childOf}`,
    ),
    table(
      'leases',
      `${key}, holder TEXT NOT NULL, expires_at ${time} NOT NULL, UNIQUE (agent_id, session_id)`,
    ),
    `INSERT INTO ${prefix}schema (version) VALUES (${version}) ON CONFLICT (version) DO NOTHING`,
  ];
}
