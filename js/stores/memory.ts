/**
 * Sessions in this process's memory: what is used where no store is given. Decides nothing that
 * outlives the process; keeps messages by reference.
 */
import { checkChange, checkId, chosenIds, compareText, idRange, wholeRange } from './arguments.ts';
import type { ArchivedMessage, CompactionRecord, SessionStore, StoredSession } from './store.ts';
import { guarded } from './store-errors.ts';

interface Kept extends StoredSession {
  changeId: string | undefined;
  /** Milliseconds since 1970. */
  savedAt: number;
  records: CompactionRecord[];
  /** By position and fingerprint. */
  archive: Map<string, ArchivedMessage>;
}

export function memoryStore(): SessionStore {
  const sessions = new Map<string, Kept>();
  const stored = (kept: Kept | undefined): StoredSession | null =>
    kept === undefined ? null : { state: kept.state, revision: kept.revision };
  const kept = (id: string) => {
    checkId(id);
    return sessions.get(id);
  };

  return {
    compareAndSet: true,
    load: (id) => guarded(() => stored(kept(id))),

    save: (id, change) =>
      guarded(() => {
        checkChange(change);
        const before = kept(id);
        const { state, expectedRevision, changeId } = change;
        const revision = expectedRevision + 1;
        if ((before?.revision ?? 0) !== expectedRevision) {
          const isRepeat = changeId !== undefined && before?.changeId === changeId;
          if (isRepeat && before?.revision === revision) return { ok: true, revision };
          return { ok: false, stored: stored(before) };
        }
        const archive = before?.archive ?? new Map<string, ArchivedMessage>();
        for (const message of change.archive ?? []) {
          const key = `${message.position}:${message.fingerprint}`;
          if (!archive.has(key)) archive.set(key, message);
        }
        const records = [...(before?.records ?? []), ...(change.records ?? [])];
        sessions.set(id, { state, revision, changeId, savedAt: Date.now(), records, archive });
        return { ok: true, revision };
      }),

    archive: (id, range) =>
      guarded(() => {
        const { from, to, limit } = wholeRange(range);
        return [...(kept(id)?.archive.values() ?? [])]
          .filter(({ position }) => position >= from && position <= to)
          .sort(inOrder)
          .slice(0, limit);
      }),

    records: (id) => guarded(() => [...(kept(id)?.records ?? [])]),
    list: (options) => guarded(() => chosenIds(sessions.keys(), idRange(options))),
    delete: (id) =>
      guarded(() => {
        if (kept(id)) sessions.delete(id);
      }),

    expire: (before) =>
      guarded(() => {
        const old = [...sessions].filter(([, { savedAt }]) => savedAt < before);
        for (const [id] of old) sessions.delete(id);
        return old.length;
      }),
  };
}

function inOrder(one: ArchivedMessage, other: ArchivedMessage): number {
  return one.position - other.position || compareText(one.fingerprint, other.fingerprint);
}
