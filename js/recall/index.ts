/** Search over what left a session's view: the entry `epitome/recall`. */
import { EpitomeError } from '../errors.ts';
import type { Session } from '../session.ts';
import { ArchiveRecall } from './recall.ts';
import type { Recall, RecallOptions, RecallTool, RecallToolOptions } from './types.ts';

export type * from './types.ts';
export { EpitomeError };

/**
 * Recall of a session that has a store, or of any session in a store. The index is built from the archive at
 * its first need, and follows it. Throws `invalid-argument` for a session without a store, or without an id
 * of its own, and for a wrong option.
 */
export function createRecall(of: Session | RecallOptions): Recall {
  return 'keptIn' in Object(of) ? ofSession(of as Session) : new ArchiveRecall(of as RecallOptions);
}

/** One session has one index, however often it is asked for. */
const known = new WeakMap<Session, Recall>();

function ofSession(session: Session): Recall {
  const made = known.get(session);
  if (made !== undefined) return made;
  let recall: ArchiveRecall | undefined;
  const options = session.keptIn((change, revision) => recall?.saved(change, revision));
  if (options === undefined) {
    throw new EpitomeError(
      'invalid-argument',
      'recall: the session needs a `store` and an id, to keep what leaves its view',
    );
  }
  recall = new ArchiveRecall(options);
  known.set(session, recall);
  return recall;
}

/** The tool by which the agent searches and reads: `tools: { recall: recallTool(session) }`. */
export function recallTool(of: Session | RecallOptions, options?: RecallToolOptions): RecallTool {
  return createRecall(of).tool(options);
}
