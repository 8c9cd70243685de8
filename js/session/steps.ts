/** What a session is made of, and how it carries a step out. Every decision about messages is the core's. */
import { nothingBilled, StepBills } from '../bills/step-bills.ts';
import type { Billed } from '../bills/usage.ts';
import { aiSdkPrompt } from '../dialects/ai-sdk.ts';
import type { Dialect, HostMessage } from '../dialects/dialect.ts';
import { Next, type Report } from '../engine/codes.ts';
import type { EngineSession } from '../engine/engine-session.ts';
import type { Run } from '../engine/run.ts';
import { EpitomeError } from '../errors.ts';
import { tell, typed } from '../events/events.ts';
import { Asking, type StepTurns } from '../fold/asking.ts';
import { Calls, type Order } from '../fold/calls.ts';
import { callHost, hookTimeout } from '../fold/host-call.ts';
import { Progress } from '../fold/progress.ts';
import { reinject } from '../fold/reinjecting.ts';
import { turn } from '../fold/turn.ts';
import type { ModelFacts } from '../models/facts.ts';
import { modelIdOf, requireKnown } from '../models/models.ts';
import { isExternal } from '../options/core-options.ts';
import * as secrecy from '../redact/secrecy.ts';
import type { CompactorEvent, CompactorOptions } from '../types.ts';
import { attempt } from '../values/fields.ts';
import { foldedIn } from './archive.ts';
import { buyBehind, canResume, withoutStale } from './background.ts';
import { boundsOf } from './bounds.ts';
import { type Decided, kept } from './deciding.ts';
import { EngineSide, type Watcher } from './engine-side.ts';
import type { Instance } from './host.ts';
import { Line } from './line.ts';
import { placeOf } from './manual.ts';
import { News, type Rewrite, rewriteTold } from './news.ts';
import { type Prepared, type Sent, untouched } from './prepared.ts';
import { rebuild } from './rebuilding.ts';
import { Refusals } from './refusals.ts';
import { recordsOf, roundOfRewrite, type ToldRound } from './rounds.ts';
import { States } from './states.ts';
import { plainStep, type StepContext } from './step-context.ts';
import type { Stored } from './stored.ts';
import { Views } from './views.ts';
import { isWithin, within } from './within.ts';

/** Who is told of a session's memory, and of its being at work. */
export interface Around extends Pick<Watcher, 'watch' | 'unwatch'> {
  use(): void;
  /** Work is over. */
  left(): void;
}

interface Turns {
  next: number;
  /** That models took, and tokens that they reported. */
  millis: number;
  usage: Billed;
  /** With a store: numbers of the messages that were folded before, where more are to be folded. */
  before?: ReadonlySet<number> | undefined;
  /** Requests that are to be answered when the step is saved. */
  behind?: ReadonlyMap<string, Order> | undefined;
}

interface DecidedStep extends Decided {
  /** Undefined where the messages go out as they are. */
  step:
    | {
        engine: EngineSession;
        run: Run;
        dialect: Dialect;
        facts: ModelFacts;
        next: number;
        rewrite: Rewrite | undefined;
        cannotFit: Report['cannotFit'];
        behind: Turns['behind'];
      }
    | undefined;
}

export class Steps {
  readonly host: Instance;
  readonly sessionId: string;
  readonly options: CompactorOptions;
  readonly bills = new StepBills();
  readonly refusals = new Refusals();
  readonly news: News;
  readonly side: EngineSide;
  readonly calls: Calls;
  readonly views: Views;
  readonly line: Line;
  readonly states: States;
  /** Its place in a store, where it has one. */
  stored: Stored | undefined;
  /** Of a release whose states this one does not read, until its records are made anew of what is stored. */
  foreign: string | undefined;
  /** Requests so far. */
  turns = 0;
  /** The view that went out last. */
  sent: Sent | undefined;
  /** The one that `prepareStep` made last. */
  stepSent: Sent | undefined;
  /** A fold was made since the last view went out: the next bill is not for what that left. */
  foldedSince = false;
  /** The agent wants older messages to give way before the next step. */
  compacts = false;
  /** Until summaries that no step waits for are used. */
  buying: Promise<void> | undefined;
  /** A step waits for what the host does for it, a model's call perhaps. */
  waiting = false;
  #toldBlind = false;
  readonly #around: Around;

