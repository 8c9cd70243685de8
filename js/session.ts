/**
 * One conversation: brings the host's arrays to the engine, carries out what it asks for, and hands
 * back views. Decides the order of calls, events, and what happens when something fails; every
 * decision about messages is the core's.
 */
import { detectDialect, dialects } from './adapters/detect.ts';
import type { Dialect, HostMessage } from './adapters/dialect.ts';
import type { Host } from './compactor.ts';
import { type Core, CoreError } from './core/core.ts';
import { RecordWriter } from './core/record-writer.ts';
import { EpitomeError } from './errors.ts';
import { coreOptions, modelIdOf } from './options.ts';
import { Run, sameItems } from './run.ts';
import { askModel } from './summarizing.ts';
import type {
  CompactionEvent,
  CompactorEvent,
  CompactorOptions,
  DigestReason,
  Explanation,
  FinishReason,
  FloorBreakdown,
  MessageLike,
  PrepareStep,
  SessionUsage,
  SummaryReply,
  SummaryRequest,
} from './types.ts';
import { type Billed, billedOf, billedUsage } from './usage.ts';

/** `Next` of `src/session/machine.h`. */
const Next = { unchanged: 0, view: 1, read: 2, summarize: 3 } as const;

/** `AlignCase` of `src/transcript/align.h`. */
const alignCases = [
  'new',
  'extended',
  'own-view',
  'suffix',
  'truncated',
  'edited',
  'regenerated',
  'unrelated',
] as const;

/** `GateVerdict` of `src/summary/gate.h`. */
const verdicts: readonly (DigestReason | undefined)[] = [
  undefined,
  'empty',
  'refused',
  'truncated',
  'inflated',
  'too-short',
  'tool-call',
];

/** `FinishReason` of `src/summary/gate.h`; a reply without one is taken as finished. */
const finishReasons: Record<FinishReason, number> = {
  stop: 0,
  length: 1,
  'content-filter': 2,
  'tool-calls': 3,
  error: 4,
  other: 5,
};

/** `GiveUp` of `src/session/session.h`. */
const giveUps = { failed: 0, 'timed-out': 1, aborted: 2 } as const;

const defaultTimeout = 120_000;
/** A longer reply is refused by the gate whatever it says; UTF-16 code units. */
const longestReply = 40_000;

/** The engine's side of a session; gone with the instance it lives in. */
interface Attachment {
  core: Core;
  handle: number;
  writer: RecordWriter;
  /** The run of each `steps` array, and the one used last. */
  runs: WeakMap<object, Run>;
  /** The runs that the engine knows, by its numbers. */
  known: Map<number, Run>;
  latest: Run | undefined;
}

interface StepContext {
  /** Identifies a run of the agent loop: the AI SDK passes one `steps` array through all of it. */
  key: object | undefined;
  model: unknown;
  billed: Billed;
  manual: boolean;
  signal: AbortSignal | undefined;
}

interface Prepared {
  messages: HostMessage[];
  /** False when the host's own array is the view. */
  changed: boolean;
  event: CompactionEvent | undefined;
}

export class Session {
  readonly id: string;
  /**
   * The hook for `generateText`, `streamText` and the agent classes of `ai` 5 to 7. Bound; never
   * rejects. Returns undefined when the messages can stay as they are.
   */
  readonly prepareStep: PrepareStep;

  readonly #host: Host;
  readonly #options: CompactorOptions;
  #attachment: Attachment | undefined;
  /** The state as of the last rewrite: what a fresh instance starts from. */
  #saved: string | undefined;
  #dialect: Dialect | undefined;
  #busy: Promise<unknown> = Promise.resolve();
  #pending = 0;
  #disposed = false;
  readonly #stepsSeen = new WeakMap<object, number>();
  #summaryUsage = { input: 0, output: 0 };
  #lastRepairs = '[]';

