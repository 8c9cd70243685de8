/**
 * One step of a session: brings the host's array to the engine, carries out what it asks for, and makes
 * the view. Decides the order of these; every decision about messages is the core's.
 */
import { anyDialect, detectDialect, dialects } from './adapters/detect.ts';
import type { Dialect, HostMessage } from './adapters/dialect.ts';
import { mostBreakpoints, unmarked, withBreakpoints } from './cache-control.ts';
import type { Calls } from './calls.ts';
import { adviceOf, tellAfter } from './compaction-hooks.ts';
import { type Spent, spentRecord, traceOf } from './compaction-records.ts';
import { type EngineSession, Next, type Report } from './core/engine-session.ts';
import { isExternal } from './core-options.ts';
import type { ModelFacts } from './host.ts';
import type { ChangeEvent, News } from './news.ts';
import type { Limits } from './overflow/limits.ts';
import { type Prepared, type StepContext, untouched } from './prepared.ts';
import { type Run, sameItems } from './run.ts';
import type { CompactionTrace } from './saving.ts';
import type { CompactionRecord } from './stores/store.ts';
import type { Metrics } from './telemetry.ts';
import { Turns } from './turns.ts';
import type {
  BeforeCompaction,
  CompactorEvent,
  CompactorOptions,
  SummaryRequest,
} from './types.ts';

/** What a step needs of its session. */
export interface Surroundings {
  id: string;
  /** Their listener is whoever hears of the session's steps. */
  options: CompactorOptions;
  news: News;
  calls: Calls;
  metrics: Metrics;
  abortedText: string;
  /** The session has a store. */
  isStored: boolean;
  /** Of a model as hosts pass it around. */
  factsOf: (model: unknown) => ModelFacts;
  limits: Limits;
  /** Before a summary is bought. Throws `Superseded` where another worker bought it. */
  claim: (signals: readonly (AbortSignal | undefined)[]) => Promise<void>;
  /** What is read ahead can be. */
  isReady: () => boolean;
  /** A model was asked, and nothing came of it. */
  spent: (record: CompactionRecord) => void;
  /** What the engine has decided so far is what a fresh one starts from. */
  keep: () => void;
  /** Saves what the step decided, before the host sees it. Throws `Superseded` as `claim` does. */
  commit: (trace: CompactionTrace | undefined, decided: boolean) => Promise<void>;
}

/** Of what a request had, at each attempt after one that was too long. */
const shares = [0.85, 0.6, 0.4];

/** Another worker was quicker: its state is there, and the step is taken again. */
export class Superseded extends Error {}

/** The host does not want the rewrite that has begun: the step ends with the view as it was. */
export class Vetoed extends Error {
  readonly prepared: Prepared;

  constructor(prepared: Prepared) {
    super('the host wants no compaction now');
    this.prepared = prepared;
  }
}

export class Stepping {
  readonly #around: Surroundings;
  readonly #options: CompactorOptions;
  #dialect: Dialect | undefined;
  /** It was called as the AI SDK's hook. */
  #hooked = false;
  /** When the last step was taken, by the host's clock; 0 where time decides nothing. */
  sentAt = 0;

  constructor(around: Surroundings) {
    this.#around = around;
    this.#options = around.options;
    const { dialect } = around.options;
    if (dialect !== undefined && dialect !== 'auto') this.#dialect = dialects[dialect];
  }

  /** What messages are written in, as far as that is known. */
  get dialect(): Dialect {
    return this.#dialect ?? anyDialect;
  }

