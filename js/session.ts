/**
 * One conversation, as its host uses it: its calls, one after the other, and what outlives a request.
 * Decides what is public and what happens when something fails; what a step does is stepping.ts, what is
 * stored saving.ts.
 */
import type { HostMessage } from './adapters/dialect.ts';
import { toWellFormed } from './adapters/well-formed.ts';
import { Attachment } from './attachment.ts';
import { CacheWatch } from './cache-watch.ts';
import { Calls } from './calls.ts';
import { Children } from './children.ts';
import { type CompactContextTool, compactTool } from './compact-tool.ts';
import type { EngineSession } from './core/engine-session.ts';
import { EpitomeError } from './errors.ts';
import { overflowEvent, tell, typed } from './events.ts';
import { History } from './history.ts';
import type { BehindModel, Host } from './host.ts';
import { idleDecision } from './idle.ts';
import { Keeping } from './keeping.ts';
import { placeOf } from './message-place.ts';
import { News } from './news.ts';
import { modelIdOf } from './options.ts';
import {
  type Compacted,
  type CompactOptions,
  eitherSignal,
  ownArray,
  type Prepared,
  type PrepareOptions,
  type RequestOptions,
  type StepContext,
  untouched,
  withSystem,
} from './prepared.ts';
import type { RecallOptions } from './recall/types.ts';
import type { Run } from './run.ts';
import { Saving } from './saving.ts';
import { nothingBilled, type StepBill, StepBills } from './step-bills.ts';
import { Stepping, Vetoed } from './stepping.ts';
import type { SessionStore, StoredSession } from './stores/store.ts';
import { askModel, replyOf } from './summarizing.ts';
import { listenerOf, Metrics } from './telemetry.ts';
import { TurnQueue } from './turn-queue.ts';
import type {
  CacheEvent,
  CacheOutcome,
  CompactorEvent,
  CompactorOptions,
  Explanation,
  ForkOptions,
  IdleDecision,
  IdleOptions,
  MessageLike,
  PendingSummary,
  PrepareStep,
  RoundDiff,
  SessionOverrides,
  SessionUsage,
  SummaryRecord,
  SummaryReply,
  TranscriptTextOptions,
  UsageOptions,
} from './types.ts';
import { type Billed, billedUsage } from './usage.ts';

const defaultParallel = 3;
/** UTF-16 code units of a transcript as text. */
const defaultTextLength = 40_000;

interface Belongings {
  store: SessionStore | undefined;
  /** What it starts from. */
  stored: StoredSession | undefined;
  parent: Session | undefined;
}

/** A session as one request uses it: its listener and its signal count for this request's steps alone. */
export interface BoundSession {
  prepareStep: PrepareStep;
  prepare: Session['prepare'];
}

export class Session {
  readonly id: string;
  /**
   * The hook for `generateText`, `streamText` and the agent classes of `ai` 5 to 7. Bound; never
   * rejects. Returns undefined when the messages can stay as they are.
   */
  readonly prepareStep: PrepareStep;

  readonly #host: Host<Session>;
  readonly #options: CompactorOptions;
  readonly #parent: Session | undefined;
  readonly #children = new Children<Session>();
  readonly #queue = new TurnQueue();
  readonly #bills = new StepBills();
  readonly #saving: Saving;
  readonly #keeping: Keeping;
  readonly #history: History;
  readonly #stepping: Stepping;
  readonly #news: News;
  readonly #calls: Calls;
  readonly #attachment: Attachment<Session>;
  readonly #cache = new CacheWatch();
  readonly #tell: (event: CompactorEvent) => void;
  /** Openings that were not closed yet. */
  #openings = 0;
  #disposed = false;
  /** Of the request whose step is under way. */
  #listener: CompactorOptions['onEvent'];
  /** It was called as the AI SDK's hook. */
  #hooked = false;
  readonly #stoodDown = new Set<string>();
  /** The last step's view was too long, and another was sent: what the provider counted of it. */
  #rescued: Billed | undefined;
  /** What the last call had besides messages. */
  #overhead: { system: unknown; tools: unknown; tokens: number } | undefined;
  /** The next step folds: the agent or the host wants it. */
  #wanted: { instructions: string | undefined } | undefined;

