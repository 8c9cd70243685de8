/** What a session would do or ask without a step: steps of an engine's side that is closed behind them. */
import type { Dialect, HostMessage } from './adapters/dialect.ts';
import type { Calls } from './calls.ts';
import { type EngineSession, Next, type StepFacts } from './core/engine-session.ts';
import type { ModelFacts } from './host.ts';
import { rewriteTold } from './news.ts';
import type { Run } from './run.ts';
import { nothingBilled } from './step-bills.ts';
import type { StepPlan, SummaryRequest } from './types.ts';

/** A step of an engine's side that nobody else uses: it stands in the middle of it afterwards. */
export interface TrialStep {
  engine: EngineSession;
  /** The transcripts that it knows when the step begins, the step's own last. */
  transcripts: readonly (readonly HostMessage[])[];
  facts: ModelFacts;
  dialect: Dialect;
  step: StepFacts;
  /** The step leaves the messages as they are, whatever it finds. */
  refuses?: boolean;
}

/** What comes next where a host gives no blocks and saves nothing. */
const alone: Record<number, (engine: EngineSession, run: Run, dialect: Dialect) => number> = {
  [Next.read]: (engine, run, dialect) => engine.read(run, dialect),
  [Next.blocks]: (engine, run) => engine.offerBlocks(run, []).next,
  [Next.flush]: (engine, run) => engine.flushed(run, '').next,
};

/** The step as far as it goes without a model; `passed` hears what it needs on the way. */
function untilAsked(
  { engine, dialect }: TrialStep,
  run: Run,
  from: number,
  passed: (next: number) => void = () => {},
): number {
  let next = from;
  for (let go = alone[next]; go !== undefined; go = alone[next]) {
    passed(next);
    next = go(engine, run, dialect);
  }
  return next;
}

function begin({ engine, transcripts, facts, dialect, step }: TrialStep): [Run, number] {
  engine.countBy(facts);
  let run: Run | undefined;
  for (const messages of transcripts) run = engine.take(messages, undefined, dialect);
  run ??= engine.take([], undefined, dialect);
  return [run, engine.step(run, facts, step)];
}

/** What the step would do. Requests that have no answer in `calls` get none. */
export function stepPlan(trial: TrialStep, calls: Pick<Calls, 'answerOf'>): StepPlan {
  const { engine, dialect } = trial;
  let [asksModel, flushes] = [false, false];
  const passed = (next: number) => {
    flushes ||= next === Next.flush;
  };
  const [run, begun] = begin(trial);
  let next = trial.refuses ? Next.unchanged : untilAsked(trial, run, begun, passed);
  while (next === Next.summarize || next === Next.prepare) {
    const waiting = engine.pending(run);
    const known = waiting.find(({ id }) => calls.answerOf(id) !== undefined);
    const answer = known && calls.answerOf(known.id);
    const number = (known ?? waiting[0])?.number ?? 0;
    asksModel ||= answer === undefined;
    if (answer?.kind === 'answer') {
      const { text, finishReason = 'stop' } = answer.value;
      next = engine.reply(run, number, text, finishReason, nothingBilled).next;
    } else if (answer === undefined && next === Next.prepare) {
      next = engine.postpone(run);
    } else {
      next = engine.giveUp(run, number, answer?.kind ?? 'failed');
    }
    next = untilAsked(trial, run, next, passed);
  }
  const { budget, viewTokens } = engine.explain(run);
  const told = trial.refuses ? undefined : engine.report(run);
  const rewrite = told && rewriteTold(told, run, dialect);
  return {
    ...(rewrite && { reason: rewrite.reason }),
    tokensBefore: rewrite?.tokensBefore ?? viewTokens,
    tokensAfter: viewTokens,
    budget: budget.total,
    trigger: budget.trigger,
    // One token stands for as much as can go, which is no size.
    ...(budget.target > 1 && { target: budget.target }),
    folds: (rewrite?.folds ?? []).map(({ kind, firstMessage, lastMessage, tokensBefore }) => ({
      kind,
      firstMessage,
      lastMessage,
      tokensBefore,
    })),
    edits: rewrite?.edits ?? [],
    asksModel,
    flushes,
    fits: trial.refuses ? viewTokens <= budget.total : told?.cannotFit === undefined,
  };
}

/** The requests of the postponed rewrite that belongs to the step, by their ids. */
export function requestsAhead(trial: TrialStep): Map<string, SummaryRequest> {
  const { engine } = trial;
  const [run, begun] = begin(trial);
  const next = untilAsked(trial, run, begun);
  if (next !== Next.prepare && next !== Next.summarize) return new Map();
  return new Map(engine.pending(run).map(({ number, id }) => [id, engine.request(run, number)]));
}