  constructor(host: Instance, sessionId: string, options: CompactorOptions, around: Around) {
    this.host = host;
    this.sessionId = sessionId;
    this.options = options;
    this.#around = around;
    this.news = new News(host, sessionId, options);
    this.side = new EngineSide(host, options, {
      ...around,
      opened: (engine) => this.news.goOn(engine),
      notice: (event) => this.news.tell({ ...event, sessionId }),
    });
    this.calls = new Calls(sessionId, options, (event, own) => tell(host, options, event, own));
    this.views = new Views(options);
    this.line = new Line(() => {
      this.stored?.calls.workEnds();
      around.left();
    });
    this.states = new States(this);
  }

  /** The view of the array that `given` gives, or what it throws. */
  prepare(given: () => readonly HostMessage[], context: StepContext): Promise<Prepared> {
    const work = async () => {
      if (!context.goesOn) await this.#begin();
      const manual = context.manual || this.compacts;
      this.compacts = false;
      const messages = given();
      await rebuild(this, messages, context);
      return this.handOut(await this.recovering(messages, { ...context, manual }));
    };
    return this.line.inTurn(
      () => this.news.during(context.onEvent, work),
      () => untouched(given()),
      context.signal,
    );
  }

  async #begin(): Promise<void> {
    this.turns += 1;
    await this.stored?.ready();
    this.states.goOn();
  }

  /** A step for a middleware. Undefined where it failed. */
  serve(
    messages: readonly HostMessage[],
    options: Pick<StepContext, 'model' | 'billed' | 'signal'>,
  ): Promise<Sent | undefined> {
    const own = { billedLate: true, hook: true, dialect: aiSdkPrompt };
    const context = { ...plainStep, ...options, ...own };
    return this.news.orTold({}, async () => (await this.prepare(() => messages, context)).sent);
  }

  handOut(prepared: Prepared): Prepared {
    const { sent } = prepared;
    if (sent !== undefined) {
      const { viewTokens, budget } = sent;
      this.news.tell({ type: 'view', sessionId: this.sessionId, viewTokens, budget });
    }
    return prepared;
  }

  /** A step, once more where the engine's instance has died in it. */
  async recovering(messages: readonly HostMessage[], context: StepContext): Promise<Prepared> {
    const { host, side } = this;
    host.alive();
    requireKnown(this.options, modelIdOf(context.model));
    if (host.core().dead) await host.revive();
    await this.#see(context);
    try {
      return await this.#step(messages, context);
    } catch (error) {
      // Nothing was done.
      if (EpitomeError.isInstance(error) && error.code === 'invalid-argument') throw error;
      // The engine may stand in the middle of the step: its side is made anew from the saved state.
      const recoverable = host.recoverable(error, side.live?.core);
      side.startFrom(side.saved);
      if (!recoverable) throw typed(error);
      this.news.error(error, context.onEvent);
      await host.revive();
      return await this.#step(messages, { ...context, billed: nothingBilled });
    }
  }

  /** Sees to it that secrets can be found, or tells once that nothing of the texts is kept. */
  async #see({ onEvent }: StepContext): Promise<void> {
    const { redact } = this.options;
    if (secrecy.isBlind(redact)) await secrecy.load();
    this.side.lookAgain();
    if (!secrecy.isBlind(redact) || this.#toldBlind) return;
    this.#toldBlind = true;
    this.news.error(secrecy.loadFailure(), onEvent);
  }

  /** The provider has taken a view. */
  served({ modelId, sizes }: Sent): void {
    this.news.limits(modelId, this.refusals.served(modelId, sizes));
  }

  /** Without a lifetime the time decides nothing, and states are the same whenever they are made. */
  get now(): number {
    const { cacheLifetime, now = Date.now } = this.options;
    return cacheLifetime === undefined ? 0 : now();
  }

  bounds(modelId: string | undefined, limits = this.refusals.limits) {
    return boundsOf(this.host.counting, this.options, limits, modelId);
  }

  /** Replies are there for a postponed rewrite, or nobody here knows what it asks. */
  resumes(engine: EngineSession): boolean {
    return Boolean(this.options.background) && canResume(engine, this.calls);
  }

  /** Its memory is gone: so are the messages, which are the host's. */
  letGo(): void {
    if (this.sent !== undefined) this.sent = { ...this.sent, messages: [], view: [] };
    this.stepSent = undefined;
  }

  async #step(messages: readonly HostMessage[], context: StepContext): Promise<Prepared> {
    const decided = await kept(this.stored, () => this.#decided(messages, context));
    if (decided.step === undefined) return untouched(messages);
    const view = this.#view(decided.step, messages, context);
    this.#buy(decided.step.behind);
    await this.#after(decided, context);
    return view;
  }

  #buy(behind: Turns['behind']): void {
    const { stored } = this;
    if (stored === undefined || behind === undefined || behind.size === 0) return;
    const work = Promise.all([this.buying, buyBehind(this, stored, behind)]).then(() => {
      if (this.buying === work) this.buying = undefined;
    });
    this.buying = work;
    stored.calls.late(work);
  }

  /** The host does what it wants to behind a fold. */
  async #after({ rounds }: Decided, { signal, onEvent }: StepContext): Promise<void> {
    const { sessionId, options } = this;
    const { afterCompaction, abortSignal } = options;
    if (afterCompaction === undefined) return;
    for (const { round } of rounds?.() ?? []) {
      if (round.folds.length === 0) continue;
      const done = (own: AbortSignal) => afterCompaction({ sessionId, round, signal: own });
      const answer = await this.#waitFor(() => callHost(done, hookTimeout, [signal, abortSignal]));
      if (answer.kind !== 'answer') this.news.error(answer.error, onEvent);
    }
  }

  /** What is to be done with the messages. Nothing of it is handed out yet. */
  async #decided(messages: readonly HostMessage[], context: StepContext): Promise<DecidedStep> {
    const { side, views, news } = this;
    const modelId = modelIdOf(context.model);
    views.model = modelId ?? views.model;
    const { facts, requestBytes, stated } = this.bounds(modelId);
    side.keepTo(requestBytes);
    const engine = side.awake();
    this.#around.use();
    side.isUnsaved = true;
    engine.countBy(facts);
    views.see(messages, context.hook);
    const dialect = context.dialect ?? views.dialect;
    engine.runs.alternates ||= views.placement(context.hook) === 'alternating';
    const own = views.unmarked(messages);
    const run = engine.runs.take(own, context.steps, dialect);
    const above = context.above && placeOf(run, messages, own, context.above);
    if (context.refused !== true) this.#judge(run, context);
    this.sent = undefined;
    news.models(facts);
    if (!news.windowServes(stated.tokens)) return { changes: false, step: undefined };
    if (above !== undefined) engine.foldBefore(run, above);
    const begun = engine.step(run, facts, {
      ...context,
      billedBefore: context.hook && this.foldedSince,
      now: this.now,
      resume: this.resumes(engine),
    });
    news.usage(engine, facts, context.billed);
    const turns = await this.#turns(engine, run, dialect, context, begun);
    const changes = begun !== Next.unchanged;
    if (changes) side.saved = engine.snapshot();
    const { next, millis, usage, before, behind } = turns;
    const report = engine.report(run);
    const told = report && rewriteTold(report, engine, run, dialect);
    const reason = context.refused === true ? 'overflow' : told?.reason;
    const rewrite = told && ({ ...told, reason, summarizeMillis: millis } as Rewrite);
    const rounds = (): ToldRound[] => {
      if (rewrite === undefined) return [];
      const folded = before === undefined ? [] : foldedIn(engine.explain(run));
      const known = engine.records(run);
      const round = roundOfRewrite(rewrite, usage, known, this.options);
      const records = recordsOf(rewrite, known);
      return [{ round, records, folded: folded.filter((message) => !before?.has(message)) }];
    };
    const { cannotFit } = report ?? {};
    return {
      changes,
      rounds,
      step: { engine, run, dialect, facts, next, rewrite, cannotFit, behind },
    };
  }

  /** The view of what was decided, which is told. */
  #view(
    { engine, run, dialect, facts, next, rewrite, cannotFit }: NonNullable<DecidedStep['step']>,
    messages: readonly HostMessage[],
    context: StepContext,
  ): Prepared {
    const { views, news } = this;
    // The model may be another one, which wants the records elsewhere.
    if (next === Next.view || run.isPlacedElse(views.placement(context.hook))) {
      this.#show(engine, run, dialect, context);
      news.repairs(engine, run);
    }
    const event = news.rewrite(rewrite, cannotFit);
    this.foldedSince = context.between && (this.foldedSince || event !== undefined);
    this.#dropStale(engine);
    news.growth(engine);
    const view = views.handOut(run, messages, dialect);
    const { viewTokens, hostOverhead, budget } = engine.sizes();
    this.sent = {
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
    if (context.steps !== undefined) this.stepSent = this.sent;
    return { ...view, event, sent: this.sent };
  }

  /** Has done what the engine asks for, until it asks for nothing more. */
  async #turns(
    engine: EngineSession,
    run: Run,
    dialect: Dialect,
    context: StepContext,
    begun: number,
  ): Promise<Turns> {
    if (begun < Next.read) return { next: begun, millis: 0, usage: nothingBilled };
    const { sessionId, options, calls, news } = this;
    const { onEvent } = context;
    const emit = (event: CompactorEvent) => news.tell(event, onEvent);
    const progress = new Progress((event) => emit({ ...event, sessionId }));
    const isShared = this.stored !== undefined && !isExternal(options.background);
    const behind = isShared ? new Map<string, Order>() : undefined;
    const turns: StepTurns = {
      sessionId,
      options,
      engine,
      run,
      signals: [context.signal, options.abortSignal],
      calls,
      progress,
      onEvent,
      emit,
      alive: () => this.host.alive(),
      claim: (left) => this.stored?.lease.claim(left, turns.signals),
      behind,
    };
    const asking = new Asking(turns);
    let next = begun;
    let before: ReadonlySet<number> | undefined;
    try {
      while (next >= Next.read) {
        if (next === Next.read) {
          if (this.stored !== undefined) before ??= new Set(foldedIn(engine.explain(run)));
          next = engine.read(run, dialect);
        } else if (next === Next.blocks) {
          next = await this.#waitFor(() => reinject(turns));
        } else if (next === Next.turn) {
          // Results may have been cut on arrival since the last view.
          this.#show(engine, run, dialect, context);
          // Whatever happens now: the turn is not had twice.
          this.side.saved = engine.snapshot();
          const view = [...this.views.marked(run, dialect)];
          const around = { view, system: run.system, model: context.model };
          next = await this.#waitFor(() => turn(turns, around));
        } else {
          const asked = next;
          next = await this.#waitFor(() => asking.goOn(asked));
        }
      }
    } finally {
      progress.end();
    }
    const { millis, usage } = asking;
    return { next, millis, usage, before, behind };
  }

  /** By a function that the step under way waits for, as far as the runtime can tell. */
  get isCalledWithin(): boolean {
    return this.waiting && (isWithin(this) ?? true);
  }

  /** The same, and surely. */
  get isSurelyWithin(): boolean {
    return this.waiting && isWithin(this) === true;
  }

  async #waitFor<T>(work: () => Promise<T>): Promise<T> {
    this.waiting = true;
    try {
      return await within(this, work);
    } finally {
      this.waiting = false;
    }
  }

  #show(engine: EngineSession, run: Run, dialect: Dialect, { hook }: StepContext): void {
    engine.show(run, dialect, this.views.placement(hook), this.host.abortedText);
  }

  /** What a step tells of the one before: it was served where its answer is there, or its bill. */
  #judge(run: Run, { billed }: StepContext): void {
    const { sent } = this;
    if (sent === undefined) return;
    const { length } = sent.messages;
    const goesOn = length > 0 && run.host[length - 1] === sent.messages[length - 1];
    const isAnswered = goesOn && attempt(() => run.host[length]?.role) === 'assistant';
    if (billed.input > 0 || isAnswered) this.served(sent);
    else if (run.host.length !== length || !goesOn) this.refusals.startOver();
  }

  #dropStale(engine: EngineSession): void {
    const { sessionId } = this;
    for (const { kind, attempt } of withoutStale(engine, this.calls)) {
      const reason = 'stale';
      this.news.tell({ type: 'summary-rejected', sessionId, kind, attempt, reason });
    }
  }
}
