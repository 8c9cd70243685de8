/**
 * Sessions in SQL tables. Decides the statements, for every dialect the same; refuses to know how an
 * engine runs them.
 *
 * A save is one transaction without branches, since D1 has no others: the first statement compares the
 * revision and sets it, the following ones do something only where the row bears the name of this
 * change.
 */
import { EpitomeError } from '../../errors.ts';
import { changesView } from '../../rounds.ts';
import { checkChange, checkId, idRange, wholeRange } from '../arguments.ts';
import type { SaveResult, SessionChange, SessionStore } from '../store.ts';
import { guarded } from '../store-errors.ts';
import { migrate } from './migrations.ts';
import { arraysOf, messageColumns, messagesOf, partsOf, recordColumns, recordOf } from './rows.ts';
import { type Database, elements, now, type Row, sql, time, verbatim } from './statement.ts';

export interface SqlStoreOptions {
  /** Agents that share a database see only their own sessions. Default: '' */
  agentId?: string;
}

/** The tables are made, or brought to this release's version, before the first call does its work. */
export function sqlStore(database: Database, options: SqlStoreOptions = {}): SessionStore {
  const { agentId = '' } = options;
  if (agentId !== '') checkId(agentId);
  const statement = sql(database.dialect);
  const { changing, recording, archiving } = savesOf(statement, agentId);

  let isClosed = false;
  let migrated: Promise<void> | undefined;
  const run = async (...statements: Parameters<Database['transaction']>[0]): Promise<Row[][]> => {
    if (isClosed) throw new EpitomeError('store-unavailable', 'the store was closed');
    // A failure is not kept: the next call tries again.
    migrated ??= migrate(database).catch((error) => {
      migrated = undefined;
      throw error;
    });
    await migrated;
    return database.transaction(statements);
  };
  const rows = async (one: ReturnType<typeof statement>) => (await run(one))[0] ?? [];

  const current = (id: string) => statement`
    SELECT state, revision, change_id FROM epitome_sessions
    WHERE agent_id = ${agentId} AND session_id = ${id}`;

  return {
    compareAndSet: true,

    load: (id) =>
      guarded(async () => {
        checkId(id);
        return stored((await rows(current(id)))[0]);
      }),

    save: (id, change) =>
      guarded(async (): Promise<SaveResult> => {
        checkId(id);
        checkChange(change);
        const changeId = change.changeId ?? crypto.randomUUID();
        const made = { id, changeId, revision: change.expectedRevision + 1 };
        const records = (change.records ?? []).map((record, ordinal) => ({ record, ordinal }));
        const parts = (change.archive ?? []).flatMap(partsOf);
        const results = await run(
          changing(made, change),
          ...arraysOf(recordColumns, records).map((json) => recording(made, json)),
          ...arraysOf(messageColumns, parts).map((json) => archiving(made, json)),
          current(id),
        );
        const row = results.at(-1)?.[0];
        const isOurs = row?.change_id === changeId && Number(row?.revision) === made.revision;
        if (isOurs) return { ok: true, revision: made.revision };
        return { ok: false, stored: stored(row) };
      }),

    archive: (id, range) =>
      guarded(async () => {
        checkId(id);
        const { from, to, limit } = wholeRange(range);
        const found = await rows(statement`
          SELECT position, fingerprint, part, round, at, message
          FROM epitome_messages JOIN (
            SELECT position, fingerprint FROM epitome_messages
            WHERE agent_id = ${agentId} AND session_id = ${id} AND part = 0
              AND position >= ${from} AND position <= ${to}
            ORDER BY position, fingerprint LIMIT ${limit}
          ) AS chosen USING (position, fingerprint)
          WHERE agent_id = ${agentId} AND session_id = ${id}
          ORDER BY position, fingerprint, part`);
        return messagesOf(found);
      }),

    records: (id) =>
      guarded(async () => {
        checkId(id);
        const found = await rows(statement`
          SELECT * FROM epitome_compactions
          WHERE agent_id = ${agentId} AND session_id = ${id} ORDER BY revision, ordinal`);
        return found.map(recordOf);
      }),

    list: (options) =>
      guarded(async () => {
        const { least, isOpen, before = '', limit } = idRange(options);
        const found = await rows(statement`
          SELECT session_id FROM epitome_sessions
          WHERE agent_id = ${agentId} AND session_id ${verbatim(isOpen ? '>' : '>=')} ${least}
            AND (${before} = '' OR session_id < ${before})
          ORDER BY session_id LIMIT ${limit}`);
        return found.map(({ session_id }) => String(session_id));
      }),

    delete: (id) =>
      guarded(async () => {
        checkId(id);
        await run(statement`
          DELETE FROM epitome_sessions WHERE agent_id = ${agentId} AND session_id = ${id}`);
      }),

    expire: (before) =>
      guarded(async () => {
        const deleted = await rows(statement`
          DELETE FROM epitome_sessions WHERE agent_id = ${agentId} AND updated_at < ${time(before)}
          RETURNING session_id`);
        return deleted.length;
      }),

    close: () =>
      guarded(async () => {
        if (isClosed) return;
        isClosed = true;
        await database.close?.();
      }),
  };
}

