/**
 * A provider's own compaction as a rung before the session's. Decides when the provider is asked for it, and
 * what of a history is left once it has; refuses to know how a provider spells it.
 */
import type { Session } from '../session.ts';
import type { CacheOutcome } from '../types.ts';
import { recordOf } from './record-of.ts';
import { failed } from './sessions.ts';
import type { ModelMessage } from './translation.ts';

export interface NativeOptions {
  /**
   * `prefer`: the provider is asked to compact before the session would, what it wrote stands first from then
   * on, untouched, and a record of the same messages, written by code, is told as a `native-compaction`
   * event. Where the provider does nothing the session compacts. Default `off`.
   */
  native?: 'prefer' | 'off' | undefined;
}

/** Of the size at which the session itself would compact. */
const share = 0.85;

/** Tokens of a request at which the provider is to compact; undefined before the first view. */
export function nativeTrigger(session: Session, least: number): number | undefined {
  try {
    const { trigger, hostOverhead } = session.explain().budget;
    const tokens = Math.floor((trigger + hostOverhead) * share);
    return tokens >= least ? tokens : undefined;
  } catch {
    return undefined;
  }
}

const seen = new WeakMap<Session, Set<string>>();

/**
 * Tells, once for each block, what code has to say of the messages that it stands for. `key` names the block;
 * `read` gives the messages.
 */
export async function mirror(
  session: Session,
  provider: CacheOutcome['provider'],
  key: string,
  read: () => readonly ModelMessage[],
): Promise<void> {
  const known = seen.get(session) ?? new Set<string>();
  seen.set(session, known);
  if (known.has(key)) return;
  known.add(key);
  try {
    const messages = read();
    const record = (await recordOf(messages)) ?? '';
    const { id: sessionId } = session;
    session.tell({
      type: 'native-compaction',
      sessionId,
      provider,
      messages: messages.length,
      record,
    });
  } catch (error) {
    failed(session, error);
  }
}
