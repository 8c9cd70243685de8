/** One step of a session: what is to be done is decided and saved, and its view goes out. Every decision is the core's. */
import { nothingBilled } from '../bills/step-bills.ts';
import type { HostMessage } from '../dialects/dialect.ts';
import { Next, type Report } from '../engine/codes.ts';
import type { EngineSession } from '../engine/engine-session.ts';
import type { Run } from '../engine/run.ts';
import { EpitomeError } from '../errors.ts';
import { typed } from '../events/events.ts';
import { callHost, hookTimeout } from '../fold/host-call.ts';
import type { ModelFacts } from '../models/facts.ts';
import { modelIdOf, requireKnown } from '../models/models.ts';
import * as secrecy from '../redact/secrecy.ts';
import { attempt } from '../values/fields.ts';
import { foldedIn } from './archive.ts';
import { withoutStale } from './awaited.ts';
import { buyBehind } from './background.ts';
import { type Decided, kept } from './deciding.ts';
import { type Rewrite, rewriteTold } from './news.ts';
import { type Prepared, untouched } from './prepared.ts';
import { rebuild } from './rebuilding.ts';
import { recordsOf, roundOfRewrite, type ToldRound } from './rounds.ts';
import { type MidStep, placeOf, plainStep, type StepContext } from './step-context.ts';
import type { Steps } from './steps.ts';
import { type Turns, takeTurns } from './turns.ts';

interface DecidedStep extends Decided {
  /** Undefined where the messages go out as they are. */
  step: Change | undefined;
}

/** What a step has decided of its view, which is not made yet. */
interface Change extends MidStep {
  facts: ModelFacts;
  next: number;
  rewrite: Rewrite | undefined;
  cannotFit: Report['cannotFit'];
  behind: Turns['behind'];
}

/** The view of the array that `given` gives, or what it throws. */
export function prepare(
  steps: Steps,
  given: () => readonly HostMessage[],
  context: StepContext,
): Promise<Prepared> {
  const work = async () => {
    if (!context.goesOn) await begin(steps);
    const manual = context.manual || steps.compacts;
    steps.compacts = false;
    const messages = given();
    await rebuild(steps, messages, context);
    return handOut(steps, await recovering(steps, messages, { ...context, manual }));
  };
  return steps.line.inTurn(
    () => steps.news.during(context.onEvent, work),
    () => untouched(given()),
    context.signal,
  );
}

/** A request begins. */
async function begin(steps: Steps): Promise<void> {
  steps.turns += 1;
  await steps.stored?.ready();
  steps.states.goOn();
}

export function handOut({ news }: Steps, prepared: Prepared): Prepared {
  const { sent } = prepared;
  if (sent !== undefined) {
    const { viewTokens, budget } = sent;
    news.tell({ type: 'view', viewTokens, budget });
  }
  return prepared;
}

/** A step, once more where the engine's instance has died in it. */
export async function recovering(
  steps: Steps,
  messages: readonly HostMessage[],
  context: StepContext,
): Promise<Prepared> {
  const { host, side, news, options } = steps;
  host.alive();
  requireKnown(options, modelIdOf(context.model));
  if (host.core().dead) await host.revive();
  await see(steps, context);
  try {
    return await step(steps, messages, context);
  } catch (error) {
    // Nothing was done.
    if (EpitomeError.isInstance(error) && error.code === 'invalid-argument') throw error;
    // The engine may stand in the middle of the step: its side is made anew from the saved state.
    const recoverable = host.recoverable(error, side.live?.core);
    side.startFrom(side.saved);
    if (!recoverable) throw typed(error);
    news.error(error, context.onEvent);
    await host.revive();
    return await step(steps, messages, { ...context, billed: nothingBilled });
  }
}

/** Sees to it that secrets can be found, or tells once that nothing of the texts is kept. */
async function see(steps: Steps, { onEvent }: StepContext): Promise<void> {
  const { redact } = steps.options;
  if (secrecy.isBlind(redact)) await secrecy.load();
  steps.side.lookAgain();
  if (!secrecy.isBlind(redact) || steps.toldBlind) return;
  steps.toldBlind = true;
  steps.news.error(secrecy.loadFailure(), onEvent);
}

async function step(
  steps: Steps,
  messages: readonly HostMessage[],
  context: StepContext,
): Promise<Prepared> {
  const decided = await kept(steps.stored, () => decide(steps, messages, context));
  if (decided.step === undefined) return untouched(messages);
  const view = viewOf(steps, decided.step, messages, context);
  buyBehind(steps, decided.step.behind, () => foldBehind(steps));
  await hearOfRounds(steps, decided, context);
  return view;
}

/** A step between two of the host's, where none of the host's has used the answers yet. */
async function foldBehind(steps: Steps): Promise<void> {
  const { side, views, news } = steps;
  await news.orTold({}, async () => {
    const run = side.live?.runs.latest;
    if (run === undefined || !steps.resumes(side.awake())) return;
    run.keepHanded();
    const context = { ...plainStep, between: true, model: views.model, hook: views.hooked };
    await recovering(steps, [...run.shown], context);
  });
}