function stored(row: Row | undefined) {
  if (row === undefined) return null;
  if (typeof row.state !== 'string') {
    throw new EpitomeError('store-failed', 'the store holds a session without a state');
  }
  return { state: row.state, revision: Number(row.revision) };
}

/** A change on its way into the tables. */
interface Made {
  id: string;
  changeId: string;
  /** What the session has once it is saved. */
  revision: number;
}

/** The statements of a save. */
function savesOf(statement: ReturnType<typeof sql>, agentId: string) {
  const changing = ({ id, changeId }: Made, change: SessionChange) => {
    const { state, expectedRevision, totals, records = [] } = change;
    const folded = records.filter(changesView);
    const summary = folded.at(-1)?.summary.replaceAll('\0', '\ufffd') ?? null;
    if (expectedRevision === 0) {
      return statement`
        INSERT INTO epitome_sessions (
          agent_id, session_id, state, revision, change_id, summary, turn_count, total_tokens,
          compaction_count, created_at, updated_at
        ) VALUES (
          ${agentId}, ${id}, ${state}, 1, ${changeId}, ${summary}, ${totals?.turns ?? 0},
          ${totals?.tokens ?? 0}, ${folded.length}, ${now}, ${now}
        ) ON CONFLICT DO NOTHING`;
    }
    return statement`
      UPDATE epitome_sessions SET
        state = ${state}, revision = revision + 1, change_id = ${changeId},
        summary = COALESCE(${summary}, summary),
        turn_count = COALESCE(${totals?.turns ?? null}, turn_count),
        total_tokens = COALESCE(${totals?.tokens ?? null}, total_tokens),
        compaction_count = compaction_count + ${folded.length}, updated_at = ${now}
      WHERE agent_id = ${agentId} AND session_id = ${id} AND revision = ${expectedRevision}`;
  };

  const appending =
    (table: string, columns: typeof recordColumns | typeof messageColumns, revision: string) =>
    (made: Made, json: string) => {
      const names = columns.map(({ name }) => name).join(', ');
      const values = columns.map(({ type }, at) => `CAST(rows.value ->> ${at} AS ${type})`).join();
      return statement`
        INSERT INTO ${verbatim(table)} (agent_id, session_id, ${verbatim(revision + names)})
        SELECT sessions.agent_id, sessions.session_id,
          ${verbatim(revision && 'sessions.revision, ')}${verbatim(values)}
        FROM epitome_sessions AS sessions, ${elements(json)}
        WHERE sessions.agent_id = ${agentId} AND sessions.session_id = ${made.id}
          AND sessions.revision = ${made.revision} AND sessions.change_id = ${made.changeId}
        ON CONFLICT DO NOTHING`;
    };

  return {
    changing,
    recording: appending('epitome_compactions', recordColumns, 'revision, '),
    archiving: appending('epitome_messages', messageColumns, ''),
  };
}
