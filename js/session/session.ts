/// <reference lib="esnext.disposable" preserve="true" />
/** One conversation, as its host has it in hands. */
import { billedUsage } from '../bills/usage.ts';
import { aiSdkPrompt } from '../dialects/ai-sdk.ts';
import type { HostMessage } from '../dialects/dialect.ts';
import { Rewound } from '../engine/codes.ts';
import type { EngineSession } from '../engine/engine-session.ts';
import type { Run } from '../engine/run.ts';
import { EpitomeError } from '../errors.ts';
import { type Listener, typed } from '../events/events.ts';
import { replyOf } from '../fold/summarizing.ts';
import { overridesOf } from '../options/options.ts';
import { overflowOf } from '../overflow/overflow.ts';
import type { Overflow } from '../overflow/refusal.ts';
import { type Offered, Recall } from '../recall/recall.ts';
import type {
  Compacted,
  CompactorOptions,
  Explanation,
  MessageLike,
  PendingSummary,
  PlanOptions,
  PrepareStep,
  Recalled,
  RecallOptions,
  Round,
  SessionOverrides,
  SessionTools,
  SessionUsage,
  Signal,
  StepPlan,
  SummaryRecord,
  SummaryReply,
  TranscriptTextOptions,
  UsageOptions,
} from '../types.ts';
import { attempt } from '../values/fields.ts';
import { requireThat } from '../values/require.ts';
import { toWellFormed } from '../values/well-formed.ts';
import { arrayOf, requireArguments } from './arguments.ts';
import { awaitedIds, unanswered } from './awaited.ts';
import { Children } from './children.ts';
import { kept } from './deciding.ts';
import { hookOf } from './hook.ts';
import type { Host } from './host.ts';
import { keepIn } from './keeping.ts';
import { keyOf, type Place, placeName } from './keys.ts';
import { readState } from './lineage.ts';
import { compacted, edited } from './manual.ts';
import { planned, readAhead } from './planning.ts';
import { ownArray, type Sent, withSystem } from './prepared.ts';
import { recallAround } from './recall-around.ts';
import { retreat } from './retreat.ts';
import { prepare } from './step.ts';
import { plainStep, type StepContext } from './step-context.ts';
import { Steps } from './steps.ts';

/** UTF-16 code units of a transcript as text. */
const defaultTextLength = 40_000;

/** What a session begins with. */
interface Beginning {
  state?: string | undefined;
  parent?: Session | undefined;
  place?: Place | undefined;
}

export class Session {
  readonly id: string;
  /** Tells it from other open sessions of its compactor. @internal */
  readonly key: string;
  /** Where it is in its store, if it has one. @internal */
  readonly place: Place | undefined;
  /**
   * The hook for `generateText`, `streamText` and the agent classes of `ai` 5 to 7. Bound; never
   * rejects. Returns undefined when the messages can stay as they are.
   */
  readonly prepareStep: PrepareStep;
  /**
   * Two tools for the agent: `recall` searches and reads what the view shows no more, and `compact_context` has older
   * messages folded before the next step. From then on records and notes tell of `recall`. The same names give the
   * same bytes at every step. Bound. Throws `invalid-argument` for a name that one of your own tools has.
   */
  readonly tools: SessionTools;

  /** What it is made of. @internal */
  readonly steps: Steps;
  /** The session that it is a child of. @internal */
  readonly parent: Session | undefined;

  readonly #host: Host<Session>;
  readonly #children = new Children<Session>();
  readonly #recall: Recall;
  #disposed = false;
  /** How often it was opened, less how often it was closed. */
  #opened = 0;