  /** Use `compactor.session`. */
  constructor(host: Host, id: string, options: CompactorOptions, state: string | undefined) {
    this.#host = host;
    this.id = id;
    this.#options = options;
    this.#saved = state;
    const { dialect } = options;
    if (dialect !== undefined && dialect !== 'auto') this.#dialect = dialects[dialect];
    if (state !== undefined) this.#attach();

    this.prepareStep = async (step) => {
      try {
        const { messages, steps, model } = step;
        const prepared = await this.#prepare(messages, {
          key: typeof steps === 'object' && steps !== null ? steps : undefined,
          model,
          billed: this.#newlyBilled(steps),
          manual: false,
          signal: undefined,
        });
        return prepared.changed ? { messages: prepared.messages as typeof messages } : undefined;
      } catch (error) {
        this.#emitError(error);
        return undefined;
      }
    };
  }

  /**
   * The same as `prepareStep` for hosts with a loop of their own: always returns the view, the
   * host's own messages at worst. `usage` is what the provider billed for the last view.
   */
  async prepare<M extends MessageLike>(
    messages: readonly M[],
    options: { model?: unknown; usage?: object; abortSignal?: AbortSignal } = {},
  ): Promise<{ messages: M[] }> {
    try {
      const billed = billedUsage((options.usage ?? {}) as Record<string, unknown>);
      const prepared = await this.#prepare(messages, {
        key: undefined,
        model: options.model,
        billed,
        manual: false,
        signal: options.abortSignal,
      });
      return { messages: prepared.messages as M[] };
    } catch (error) {
      this.#emitError(error);
      // Not even copied: what went wrong may be the array itself.
      return { messages: messages as M[] };
    }
  }

  /**
   * Folds now whatever is not protected, however small the view is. Without `messages` the last
   * transcript is taken. Throws `invalid-argument` when there is none, `disposed` after `dispose`.
   */
  async compact<M extends MessageLike>(
    options: { messages?: readonly M[]; abortSignal?: AbortSignal } = {},
  ): Promise<{ messages: M[]; compacted: boolean; event: CompactionEvent | undefined }> {
    this.#alive();
    const messages = options.messages ?? this.#attachment?.latest?.host;
    if (!Array.isArray(messages)) {
      throw new EpitomeError(
        'invalid-argument',
        'session.compact has no transcript yet: pass { messages }',
      );
    }
    const prepared = await this.#prepare(messages, {
      key: undefined,
      model: undefined,
      billed: { input: 0, output: 0 },
      manual: true,
      signal: options.abortSignal,
    });
    const { event } = prepared;
    return { messages: prepared.messages as M[], compacted: event !== undefined, event };
  }

  /** Why the current view is what it is. Throws `invalid-argument` before the first step. */
  explain(): Explanation {
    this.#alive();
    const { latest } = this.#attachment ?? {};
    if (this.#attachment === undefined || latest === undefined) {
      throw new EpitomeError('invalid-argument', 'session.explain has no transcript yet');
    }
    const { core, handle } = this.#attachment;
    return core.guard((call) => {
      core.check(call.explain(handle, latest.id));
      return JSON.parse(core.outputText()) as Explanation;
    });
  }

  /** Totals of the session. */
  usage(): SessionUsage {
    this.#alive();
    const { core, handle } = this.#attach();
    const totals = core.guard((call) => {
      core.check(call.totals(handle));
      return JSON.parse(core.outputText()) as SessionUsage;
    });
    return {
      ...totals,
      summaryInputTokens: this.#summaryUsage.input,
      summaryOutputTokens: this.#summaryUsage.output,
    };
  }

  /** The state as text: at most 64 KB, whatever the history. Give it back as the override `state`. */
  snapshot(): string {
    this.#alive();
    const { core, handle } = this.#attach();
    return core.guard((call) => {
      core.check(call.snapshotSession(handle));
      return core.outputText();
    });
  }

  /** Frees what the session holds. `prepareStep` then leaves messages as they are. Idempotent. */
  dispose(): void {
    if (this.#disposed) return;
    this.#disposed = true;
    this.#detach();
    this.#host.forget(this);
  }

  [Symbol.dispose](): void {
    this.dispose();
  }

  /** No call of this session is under way. */
  get idle(): boolean {
    return this.#pending === 0;
  }

  /** Gives the engine's memory back; the next call starts from the saved state. */
  park(): void {
    if (this.#attachment === undefined || this.#attachment.core.dead) return;
    this.#saved = this.snapshot();
    this.#detach();
  }

  #alive(): void {
    if (this.#disposed || this.#host.disposed) {
      throw new EpitomeError('disposed', `session '${this.id}' was disposed`);
    }
  }

  #emit(event: CompactorEvent): void {
    try {
      this.#options.onEvent?.(event);
    } catch {
      // A listener's fault is not the agent's.
    }
  }

  #emitError(error: unknown): void {
    this.#emit({ type: 'error', sessionId: this.id, error: typed(error) });
  }

  #detach(): void {
    const attachment = this.#attachment;
    this.#attachment = undefined;
    if (attachment === undefined) return;
    this.#host.unwatch(this);
    if (!attachment.core.dead)
      attachment.core.guard((call) => call.closeSession(attachment.handle));
  }

  /** The engine's side, made anew from the saved state where there is none. */
  #attach(): Attachment {
    this.#alive();
    const core = this.#host.core();
    if (this.#attachment !== undefined && this.#attachment.core === core) return this.#attachment;
    const handle = core.guard((call) => {
      const length = core.write(coreOptions(this.#options, this.#host.overheadOf(this.#options)));
      const opened = core.check(call.openSession(length ?? core.capacity));
      if (this.#saved === undefined) return opened;
      const state = core.write(this.#saved);
      const restored =
        state === undefined ? -CoreError.invalidState : call.restoreSession(opened, state);
      if (restored === 0) return opened;
      call.closeSession(opened);
      throw new EpitomeError(
        'invalid-state',
        restored === -CoreError.unsupportedState
          ? 'the state was saved by another release of epitome, in a version that this one cannot read'
          : 'the state is not one that session.snapshot() returned, or it was altered',
      );
    });
    this.#attachment = {
      core,
      handle,
      writer: new RecordWriter(core),
      runs: new WeakMap(),
      known: new Map(),
      latest: undefined,
    };
    this.#host.watch(this, core, handle);
    return this.#attachment;
  }

  /** Usage of the last step, once. */
  #newlyBilled(steps: ReadonlyArray<object> | undefined): Billed {
    if (!Array.isArray(steps)) return { input: 0, output: 0 };
    const seen = this.#stepsSeen.get(steps) ?? 0;
    if (steps.length <= seen) return { input: 0, output: 0 };
    this.#stepsSeen.set(steps, steps.length);
    return billedOf(steps);
  }

  async #prepare(messages: readonly HostMessage[], context: StepContext): Promise<Prepared> {
    // One rewrite at a time: a second call sees what the first has decided.
    const before = this.#busy;
    let done = () => {};
    this.#busy = new Promise<void>((resolve) => {
      done = resolve;
    });
    this.#pending += 1;
    try {
      await before;
      if (!Array.isArray(messages)) {
        throw new EpitomeError('invalid-argument', 'messages must be an array');
      }
      this.#alive();
      if (this.#host.core().dead) await this.#host.revive();
      try {
        return await this.#step(messages, context);
      } catch (error) {
        // The engine may stand in the middle of the step: its side is made anew from the saved state.
        const recoverable = this.#host.recoverable(error, this.#attachment?.core);
        this.#detach();
        if (!recoverable || this.#disposed) throw typed(error);
        this.#emitError(error);
        await this.#host.revive();
        return await this.#step(messages, { ...context, billed: { input: 0, output: 0 } });
      }
    } finally {
      this.#pending -= 1;
      done();
    }
  }

  async #step(messages: readonly HostMessage[], context: StepContext): Promise<Prepared> {
    const attachment = this.#attach();
    const { core, handle } = attachment;
    this.#dialect ??= detected(messages);
    const run = core.guard(() => this.#take(attachment, messages, context.key));
    attachment.latest = run;
    const window = this.#host.windowOf(this.#options, modelIdOf(context.model));
    let next = core.guard((call) =>
      core.check(
        call.step(
          handle,
          run.id,
          window.contextWindow,
          window.maxOutputTokens,
          context.billed.input,
          context.billed.output,
          context.manual,
        ),
      ),
    );
    const rewrites = next >= Next.read;
    let millis = 0;
    while (next >= Next.read) {
      if (next === Next.read) {
        next = core.guard(() => this.#read(attachment, run));
      } else {
        const started = performance.now();
        next = await this.#summarize(attachment, run, context.signal);
        millis += performance.now() - started;
      }
    }
    if (next === Next.view) {
      core.guard((call) => {
        core.check(call.view(handle, run.id));
        run.rebuild(core.output(), this.#dialect ?? dialects['ai-sdk'], this.#host.abortedText);
      });
      this.#reportRepairs(attachment, run);
    }
    const event = this.#report(attachment, run, millis);
    if (rewrites) this.#saved = this.snapshot();
    return { ...viewFor(run, messages), event };
  }

  /** Brings the engine's transcript up to `messages`, by identity where that tells enough. */
  #take(attachment: Attachment, messages: readonly HostMessage[], key: object | undefined): Run {
    const known = (key !== undefined && attachment.runs.get(key)) || attachment.latest;
    const run = known === undefined ? undefined : this.#extend(attachment, known, messages);
    const taken = run ?? this.#match(attachment, messages);
    if (key !== undefined) attachment.runs.set(key, taken);
    return taken;
  }

  /** The run with what is new in `messages`; undefined when the array is not its continuation. */
  #extend(attachment: Attachment, run: Run, messages: readonly HostMessage[]): Run | undefined {
    if (attachment.known.get(run.id) !== run) return undefined;
    const extension = run.extension(messages);
    if (extension === undefined) return undefined;
    const { core, handle } = attachment;
    for (const index of extension.replaced) {
      this.#stage(attachment, 0, [messages[index]], index);
      const same = core.call.sameMessage(handle, run.id, index);
      if (same !== 1) return undefined;
    }
    for (const index of extension.replaced) run.host[index] = messages[index];
    const added = messages.slice(extension.from);
    if (added.length > 0) this.#stage(attachment, 0, added, run.host.length);
    const appended = core.call.append(handle, run.id);
    if (appended === -CoreError.unknownHandle) {
      attachment.known.delete(run.id);
      core.check(core.call.dropStaged(handle));
      return undefined;
    }
    core.check(appended);
    run.extend(added);
    return run;
  }

  /** Has the engine match a whole array with what it knows. */
  #match(attachment: Attachment, messages: readonly HostMessage[]): Run {
    const { core, handle, known } = attachment;
    core.check(core.call.dropStaged(handle));
    this.#stage(attachment, 0, messages, 0);
    const id = core.check(core.call.attach(handle));
    const answer = core.output();
    const how = alignCases[answer.word()] ?? 'unrelated';
    const common = answer.word();
    const source = known.get(answer.word())?.host ?? [];
    const host: HostMessage[] = [];
    for (let count = answer.word(); count > 0; count -= 1) {
      const from = answer.word() === 1 ? source : messages;
      const begin = answer.word();
      const end = begin + answer.word();
      for (let i = begin; i < end; i += 1) host.push(from[i]);
    }
    const run = new Run(id, host, messages);
    known.set(id, run);
    for (const other of known.keys()) {
      // The engine lets go of runs by itself, and must find here the host's messages of all others.
      if (core.call.sameMessage(handle, other, 0) < 0) known.delete(other);
    }
    this.#emit({ type: 'aligned', sessionId: this.id, how, common });
    return run;
  }

  /** Passes messages by the engine: new ones with `run` 0, else texts that the run wants to read. */
  #stage(
    { handle, writer }: Attachment,
    run: number,
    messages: readonly HostMessage[],
    firstIndex: number,
  ): void {
    const dialect = this.#dialect ?? dialects['ai-sdk'];
    writer.begin(handle, run, firstIndex);
    for (let i = 0; i < messages.length; i += 1) dialect.read(messages[i], writer);
    writer.finish();
    if (run !== 0) return;
    for (const { messageIndex, fault } of writer.faults) {
      this.#emit({ type: 'fault', sessionId: this.id, messageIndex, fault });
    }
  }

  #read(attachment: Attachment, run: Run): number {
    const { core, handle } = attachment;
    core.check(core.call.readList(handle, run.id));
    const answer = core.output();
    const wanted: HostMessage[] = [];
    for (let count = answer.word(); count > 0; count -= 1) wanted.push(run.host[answer.word()]);
    this.#stage(attachment, run.id, wanted, 0);
    return core.check(core.call.readDone(handle, run.id));
  }

  async #summarize(
    attachment: Attachment,
    run: Run,
    signal: AbortSignal | undefined,
  ): Promise<number> {
    const { core, handle } = attachment;
    const { summarize, summarizeTimeout, abortSignal } = this.#options;
    const request = core.guard((call): SummaryRequest => {
      core.check(call.request(handle, run.id));
      const answer = core.output();
      const kind = answer.word() === 0 ? 'fold' : 'merge';
      const maxOutputTokens = answer.word();
      return { kind, system: answer.text(), prompt: answer.text(), maxOutputTokens };
    });
    const outcome =
      summarize === undefined
        ? ({ kind: 'failed', error: undefined } as const)
        : await askModel(summarize, request, summarizeTimeout ?? defaultTimeout, [
            signal,
            abortSignal,
          ]);
    if (this.#disposed || this.#attachment !== attachment) this.#alive();
    const rejected = (reason: DigestReason, error?: unknown) =>
      this.#emit({
        type: 'summary-rejected',
        sessionId: this.id,
        kind: request.kind,
        reason,
        error,
      });
    if (outcome.kind !== 'reply') {
      rejected(outcome.kind, outcome.error);
      return core.guard((call) =>
        core.check(call.giveUp(handle, run.id, giveUps[outcome.kind as keyof typeof giveUps])),
      );
    }
    this.#countReply(outcome.reply);
    const { text, finishReason = 'stop' } = outcome.reply;
    const known = Object.hasOwn(finishReasons, finishReason) ? finishReason : 'other';
    return core.guard((call) => {
      const length = core.write(text.slice(0, longestReply)) ?? 0;
      const next = core.check(call.reply(handle, run.id, length, finishReasons[known]));
      const reason = verdicts[call.lastVerdict(handle)];
      if (reason !== undefined) rejected(reason);
      return next;
    });
  }

  #countReply({ usage }: SummaryReply): void {
    this.#summaryUsage.input += usage?.inputTokens ?? 0;
    this.#summaryUsage.output += usage?.outputTokens ?? 0;
  }

  #reportRepairs({ core, handle }: Attachment, run: Run): void {
    const text = core.guard((call) => {
      core.check(call.repairs(handle, run.id));
      return core.outputText();
    });
    if (text === this.#lastRepairs) return;
    this.#lastRepairs = text;
    if (text !== '[]') {
      this.#emit({ type: 'repair', sessionId: this.id, repairs: JSON.parse(text) });
    }
  }

  #report(attachment: Attachment, run: Run, millis: number): CompactionEvent | undefined {
    const { core, handle } = attachment;
    const text = core.guard((call) => {
      core.check(call.report(handle, run.id));
      return core.outputText();
    });
    if (text === '') return undefined;
    const { cannotFit, ...report } = JSON.parse(text) as Report;
    let event: CompactionEvent | undefined;
    if (report.folds.length > 0 || report.trims.length > 0) {
      event = {
        type: 'compaction',
        sessionId: this.id,
        ...report,
        trims: report.trims.map(({ part: _, ...trim }) => ({
          ...trim,
          toolName: toolNameOf(run.host[trim.message - 1]),
        })),
        summarizeMillis: millis,
      };
      this.#emit(event);
    }
    if (cannotFit !== undefined) {
      this.#emit({ type: 'cannot-fit', sessionId: this.id, breakdown: cannotFit });
    }
    return event;
  }
}

