/** What a session would do or ask without a step: steps of an engine's side that are undone behind them. */
import { nothingBilled } from '../bills/step-bills.ts';
import { billedUsage } from '../bills/usage.ts';
import type { HostMessage } from '../dialects/dialect.ts';
import { Next, type StepFacts } from '../engine/codes.ts';
import type { Calls } from '../fold/calls.ts';
import type { ModelFacts } from '../models/facts.ts';
import { modelIdOf, requireKnown } from '../models/models.ts';
import { Limits } from '../overflow/limits.ts';
import type { PlanOptions, StepPlan, SummaryRequest } from '../types.ts';
import { refusesWindow, rewriteTold } from './news.ts';
import { type MidStep, plainStep } from './step-context.ts';
import type { Steps } from './steps.ts';

/** What the next step would do with these messages. */
export function planned(
  steps: Steps,
  messages: readonly HostMessage[],
  { model, usage, steps: given, final }: PlanOptions,
): StepPlan {
  const { host, options, views } = steps;
  const modelId = modelIdOf(model);
  requireKnown(options, modelId);
  const array = Array.isArray(given) ? given : undefined;
  const hooked = views.hooked || array !== undefined;
  const placement = views.placement(hooked, modelId ?? views.model);
  const own = views.unmarked(messages);
  const dialect = views.dialectOf(own, hooked);
  const bill =
    usage === undefined
      ? steps.bills.peek(array)
      : { billed: billedUsage({ ...usage }), billedLate: false };
  const { facts, stated, open } = beginning(steps, modelId, array, views.areConverted(own));
  return host.core().undone(() => {
    const engine = open();
    engine.countBy(facts);
    engine.runs.alternates ||= placement === 'alternating';
    const trial = {
      engine,
      run: engine.runs.take(own, array, dialect),
      facts,
      dialect,
      step: {
        ...plainStep,
        ...bill,
        billedBefore: hooked && steps.foldedSince,
        manual: steps.compacts,
        final: final ?? (array !== undefined && array.length + 1 === options.maxSteps),
        now: steps.now,
        resume: steps.resumes(engine),
      },
      refuses: refusesWindow(options, stated.tokens),
    };
    return stepPlan(trial, steps.calls);
  });
}

/** The requests that a restored session waits for, read by an engine's side that ends with that. */
export function readAhead(
  steps: Steps,
  messages: readonly HostMessage[],
): Map<string, SummaryRequest> {
  const { side, views } = steps;
  const engine = side.opener()(side.awake().snapshot());
  try {
    const { facts } = steps.bounds(views.model);
    const own = views.unmarked(messages);
    const dialect = views.dialectOf(own);
    engine.countBy(facts);
    const run = engine.runs.take(own, undefined, dialect);
    return requestsAhead({
      engine,
      run,
      facts,
      dialect,
      step: { ...plainStep, now: 0, resume: true },
    });
  } finally {
    engine.close();
  }
}

/** Where a step would begin: an engine's side to be undone, and the model as the session then knows it. */
function beginning(
  steps: Steps,
  modelId: string | undefined,
  array: readonly object[] | undefined,
  areConverted: boolean,
) {
  const { host, options, side, refusals, line } = steps;
  const core = host.core();
  const from = (state: string | undefined, limits: Limits) => {
    const { facts, stated, requestBytes } = steps.bounds(modelId, limits);
    const open = side.opener(requestBytes);
    return { facts, stated, open: () => open(state) };
  };
  const offered = array?.length ? undefined : steps.states.offered;
  if (offered !== undefined) {
    const given = from(offered.text, new Limits(offered.limits));
    try {
      core.undone(given.open);
      return given;
    } catch (error) {
      if (options.strict === true) throw error;
    }
  }
  const live = side.live?.core === core ? side.live : undefined;
  const { facts, stated, requestBytes } = steps.bounds(modelId);
  const isReopened = offered !== undefined || requestBytes !== side.requestBytes || areConverted;
  // In the middle of a step nothing else can be done with it.
  return live === undefined || isReopened || !line.idle
    ? from(live?.snapshot() ?? side.saved, refusals.limits)
    : { facts, stated, open: () => live.aside(array) };
}

/** A step that nobody hears of: the engine's side stands in the middle of it afterwards. */
interface TrialStep extends MidStep {
  facts: ModelFacts;
  step: StepFacts;
  /** The step leaves the messages as they are, whatever it finds. */
  refuses?: boolean;
}

/** What comes next where a host gives no blocks and saves nothing. */
const alone: Record<number, (at: MidStep) => number> = {
  [Next.read]: ({ engine, run, dialect }) => engine.read(run, dialect),
  [Next.blocks]: ({ engine, run }) => engine.requests.offerBlocks(run, []).next,
  [Next.turn]: ({ engine, run }) => engine.requests.turnDone(run, {}).next,
};

/** The step from `next` on, as far as it goes without a model; `passed` hears what it needs on the way. */
export function untilAsked(
  at: MidStep,
  next: number,
  passed: (next: number) => void = () => {},
): number {
  for (let now = next; ; ) {
    const go = alone[now];
    if (go === undefined) return now;
    passed(now);
    now = go(at);
  }
}

/** What the step would do. Requests that have no answer in `calls` get none. */
function stepPlan(trial: TrialStep, calls: Pick<Calls, 'answerOf'>): StepPlan {
  const { engine, run, dialect, refuses = false } = trial;
  let [asksModel, flushes] = [false, false];
  const go = (from: number) =>
    untilAsked(trial, from, (next) => {
      flushes ||= next === Next.turn && engine.requests.turn(run).flushes;
    });
  const begun = engine.step(run, trial.facts, trial.step);
  let next = refuses ? Next.unchanged : go(begun);
  while (next === Next.summarize || next === Next.prepare) {
    const waiting = engine.requests.pending(run);
    const known = waiting.find(({ id }) => calls.answerOf(id) !== undefined);
    const answer = known && calls.answerOf(known.id);
    const number = (known ?? waiting[0])?.number ?? 0;
    asksModel ||= answer === undefined;
    if (answer?.kind === 'answer') {
      const { text, finishReason = 'stop' } = answer.value;
      next = go(engine.requests.reply(run, number, text, finishReason, nothingBilled).next);
    } else if (answer === undefined && next === Next.prepare) {
      next = go(engine.requests.postpone(run));
    } else {
      next = go(engine.requests.giveUp(run, number, answer?.kind ?? 'failed'));
    }
  }
  const { budget, viewTokens } = engine.explain(run);
  const told = refuses ? undefined : engine.report(run);
  const rewrite = told && rewriteTold(told, engine, run, dialect);
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
function requestsAhead(trial: TrialStep): Map<string, SummaryRequest> {
  const { engine, run, facts, step } = trial;
  const next = untilAsked(trial, engine.step(run, facts, step));
  if (next !== Next.prepare && next !== Next.summarize) return new Map();
  return new Map(
    engine.requests
      .pending(run)
      .map(({ number, id }) => [id, engine.requests.request(run, number)]),
  );
}
