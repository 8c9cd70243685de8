/**
 * Plays a history step by step with a model of the test's own, for tests of what is asked of models
 * and what becomes of their replies. Decides how a test calls; refuses to judge.
 */
import {
  type Compactor,
  type CompactorEvent,
  createCompactor,
  type SessionOverrides,
  type SummaryRequest,
} from 'epitome';
import type { Message } from '../../../js/testing/shapes.ts';
import { stringsIn } from '../../../js/testing/values.ts';
import { EventLog, isSegments, playRaw } from './conversation.ts';
import { createRng } from './random.ts';

export type Answer = (request: SummaryRequest, signal: AbortSignal) => unknown;

export interface RecordPlay {
  views: readonly (readonly unknown[])[];
  /** The last view. */
  view: readonly unknown[];
  requests: SummaryRequest[];
  log: EventLog;
  /** The session's state at the end. */
  state: string;
}

/** A session of `compactor` that keeps what its model was asked, and what it told. */
export function listened(compactor: Compactor, answer: Answer, overrides: SessionOverrides = {}) {
  const log = new EventLog();
  const requests: SummaryRequest[] = [];
  const session = compactor.session(undefined, {
    ...overrides,
    onEvent: log.onEvent,
    summarize: async (request, { signal }) => {
      requests.push(request);
      return (await answer(request, signal)) as string;
    },
  });
  return { session, log, requests };
}

/** Plays `history` in a window of 8,000 tokens, if nothing else is said. */
export async function playRecords(
  history: readonly Message[],
  answer: Answer,
  overrides: SessionOverrides = {},
): Promise<RecordPlay> {
  const compactor = await createCompactor({ contextWindow: 8_000, system: '', tools: {} });
  try {
    const { session, log, requests } = listened(compactor, answer, overrides);
    const { views } = await playRaw(session, history);
    return { views, view: views.at(-1) ?? [], requests, log, state: session.snapshot() };
  } finally {
    compactor.dispose();
  }
}

/** A record that is true of any range, and names nothing. */
export const plainRecord = `## Done
- The files were read one after the other, and what each of them holds was noted.
- What did not work at first was looked into, mended, and tried again until it worked.
## Current state
- The tests pass as far as they were run, and nothing is left half-done.`;

/** Bytes as a provider seals them: `bytes` of them, others for each seed. */
export function base64(bytes: number, seed: string): string {
  const rng = createRng(seed);
  return Buffer.from(Array.from({ length: bytes }, () => rng.int(0, 255))).toString('base64');
}

/** All that stands in `value`, one string a line. */
export const allText = (value: unknown): string => stringsIn(value).join('\n');

/** What stands for folded ranges. */
export const segmentsOf = (view: readonly unknown[]): string => allText(view.filter(isSegments));

/** Sources of the folds, in their order: `model` or `digest`. */
export function sourcesOf(events: readonly CompactorEvent[]): string[] {
  return events.flatMap((event) =>
    event.type === 'compaction' ? event.folds.map(({ source }) => source) : [],
  );
}
