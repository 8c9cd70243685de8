/**
 * The tables, version by version. Decides what each version adds and how a database gets there, however
 * many workers start at once; refuses to know what is written into them.
 *
 * A migration that was released is never changed; the next one is added behind it.
 */
import { EpitomeError } from '../../errors.ts';
import { type Database, type Dialect, sql } from './statement.ts';

type Migration = (dialect: Dialect) => readonly string[];

const migrations: readonly Migration[] = [
  ({ idType, timeType, now }) => [
    // One row a session. Totals, counts and the newest summary are for whoever queries the table.
    `CREATE TABLE epitome_sessions (
      agent_id ${idType} NOT NULL DEFAULT '',
      session_id ${idType} NOT NULL,
      state TEXT NOT NULL,
      revision BIGINT NOT NULL,
      change_id TEXT NOT NULL,
      summary TEXT,
      turn_count BIGINT NOT NULL DEFAULT 0,
      total_tokens BIGINT NOT NULL DEFAULT 0,
      compaction_count BIGINT NOT NULL DEFAULT 0,
      created_at ${timeType} NOT NULL DEFAULT (${now}),
      updated_at ${timeType} NOT NULL DEFAULT (${now}),
      PRIMARY KEY (agent_id, session_id)
    )`,
    'CREATE INDEX epitome_sessions_by_update ON epitome_sessions (agent_id, updated_at)',
    // One row a compaction, in the order of the saves (revision) and within one (ordinal).
    `CREATE TABLE epitome_compactions (
      agent_id ${idType} NOT NULL,
      session_id ${idType} NOT NULL,
      revision BIGINT NOT NULL,
      ordinal BIGINT NOT NULL,
      round BIGINT NOT NULL,
      at BIGINT NOT NULL,
      reason TEXT NOT NULL,
      tokens_before BIGINT NOT NULL,
      tokens_after BIGINT NOT NULL,
      first_message BIGINT NOT NULL,
      last_message BIGINT NOT NULL,
      fingerprints TEXT NOT NULL,
      summary TEXT NOT NULL,
      source TEXT NOT NULL,
      verdict TEXT,
      model TEXT,
      input_tokens BIGINT,
      output_tokens BIGINT,
      cost DOUBLE PRECISION,
      duration_ms DOUBLE PRECISION NOT NULL,
      outcome TEXT NOT NULL,
      PRIMARY KEY (agent_id, session_id, revision, ordinal),
      FOREIGN KEY (agent_id, session_id) REFERENCES epitome_sessions ON DELETE CASCADE
    )`,
    // One row a message that left the view; a long one in parts.
    `CREATE TABLE epitome_messages (
      agent_id ${idType} NOT NULL,
      session_id ${idType} NOT NULL,
      position BIGINT NOT NULL,
      fingerprint ${idType} NOT NULL,
      part BIGINT NOT NULL,
      round BIGINT NOT NULL,
      at BIGINT NOT NULL,
      message TEXT NOT NULL,
      PRIMARY KEY (agent_id, session_id, position, fingerprint, part),
      FOREIGN KEY (agent_id, session_id) REFERENCES epitome_sessions ON DELETE CASCADE
    )`,
  ],
  // The state after a round, so that a session can go back to it.
  () => ['ALTER TABLE epitome_compactions ADD COLUMN state TEXT'],
];

/**
 * Brings the tables to the version of this release. Any number of workers may call it at once, any
 * number of times. Throws `store-newer` where a newer release made them.
 */
export async function migrate(database: Database): Promise<void> {
  const version = await versionOf(database);
  if (version > migrations.length) {
    throw new EpitomeError(
      'store-newer',
      `the store's tables are of version ${version}; this release knows ${migrations.length}`,
    );
  }
  for (let next = version + 1; next <= migrations.length; next += 1) {
    try {
      await advance(database, next);
    } catch (error) {
      // Where another worker was faster, its transaction did it all.
      if ((await versionOf(database)) < next) throw error;
    }
  }
}

function advance({ dialect, transaction }: Database, version: number): Promise<unknown> {
  const tables = migrations[version - 1]?.(dialect) ?? [];
  return transaction([
    ...(dialect.lock ? [dialect.lock] : []),
    // First, so that who comes second stops here.
    sql(dialect)`INSERT INTO epitome_migrations (version) VALUES (${version})`,
    ...tables.map((text) => ({ text, values: [] })),
  ]);
}

/** 0 for a database without tables. */
async function versionOf(database: Database): Promise<number> {
  const { dialect, transaction } = database;
  const text = 'SELECT MAX(version) AS version FROM epitome_migrations';
  const read = async () =>
    Number((await transaction([{ text, values: [] }]))[0]?.[0]?.version ?? 0);
  try {
    return await read();
  } catch {
    // Not there yet. A role that may not make tables never comes here once they are made.
    const { lock, timeType, now } = dialect;
    const create = `CREATE TABLE IF NOT EXISTS epitome_migrations (
      version BIGINT PRIMARY KEY,
      applied_at ${timeType} NOT NULL DEFAULT (${now})
    )`;
    await transaction([...(lock ? [lock] : []), { text: create, values: [] }]);
    return read();
  }
}