  /**
   * Use `compactor.session` or `compactor.open`.
   * @internal
   */
  constructor(
    host: Host<Session>,
    id: string,
    options: CompactorOptions,
    { state, parent, place }: Beginning = {},
  ) {
    this.#host = host;
    this.parent = parent;
    this.id = id;
    this.place = place;
    this.key = place === undefined ? id : placeName(place);
    this.steps = new Steps(host, id, options, {
      watch: (core, handle) => host.sessions.watch(this, core, handle),
      unwatch: () => host.sessions.unwatch(this),
      use: () => host.sessions.use(this),
      left: () => this.#left(),
    });
    const { store } = options;
    if (place !== undefined && store !== undefined) {
      this.steps.stored = keepIn(this.steps, store, keyOf(place.scope, place.names));
    }
    if (state !== undefined) {
      this.steps.states.take(readState(state));
      this.steps.stored?.begin();
    }
    this.prepareStep = hookOf(this.steps);
    this.#recall = new Recall(recallAround(this.steps));
    this.tools = ((own?: Offered) => {
      this.#alive();
      requireArguments('session.tools', own);
      return this.#recall.tools(own ?? {});
    }) as SessionTools;
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
    const { steps } = this;
    const { model, usage, final, abortSignal, onEvent } = this.#told('session.prepare', options);
    const view = await steps.news.orTold({ onEvent }, async () => {
      const prepared = await prepare(steps, () => arrayOf(messages), {
        ...plainStep,
        model,
        billed: billedUsage((usage ?? {}) as Record<string, unknown>),
        final: final === true,
        signal: abortSignal,
        onEvent,
      });
      return withSystem({ messages: ownArray<M>(prepared) }, prepared);
    });
    // Not even copied: what went wrong may be the array itself.
    return view ?? { messages: messages as M[] };
  }

  /**
   * Folds now whatever is not protected, however small the view is. Where that is nothing, images and files that
   * a model has seen give way. Without `messages` it takes the last transcript, once the calls before this one
   * are done: a loop that runs goes on with the smaller view. Called by a function that a step waits for (`summarize`,
   * `memoryFlush`, `reinject`, a hook of a fold), it resolves at once, with `compacted: false`, and folds when that step is over.
   * Rejects with `invalid-argument` when there is no transcript, and with `disposed` after `dispose`.
   */
  async compact<M extends MessageLike>(
    options: { messages?: readonly M[] | undefined; abortSignal?: Signal | undefined } = {},
  ): Promise<Compacted<M>> {
    this.#alive();
    requireArguments('session.compact', options);
    return compacted(this.steps, 'compact', options);
  }

  /**
   * The same for all that stands before a message, however recent: what is never folded stays, and so does what a
   * record would be no smaller than. `message` is a number, counted from 1, or a message object of the array that was
   * prepared last, or of `messages`. Rejects with `invalid-argument` for any other, too.
   */
  async compactAbove<M extends MessageLike>(
    message: number | M,
    options: { messages?: readonly M[] | undefined; abortSignal?: Signal | undefined } = {},
  ): Promise<Compacted<M>> {
    this.#alive();
    requireArguments('session.compactAbove', message, options);
    return compacted(this.steps, 'compactAbove', { ...options, above: message });
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
    const {
      messages: given,
      abortSignal: signal,
      onEvent,
    } = this.#told('session.recover', options);
    return this.steps.news.orTold({ onEvent }, async () => {
      const { sent } = this.steps;
      const overflow = overflowOf(error);
      if (overflow === undefined || sent === undefined) return undefined;
      const messages = given ?? sent.messages;
      const own = { signal, onEvent };
      const prepared = await retreat(this.steps, { ...sent, messages }, overflow, own);
      return prepared && withSystem({ messages: ownArray<M>(prepared) }, prepared);
    });
  }

  /**
   * What the next step would do with these messages, without doing it: nobody is asked or told anything, and the
   * session stays as it is. While a step is under way it is what a step would do in its place. Throws
   * `invalid-argument` for anything but an array, `disposed` after `dispose`, and with `strict` what its step would
   * tell as an `error`.
   */
  plan(messages: readonly MessageLike[], step?: PlanOptions): StepPlan {
    this.#alive();
    requireArguments('session.plan', messages, step);
    try {
      return planned(this.steps, messages, step ?? {});
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
   * Takes back the last change of the view's records. Of `editRecord` that is the text: the record is as it was before.
   * Otherwise it is the newest record, for example when its summary came out badly: from the next step on the records
   * that it was merged from stand in its place, or else its messages. That step, or `compact()`, may summarize them
   * anew. Resolves to false when there is no record, or when you have not sent its messages. Rejects with
   * `invalid-argument` before the first step, and where the text before an edit is kept no more.
   */
  async rewind(): Promise<boolean> {
    this.#latest('rewind');
    this.#notWithin('rewind');
    return this.#decide(() => {
      const { engine, run } = this.#latest('rewind');
      const rewound = engine.rewind(run);
      requireThat(
        rewound !== Rewound.textIsGone,
        'session.rewind: the text that stood before the last `editRecord` is kept no more, so nothing was taken back',
      );
      return { changes: rewound === Rewound.done };
    }).then(({ changes }) => changes);
  }