  /**
   * Use `compactor.session` or `compactor.open`.
   * @internal
   */
  constructor(
    host: Host<Session>,
    id: string,
    options: CompactorOptions,
    { store, stored, parent }: Belongings,
  ) {
    this.#host = host;
    this.#parent = parent;
    this.id = id;
    this.#options = options;
    this.#tell = listenerOf(options);
    this.#news = new News(id, options, (event) => this.#emit(event), host.isNews);
    this.#saving = new Saving(id, store, (error) => this.#emitError(error));
    this.#history = new History(id, store);
    const metrics = new Metrics(options);
    this.#calls = new Calls(async ({ request, reason, deadline }, signal) => {
      const { kind, attempt } = request;
      const event = { type: 'summary-call', sessionId: id, kind, attempt } as const;
      const begun = performance.now();
      const answer = await askModel(request, options, {
        deadline,
        signals: [signal, options.abortSignal],
        onCall: () => reason && this.#emit({ ...event, reason }),
        onRetry: (error, wait) => this.#emit({ ...event, reason: 'failed', error, wait }),
      });
      if (options.summarize !== undefined) metrics.call(answer, performance.now() - begun);
      return answer;
    }, options.summarizeParallel ?? defaultParallel);
    this.#attachment = new Attachment<Session>({
      host,
      session: this,
      options,
      news: this.#news,
      onEvent: (event) => this.#emit(event),
      onUnreadable: (error) => {
        if (error.code === 'state-newer') this.#saving.lock();
        this.#emitError(error);
      },
    });
    this.#keeping = new Keeping(this.#saving, this.#attachment, options, () =>
      this.#emit({ type: 'adopted', sessionId: id, revision: this.revision }),
    );
    this.#stepping = new Stepping({
      id,
      options: { ...options, onEvent: (event) => this.#emit(event) },
      news: this.#news,
      calls: this.#calls,
      metrics,
      abortedText: host.abortedText,
      isStored: store !== undefined,
      factsOf: (model) => host.factsOf(options, modelIdOf(model)),
      limits: host.limits,
      isReady: () => host.isReady,
      claim: (signals) => this.#keeping.claim(signals),
      spent: (record) => this.#keeping.spent(record),
      keep: () => void this.#attachment.keep(),
      commit: (trace, decided) => this.#keeping.commit(trace, decided),
    });
    if (stored !== undefined) {
      this.#attachment.saved = this.#saving.take(stored);
      this.#attachment.renew();
    }
    this.prepareStep = this.#hook({});
  }

  /**
   * Revision of the state: grows by one with each save, and without a store with each change of what is
   * to be saved. 0 for a session that is new.
   */
  get revision(): number {
    return this.#keeping.revision;
  }

  /** `prepareStep` and `prepare` with a listener and an abort signal of one request. */
  with(request: RequestOptions): BoundSession {
    return {
      prepareStep: this.#hook(request),
      prepare: (messages, options) => this.#view(messages, options, request),
    };
  }

  /**
   * The same as `prepareStep` for hosts with a loop of their own: always returns the view, the
   * host's own messages at worst. `usage` is what the provider billed for the last view.
   */
  prepare<M extends MessageLike>(
    messages: readonly M[],
    options: PrepareOptions = {},
  ): Promise<{ messages: M[]; system?: string }> {
    return this.#view(messages, options, {});
  }

  /**
   * Folds now whatever is not protected, however small the view is. Without `messages` the last
   * transcript is taken. Throws `invalid-argument` when there is none, `disposed` after `dispose`.
   */
  compact<M extends MessageLike>(options: CompactOptions<M> = {}): Promise<Compacted<M>> {
    return this.#fold(options, () => undefined);
  }

  /**
   * Folds now all before a message, protected or not, and nothing behind it: what belongs to the message
   * stays with it, and so do pinned messages. `message` is its number in the transcript, counted from 1, its
   * `id`, or the id of a tool call in it. Rejects as `compact` does, and where there is no such message.
   */
  compactAbove<M extends MessageLike>(
    message: number | string,
    options: CompactOptions<M> = {},
  ): Promise<Compacted<M>> {
    return this.#fold(options, (messages) => placeOf(messages, message));
  }

  /**
   * Has the next step fold whatever is not protected, as `compact` does, from anywhere: the step that is
   * under way settles first. `instructions` are added to what the model is told.
   */
  requestCompaction({ instructions }: { instructions?: string | undefined } = {}): void {
    this.#alive();
    this.#wanted = { instructions };
  }

  /**
   * A tool of the AI SDK by which the agent has its own context compacted, with a rubric of when that is
   * wise: `tools: { compact_context: session.compactTool() }`.
   */
  compactTool(): CompactContextTool {
    return compactTool((instructions) => this.requestCompaction({ instructions }));
  }

  /**
   * Why the current view is what it is, and what `compact` would fold. Throws `invalid-argument` before the
   * first step.
   */
  explain(): Explanation {
    const { engine, run } = this.#latest('explain');
    return engine.explain(run);
  }

  /**
   * What is best done while nobody uses the session, before its provider forgets the cached prompt: a
   * decision as data, which the host carries out. Needs `prices` and `cacheLifetime`. Throws
   * `invalid-argument` without them and before the first step.
   */
  whenIdle(expected: IdleOptions = {}): IdleDecision {
    const { engine, run } = this.#latest('whenIdle');
    const options = this.#options;
    const { now = Date.now } = options;
    const explanation = engine.explain(run);
    const { sentAt } = this.#stepping;
    return idleDecision({ explanation, options, sentAt, now: now() }, expected);
  }

  /**
   * The records of the transcript, oldest first: those in the view, those that they were merged from,
   * and those that were taken back, of each as many as are kept. Throws `invalid-argument` before the
   * first step.
   */
  records(): SummaryRecord[] {
    const { engine, run } = this.#latest('records');
    return engine.records(run);
  }

  /**
   * Takes the newest record of the view back, as for a summary that came out badly: from the next step on
   * the records that it was merged from stand in its place, or else the messages, which that step or
   * `compact()` may have summarised anew. Resolves to false when there is none, or when the host has not
   * sent those messages. Throws `invalid-argument` before the first step.
   *
   * With a `round` the session goes back to its state after that compaction, as its store has it: rounds
   * are counted on from there. Round 0 is before anything was folded. Rejects with `round-not-kept`.
   */
  async rewind(round?: number): Promise<boolean> {
    if (round !== undefined) return this.#queue.run(() => this.#rewindTo(round));
    this.#latest('rewind');
    return this.#queue.run(async () => {
      const { engine, run } = this.#latest('rewind');
      const rewound = engine.rewind(run);
      if (rewound) {
        this.#keeping.keep();
        await this.#keeping.save(true);
      }
      return rewound;
    });
  }

  /**
   * A session of its own that goes on from this one's state, or from the one after an earlier `round`: a
   * branch of the conversation. With a store it has the records and the archive up to there. `overrides` count
   * as for `compactor.session`. Rejects with `session-exists` where there is one with this id, and with
   * `round-not-kept`.
   */
  async fork(id: string, { round, ...overrides }: ForkOptions = {}): Promise<Session> {
    this.#alive();
    return this.#queue.run(async () => {
      await this.#host.ready();
      await this.#keeping.load();
      const state = round === undefined ? undefined : await this.#history.stateAfter(round);
      return this.#host.fork(this.#options, id, overrides, () =>
        this.#history.copyTo(id, state ?? this.snapshot(), round),
      );
    });
  }

  /**
   * What the rounds behind `from`, up to `to`, changed, by the store's records; round 0 is before anything
   * was folded. Rejects with `round-not-kept`, and with `invalid-argument` for what are no rounds.
   */
  async diff(from: number, to: number): Promise<RoundDiff> {
    this.#alive();
    return this.#queue.run(() => this.#history.diff(from, to));
  }

  /**
   * Has an order hold whatever is folded: it stands behind the summaries from the next fold on, until
   * `unpin` or the user's own words take it back. Throws `invalid-argument` for a text that is empty,
   * longer than 600 bytes of UTF-8, or one too many (32, or 8,000 bytes of JSON together).
   */
  pin(text: string): void {
    if (typeof text !== 'string' || !this.#living().pin(toWellFormed(text), true)) {
      throw new EpitomeError(
        'invalid-argument',
        'session.pin takes a text of at most 600 bytes, and at most 32 of them or 8,000 bytes together',
      );
    }
    this.#keeping.keep();
  }

  /** Whether the text was pinned. */
  unpin(text: string): boolean {
    const taken = typeof text === 'string' && this.#living().pin(toWellFormed(text), false);
    if (taken) this.#keeping.keep();
    return taken;
  }

  /** What is pinned, in the order in which it was. */
  get pins(): string[] {
    return this.#living().pins();
  }

  /**
   * The conversation as text, for a host that reflects on it: the view's summaries, then the newest
   * `last` messages (20) behind what they stand for; without `summary` the newest messages alone. A call
   * or a result takes a line, a file one as well; reasoning, hidden fields and secrets are left out. At
   * most `maxLength` UTF-16 code units (40,000). Throws `invalid-argument` before the first step and for
   * a number that is none.
   */
  transcriptText({
    summary = true,
    last = 20,
    maxLength = defaultTextLength,
  }: TranscriptTextOptions = {}): string {
    const { engine, run } = this.#latest('transcriptText');
    for (const [name, value] of Object.entries({ last, maxLength })) {
      if (Number.isInteger(value) && value >= 0 && value < 2 ** 31) continue;
      throw new EpitomeError(
        'invalid-argument',
        `session.transcriptText: \`${name}\` must be a whole number from 0 on`,
      );
    }
    const { dialect } = this.#stepping;
    return engine.transcriptText(run, dialect, { last, records: summary, most: maxLength });
  }

  /** Totals of the session. */
  usage({ children = false }: UsageOptions = {}): SessionUsage {
    const { warn: _, ...own } = this.#living().totals();
    return children ? this.#children.addedTo(own) : own;
  }

  /**
   * The session of a sub-agent, named `id/name`: a transcript and a state of its own, and this
   * session's options but for `overrides`. Opened when it is new, and disposed with this one. Throws as
   * `compactor.session` does, and `invalid-argument` for a name that is empty or has a `/` in it.
   */
  child(name: string, overrides?: SessionOverrides): Session {
    this.#alive();
    const known = this.#children.get(name);
    const child = this.#host.child(this, this.#options, name, overrides, known);
    return known ?? this.#children.add(name, child);
  }

  /** The children that are open, in the order in which they were opened. */
  get children(): Session[] {
    return this.#children.all;
  }

  /** The state as text: at most 64 KB, whatever the history. Give it back as the override `state`. */
  snapshot(): string {
    return this.#living().snapshot();
  }

  /** The state with its revision, to be kept and to be given back as the override `state`. */
  export(): StoredSession {
    return { state: this.snapshot(), revision: this.revision };
  }

  /**
   * With `background`: the summary requests that have no answer yet. Plain data: with `external` the
   * host has them answered, wherever that is.
   */
  pending(): PendingSummary[] {
    this.#alive();
    return this.#calls.open.map(([id, request]) => ({ id, ...request }));
  }

  /**
   * Gives the answer to one of the `pending` requests, of this session or of the one whose state this
   * one was opened with. The next step takes it up. False when nothing waits for it any more.
   */
  deliver(id: string, reply: string | SummaryReply): boolean {
    const waits = this.#living().awaited().flat().includes(id);
    if (waits) this.#calls.deliver(id, { kind: 'answer', value: replyOf(reply) });
    return waits;
  }

  /**
   * Gives one opening back: each `compactor.session(id)`, `compactor.open(id)` and `child(name)` is one.
   * After the last one the state is saved and memory freed, as soon as no step is under way. Nothing is
   * cut off: a loop that still runs goes on, and opening the session again finds it. Never rejects.
   */
  async close(): Promise<void> {
    this.#openings = Math.max(0, this.#openings - 1);
    if (this.#openings === 0 && !this.#disposed) await this.#release();
  }

  /**
   * Ends the session and its children, however many have it open, and frees what they hold. Runs of an
   * agent's loop that have had a step finish with its view kept within budget; anything else is refused with
   * `disposed`, and `prepareStep` leaves messages as they are. Idempotent.
   */
  dispose(): void {
    if (this.#disposed) return;
    this.#children.dispose();
    if (this.#parent !== undefined) this.#parent.#children.end(this);
    this.#disposed = true;
    if (this.#queue.idle) this.#end();
    this.#host.forget(this);
  }

  [Symbol.dispose](): void {
    this.dispose();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  /**
   * Another opening. A stored state that is newer counts.
   * @internal
   */
  opened(stored: StoredSession | undefined): this {
    this.#openings += 1;
    if (stored === undefined || !this.#keeping.counts(stored)) return this;
    if (this.#queue.idle) this.#keeping.take(stored);
    else void this.#queue.run(async () => this.#keeping.take(stored));
    return this;
  }

  /**
   * Looks whether the store has a newer state.
   * @internal
   */
  load(): Promise<void> {
    return this.#queue.run(async () => {
      await this.#host.ready();
      await this.#keeping.load(true);
    });
  }

  /**
   * What recall needs: where messages are kept, whose tokens count, and what is saved from now on.
   * @internal
   */
  keptIn(onSaved: NonNullable<Saving['onSaved']>): RecallOptions | undefined {
    const { store } = this.#saving;
    if (store === undefined) return undefined;
    this.#saving.onSaved = onSaved;
    const { model, family } = this.#options;
    return { store, sessionId: this.id, model, family };
  }

  /**
   * What model middleware needs beside `prepare`.
   * @internal
   */
  get behindModel(): BehindModel<Session> {
    const host = this.#host;
    return {
      hooked: this.#hooked,
      standDown: (reason) => {
        if (this.#stoodDown.has(reason)) return;
        this.#stoodDown.add(reason);
        this.#emit({ type: 'stood-down', sessionId: this.id, reason });
      },
      // The hook's own summary comes with the next step: it is not bought twice.
      aside: ({ input = 0 }) => {
        this.#rescued = { input, output: 0 };
        const { summarize: _, memoryFlush: __, ...options } = this.#options;
        const none = { store: undefined, stored: undefined, parent: undefined };
        return new Session(host, this.id, options, none).opened(undefined);
      },
      request: (model) => {
        if (this.#disposed || host.disposed) return undefined;
        const { viewTokens, hostOverhead } = this.#living().totals();
        const facts = host.limits.within(host.factsOf(this.#options, modelIdOf(model)), model);
        return { sent: viewTokens + hostOverhead, contextWindow: facts.contextWindow };
      },
      learn: (model, overflow) => host.limits.learn(model, overflow, 0),
    };
  }

  /**
   * Holds what a provider said of its prompt cache against what the session did since the response before,
   * and tells it as a `cache` event. `epitome/cache` reads it of responses.
   */
  cached(outcome: CacheOutcome): CacheEvent {
    const event = this.#cache.judge(this.id, outcome);
    this.#emit(event);
    return event;
  }

  /**
   * Tells the session's listeners what happened in its host.
   * @internal
   */
  tell(event: CompactorEvent): void {
    this.#emit(event);
  }

  /**
   * No call of this session is under way.
   * @internal
   */
  get idle(): boolean {
    return this.#queue.idle;
  }

  /**
   * Gives the engine's memory back; the next call starts from the saved state.
   * @internal
   */
  park(): void {
    this.#attachment.park();
  }

  /** What is wrong where there is no transcript. */
  get #without(): string {
    return this.#attachment.isParked
      ? 'has only its state, since many other sessions were used: prepare a step first'
      : 'has no transcript yet: prepare a step first';
  }

  #alive(): void {
    if (this.#disposed || this.#host.disposed) {
      throw new EpitomeError('disposed', `session '${this.id}' was disposed`);
    }
  }

  #emit(event: CompactorEvent): void {
    this.#cache.note(event);
    this.#tell(event);
    tell(this.#listener, event);
  }

  #emitError(error: unknown): void {
    this.#emit({ type: 'error', sessionId: this.id, error: typed(error) });
  }

  async #fold<M extends MessageLike>(
    options: CompactOptions<M>,
    aboveIn: (messages: readonly HostMessage[]) => StepContext['above'],
  ): Promise<Compacted<M>> {
    this.#alive();
    const messages = options.messages ?? this.#attachment.engine?.latest?.host;
    if (!Array.isArray(messages)) {
      throw new EpitomeError(
        'invalid-argument',
        `session.compact ${this.#without}, or pass { messages }`,
      );
    }
    const prepared = await this.#prepare(messages, {
      steps: undefined,
      model: undefined,
      billed: nothingBilled,
      billedLate: false,
      manual: true,
      above: aboveIn(messages),
      final: false,
      hook: false,
      signal: options.abortSignal,
      onEvent: undefined,
    });
    const { event } = prepared;
    const compacted = event !== undefined;
    return withSystem({ messages: ownArray<M>(prepared), compacted, event }, prepared);
  }

  /** The hook as one request has it. */
  #hook({ onEvent, abortSignal }: RequestOptions): PrepareStep {
    return async (step) => {
      try {
        const { messages, steps, model } = step;
        this.#hooked = true;
        // A loop that has had a step is never cut off.
        if (!this.#bills.knows(steps)) this.#alive();
        const prepared = await this.#prepare(messages, {
          steps: typeof steps === 'object' && steps !== null ? steps : undefined,
          model,
          ...this.#billOf(steps),
          manual: false,
          final: step.stepNumber + 1 === this.#options.maxSteps,
          hook: true,
          signal: eitherSignal(step.abortSignal, abortSignal),
          onEvent,
        });
        return prepared.changed ? { messages: prepared.messages as typeof messages } : undefined;
      } catch (error) {
        this.#emitError(error);
        return undefined;
      }
    };
  }

  async #view<M extends MessageLike>(
    messages: readonly M[],
    options: PrepareOptions = {},
    { onEvent, abortSignal }: RequestOptions,
  ): Promise<{ messages: M[]; system?: string }> {
    const { model, usage = {}, final = false, abortSignal: own, overflow } = options;
    try {
      this.#alive();
      if (overflow !== undefined && !overflow.isTold) {
        this.#emit(overflowEvent(this.id, overflow));
      }
      const told = { input: overflow?.input ?? 0, output: 0 };
      const prepared = await this.#prepare(messages, {
        steps: undefined,
        model,
        billed: overflow
          ? told
          : billedUsage(usage as Record<string, unknown>, options.providerMetadata),
        // The bill is for the last view, of whichever transcript that was.
        billedLate: true,
        // A second attempt takes whatever may go.
        manual: (overflow?.attempt ?? 1) > 1,
        hostOverhead: this.#overheadOf(options),
        maxOutputTokens: options.maxOutputTokens ?? 0,
        dialect: options.dialect,
        overflow,
        final,
        hook: false,
        signal: eitherSignal(own, abortSignal),
        onEvent,
      });
      return withSystem({ messages: ownArray<M>(prepared) }, prepared);
    } catch (error) {
      this.#emitError(error);
      // Not even copied: what went wrong may be the array itself.
      return { messages: messages as M[] };
    }
  }

  /** What a step is told of the one before, which may have been sent smaller than it was prepared. */
  #billOf(steps: unknown): StepBill & { refused?: boolean } {
    const bill = this.#bills.of(steps);
    const rescued = this.#rescued;
    if (rescued === undefined) return bill;
    this.#rescued = undefined;
    return { ...bill, billed: rescued, refused: true };
  }

  /** What a call has besides messages, estimated tokens; 0 where it says nothing of it. */
  #overheadOf({ system, tools }: PrepareOptions): number {
    if (system === undefined && tools === undefined) return 0;
    const known = this.#overhead;
    if (known !== undefined && known.system === system && known.tools === tools) {
      return known.tokens;
    }
    const own = this.#options;
    const besides = { ...own, system: system ?? own.system, tools: tools ?? own.tools };
    const tokens = Math.max(1, this.#host.overheadOf(besides as CompactorOptions) ?? 0);
    this.#overhead = { system, tools, tokens };
    return tokens;
  }

  async #rewindTo(round: number): Promise<boolean> {
    this.#alive();
    await this.#host.ready();
    const state = await this.#history.stateAfter(round);
    const messages = this.#attachment.engine?.latest?.host;
    await this.#keeping.replace(state);
    if (messages !== undefined) this.#stepping.retake(this.#attachment.get(), messages);
    return true;
  }

  /** Frees what the session holds; a loop that still runs starts from the saved state. */
  #end(): void {
    this.#calls.keepOnly(new Set());
    this.park();
    this.#attachment.detach();
  }

  /** Saves and frees what the session holds, unless it was opened again. */
  async #release(): Promise<void> {
    const children = this.children.map((child) => {
      child.#openings = 0;
      return child.#release();
    });
    await Promise.all(children);
    await this.#queue.run(async () => {
      if (this.#openings > 0 || this.#disposed) return;
      if (this.#attachment.engine !== undefined) await this.#keeping.save(false);
      if (this.#openings > 0 || this.#disposed) return;
      this.#end();
      this.#host.release(this);
    });
  }

  #living(): EngineSession {
    this.#alive();
    return this.#attachment.get();
  }

  /** The run that the session saw last; throws where it has seen none. */
  #latest(method: string): { engine: EngineSession; run: Run } {
    this.#alive();
    const engine = this.#attachment.engine;
    const run = engine?.latest;
    if (engine === undefined || run === undefined) {
      throw new EpitomeError('invalid-argument', `session.${method} ${this.#without}`);
    }
    return { engine, run };
  }

  #prepare(messages: readonly HostMessage[], context: StepContext): Promise<Prepared> {
    const work = async () => {
      if (!Array.isArray(messages)) {
        throw new EpitomeError('invalid-argument', 'messages must be an array');
      }
      this.#listener = context.onEvent;
      try {
        if (this.#needsAll(context)) await this.#host.ready();
        if (this.#host.core().dead) await this.#host.revive();
        await this.#keeping.load();
        this.#saving.count();
        const wanted = this.#wanted;
        this.#wanted = undefined;
        const asked = wanted && { manual: true, instructions: wanted.instructions };
        return await this.#steps(messages, { ...context, ...asked });
      } finally {
        this.#listener = undefined;
        if (this.#disposed) this.#end();
      }
    };
    return this.#queue.run(work, () => untouched(messages), context.signal);
  }

  /** Whether a step may need more of the engine than one that changes nothing, as far as that can be foreseen. */
  #needsAll({ manual, overflow }: StepContext): boolean {
    const { engine, saved } = this.#attachment;
    const isFirst = engine?.latest === undefined && saved === undefined;
    const isAsked = manual || overflow !== undefined || this.#wanted !== undefined;
    return !isFirst || this.#saving.hasStore || isAsked;
  }

  /** A step, taken again after what it can recover from. */
  async #steps(messages: readonly HostMessage[], context: StepContext): Promise<Prepared> {
    let current = context;
    let isRecovered = false;
    this.#keeping.begin();
    for (;;) {
      try {
        const engine = this.#attachment.get();
        this.#host.use(this);
        return await this.#stepping.step(engine, messages, current);
      } catch (error) {
        current = { ...context, billed: nothingBilled };
        if (error instanceof Vetoed) {
          this.#attachment.detach();
          return error.prepared;
        }
        if (this.#keeping.again(error)) continue;
        // The engine may stand in the middle of the step: its side is made anew from the saved state.
        const recoverable =
          !isRecovered && this.#host.recoverable(error, this.#attachment.engine?.core);
        this.#attachment.detach();
        if (!recoverable) throw typed(error);
        isRecovered = true;
        // What has only to arrive is nobody's fault.
        if (!EpitomeError.isInstance(error) || error.code !== 'not-loaded') this.#emitError(error);
        await this.#host.revive();
      }
    }
  }
}
