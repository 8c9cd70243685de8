/** What a session would do or ask without a step: steps of an engine's side that are undone behind them. */
import { nothingBilled } from '../bills/step-bills.ts';
import type { Dialect } from '../dialects/dialect.ts';
import { type EngineSession, Next, type StepFacts } from '../engine/engine-session.ts';
import type { Run } from '../engine/run.ts';
import type { Calls } from '../fold/calls.ts';
import type { ModelFacts } from '../models/facts.ts';
import type { StepPlan, SummaryRequest } from '../types.ts';
import { rewriteTold } from './news.ts';

/** A step that nobody hears of: the engine's side stands in the middle of it afterwards. */
export interface TrialStep {
  engine: EngineSession;
  run: Run;
  facts: ModelFacts;
  dialect: Dialect;
  step: StepFacts;
  /** The step leaves the messages as they are, whatever it finds. */
  refuses?: boolean;
}

/** What comes next where a host gives no blocks and saves nothing. */
const alone: Record<number, (trial: TrialStep) => number> = {
  [Next.read]: ({ engine, run, dialect }) => engine.read(run, dialect),
  [Next.blocks]: ({ engine, run }) => engine.offerBlocks(run, []).next,
  [Next.flush]: ({ engine, run }) => engine.flushed(run, '').next,
};

/** The step from `next` on, as far as it goes without a model; `passed` hears what it needs on the way. */
function untilAsked(
  trial: TrialStep,
  next: number,
  passed: (next: number) => void = () => {},
): number {
  for (let now = next; ; ) {
    const go = alone[now];
    if (go === undefined) return now;
    passed(now);
    now = go(trial);
  }
}

/** What the step would do. Requests that have no answer in `calls` get none. */
export function stepPlan(trial: TrialStep, calls: Pick<Calls, 'answerOf'>): StepPlan {
  const { engine, run, dialect, refuses = false } = trial;
  let [asksModel, flushes] = [false, false];
  const go = (from: number) =>
    untilAsked(trial, from, (next) => {
      flushes ||= next === Next.flush;
    });
  const begun = engine.step(run, trial.facts, trial.step);
  let next = refuses ? Next.unchanged : go(begun);
  while (next === Next.summarize || next === Next.prepare) {
    const waiting = engine.pending(run);
    const known = waiting.find(({ id }) => calls.answerOf(id) !== undefined);
    const answer = known && calls.answerOf(known.id);
    const number = (known ?? waiting[0])?.number ?? 0;
    asksModel ||= answer === undefined;
    if (answer?.kind === 'answer') {
      const { text, finishReason = 'stop' } = answer.value;
      next = go(engine.reply(run, number, text, finishReason, nothingBilled).next);
    } else if (answer === undefined && next === Next.prepare) {
      next = go(engine.postpone(run));
    } else {
      next = go(engine.giveUp(run, number, answer?.kind ?? 'failed'));
    }
  }
  const { budget, viewTokens } = engine.explain(run);
  const told = refuses ? undefined : engine.report(run);
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
    fits: refuses ? viewTokens <= budget.total : told?.cannotFit === undefined,
  };
}

/** The requests of the postponed rewrite that belongs to the step, by their ids. */
export function requestsAhead(trial: TrialStep): Map<string, SummaryRequest> {
  const { engine, run, facts, step } = trial;
  const next = untilAsked(trial, engine.step(run, facts, step));
  if (next !== Next.prepare && next !== Next.summarize) return new Map();
  return new Map(engine.pending(run).map(({ number, id }) => [id, engine.request(run, number)]));
}
