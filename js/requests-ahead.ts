/** What a session that was restored would ask of a model, without a step. */
import type { Dialect, HostMessage } from './adapters/dialect.ts';
import { type EngineSession, Next } from './core/engine-session.ts';
import type { ModelFacts } from './host.ts';
import { nothingBilled } from './step-bills.ts';
import type { SummaryRequest } from './types.ts';

/**
 * The requests of the postponed rewrite that belongs to `messages`, by their ids. `engine` stands in the
 * middle of a step afterwards.
 */
export function requestsAhead(
  engine: EngineSession,
  messages: readonly HostMessage[],
  facts: ModelFacts,
  dialect: Dialect,
): Map<string, SummaryRequest> {
  engine.countBy(facts);
  const run = engine.take(messages, undefined, dialect);
  const step = { billed: nothingBilled, billedLate: false, now: 0, manual: false, final: false };
  let next = engine.step(run, facts, { ...step, resume: true });
  while (next !== Next.prepare && next !== Next.summarize) {
    if (next === Next.read) next = engine.read(run, dialect);
    else if (next === Next.blocks) next = engine.offerBlocks(run, []).next;
    else if (next === Next.flush) next = engine.flushed(run, '').next;
    else return new Map();
  }
  return new Map(engine.pending(run).map(({ number, id }) => [id, engine.request(run, number)]));
}