/** The host does what it wants to behind a fold. */
async function hearOfRounds(
  { sessionId, options, waiting, news }: Steps,
  { rounds }: Decided,
  { signal, onEvent }: StepContext,
): Promise<void> {
  const { afterCompaction, abortSignal } = options;
  if (afterCompaction === undefined) return;
  for (const { round } of rounds?.() ?? []) {
    if (round.folds.length === 0) continue;
    const done = (own: AbortSignal) => afterCompaction({ sessionId, round, signal: own });
    const answer = await waiting.on(() => callHost(done, hookTimeout, [signal, abortSignal]));
    if (answer.kind !== 'answer') news.error(answer.error, onEvent);
  }
}

/** What is to be done with the messages. Nothing of it is handed out yet. */
async function decide(
  steps: Steps,
  messages: readonly HostMessage[],
  context: StepContext,
): Promise<DecidedStep> {
  const { side, views, news, options } = steps;
  const modelId = modelIdOf(context.model);
  views.model = modelId ?? views.model;
  const { facts, requestBytes, stated } = steps.bounds(modelId);
  side.keepTo(requestBytes);
  // It knows the messages before as they were: from its state it knows them in any dialect.
  if (context.dialect === undefined && views.areConverted(messages)) side.reopen();
  const engine = side.awake();
  steps.use();
  side.isUnsaved = true;
  engine.countBy(facts);
  views.see(messages, context.hook);
  const dialect = context.dialect ?? views.dialect;
  engine.runs.alternates ||= views.placement(context.hook) === 'alternating';
  const own = views.unmarked(messages);
  const run = engine.runs.take(own, context.steps, dialect);
  const above = context.above && placeOf(run, messages, own, context.above);
  if (context.refused !== true) judge(steps, run, context);
  steps.sent = undefined;
  news.models(facts);
  if (!news.windowServes(stated.tokens)) return { changes: false, step: undefined };
  if (above !== undefined) engine.foldBefore(run, above);
  const begun = engine.step(run, facts, {
    ...context,
    billedBefore: context.hook && steps.foldedSince,
    now: steps.now,
    resume: steps.resumes(engine),
  });
  news.usage(engine, facts, context.billed);
  const at = { engine, run, dialect };
  const { next, millis, usage, before, behind } = await takeTurns(steps, at, context, begun);
  const changes = begun !== Next.unchanged;
  if (changes) side.saved = engine.snapshot();
  const report = engine.report(run);
  const told = report && rewriteTold(report, engine, run, dialect);
  const reason = context.refused === true ? 'overflow' : told?.reason;
  const rewrite = told && ({ ...told, reason, summarizeMillis: millis } as Rewrite);
  const rounds = (): ToldRound[] => {
    if (rewrite === undefined) return [];
    const folded = before === undefined ? [] : foldedIn(engine.explain(run));
    const known = engine.records(run);
    const round = roundOfRewrite(rewrite, usage, known, options);
    const records = recordsOf(rewrite, known);
    return [{ round, records, folded: folded.filter((message) => !before?.has(message)) }];
  };
  const { cannotFit } = report ?? {};
  return { changes, rounds, step: { ...at, facts, next, rewrite, cannotFit, behind } };
}

/** What a step tells of the one before: it was served where its answer is there, or its bill. */
function judge(steps: Steps, run: Run, { billed }: StepContext): void {
  const { sent } = steps;
  if (sent === undefined) return;
  const { length } = sent.messages;
  const goesOn = length > 0 && run.host[length - 1] === sent.messages[length - 1];
  const isAnswered = goesOn && attempt(() => run.host[length]?.role) === 'assistant';
  if (billed.input > 0 || isAnswered) steps.served(sent);
  else if (run.host.length !== length || !goesOn) steps.refusals.startOver();
}

/** The view of what was decided, which is told. */
function viewOf(
  steps: Steps,
  change: Change,
  messages: readonly HostMessage[],
  context: StepContext,
): Prepared {
  const { views, news } = steps;
  const { engine, run, dialect, facts } = change;
  // The model may be another one, which wants the records elsewhere.
  if (change.next === Next.view || run.isPlacedElse(views.placement(context.hook))) {
    steps.show(change, context);
    news.repairs(engine, run);
  }
  const event = news.rewrite(change.rewrite, change.cannotFit);
  steps.foldedSince = context.between && (steps.foldedSince || event !== undefined);
  dropStale(steps, engine);
  news.growth(engine);
  const view = views.handOut(run, messages, dialect);
  const { viewTokens, hostOverhead, budget } = engine.sizes();
  const sent = {
    key: {},
    messages: run.host.slice(),
    view: view.messages,
    modelId: facts.modelId,
    dialect: context.dialect,
    hook: context.hook,
    sizes: { tokens: viewTokens + hostOverhead, bytes: 0, images: 0 },
    viewTokens,
    budget,
    window: facts.window === 'assumed' ? 0 : facts.contextWindow,
  };
  steps.sent = sent;
  if (context.steps !== undefined) steps.stepSent = sent;
  return { ...view, event, sent };
}

function dropStale({ calls, news }: Steps, engine: EngineSession): void {
  for (const { kind, attempt } of withoutStale(engine, calls)) {
    news.tell({ type: 'summary-rejected', kind, attempt, reason: 'stale' });
  }
}
