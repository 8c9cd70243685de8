/// <reference lib="esnext.disposable" preserve="true" />
/**
 * One conversation: brings the host's arrays to the engine, carries out what it asks for, and hands
 * back views. Every decision about messages is the core's.
 */
import { nothingBilled, type StepBill, StepBills } from '../bills/step-bills.ts';
import { type Billed, billedUsage } from '../bills/usage.ts';
import { aiSdkPrompt } from '../dialects/ai-sdk.ts';
import { mostBreakpoints, unmarked, withBreakpoints } from '../dialects/cache-control.ts';
import { anyDialect, detectDialect, dialects } from '../dialects/detect.ts';
import type { Dialect, HostMessage } from '../dialects/dialect.ts';
import { EngineSession, type Intake, Next } from '../engine/engine-session.ts';
import { type Run, sameItems } from '../engine/run.ts';
import { EpitomeError } from '../errors.ts';
import { type Listener, plainError, tell, typed } from '../events/events.ts';
import { Calls } from '../fold/calls.ts';
import { abortsBefore } from '../fold/host-call.ts';
import { askModel, replyOf } from '../fold/summarizing.ts';
import { Turns } from '../fold/turns.ts';
import type { ModelFacts } from '../models/facts.ts';
import { hasStrictTemplate, modelIdOf, requireKnown } from '../models/models.ts';
import { coreOptions, isExternal } from '../options/core-options.ts';
import { ruleOf } from '../options/message-rules.ts';
import { Limits, mostTries, type Sizes } from '../overflow/limits.ts';
import { overflowOf } from '../overflow/overflow.ts';
import type { Overflow } from '../overflow/refusal.ts';
import type { Placement } from '../types/policy.ts';
import type {
  Compacted,
  CompactorEvent,
  CompactorOptions,
  Explanation,
  MessageLike,
  PendingSummary,
  PlanOptions,
  PrepareStep,
  SessionOverrides,
  SessionUsage,
  Signal,
  StepPlan,
  SummaryRecord,
  SummaryReply,
  SummaryRequest,
  TranscriptTextOptions,
  UsageOptions,
} from '../types.ts';
import { attempt } from '../values/fields.ts';
import { toWellFormed } from '../values/well-formed.ts';
import { Children } from './children.ts';
import type { Host } from './host.ts';
import { type GivenState, Lineage, readState, stateVersion } from './lineage.ts';
import { News, refusesWindow } from './news.ts';
import { requestsAhead, stepPlan } from './planning.ts';
import { ownArray, type Prepared, type Sent, untouched, withSystem } from './prepared.ts';

const defaultParallel = 3;
/** UTF-16 code units of a transcript as text. */
const defaultTextLength = 40_000;

/** `kRequestBytes` of `src/budget/budget.h`. */
const defaultRequestBytes = 20_000_000;

/** Who answers a request elsewhere brings the answer by `deliver`. */
const delivery = () => new Promise<string>(() => {});

const plainStep = { manual: false, final: false };

/** What a request has besides messages. */
type Beside = Pick<CompactorOptions, 'system' | 'tools' | 'maxOutputTokens'>;

interface StepContext extends StepBill {
  /** Identifies a run of the agent loop: the AI SDK passes one `steps` array through all of it. */
  steps: object | undefined;
  /** The step is not the first one of its request. */
  goesOn: boolean;
  model: unknown;
  manual: boolean;
  /** No step comes after this one. */
  final: boolean;
  /** It is a step of the AI SDK's, which takes messages of its own and no system text. */
  hook: boolean;
  signal: Signal | undefined;
  /** Hears of this step's events, beside the session's own listener. */
  onEvent?: Listener | undefined;
  /** Of the messages, where it is known. */
  dialect?: Dialect | undefined;
  /** The provider refused the view of these very messages. */
  refused?: boolean;
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
  #engine: EngineSession | undefined;
  /** The state as of the last rewrite: what a fresh instance starts from. */
  #saved: string | undefined;
  #lineage = new Lineage();
  /** A state from elsewhere, until a request begins. */
  #offered: GivenState | undefined;
  /** Something has happened that no state the host has taken tells of. */
  #unsaved = true;
  #dialect: Dialect | undefined;
  /** The model that a step named last. */
  #model: string | undefined;
  /** It was called as the AI SDK's hook. */
  #hooked = false;
  #busy: Promise<void> = Promise.resolve();
  #pending = 0;
  #disposed = false;
  readonly #bills = new StepBills();
  /** What the providers' refusals have taught. */
  #limits = new Limits();
  /** The view that went out last. */
  #sent: Sent | undefined;
  /** The one that `prepareStep` made last. */
  #stepSent: Sent | undefined;
  /** Requests that were refused in a row. */
  #tries = 0;
  /** What they go back to where nothing helps. */
  #beforeTries: { state: string; limits: Limits } | undefined;
  /** What the engine's side was opened with, where that is less than the host's own. */
  #requestBytes: number | undefined;
  /** What a middleware has seen that the host did not state. */
  #seen: Beside | undefined;
  /** A step waits for what the host does for it. */
  #waiting = false;
  /** Rules that have thrown. */
  readonly #thrown = new Set<string>();
  /** The engine has only its state until the next step: its place was needed, or it was disposed. */
  #parked = false;
  /** Of the request whose step is under way. */
  #listener: Listener | undefined;
  readonly #news: News;
  readonly #calls: Calls;

