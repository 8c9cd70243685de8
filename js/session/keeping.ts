/** What of a session its store is given, and what is taken from there. */
import { cleaner } from '../redact/secrecy.ts';
import type { SessionKey, Store, StoredMessage, StoredMeter } from '../types.ts';
import { attempt } from '../values/fields.ts';
import { archivedOf, behindFolded } from './archive.ts';
import type { SavedDecisions } from './decisions.ts';
import { readState, stateVersion } from './lineage.ts';
import type { ToldRound } from './rounds.ts';
import type { Steps } from './steps.ts';
import { StoreCalls } from './store-calls.ts';
import { Stored } from './stored.ts';

/** Bytes that a meter may have. */
const mostMeter = 2_048;

/** The place of a session in a store. Nothing is loaded yet. */
export function keepIn(steps: Steps, store: Store, key: SessionKey): Stored {
  const { options, side, states, news } = steps;
  const calls = new StoreCalls(store, key, options, (event) => news.tell(event));
  return new Stored(calls, {
    decisions: () => states.now(),
    meter: (since) => meterOf(steps, since),
    summary: () => attempt(() => newestRecord(steps)) ?? '',
    messages: (rounds) => attempt(() => foldedBy(steps, rounds)) ?? [],
    behind: () => attempt(() => behindFolded(...transcriptOf(steps))),
    take(text) {
      steps.turns = turnsIn(text);
      const state = readState(text);
      const isForeign = state.version !== undefined && state.version !== stateVersion;
      steps.foreign = isForeign ? text : undefined;
      if (isForeign) side.startFrom(undefined);
      else states.take(state);
    },
    saved() {
      side.isUnsaved = false;
    },
  });
}

/**
 * Bills, counts and the last view. Messages come to the end of those that the decisions know, so that only the new ones
 * are told; where they are others, or too many, that is no meter's.
 */
function meterOf(
  { side, refusals, turns }: Steps,
  { tail: known }: SavedDecisions,
): StoredMeter | undefined {
  const engine = side.awake();
  const { inputTokens, outputTokens, compactions: compactionCount } = engine.totals();
  const members = JSON.parse(engine.meter()) as { tail: unknown[] };
  if (known.some((print, at) => members.tail[at] !== print)) return undefined;
  const tail = members.tail.slice(known.length);
  const text = JSON.stringify({ ...members, tail, turns, limits: refusals.limits.saved() });
  if (text.length > mostMeter) return undefined;
  return { text, totalTokens: inputTokens + outputTokens, compactionCount, turnCount: turns };
}

/** Requests that a meter counts. */
function turnsIn(text: string): number {
  const { turns } = attempt(() => JSON.parse(text) as { turns?: unknown }) ?? {};
  return Number.isSafeInteger(turns) ? (turns as number) : 0;
}

function foldedBy(steps: Steps, rounds: readonly ToldRound[]): StoredMessage[] {
  if (!rounds.some(({ folded }) => folded.length > 0)) return [];
  const [transcript, clean] = transcriptOf(steps);
  return rounds.flatMap((told) => archivedOf(transcript, told, clean));
}

/** What was prepared last, and what leaves secrets out of it. */
function transcriptOf({ side, options: { redact } }: Steps) {
  const { engine, run } = side.latest('rounds');
  return [{ messages: run.host, explained: engine.explain(run) }, cleaner(redact)] as const;
}

function newestRecord({ side }: Steps): string {
  const { engine, run } = side.latest('records');
  return (
    engine
      .records(run)
      .filter(({ inView }) => inView)
      .at(-1)?.text ?? ''
  );
}