  async step(
    engine: EngineSession,
    messages: readonly HostMessage[],
    context: StepContext,
  ): Promise<Prepared> {
    const { news, calls } = this.#around;
    const facts = this.#within(this.#around.factsOf(context.model), engine, context);
    engine.countBy(facts);
    this.#dialect ??= context.dialect ? dialects[context.dialect] : detected(messages);
    this.#hooked ||= context.hook;
    // A hook's messages are the AI SDK's, whatever they look like.
    const usual = this.#dialect ?? (this.#hooked ? dialects['ai-sdk'] : anyDialect);
    const dialect = context.dialect ? dialects[context.dialect] : usual;
    // A host may carry on with a view that has our marks in it.
    const own = this.#marks ? messages.map(unmarked) : messages;
    const run = engine.take(own, context.steps, dialect);
    if (!context.overflow && !news.windowServes(facts)) return untouched(messages);
    // Without a lifetime the time decides nothing, and states are the same whenever they are made.
    const { cacheLifetime, now: clock = Date.now } = this.#options;
    const now = cacheLifetime === undefined ? 0 : clock();
    const resume = this.#resumes(engine);
    // A veto takes the rewrite back.
    const hasHook = this.#options.beforeCompaction !== undefined;
    if (hasHook) this.#around.keep();
    const above = numberIn(run, context.above);
    if (now > 0) this.sentAt = now;
    const first = engine.step(run, facts, {
      ...context,
      above,
      now,
      resume,
      refused: context.overflow !== undefined || context.refused === true,
      hostOverhead: context.hostOverhead ?? 0,
      maxOutputTokens: context.maxOutputTokens || this.#around.limits.outputOf(context.model),
    });
    const signals = [context.signal, this.#options.abortSignal];
    const { id: sessionId, options } = this.#around;
    const turns = new Turns({ sessionId, options, engine, run, signals, calls });
    let next = first;
    turns.instruct(context.instructions);
    let isAdvised = false;
    const folded: HostMessage[] = [];
    let round = 0;
    let isTold = false;
    const spent = (outcome: Spent['outcome']) => {
      if (!turns.asked || isTold) return;
      isTold = true;
      const firstMessage = run.host.indexOf(folded[0]) + 1;
      const lastMessage = run.host.indexOf(folded.at(-1)) + 1;
      const { billed, millis: durationMs } = turns;
      const reason = context.manual ? 'manual' : 'trigger';
      const facts = { outcome, round, reason, firstMessage, lastMessage, billed, durationMs };
      this.#around.spent(spentRecord({ ...facts, options }));
    };
    const advise = async (
      requests: readonly SummaryRequest[],
      { viewTokens, budget }: Pick<BeforeCompaction, 'viewTokens' | 'budget'>,
    ) => {
      if (isAdvised) return;
      isAdvised = true;
      const mustFit = context.manual || viewTokens > budget;
      const info = { sessionId, messages: folded, requests, viewTokens, budget, mustFit };
      const advice = await adviceOf(options, info, signals);
      if (advice.veto) {
        throw new Vetoed({ ...this.#viewFor(run, messages, dialect), event: undefined });
      }
      const said = [context.instructions, advice.instructions].filter((text) => text !== undefined);
      turns.advise({ ...advice, ...(said.length > 0 && { instructions: said.join('\n\n') }) });
    };
    let report: Report | undefined;
    let change: ChangeEvent | undefined;
    try {
      try {
        while (next >= Next.read) {
          if (next === Next.read) {
            next = engine.read(run, dialect);
            folded.push(...run.host.slice(engine.folding.begin, engine.folding.end));
          } else if (next === Next.blocks) {
            next = await turns.blocks();
          } else if (next === Next.flush) {
            // Results may have been cut on arrival since the last view.
            this.#show(engine, run, dialect, context);
            // The turn is not had twice.
            this.#around.keep();
            const view = [...this.#marked(run, dialect)];
            next = await turns.flush({ view, system: run.system, model: context.model });
          } else {
            if (hasHook && !isAdvised) {
              const { viewTokens, budget } = engine.explain(run);
              await advise(turns.requests(), { viewTokens, budget: budget.total });
            }
            round ||= engine.totals().compactions + 1;
            if (next === Next.summarize && this.#around.isStored) await this.#around.claim(signals);
            next = await turns.summarize(next);
          }
        }
      } finally {
        turns.end();
      }
      report = engine.report(run);
      if (hasHook && report !== undefined && report.folds.length > 0) {
        await advise([], { viewTokens: report.tokensBefore, budget: report.budget });
      }
      if (next === Next.view) this.#show(engine, run, dialect, context);
      change = report && news.change(report, run, dialect, turns.millis);
      const trace = change && this.#traceOf(change, engine, run, turns);
      if ((report?.folds.length ?? 0) === 0) spent('failed');
      await this.#around.commit(trace, first !== Next.unchanged);
    } catch (error) {
      if (!(error instanceof Vetoed)) spent(error instanceof Superseded ? 'superseded' : 'failed');
      throw error;
    }
    if (next === Next.view) news.repairs(engine, run);
    news.changed(change, report?.cannotFit);
    const event = change?.type === 'compaction' ? change : undefined;
    if (event !== undefined) {
      this.#around.metrics.compaction(event);
      const { afterCompaction } = this.#options;
      if (afterCompaction !== undefined && event.folds.length > 0) {
        const summaries = engine.records(run).filter(({ inView }) => inView);
        await tellAfter(options, { event, messages: run.host, summaries }, signals);
      }
    }
    this.#dropStale(engine);
    news.growth(engine);
    // In other words a message could read otherwise.
    if (this.#dialect !== undefined && this.#around.isReady()) engine.readEarly(run, dialect);
    return { ...this.#viewFor(run, messages, dialect), event };
  }

  /** Brings an array to an engine that has only its state. */
  retake(engine: EngineSession, messages: readonly HostMessage[]): void {
    engine.countBy(this.#around.factsOf(undefined));
    engine.take(messages, undefined, this.dialect);
  }

  /**
   * A model's facts in the window that a step has. One that was too long gets a smaller one than the
   * provider's where that does not say how long the prompt was: its estimate was wrong, or is not known to
   * have been right.
   */
  #within(facts: ModelFacts, engine: EngineSession, context: StepContext): ModelFacts {
    const { limits } = this.#around;
    const { overflow, model } = context;
    if (overflow === undefined) return limits.within(facts, model);
    const { attempt = 1, input, limit, output } = overflow;
    const { viewTokens, hostOverhead } = engine.totals();
    const sent = input ?? viewTokens + hostOverhead;
    // What a provider says nothing of is believed for good once a smaller request was read whole.
    const known =
      overflow.kind === 'truncated' && limit !== undefined
        ? limit
        : limits.learn(model, overflow, sent);
    const window = Math.min(facts.contextWindow, known);
    // A session that has sent nothing yet learns nothing from how long that was.
    if (attempt === 1 && limit !== undefined && input !== undefined && viewTokens > 0) {
      return { ...facts, contextWindow: window };
    }
    const share = shares[Math.min(attempt, shares.length) - 1] ?? 1;
    const reply = output ?? context.maxOutputTokens ?? 0;
    const smaller = Math.floor(Math.min(sent + reply, window) * share);
    return { ...facts, contextWindow: Math.max(1, smaller) };
  }

  #traceOf(
    change: ChangeEvent,
    engine: EngineSession,
    run: Run,
    { billed }: Turns,
  ): CompactionTrace | undefined {
    if (!this.#around.isStored) return undefined;
    const folds = change.type === 'compaction' && change.folds.length > 0;
    const summaries = folds ? engine.records(run) : [];
    const options = this.#options;
    return traceOf({ change, messages: run.host, summaries, options, billed, at: Date.now() });
  }

  #show(engine: EngineSession, run: Run, dialect: Dialect, { hook }: StepContext): void {
    const { placement = 'user' } = this.#options;
    const placed = placement === 'system' && hook ? 'user' : placement;
    engine.show(run, dialect, placed, this.#around.abortedText);
  }

  /** Replies are there for a postponed rewrite, or nobody is at work on it. */
  #resumes(engine: EngineSession): boolean {
    if (!this.#options.background) return false;
    const { calls } = this.#around;
    const external = isExternal(this.#options.background);
    return engine
      .awaited()
      .some(
        (ids) =>
          ids.every((id) => calls.answerOf(id) !== undefined) ||
          (!external && ids.some((id) => !calls.knows(id))),
      );
  }

  /** Lets go of calls that no rewrite waits for any more. */
  #dropStale(engine: EngineSession): void {
    const { calls, id: sessionId, options } = this.#around;
    if (calls.size === 0) return;
    for (const { request, answer } of calls.keepOnly(new Set(engine.awaited().flat()))) {
      const { kind, attempt } = request;
      const { usage } = answer?.kind === 'answer' ? answer.value : {};
      this.#around.spent(
        spentRecord({
          ...{ outcome: 'superseded', reason: 'background', round: engine.totals().compactions },
          ...{ firstMessage: 0, lastMessage: 0, durationMs: 0, options },
          billed: { input: usage?.inputTokens ?? 0, output: usage?.outputTokens ?? 0 },
        }),
      );
      const reason = 'stale';
      const event: CompactorEvent = { type: 'summary-rejected', sessionId, kind, attempt, reason };
      options.onEvent?.(event);
    }
  }

  /** The view as the host gets it: its own array's content needs no answer. */
  #viewFor(run: Run, messages: readonly HostMessage[], dialect: Dialect): Omit<Prepared, 'event'> {
    const { system } = run;
    const view = this.#marked(run, dialect);
    // With marks the array that was taken is not the one that came.
    const same = this.#marks ? sameItems(view, messages) : run.shows(messages);
    return same
      ? { messages: messages as HostMessage[], changed: false, system }
      : { messages: view.slice(), changed: true, system };
  }

  /** Cache breakpoints are ours to set. */
  get #marks(): boolean {
    return this.#options.cacheControl === 'auto';
  }

  #marked(run: Run, dialect: Dialect): readonly HostMessage[] {
    return this.#marks && dialect !== anyDialect
      ? withBreakpoints(run.shown, dialect.name, run.breakpoints(), breakpointsFor(dialect))
      : run.shown;
  }
}

/** Counted from 1; a message that the run has as another object has nothing before it that is known. */
function numberIn(run: Run, above: StepContext['above']): number {
  if (above === undefined) return 0;
  return 'number' in above ? above.number : Math.max(1, run.host.indexOf(above.message) + 1);
}

/** In Anthropic's own requests the system prompt and the tools have breakpoints beside the messages. */
function breakpointsFor(dialect: Dialect): number {
  return dialect.name === 'anthropic' ? mostBreakpoints - 2 : mostBreakpoints;
}

function detected(messages: readonly HostMessage[]): Dialect | undefined {
  const name = detectDialect(messages);
  return name === undefined ? undefined : dialects[name];
}