  /**
   * Use `compactor.session`.
   * @internal
   */
  constructor(
    host: Host<Session>,
    id: string,
    options: CompactorOptions,
    state: string | undefined,
    parent?: Session,
  ) {
    this.#host = host;
    this.#parent = parent;
    this.id = id;
    this.#options = options;
    this.#news = new News(host, id, options, (event) => this.#emit(event));
    this.#calls = new Calls(({ request, reason, deadline, onEvent }, signal, isElsewhere) => {
      const { kind, attempt } = request;
      const event = { type: 'summary-call', sessionId: id, kind, attempt } as const;
      const emit = (happened: CompactorEvent) => tell(host, options, happened, onEvent);
      const { summarize } = options;
      const waits = summarize !== undefined && isElsewhere && isExternal(options.background);
      return askModel(request, waits ? { ...options, summarize: delivery } : options, {
        deadline,
        signals: [signal, options.abortSignal],
        onCall: () => reason && emit({ ...event, reason }),
        onRetry: (error, wait) =>
          emit({ ...event, reason: 'failed', error: plainError(error), wait }),
      });
    }, options.summarizeParallel ?? defaultParallel);
    const { dialect } = options;
    if (dialect !== undefined && dialect !== 'auto') this.#dialect = dialects[dialect];
    if (state !== undefined) this.#take(readState(state));

    this.prepareStep = async (step) => {
      let onEvent: Listener | undefined;
      try {
        const { messages, steps, model } = step;
        onEvent = step.onEvent;
        const prepared = await this.#prepare(messages, {
          steps: typeof steps === 'object' && steps !== null ? steps : undefined,
          goesOn: Array.isArray(steps) && steps.length > 0,
          model,
          ...this.#bills.newIn(steps),
          manual: false,
          final: step.stepNumber + 1 === options.maxSteps,
          hook: true,
          signal: step.abortSignal,
          onEvent,
        });
        return prepared.changed ? { messages: prepared.messages as typeof messages } : undefined;
      } catch (error) {
        this.#emitError(error, onEvent);
        return undefined;
      }
    };
  }

  /**
   * The same as `prepareStep` for a loop of your own. Resolves to the view, or to your own messages when
   * something failed; never rejects. `model` is that of this step, where it is not that of the options. `usage`
   * is what the provider billed for the last view. `system` is there only with `placement: 'system'` on
   * Anthropic's messages: add it to the system field of your request.
   */
  async prepare<M extends MessageLike>(
    messages: readonly M[],
    options: {
      model?: unknown;
      usage?: object | undefined;
      /** True before the last answer: a rewrite that can wait is left out. */
      final?: boolean | undefined;
      abortSignal?: Signal | undefined;
      /** Called for the events of this call, beside the session's own listener. */
      onEvent?: Listener | undefined;
    } = {},
  ): Promise<{ messages: M[]; system?: string }> {
    let onEvent: Listener | undefined;
    try {
      onEvent = options.onEvent;
      const billed = billedUsage((options.usage ?? {}) as Record<string, unknown>);
      const prepared = await this.#prepare(messages, {
        steps: undefined,
        goesOn: false,
        model: options.model,
        billed,
        billedLate: false,
        manual: false,
        final: options.final === true,
        hook: false,
        signal: options.abortSignal,
        onEvent,
      });
      return withSystem({ messages: ownArray<M>(prepared) }, prepared);
    } catch (error) {
      this.#emitError(error, onEvent);
      // Not even copied: what went wrong may be the array itself.
      return { messages: messages as M[] };
    }
  }

  /**
   * Folds now whatever is not protected, however small the view is. Where that is nothing, images and files that
   * a model has seen give way. Without `messages` it takes the last transcript, once the calls before this one
   * are done. Rejects with `invalid-argument` when there is none, and with `disposed` after `dispose`.
   */
  async compact<M extends MessageLike>(
    options: { messages?: readonly M[] | undefined; abortSignal?: Signal | undefined } = {},
  ): Promise<Compacted<M>> {
    this.#alive();
    const prepared = await this.#prepare(options.messages, {
      steps: undefined,
      goesOn: false,
      model: undefined,
      billed: nothingBilled,
      billedLate: false,
      manual: true,
      final: false,
      hook: false,
      signal: options.abortSignal,
    });
    const { event } = prepared;
    const compacted = event !== undefined;
    return withSystem({ messages: ownArray<M>(prepared), compacted, event }, prepared);
  }

  /**
   * For a loop of your own whose provider refused the last view: where `error` says that it was too large, what is
   * too much is learned (`limit-learned`), and a smaller view of the same messages is made, for the same request.
   * Resolves to undefined where the error is another one, nothing more can go, three requests in a row were refused,
   * or `abortSignal` has aborted; never rejects. `messages` are those of the refused request; by default those that
   * were prepared last.
   */
  // biome-ignore lint/suspicious/noExplicitAny: only the caller knows what was prepared last.
  async recover<M extends MessageLike = any>(
    error: unknown,
    options: {
      messages?: readonly M[] | undefined;
      abortSignal?: Signal | undefined;
      /** Called for the events of this call, beside the session's own listener. */
      onEvent?: Listener | undefined;
    } = {},
  ): Promise<{ messages: M[]; system?: string } | undefined> {
    let onEvent: Listener | undefined;
    try {
      const overflow = overflowOf(error);
      if (overflow === undefined || this.#sent === undefined) return undefined;
      onEvent = options.onEvent;
      const { messages = this.#sent.messages, abortSignal } = options;
      const prepared = await this.#retreat({ ...this.#sent, messages }, overflow, {
        signal: abortSignal,
        onEvent,
      });
      return prepared && withSystem({ messages: ownArray<M>(prepared) }, prepared);
    } catch (failure) {
      this.#emitError(failure, onEvent);
      return undefined;
    }
  }

  /**
   * What the next step would do with these messages, without doing it: nobody is asked or told anything, and the
   * session stays as it is. While a step is under way it is what a step would do in its place. Throws
   * `invalid-argument` for anything but an array, `disposed` after `dispose`, and with `strict` what its step would
   * tell as an `error`.
   */
  plan(messages: readonly MessageLike[], step?: PlanOptions): StepPlan {
    this.#alive();
    requireArray(messages, 'session.plan');
    try {
      return this.#planned(messages, Object(step));
    } catch (error) {
      throw typed(error);
    }
  }

  /** Why the current view is what it is. Throws `invalid-argument` before the first step. */
  explain(): Explanation {
    const { engine, run } = this.#latest('explain');
    return engine.explain(run);
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
   * Takes back the newest record of the view, for example when its summary came out badly. From the next step on
   * the records that it was merged from stand in its place, or else its messages. That step, or `compact()`, may
   * summarize them anew. Resolves to false when there is no record, or when you have not sent its messages.
   * Rejects with `invalid-argument` before the first step.
   */
  async rewind(): Promise<boolean> {
    this.#latest('rewind');
    return this.#inTurn(async () => {
      const { engine, run } = this.#latest('rewind');
      const rewound = engine.rewind(run);
      if (rewound) this.#keep(engine);
      return rewound;
    });
  }

  /**
   * Pins an order, so that it holds whatever is folded. From the next fold on it stands behind the records, until
   * `unpin` or the user's own words end it. Throws `invalid-argument` for a text that is empty or longer than 600
   * bytes of UTF-8, and where there are 32 pins already or 8,000 bytes of JSON together.
   */
  pin(text: string): void {
    this.#alive();
    if (typeof text !== 'string' || !this.#attached().pin(toWellFormed(text), true)) {
      throw new EpitomeError(
        'invalid-argument',
        'session.pin takes a text of 1 to 600 bytes; a session holds at most 32 pins, 8,000 bytes together: unpin one first',
      );
    }
    this.#keep(this.#attached());
  }

  /** Ends a pin. Returns whether the text was pinned. */
  unpin(text: string): boolean {
    const taken = typeof text === 'string' && this.#attached().pin(toWellFormed(text), false);
    if (taken) this.#keep(this.#attached());
    return taken;
  }

  /** The texts that are pinned, in the order in which they were. */
  get pins(): string[] {
    return this.#attached().pins();
  }

  /**
   * The conversation as text: the records of the view, then the newest `last` messages (20) of those that follow
   * them. Without `summary`, the newest messages alone. A call, a result and a file take a line each. Reasoning,
   * hidden fields and secrets are left out. The text has at most `maxLength` UTF-16 code units (40,000). Throws
   * `invalid-argument` before the first step, and for a number that is not a whole one of at least 0.
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
        `session.transcriptText: \`${name}\` must be a whole number of at least 0`,
      );
    }
    const dialect = this.#dialect ?? anyDialect;
    return engine.transcriptText(run, dialect, { last, records: summary, most: maxLength });
  }

  /** Totals of the session, with `children: true` those of its child sessions, too. */
  usage({ children = false }: UsageOptions = {}): SessionUsage {
    const {
      warn: _,
      ignoredBill: __,
      provenWindow: ___,
      unseen: ____,
      ...own
    } = this.#attached().totals();
    return children ? this.#children.addedTo(own) : own;
  }

  /**
   * The session of a sub-agent, with the id `id/name`. It has a transcript and a state of its own, and this
   * session's options except `overrides`, which count when it is new. It ends with this one. Throws what
   * `compactor.session` throws, and `invalid-argument` for a name that is empty or has a `/` in it.
   */
  child(name: string, overrides?: SessionOverrides): Session {
    this.#alive();
    const known = this.#children.get(name);
    if (known !== undefined) return known;
    const child = this.#host.child(this, this.#options, name, overrides);
    return this.#children.add(name, child);
  }

  /** The children that are open, in the order in which they were opened. */
  get children(): Session[] {
    return this.#children.all;
  }

  /**
   * The state as text: at most `stateBytes`, however long the history is. Give it back as the override `state`. A
   * session that was disposed of still has one, because a request may end after another one has disposed of it.
   */
  snapshot(): string {
    const text = this.#lineage.stateOf(this.#awake().snapshot(), this.#limits.saved());
    this.#unsaved = false;
    if (this.#disposed && this.idle) this.park();
    return text;
  }

  /**
   * With `background`: the summary requests that have no answer yet, as plain data. With `external` you have them
   * answered yourself, on any machine: a step of this session that needs one waits for it in place of asking for it
   * again. One that a restored session waits for has no `prompt` before its next step has brought the messages, or
   * `messages` are given: the history that its next step would have. Throws `invalid-argument` where they are no
   * array.
   */
  pending(messages?: readonly MessageLike[]): PendingSummary[] {
    this.#alive();
    if (messages !== undefined) requireArray(messages, 'session.pending');
    if (this.idle) this.#goOn();
    const calls = this.#calls;
    const unread = this.#attached()
      .awaited()
      .filter(({ isLate }) => !isLate)
      .flatMap(({ ids, firstMessage, lastMessage }) =>
        ids.map((id) => ({ id, firstMessage, lastMessage, prompt: undefined })),
      )
      .filter(({ id }) => !calls.knows(id));
    const read =
      unread.length > 0 && messages !== undefined ? this.#readAhead(messages) : undefined;
    return [
      ...calls.handOut().map(([id, request]) => ({ id, ...request })),
      ...unread.map((summary) => {
        const request = read?.get(summary.id);
        return request === undefined ? summary : { id: summary.id, ...request };
      }),
    ];
  }

  /**
   * Gives the answer to one of the `pending` requests, of this session or of the one whose state this one was
   * opened with. The next step uses it. Returns false when nothing waits for it any more. Throws
   * `invalid-argument` for what is no reply.
   */
  deliver(id: string, reply: string | SummaryReply): boolean {
    if (typeof Object(reply).text !== 'string' && typeof reply !== 'string') {
      throw new EpitomeError(
        'invalid-argument',
        'session.deliver takes what the model wrote: a text, or an object { text, finishReason, usage }',
      );
    }
    if (this.idle) this.#goOn();
    const waits = this.#awaits(this.#attached()).includes(id);
    if (waits) this.#calls.deliver(id, { kind: 'answer', value: replyOf(reply) });
    return waits;
  }

  /**
   * Ends the session for its compactor: its memory and that of its children is freed, and its id is free. An agent
   * loop that still runs with `prepareStep` or `prepare` goes on being compacted, and `snapshot` still gives the
   * state. Everything else throws `disposed`. A second call does nothing.
   */
  dispose(): void {
    if (this.#disposed) return;
    this.#children.dispose();
    if (this.#parent !== undefined) this.#parent.#children.end(this);
    this.#disposed = true;
    this.#host.forget(this);
    if (!this.idle && !this.#host.disposed) return;
    this.#calls.keepOnly(new Set());
    this.park();
  }

  [Symbol.dispose](): void {
    this.dispose();
  }

  /**
   * No call of this session is under way.
   * @internal
   */
  get idle(): boolean {
    return this.#pending === 0;
  }

  /**
   * Nothing is lost where this object is let go: the host has its state, and nobody is at work for it.
   * @internal
   */
  get spare(): boolean {
    const own = this.idle && !this.#unsaved && this.#calls.size === 0;
    return own && this.#children.all.every((child) => child.spare);
  }

  /** The view that went out last. @internal */
  get sent(): Sent | undefined {
    return this.#sent;
  }

  /** The view that `prepareStep` made last. @internal */
  get stepSent(): Sent | undefined {
    return this.#stepSent;
  }

  /** A step waits for what the host does for it, a model's call perhaps. @internal */
  get waiting(): boolean {
    return this.#waiting;
  }

  /**
   * Takes what a request has besides messages, where the host has stated nothing of it.
   * @internal
   */
  see({ system, tools, maxOutputTokens }: Beside): void {
    if (this.#seen !== undefined) return;
    const { budgets, ...stated } = this.#options;
    const isStated = stated.system !== undefined || stated.tools !== undefined;
    const reserve = stated.maxOutputTokens ?? budgets?.output;
    this.#seen = {
      ...(!isStated && { system, tools }),
      ...(reserve === undefined && { maxOutputTokens }),
    };
    this.#reopen();
  }

  /**
   * A step for a middleware. Undefined where it failed.
   * @internal
   */
  async serve(
    messages: readonly HostMessage[],
    options: { model: unknown; billed: Billed; signal: Signal | undefined },
  ): Promise<Sent | undefined> {
    try {
      const { sent } = await this.#prepare(messages, {
        ...options,
        steps: undefined,
        goesOn: false,
        billedLate: true,
        manual: false,
        final: false,
        hook: true,
        dialect: aiSdkPrompt,
      });
      return sent;
    } catch (error) {
      this.#emitError(error, undefined);
      return undefined;
    }
  }

  /**
   * What goes out in place of a view that the provider refused; undefined where nothing smaller can.
   * @internal
   */
  async retreat(
    sent: Sent,
    overflow: Overflow,
    signal: Signal | undefined,
  ): Promise<Sent | undefined> {
    try {
      return (await this.#retreat(sent, overflow, { signal, onEvent: undefined }))?.sent;
    } catch (error) {
      this.#emitError(error, undefined);
      return undefined;
    }
  }

  /** The provider has taken a view. @internal */
  served({ modelId, sizes }: Sent): void {
    this.#tries = 0;
    this.#beforeTries = undefined;
    this.#news.limits(modelId, this.#limits.served(modelId, sizes));
  }

  /** The session itself, or the one that it is a child of, and so on. @internal */
  get eldest(): Session {
    return this.#parent?.eldest ?? this;
  }

  /**
   * Ends being found by its id, with its children, and gives memory back. Whoever holds it may go on with it.
   * @internal
   */
  forget(): void {
    for (const child of this.#children.all) child.forget();
    this.#host.forget(this);
    this.park();
  }

  /**
   * A state that the host has for this session. One that the session has not grown from is gone on from when the
   * next request begins: a loop that is under way ends with what it has begun with.
   * @internal
   */
  offer(state: string): void {
    const given = readState(state);
    this.#offered = this.#lineage.grewFrom(given.mark) ? undefined : given;
  }

  /**
   * Gives the engine's memory back; the next call starts from the saved state.
   * @internal
   */
  park(): void {
    const engine = this.#engine;
    if (engine === undefined) return;
    this.#parked = true;
    // They are the host's.
    if (this.#sent !== undefined) this.#sent = { ...this.#sent, messages: [], view: [] };
    this.#stepSent = undefined;
    this.#reopen();
  }

  /** What is wrong where there is no transcript. */
  get #without(): string {
    return this.#parked
      ? 'has no transcript in memory, because more sessions were used than memory is kept for: prepare a step first'
      : 'has no transcript yet: prepare a step first';
  }

  #alive(): void {
    this.#host.alive();
    if (this.#disposed)
      throw new EpitomeError(
        'disposed',
        `session '${this.id}' was disposed of: open it again with compactor.session`,
      );
  }

  #emit(event: CompactorEvent, listener = this.#listener): void {
    tell(this.#host, this.#options, event, listener);
  }

  #emitError(error: unknown, listener: Listener | undefined): void {
    const told = plainError(typed(error));
    this.#emit({ type: 'error', sessionId: this.id, error: told }, listener);
  }

  #detach(): void {
    const engine = this.#engine;
    this.#engine = undefined;
    if (engine === undefined) return;
    this.#host.unwatch(this);
    engine.close();
  }

  /** The engine's side is made anew from the state as it is now. */
  #reopen(): void {
    const engine = this.#engine;
    if (engine === undefined) return;
    this.#saved = attempt(() => engine.snapshot()) ?? this.#saved;
    this.#detach();
  }

  /** What a fresh instance starts from is the state as it is now. */
  #keep(engine: EngineSession): void {
    this.#saved = engine.snapshot();
    this.#unsaved = true;
  }

  /** Starts from a state. Where it can't be read that is told, or thrown with `strict`, and false. */
  #take(state: GivenState): boolean {
    const before = this.#engine?.snapshot() ?? this.#saved;
    this.#detach();
    this.#saved = state.text;
    try {
      const awaited = this.#awaits(this.#attached());
      if (isExternal(this.#options.background)) this.#calls.leaveElsewhere(awaited);
      this.#lineage = new Lineage(state);
      this.#limits = new Limits(state.limits);
      return true;
    } catch (error) {
      this.#saved = before;
      const unreadable = EpitomeError.isInstance(error) && error.code === 'invalid-state';
      if (!unreadable || this.#options.strict === true) throw error;
      const { version } = state;
      this.#emit({
        type: 'state-dropped',
        sessionId: this.id,
        ...(version === undefined || version === stateVersion
          ? { reason: 'unreadable' }
          : { reason: 'version', version }),
        reads: stateVersion,
      });
      return false;
    }
  }

  /** Goes on from the state that was offered, if one was. */
  #goOn(): void {
    const state = this.#offered;
    if (state === undefined) return;
    this.#offered = undefined;
    const had = this.#lineage.mark;
    if (!this.#take(state)) return;
    this.#emit({ type: 'state-replaced', sessionId: this.id, had, took: this.#lineage.mark });
  }

  #attached(): EngineSession {
    this.#alive();
    return this.#awake();
  }

  /** The engine's side, made anew from the saved state where there is none: of a disposed session, too. */
  #awake(): EngineSession {
    this.#host.alive();
    const core = this.#host.core();
    if (this.#engine?.core === core) return this.#engine;
    this.#engine = this.#opener()(
      this.#saved,
      (event) => this.#emit({ ...event, sessionId: this.id }),
      this.#thrown,
    );
    this.#news.goOn(this.#engine);
    this.#host.watch(this, core, this.#engine.handle);
    return this.#engine;
  }

  /** Makes the engine's side. What the options need of the engine is asked here already. */
  #opener(requestBytes = this.#requestBytes) {
    const own: CompactorOptions = { ...this.#options, ...this.#seen };
    if (requestBytes !== undefined) own.requestBytes = requestBytes;
    const facts = this.#host.factsOf(own, undefined);
    const overhead = this.#host.overheadOf(own);
    const window = this.#host.summarizerWindowOf(own);
    const options = coreOptions(own, overhead, facts, window);
    const rules = { pinned: ruleOf(own.pin), priority: ruleOf(own.priority) };
    return (
      state: string | undefined,
      notice: (event: Intake) => void = () => {},
      thrown = new Set<string>(),
    ) => EngineSession.open(this.#host.core(), options, state, { ...rules, thrown }, notice);
  }

  /** The requests that a restored session waits for, read by an engine's side that ends with that. */
  #readAhead(messages: readonly HostMessage[]): Map<string, SummaryRequest> {
    const engine = this.#opener()(this.#awake().snapshot());
    try {
      const facts = this.#factsOf(this.#model);
      const own = this.#unmarked(messages);
      const dialect = this.#dialect ?? detected(own) ?? anyDialect;
      engine.countBy(facts);
      const run = engine.take(own, undefined, dialect);
      const step = { billed: nothingBilled, billedLate: false, ...plainStep, now: 0, resume: true };
      return requestsAhead({ engine, run, facts, dialect, step });
    } finally {
      engine.close();
    }
  }

  /** Where a step would begin: an engine's side to be undone, and the model as the session then knows it. */
  #beginning(modelId: string | undefined, steps: readonly object[] | undefined) {
    const core = this.#host.core();
    const from = (state: string | undefined, limits: Limits) => {
      const facts = this.#factsOf(modelId, limits);
      const open = this.#opener(this.#bytesFor(facts, limits));
      return { facts, open: () => open(state) };
    };
    const offered = steps?.length ? undefined : this.#offered;
    if (offered !== undefined) {
      const given = from(offered.text, new Limits(offered.limits));
      try {
        core.undone(given.open);
        return given;
      } catch (error) {
        if (this.#options.strict === true) throw error;
      }
    }
    const live = this.#engine?.core === core ? this.#engine : undefined;
    const facts = this.#factsOf(modelId);
    const isReopened = offered !== undefined || this.#bytesFor(facts) !== this.#requestBytes;
    // In the middle of a step nothing else can be done with it.
    return live === undefined || isReopened || !this.idle
      ? from(live?.snapshot() ?? this.#saved, this.#limits)
      : { facts, open: () => live.aside(steps) };
  }

  #planned(messages: readonly HostMessage[], options: PlanOptions): StepPlan {
    const { model, usage, final } = options;
    const modelId = modelIdOf(model);
    requireKnown(this.#options, modelId);
    const steps = Array.isArray(options.steps) ? options.steps : undefined;
    const hooked = this.#hooked || steps !== undefined;
    const placement = this.#placement(hooked, modelId ?? this.#model);
    const own = this.#unmarked(messages);
    const dialect = this.#dialect ?? detected(own) ?? dialectOf(hooked);
    const bill =
      usage === undefined
        ? this.#bills.peek(steps)
        : { billed: billedUsage({ ...usage }), billedLate: false };
    const { facts, open } = this.#beginning(modelId, steps);
    return this.#host.core().undone(() => {
      const engine = open();
      engine.countBy(facts);
      engine.alternates ||= placement === 'alternating';
      const trial = {
        engine,
        run: engine.take(own, steps, dialect),
        facts,
        dialect,
        step: {
          ...bill,
          ...plainStep,
          final: final ?? (steps !== undefined && steps.length + 1 === this.#options.maxSteps),
          now: this.#now(),
          resume: this.#resumes(engine),
        },
        refuses: refusesWindow(this.#options, this.#host.factsOf(this.#options, modelId)),
      };
      return stepPlan(trial, this.#calls);
    });
  }

  /** The run that the session saw last; throws where it has seen none. */
  #latest(method: string): { engine: EngineSession; run: Run } {
    this.#alive();
    const engine = this.#engine;
    const run = engine?.latest;
    if (engine === undefined || run === undefined) {
      throw new EpitomeError('invalid-argument', `session.${method} ${this.#without}`);
    }
    return { engine, run };
  }

  /**
   * One rewrite at a time: a second call sees what the first has decided. `otherwise` is for one whose
   * signal aborts before its turn.
   */
  async #inTurn<T>(
    work: () => Promise<T>,
    otherwise: () => T | Promise<T> = work,
    signal?: AbortSignal,
  ): Promise<T> {
    const before = this.#busy;
    let done = () => {};
    this.#busy = new Promise<void>((resolve) => {
      done = resolve;
    });
    this.#pending += 1;
    try {
      return await ((await abortsBefore(before, signal)) ? otherwise() : work());
    } finally {
      this.#pending -= 1;
      // Nobody frees it later: it was disposed before its last step was over.
      if (this.#disposed && this.idle) this.park();
      // Who left the line was not its first.
      void before.then(done);
    }
  }

  /** The view of an array, or of the last transcript. */
  #prepare(messages: readonly HostMessage[] | undefined, context: StepContext): Promise<Prepared> {
    const given = () => {
      const taken = messages ?? (context.manual ? this.#engine?.latest?.host : undefined);
      if (Array.isArray(taken)) return taken;
      const what =
        messages === undefined && context.manual
          ? `session.compact ${this.#without}, or pass { messages }`
          : '`messages` must be an array of messages';
      throw new EpitomeError('invalid-argument', what);
    };
    const work = async () => {
      this.#listener = context.onEvent;
      try {
        if (!context.goesOn) this.#goOn();
        return this.#handOut(await this.#recovering(given(), context));
      } finally {
        this.#listener = undefined;
      }
    };
    return this.#inTurn(work, () => untouched(given()), context.signal);
  }

  #handOut(prepared: Prepared): Prepared {
    const { sent } = prepared;
    if (sent !== undefined) {
      const { viewTokens, budget } = sent;
      this.#emit({ type: 'view', sessionId: this.id, viewTokens, budget });
    }
    return prepared;
  }

  async #recovering(messages: readonly HostMessage[], context: StepContext): Promise<Prepared> {
    this.#host.alive();
    requireKnown(this.#options, modelIdOf(context.model));
    if (this.#host.core().dead) await this.#host.revive();
    try {
      return await this.#step(messages, context);
    } catch (error) {
      // The engine may stand in the middle of the step: its side is made anew from the saved state.
      const recoverable = this.#host.recoverable(error, this.#engine?.core);
      this.#detach();
      if (!recoverable) throw typed(error);
      this.#emitError(error, context.onEvent);
      await this.#host.revive();
      return await this.#step(messages, { ...context, billed: nothingBilled });
    }
  }

  /** Learns from the refusal, and makes what is left of the view. Undefined where that is no smaller. */
  #retreat(
    sent: Sent,
    overflow: Overflow,
    own: { signal: Signal | undefined; onEvent: Listener | undefined },
  ): Promise<Prepared | undefined> {
    const work = async () => {
      if (sent.messages.length === 0) return undefined;
      if (this.#tries === mostTries) return this.#giveUp();
      if (this.#tries === 0) {
        this.#beforeTries = { state: this.#awake().snapshot(), limits: this.#limits.copy() };
      }
      this.#tries += 1;
      this.#listener = own.onEvent;
      try {
        const lowered = await this.#lowered({ ...sent, sizes: this.#sizesOf(sent) }, overflow, own);
        return lowered && this.#handOut(lowered);
      } finally {
        this.#listener = undefined;
      }
    };
    return this.#inTurn(work, () => undefined, own.signal);
  }

  async #lowered(
    sent: Sent,
    overflow: Overflow,
    own: { signal: Signal | undefined; onEvent: Listener | undefined },
  ): Promise<Prepared | undefined> {
    const { messages, modelId, hook, dialect } = sent;
    const { of } = overflow;
    const { contextWindow, requestImages } = this.#host.factsOf(this.#options, modelId);
    const { requestBytes = defaultRequestBytes } = this.#options;
    const stated = { tokens: contextWindow, bytes: requestBytes, images: requestImages }[of];
    for (let refused = sent.sizes[of]; ; ) {
      const asked = { refused, stated, tries: this.#tries };
      const learned = this.#limits.learn(modelId, overflow, asked);
      const prepared = await this.#recovering(messages, {
        ...own,
        steps: undefined,
        goesOn: true,
        model: modelId,
        billed: nothingBilled,
        billedLate: false,
        manual: false,
        final: false,
        hook,
        dialect,
        refused: true,
      });
      const { sent: now } = prepared;
      if (now === undefined || own.signal?.aborted) return undefined;
      now.sizes = this.#sizesOf(now);
      now.insteadOf = sent.insteadOf ?? sent.key;
      const isSmaller =
        of === 'tokens' ? now.viewTokens < sent.viewTokens : now.sizes[of] < refused;
      if (isSmaller) {
        if (learned !== undefined) this.#news.limits(modelId, [learned]);
        return prepared;
      }
      // Less is assumed of what goes out beside the messages, where that is not known.
      if (now.sizes[of] >= refused) return this.#giveUp();
      refused = now.sizes[of];
    }
  }

  /** It was not the size: nothing was learned, and nothing is to be lost for it. */
  #giveUp(): undefined {
    const before = this.#beforeTries;
    this.#beforeTries = undefined;
    this.#tries = mostTries;
    if (before === undefined) return;
    this.#detach();
    this.#saved = before.state;
    this.#limits = before.limits;
  }

  /** Bytes and images are measured where a request was refused, because that takes a look at each message. */
  #sizesOf({ messages, modelId, dialect, sizes }: Sent): Sizes {
    const engine = this.#awake();
    engine.countBy(this.#factsOf(modelId));
    const run = engine.take(messages, undefined, dialect ?? this.#dialectNow);
    const { viewBytes, viewImages } = engine.explain(run);
    return { ...sizes, bytes: viewBytes, images: viewImages };
  }

  /** What is known of a model, with what its provider has refused. */
  #factsOf(stepModel: string | undefined, limits = this.#limits): ModelFacts {
    const facts = this.#host.factsOf(this.#options, stepModel);
    const { tokens = Infinity, images = Infinity } = limits.of(facts.modelId);
    const { requestImages } = facts;
    return {
      ...facts,
      // None stands for any number.
      requestImages: images < (requestImages || Infinity) ? images : requestImages,
      ...(tokens < facts.contextWindow && { contextWindow: tokens, window: 'stated' }),
    };
  }

  /** The bytes that the provider takes, where they are fewer than the host says. */
  #bytesFor({ modelId }: ModelFacts, limits = this.#limits): number | undefined {
    const { bytes = Infinity } = limits.of(modelId);
    const { requestBytes = defaultRequestBytes } = this.#options;
    return bytes < requestBytes ? bytes : undefined;
  }

  /** Without a lifetime the time decides nothing, and states are the same whenever they are made. */
  #now(): number {
    const { cacheLifetime, now = Date.now } = this.#options;
    return cacheLifetime === undefined ? 0 : now();
  }

  /** A hook's messages are the AI SDK's, whatever they look like. */
  get #dialectNow(): Dialect {
    return this.#dialect ?? dialectOf(this.#hooked);
  }

  /** What a step tells of the one before: it was served where its answer is there, or its bill. */
  #judge(run: Run, { billed }: StepContext): void {
    const sent = this.#sent;
    if (sent === undefined) return;
    const { length } = sent.messages;
    const goesOn = length > 0 && run.host[length - 1] === sent.messages[length - 1];
    const isAnswered = goesOn && attempt(() => run.host[length]?.role) === 'assistant';
    if (billed.input > 0 || isAnswered) this.served(sent);
    else if (run.host.length !== length || !goesOn) this.#tries = 0;
  }

  async #step(messages: readonly HostMessage[], context: StepContext): Promise<Prepared> {
    this.#model = modelIdOf(context.model) ?? this.#model;
    const facts = this.#factsOf(modelIdOf(context.model));
    const most = this.#bytesFor(facts);
    if (this.#requestBytes !== most) this.#reopen();
    this.#requestBytes = most;
    const engine = this.#awake();
    this.#host.use(this);
    this.#unsaved = true;
    engine.countBy(facts);
    this.#dialect ??= detected(messages);
    this.#hooked ||= context.hook;
    const dialect = context.dialect ?? this.#dialectNow;
    const own = this.#unmarked(messages);
    const placement = this.#placement(context.hook);
    engine.alternates ||= placement === 'alternating';
    const run = engine.take(own, context.steps, dialect);
    if (context.refused !== true) this.#judge(run, context);
    this.#sent = undefined;
    this.#news.models(facts);
    const stated = this.#host.factsOf(this.#options, modelIdOf(context.model));
    if (!this.#news.windowServes(stated)) return untouched(messages);
    const resume = this.#resumes(engine);
    let next = engine.step(run, facts, { ...context, now: this.#now(), resume });
    const decided = next !== Next.unchanged;
    this.#news.usage(engine, facts, context.billed);
    const turns = new Turns({
      sessionId: this.id,
      options: this.#options,
      engine,
      run,
      signals: [context.signal, this.#options.abortSignal],
      calls: this.#calls,
      onEvent: context.onEvent,
      emit: (event) => this.#emit(event, context.onEvent),
      alive: () => this.#host.alive(),
    });
    try {
      while (next >= Next.read) {
        if (next === Next.read) {
          next = engine.read(run, dialect);
        } else if (next === Next.blocks) {
          next = await this.#waitFor(turns.blocks());
        } else if (next === Next.flush) {
          // Results may have been cut on arrival since the last view.
          this.#show(engine, run, dialect, context);
          // Whatever happens now: the turn is not had twice.
          this.#saved = engine.snapshot();
          const view = [...this.#marked(run, dialect)];
          const flushed = turns.flush({ view, system: run.system, model: context.model });
          next = await this.#waitFor(flushed);
        } else {
          next = await this.#waitFor(turns.summarize(next));
        }
      }
    } finally {
      turns.end();
    }
    // The model may be another one, which wants the records elsewhere.
    if (next === Next.view || run.isPlacedElse(placement)) {
      this.#show(engine, run, dialect, context);
      this.#news.repairs(engine, run);
    }
    const { millis } = turns;
    const refused = context.refused === true;
    const event = this.#news.rewrite(engine, run, dialect, { millis, refused });
    if (decided) this.#saved = engine.snapshot();
    this.#dropStale(engine);
    this.#news.growth(engine);
    const view = this.#viewFor(run, messages, dialect);
    const { viewTokens, hostOverhead, budget } = engine.totals();
    this.#sent = {
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
    if (context.steps !== undefined) this.#stepSent = this.#sent;
    return { ...view, event, sent: this.#sent };
  }

  async #waitFor(turn: Promise<number>): Promise<number> {
    this.#waiting = true;
    try {
      return await turn;
    } finally {
      this.#waiting = false;
    }
  }

  #show(engine: EngineSession, run: Run, dialect: Dialect, { hook }: StepContext): void {
    engine.show(run, dialect, this.#placement(hook), this.#host.abortedText);
  }

  #placement(hook: boolean, stepModel = this.#model): Placement {
    const { placement = 'user', model } = this.#options;
    if ([stepModel, modelIdOf(model)].some(hasStrictTemplate)) return 'alternating';
    return placement === 'system' && hook ? 'user' : placement;
  }

  /** Replies are there for a postponed rewrite, or nobody here knows what it asks. */
  #resumes(engine: EngineSession): boolean {
    if (!this.#options.background) return false;
    const calls = this.#calls;
    return engine.awaited().some(({ ids, isLate }) => {
      if (ids.every((id) => calls.answerOf(id) !== undefined)) return true;
      return !isLate && ids.some((id) => !calls.knows(id));
    });
  }

  /** The requests that postponed rewrites wait for. */
  #awaits(engine: EngineSession): string[] {
    return engine.awaited().flatMap(({ ids }) => ids);
  }

  /** Lets go of calls that no rewrite waits for any more. */
  #dropStale(engine: EngineSession): void {
    const calls = this.#calls;
    if (calls.size === 0) return;
    const wanted = engine.awaited().flatMap(({ ids, isLate }) => {
      // Why code had to write is no answer.
      return isLate ? ids.filter((id) => calls.answerOf(id)?.kind === 'answer') : ids;
    });
    for (const { kind, attempt } of calls.keepOnly(new Set(wanted))) {
      const reason = 'stale';
      this.#emit({ type: 'summary-rejected', sessionId: this.id, kind, attempt, reason });
    }
  }

  /** The view as the host gets it: its own array's content needs no answer. */
  #viewFor(
    run: Run,
    messages: readonly HostMessage[],
    dialect: Dialect,
  ): Omit<Prepared, 'event' | 'sent'> {
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

  /** A host may carry on with a view that has our marks in it. */
  #unmarked(messages: readonly HostMessage[]): readonly HostMessage[] {
    return this.#marks ? messages.map(unmarked) : messages;
  }

  #marked(run: Run, dialect: Dialect): readonly HostMessage[] {
    const { shown } = run;
    return this.#marks && dialect !== anyDialect
      ? withBreakpoints(shown, dialect.name, run.breakpoints(), breakpointsFor(shown))
      : shown;
  }
}

/** The system prompt and the tools have breakpoints, too. What the view does not show of them is left one each. */
function breakpointsFor([first]: readonly HostMessage[]): number {
  const isSystem = attempt(() => first.role) === 'system';
  return mostBreakpoints - (isSystem ? 1 : 2);
}

function detected(messages: readonly HostMessage[]): Dialect | undefined {
  const name = detectDialect(messages);
  return name === undefined ? undefined : dialects[name];
}

/** Of messages that do not tell it. */
function dialectOf(hooked: boolean): Dialect {
  return hooked ? dialects['ai-sdk'] : anyDialect;
}

function requireArray(messages: unknown, method: string): void {
  if (Array.isArray(messages)) return;
  throw new EpitomeError('invalid-argument', `${method} takes an array of messages`);
}