type Report = Omit<CompactionEvent, 'type' | 'sessionId' | 'trims' | 'summarizeMillis'> & {
  trims: { message: number; part: number; kept: number; total: number }[];
  cannotFit?: FloorBreakdown;
};

function detected(messages: readonly HostMessage[]): Dialect | undefined {
  const name = detectDialect(messages);
  return name === undefined ? undefined : dialects[name];
}

/** The view as the host gets it: its own array's content needs no answer. */
function viewFor(run: Run, messages: readonly HostMessage[]): Omit<Prepared, 'event'> {
  const view = run.view ?? run.host;
  const same = sameItems(view, messages);
  return { messages: same ? [...messages] : view.slice(), changed: !same };
}

function toolNameOf(message: HostMessage): string {
  let name = '';
  const dialect = dialects[detectDialect([message]) ?? 'ai-sdk'];
  dialect.read(message, {
    message: () => {},
    part: (_kind, _flags, fields) => {
      name ||= fields?.toolName ?? '';
    },
    text: () => {},
    fault: () => {},
  });
  return name;
}

/** The error as listeners get it: always with a `code`. Never throws, whatever was thrown. */
function typed(error: unknown): EpitomeError {
  let reason = 'something that is no error was thrown';
  try {
    if (EpitomeError.isInstance(error)) return error;
    if (error instanceof Error) reason = error.message;
  } catch {
    // A proxy of the host's, thrown through us.
  }
  return new EpitomeError('internal', `a step failed: ${reason}`, { cause: error });
}