  /**
   * Puts a text of the user's in place of a record of the view, from the next step on. Secrets are left out; nothing else
   * is checked. The text stays whole, however often the record is merged, until `rewind` or another edit. Resolves to the
   * record as it is now, with an `id` of its own. Rejects with `invalid-argument` before the first step, for an empty
   * text, for a record that is unknown or not in the view, and for a text that there is no room for.
   */
  async editRecord(id: string, text: string): Promise<SummaryRecord> {
    requireArguments('session.editRecord', id, text);
    this.#latest('editRecord');
    this.#notWithin('editRecord');
    return this.#decide(() => {
      this.#alive();
      return { changes: true, record: edited(this.steps, id, text) };
    }).then(({ record }) => record);
  }

  /**
   * Pins an order, so that it holds whatever is folded. From the next fold on it stands behind the records, until
   * `unpin` or the user's own words end it. Throws `invalid-argument` for a text that is empty or longer than 600
   * bytes of UTF-8, and where there are 32 pins already or 8,000 bytes of JSON together; `load-failed` where what
   * finds secrets could not be loaded.
   */
  pin(text: string): void {
    this.#alive();
    requireArguments('session.pin', text);
    requireThat(
      this.#attached().pin(toWellFormed(text), true),
      'session.pin takes a text of 1 to 600 bytes; a session holds at most 32 pins, 8,000 bytes together: unpin one first',
    );
    this.#pinned(text, true);
  }

  /** Ends a pin. Returns whether the text was pinned. Throws `invalid-argument` for what is no string. */
  unpin(text: string): boolean {
    requireArguments('session.unpin', text);
    const taken = this.#attached().pin(toWellFormed(text), false);
    if (taken) this.#pinned(text, false);
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
  transcriptText(options: TranscriptTextOptions = {}): string {
    requireArguments('session.transcriptText', options);
    const { summary = true, last = 20, maxLength = defaultTextLength } = options;
    const { engine, run } = this.#latest('transcriptText');
    const { dialect } = this.steps.views;
    return engine.transcriptText(run, dialect, { last, records: summary, most: maxLength });
  }

  /**
   * Finds what the view shows no more, in the array of the last step: messages that records stand for, and results
   * that were trimmed, cleared or outdated. By words, names, paths and numbers, without an index and without a store.
   * With a store it finds archived messages, too, also before the first step. Texts are without secrets, reasoning and
   * hidden fields, and only what is left of them is searched. Rejects with `invalid-argument` for a wrong argument, and
   * before the first step where there is no store.
   */
  async recall(query: string, options: RecallOptions = {}): Promise<Recalled[]> {
    this.#alive();
    requireArguments('session.recall', query, options);
    return this.#recall.search(query, options);
  }

  /**
   * Runs one of the session's tools, in a loop of your own. `input` is an object, or JSON text as chat completions
   * give it. Resolves to the result, or to undefined where the name is none of theirs, as every name is until `tools` was
   * called. What is wrong with the input is said in the result.
   */
  async runTool(name: string, input: unknown): Promise<string | undefined> {
    this.#alive();
    requireArguments('session.runTool', name);
    return this.#recall.run(name, input);
  }

  /**
   * The rewrites of the session so far, oldest first, as its store has them: those of other processes, too. Rejects
   * with `invalid-argument` where it has no store, and with what the store throws.
   */
  async rounds(): Promise<Round[]> {
    this.#alive();
    const { stored } = this.steps;
    requireThat(stored !== undefined, 'session.rounds needs a `store`: open the session with one');
    return stored.rounds();
  }

  /** Totals of the session, with `children: true` those of its child sessions, too. */
  usage(options: UsageOptions = {}): SessionUsage {
    requireArguments('session.usage', options);
    const {
      warn: _,
      ignoredBill: __,
      provenWindow: ___,
      unseen: ____,
      ...own
    } = this.#attached().totals();
    return options.children ? this.#children.addedTo(own) : own;
  }

  /**
   * The session of a sub-agent, with the id `id/name`, in which `/` of the name is `%2F`, and `%` is `%25`. It has a
   * transcript and a state of its own, and this session's options except `overrides`, which count when it is new. It
   * ends with this one. Throws what `compactor.session` throws, and `invalid-argument` for a name that is empty.
   */
  child(name: string, overrides?: SessionOverrides): Session {
    this.#alive();
    requireArguments('session.child', name);
    const own = overridesOf('session.child', overrides);
    const known = this.#children.get(name);
    if (known !== undefined) return known;
    const child = this.#host.child(this, this.steps.options, name, own);
    return this.#children.add(name, child);
  }

  /**
   * A session of its own with the state of now (decisions, records, bills) and this session's options except
   * `overrides`. What happens to one of them from here on is nothing to the other; only summaries that were asked for
   * in the background before are there for both. While a step is under way it has what was decided before that step.
   * Children are not taken along. Rejects with what `compactor.session` throws, and with `invalid-argument` where there
   * is a session with that id, open or in the store.
   */
  async fork(id: string, overrides?: Omit<SessionOverrides, 'state'>): Promise<Session> {
    this.#alive();
    requireArguments('session.fork', id);
    const own = overridesOf('session.fork', overrides);
    const { states, calls, options } = this.steps;
    if (this.idle) states.goOn();
    const fork = await this.#host.fork(this, options, id, states.now(), own);
    const awaited = awaitedIds(fork.#attached());
    fork.steps.calls.share(calls, awaited);
    return fork;
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
    const text = this.steps.states.give();
    this.#left();
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
    requireArguments('session.pending', messages);
    const read = () => messages && readAhead(this.steps, messages);
    return unanswered(this.#current(), this.steps.calls, read);
  }

  /**
   * Gives the answer to one of the `pending` requests, of this session or of the one whose state this one was
   * opened with. The next step uses it. Returns false when nothing waits for it any more. Throws
   * `invalid-argument` for what is no reply.
   */
  deliver(id: string, reply: string | SummaryReply): boolean {
    requireArguments('session.deliver', id, reply);
    const waits = awaitedIds(this.#current()).includes(id);
    if (waits) this.steps.calls.deliver(id, { kind: 'answer', value: replyOf(reply) });
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
    if (this.parent !== undefined) this.parent.#children.end(this);
    this.#disposed = true;
    this.#host.sessions.forget(this);
    if (!this.idle && !this.#host.disposed) return;
    this.steps.calls.keepOnly(new Set());
    this.park();
  }

  [Symbol.dispose](): void {
    this.dispose();
  }

  /**
   * Ends what one `compactor.open()` has begun: after the last one of them it waits for the calls that are under way
   * and for what is being saved, and disposes of the session. Where a summary is being written that no step waits for,
   * that happens once it is used, and nobody waits for it here either.
   */
  async close(): Promise<void> {
    this.#opened = Math.max(0, this.#opened - 1);
    if (this.#opened > 0 || this.#disposed) return;
    await this.settled();
    const { buying } = this;
    if (buying === undefined) this.#closed();
    else void buying.then(() => this.#closed());
  }

  #closed(): void {
    if (this.#opened === 0) this.dispose();
  }

  /** Until summaries that no step waits for are used, those of children too. @internal */
  get buying(): Promise<unknown> | undefined {
    const own = [this.steps.buying, ...this.children.map((child) => child.buying)];
    const all = own.filter((work) => work !== undefined);
    return all.length === 0 ? undefined : Promise.all(all);
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  /** `close` ends it. @internal */
  held(): this {
    this.#opened += 1;
    return this;
  }

  /** Has what is stored, as another process may have left it since. @internal */
  async loaded(): Promise<void> {
    const { stored, line } = this.steps;
    if (stored === undefined) return;
    // A step that is under way ends with what it has begun with.
    if (this.idle) await line.inTurn(() => stored.load());
    else stored.renew();
  }

  /** Calls that are under way are over, and what they decided is saved. @internal */
  async settled(): Promise<void> {
    await this.steps.line.inTurn(async () => {});
    await Promise.all(this.children.map((child) => child.settled()));
    await this.steps.stored?.settled();
  }

  /** It was in the store, and is there no more. @internal */
  get isGone(): boolean {
    return this.steps.stored?.isGone === true;
  }

  /** Nothing of it is written any more. @internal */
  forgotten(): void {
    for (const child of this.children) child.forgotten();
    const { stored } = this.steps;
    if (stored !== undefined) stored.isGone = true;
    this.dispose();
  }

  /** No call of this session is under way. @internal */
  get idle(): boolean {
    return this.steps.line.idle;
  }

  /** A step for a middleware. Undefined where it failed. @internal */
  serve(
    messages: readonly HostMessage[],
    options: Pick<StepContext, 'model' | 'billed' | 'signal'>,
  ): Promise<Sent | undefined> {
    const own = { billedLate: true, hook: true, dialect: aiSdkPrompt };
    const context = { ...plainStep, ...options, ...own };
    const served = () => prepare(this.steps, () => messages, context);
    return this.steps.news.orTold({}, async () => (await served()).sent);
  }

  /** What goes out in place of a view that was refused; undefined where nothing smaller can. @internal */
  retreat(sent: Sent, overflow: Overflow, signal?: Signal): Promise<Sent | undefined> {
    const { news } = this.steps;
    const lowered = () => retreat(this.steps, sent, overflow, { signal });
    return news.orTold({}, async () => (await lowered())?.sent);
  }

  /** Gives the engine's memory back; the next call starts from the saved state. @internal */
  park(): void {
    if (this.steps.side.park()) this.steps.letGo();
  }

  /** A call is over. One that was disposed before its last step was over is freed by nobody later. */
  #left(): void {
    if (this.#disposed && this.idle) this.park();
  }

  /** What `decide` decides when its turn has come, saved. */
  #decide<D extends { changes: boolean }>(decide: () => D): Promise<D> {
    const { steps } = this;
    const work = async () => {
      const decided = decide();
      if (decided.changes) steps.side.keep();
      return decided;
    };
    return steps.line.inTurn(() => kept(steps.stored, work));
  }

  /** A pin has begun or ended here: it is saved when its turn has come. */
  #pinned(text: string, isPinned: boolean): void {
    const { side, stored } = this.steps;
    side.keep();
    if (stored === undefined) return;
    const saved = this.#decide(() => {
      side.awake().pin(toWellFormed(text), isPinned);
      return { changes: true };
    });
    stored.calls.late(saved.catch((error) => this.steps.news.error(error)));
  }

  /** The options of a call that never rejects: what is wrong with them is told, and the call goes on. */
  #told<O extends object>(method: 'session.prepare' | 'session.recover', options: O): Partial<O> {
    const { onEvent } = attempt(() => ({ ...options }) as { onEvent?: Listener }) ?? {};
    const listener = typeof onEvent === 'function' ? onEvent : undefined;
    try {
      requireArguments(method, options);
      return options;
    } catch (error) {
      this.steps.news.error(error, listener);
      return listener ? ({ onEvent: listener } as object) : {};
    }
  }

  /** Whoever a step waits for can't wait for its end. */
  #notWithin(method: string): void {
    requireThat(
      !this.steps.waiting.isSurelyWithin,
      `session.${method} was called by a function that a step of the session waits for: call it when that step is over`,
    );
  }

  #alive(): void {
    this.#host.alive();
    if (this.#disposed)
      throw new EpitomeError(
        'disposed',
        `session '${this.id}' was disposed of: open it again with compactor.session`,
      );
  }

  #attached(): EngineSession {
    this.#alive();
    return this.steps.side.awake();
  }

  /** The same, gone on from a state that was offered where no step is under way. */
  #current(): EngineSession {
    if (this.idle) this.steps.states.goOn();
    return this.#attached();
  }

  #latest(method: string): { engine: EngineSession; run: Run } {
    this.#alive();
    return this.steps.side.latest(method);
  }
}
