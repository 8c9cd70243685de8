/**
 * The engine's side of a session, which is gone with the instance that it lives in: brings arrays to the
 * engine, and turns its numbers into words.
 */
import type { Billed } from '../bills/usage.ts';
import { type Dialect, type HostMessage, MessageFlag } from '../dialects/dialect.ts';
import { isSpacer } from '../dialects/placement.ts';
import { EpitomeError } from '../errors.ts';
import { plainError } from '../events/events.ts';
import type { ModelFacts } from '../models/facts.ts';
import { wantsThoughtsBack } from '../models/models.ts';
import type { Means } from '../options/message-rules.ts';
import type { Placement } from '../types/policy.ts';
import type {
  Block,
  CompactionEvent,
  CompactorEvent,
  DigestReason,
  EditReport,
  Explanation,
  FinishReason,
  FloorBreakdown,
  SessionUsage,
  SummaryRecord,
  SummaryRequest,
} from '../types.ts';
import { toWellFormed } from '../values/well-formed.ts';
import { type Core, CoreError } from './core.ts';
import { type CoreFlush, readFlush } from './flush-reader.ts';
import { RecordWriter } from './record-writer.ts';
import { Run } from './run.ts';
import { readId, readView } from './view-reader.ts';

/** `Next` of `src/session/machine.h`. */
export const Next = {
  unchanged: 0,
  view: 1,
  read: 2,
  summarize: 3,
  blocks: 4,
  prepare: 5,
  flush: 6,
} as const;

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

/** `Verdict` of `src/summary/check.h`; one that was mended stands, and one without headings may. */
const verdicts: readonly (DigestReason | undefined)[] = [
  undefined,
  'empty',
  'refused',
  'truncated',
  'inflated',
  'too-short',
  'tool-call',
  'echo',
  'wrong-language',
  'invented',
  undefined,
  undefined,
  'no-record',
  'repetitive',
];

/** `RequestKind` of `src/summary/request.h`. */
const requestKinds = ['fold', 'merge', 'part'] as const;

/** `FinishReason` of `src/summary/check.h`. */
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

/** A longer reply is refused by the check whatever it says, and told by nobody; UTF-16 code units. */
const longestReply = 40_000;

/** The core reckons with the price of a million tokens as that of one, and tells millionths of it. */
const moneyUnit = 1e12;

/** What the rewrites of a step did, as the core tells it. */
export type Report = Omit<
  CompactionEvent,
  'type' | 'sessionId' | 'reason' | 'edits' | 'summarizeMillis'
> & {
  /** `arrival`: new results were too long, or repeated others. */
  reason: CompactionEvent['reason'] | 'arrival';
  /** The tool's name is in part `part` of message `namedIn`, counted from 1. */
  edits: (Omit<EditReport, 'toolName'> & { namedIn: number; part: number })[];
  cannotFit?: FloorBreakdown;
};

/** What a step brings along beside its messages. */
export interface StepFacts {
  billed: Billed;
  /** The host's clock, milliseconds. */
  now: number;
  /** The host asked for a rewrite. */
  manual: boolean;
  /** The last step that the host's loop may take. */
  final: boolean;
  /** A postponed rewrite is to be taken up. */
  resume: boolean;
  /** The bill is for the view that the session sent last, whichever transcript it was of. */
  billedLate: boolean;
}

/** Which messages the host has something to say about. */
export interface Marks {
  pinned?: Means | undefined;
  priority?: Means | undefined;
  /** Those that have thrown: the host is told once. */
  readonly thrown: Set<string>;
}

/** The options that mark messages. */
const rules = { pinned: 'pin', priority: 'priority' } as const;

/** `kForText` of `bindings/engine.h`. */
const forText = 0xffff_ffff;

/** `StepFlag` of `bindings/engine.h`. */
const StepFlag = {
  manual: 1,
  final: 2,
  resuming: 4,
  billedLate: 8,
  keepsThoughts: 16,
  statedWindow: 32,
  assumedWindow: 64,
  manyAreSmall: 128,
} as const;

/** What happens while an array is taken in; the session adds its name. */
export type Intake =
  | Omit<Extract<CompactorEvent, { type: 'aligned' }>, 'sessionId'>
  | Omit<Extract<CompactorEvent, { type: 'fault' }>, 'sessionId'>
  | Omit<Extract<CompactorEvent, { type: 'error' }>, 'sessionId'>;

/** A rewrite that was postponed: the messages that it folds, and the requests that it waits for. */
export interface Awaited {
  firstMessage: number;
  lastMessage: number;
  /** Code has written the record meanwhile: nobody is asked, and a reply is taken all the same. */
  isLate: boolean;
  ids: string[];
}

/** A request that waits: its number in the rewrite, and an id that stands for what it asks. */
export interface Waiting {
  number: number;
  id: string;
}

export class EngineSession {
  readonly core: Core;
  readonly handle: number;
  /** The run used last. */
  latest: Run | undefined;
  /** Views were made in which user and assistant take turns. */
  alternates = false;
  readonly #writer: RecordWriter;
  readonly #notice: (event: Intake) => void;
  readonly #marks: Marks;
  /** What the host's rules threw while messages were passed. */
  readonly #errors: EpitomeError[] = [];
  /** The run of each `steps` array. */
  readonly #bySteps = new WeakMap<object, Run>();
  /** The runs that the engine knows, by its numbers. */
  readonly #known = new Map<number, Run>();

  private constructor(core: Core, handle: number, marks: Marks, notice: (event: Intake) => void) {
    this.core = core;
    this.handle = handle;
    this.#marks = marks;
    this.#notice = notice;
    this.#writer = new RecordWriter(core);
  }

  /** `options` and `state` are JSON texts. Throws `invalid-state` for a state that can't be read. */
  static open(
    core: Core,
    options: string,
    state: string | undefined,
    marks: Marks,
    notice: (event: Intake) => void,
  ): EngineSession {
    const handle = core.guard((call) => {
      const opened = core.check(call.openSession(core.write(options) ?? core.capacity));
      if (state === undefined) return opened;
      const restored = restore(core, opened, state);
      if (restored === 0) return opened;
      call.closeSession(opened);
      throw new EpitomeError(
        'invalid-state',
        restored === -CoreError.unsupportedState
          ? '`state` was saved by another release of epitome, in a version that this one cannot read: open the session without it'
          : '`state` is not what session.snapshot() returned, or it was altered: open the session without it',
      );
    });
    return new EngineSession(core, handle, marks, notice);
  }

  /**
   * The same to go on with where all that the engine does is undone behind it (`Core.undone`): this one learns nothing
   * of it, and nobody hears of it.
   */
  aside(steps: object | undefined): EngineSession {
    const marks = { ...this.#marks, thrown: new Set<string>() };
    const other = new EngineSession(this.core, this.handle, marks, () => {});
    const copyOf = (run: Run | undefined) => run && other.#known.get(run.id);
    for (const [id, run] of this.#known) other.#known.set(id, run.copy());
    other.latest = copyOf(this.latest);
    const ofSteps = steps && copyOf(this.#bySteps.get(steps));
    if (steps && ofSteps) other.#bySteps.set(steps, ofSteps);
    other.alternates = this.alternates;
    return other;
  }

  close(): void {
    if (!this.core.dead) this.core.guard((call) => call.closeSession(this.handle));
  }

  /** Brings the engine's transcript up to `messages`, by identity where that tells enough. */
  take(messages: readonly HostMessage[], steps: object | undefined, dialect: Dialect): Run {
    return this.core.guard(() => {
      let run: Run | undefined;
      // The array may have been taken without the steps since: a fold on demand names none.
      for (const known of new Set([steps && this.#bySteps.get(steps), this.latest])) {
        run ??= known && this.#extend(known, messages, dialect);
      }
      this.latest = run ?? this.#match(messages, dialect);
      if (steps !== undefined) this.#bySteps.set(steps, this.latest);
      return this.latest;
    });
  }

  /**
   * Counts by a model's tokeniser and media prices, of no effect once an array was taken in. What nobody
   * can measure is held against its window.
   */
  countBy({ family, media, contextWindow, maxOutputTokens }: ModelFacts): void {
    this.#ask((call) => call.countBy(this.handle, family, media, contextWindow, maxOutputTokens));
  }

  /** What has to be done next, a `Next`. */
  step(run: Run, facts: ModelFacts, step: StepFacts): number {
    const { billed, billedLate, now, manual, final, resume } = step;
    const { contextWindow, maxOutputTokens, requestImages, model, family } = facts;
    const flags =
      (manual ? StepFlag.manual : 0) |
      (final ? StepFlag.final : 0) |
      (resume ? StepFlag.resuming : 0) |
      (billedLate ? StepFlag.billedLate : 0) |
      (wantsThoughtsBack(facts.modelId) ? StepFlag.keepsThoughts : 0) |
      (facts.window === 'stated' ? StepFlag.statedWindow : 0) |
      (facts.window === 'assumed' ? StepFlag.assumedWindow : 0) |
      (facts.manyAreSmall ? StepFlag.manyAreSmall : 0);
    return this.#ask((call) =>
      call.step(
        this.handle,
        run.id,
        contextWindow,
        maxOutputTokens,
        requestImages,
        model,
        family,
        billed.input,
        billed.output,
        now,
        flags,
      ),
    );
  }

  /** Passes the texts by that a rewrite wants to read. */
  read(run: Run, dialect: Dialect): number {
    const { core, handle } = this;
    return core.guard((call) => {
      core.check(call.readList(handle, run.id));
      const answer = core.output();
      const wanted: HostMessage[] = [];
      for (let count = answer.word(); count > 0; count -= 1) wanted.push(run.host[answer.word()]);
      this.#pass(run.id, wanted, 0, dialect);
      return core.check(call.readDone(handle, run.id));
    });
  }

  /** The requests that wait for a reply. */
  pending(run: Run): Waiting[] {
    const { core } = this;
    return core.guard((call) => {
      core.check(call.pending(this.handle, run.id));
      const answer = core.output();
      return Array.from({ length: answer.word() }, () => ({
        number: answer.word(),
        id: readId(answer),
      }));
    });
  }

  /** The postponed rewrites. */
  awaited(): Awaited[] {
    const { core } = this;
    return core.guard((call) => {
      core.check(call.awaited(this.handle));
      const answer = core.output();
      const list = <T>(item: () => T) => Array.from({ length: answer.word() }, item);
      return list(() => ({
        firstMessage: answer.word(),
        lastMessage: answer.word(),
        isLate: answer.word() === 1,
        ids: list(() => readId(answer)),
      }));
    });
  }

  /** The step goes on without the replies. */
  postpone(run: Run): number {
    return this.#ask((call) => call.postpone(this.handle, run.id));
  }

  request(run: Run, number: number): SummaryRequest {
    const { core } = this;
    return core.guard((call) => {
      core.check(call.request(this.handle, run.id, number));
      const answer = core.output();
      const kind = requestKinds[answer.word()] ?? 'fold';
      const maxOutputTokens = answer.word();
      const attempt = answer.word();
      const firstMessage = answer.word();
      const lastMessage = answer.word();
      const [system, prompt] = [answer.text(), answer.text()];
      return { kind, system, prompt, maxOutputTokens, attempt, firstMessage, lastMessage };
    });
  }

  /**
   * Gives a model's reply to a request; `rejected` says why the check did not take it. `billed` is nothing
   * where the reply was given before.
   */
  reply(
    run: Run,
    number: number,
    text: string,
    finishReason: FinishReason,
    billed: Billed,
  ): { next: number; rejected: DigestReason | undefined } {
    const { core, handle } = this;
    const known = Object.hasOwn(finishReasons, finishReason) ? finishReason : 'other';
    return core.guard((call) => {
      const length = core.write(text.slice(0, longestReply)) ?? 0;
      const finish = finishReasons[known];
      const next = core.check(
        call.reply(handle, run.id, number, length, finish, billed.input, billed.output),
      );
      return { next, rejected: verdicts[call.lastVerdict(handle)] };
    });
  }

  /** Tokens that the texts of all blocks may have together, as estimated. */
  blockRoom(run: Run): number {
    return this.#ask((call) => call.blockRoom(this.handle, run.id));
  }

  /** Gives the host's blocks, stable ones first; tells those that had no room. */
  offerBlocks(run: Run, blocks: readonly Block[]): { next: number; leftOut: Block[] } {
    const { core, handle } = this;
    return core.guard((call) => {
      let count = blocks.length;
      const written = () => {
        const given = blocks.slice(0, count).map(({ name, text }) => [name, text]);
        return core.write(JSON.stringify({ blocks: given }));
      };
      let length = written();
      while (length === undefined) {
        count -= 1;
        length = written();
      }
      const next = core.check(call.offerBlocks(handle, run.id, length));
      const answer = core.output();
      const leftOut = Array.from({ length: answer.word() }, () => blocks[answer.word()] as Block);
      return { next, leftOut: [...leftOut, ...blocks.slice(count)] };
    });
  }

  /** Which share of the records that the rewrite needs is written. */
  progress(run: Run): number {
    const { core } = this;
    return core.guard((call) => {
      core.check(call.progress(this.handle, run.id));
      const answer = core.output();
      const done = answer.word();
      return done / Math.max(1, answer.word());
    });
  }

  flushRequest(run: Run): CoreFlush {
    const { core } = this;
    return core.guard((call) => {
      core.check(call.flushRequest(this.handle, run.id));
      return readFlush(core.output(), run.host);
    });
  }

  /** The flush is over. `said` is what may be told of the reply; undefined where it was silent. */
  flushed(run: Run, reply: string): { next: number; said: string | undefined } {
    const { core, handle } = this;
    return core.guard((call) => {
      const length = core.write(toWellFormed(reply.slice(0, longestReply))) ?? 0;
      const next = core.check(call.flushed(handle, run.id, length));
      const answer = core.output();
      const silent = answer.word() === 1;
      return { next, said: silent ? undefined : answer.text() };
    });
  }

  /** The `last` messages as text, behind the view's records where they are wanted. */
  transcriptText(
    run: Run,
    dialect: Dialect,
    { last, records, most }: { last: number; records: boolean; most: number },
  ): string {
    return this.#tell((call) => {
      const first = this.core.check(call.beginText(this.handle, run.id, last, records ? 1 : 0));
      this.#pass(forText, run.host.slice(first), first, dialect);
      return call.endText(this.handle, most);
    });
  }

  giveUp(run: Run, number: number, why: keyof typeof giveUps): number {
    return this.#ask((call) => call.giveUp(this.handle, run.id, number, giveUps[why]));
  }

  /** Makes the run's view what the engine says. */
  show(run: Run, dialect: Dialect, placement: Placement, abortedText: string): void {
    const { core } = this;
    core.guard((call) => {
      core.check(call.view(this.handle, run.id));
      const description = readView(core.output(), dialect, run.host);
      run.rebuild(description, dialect, placement, abortedText);
    });
  }

  /** Undefined when the last step rewrote nothing and fits. */
  report(run: Run): Report | undefined {
    const text = this.#tell((call) => call.report(this.handle, run.id));
    return text === '' ? undefined : JSON.parse(text);
  }

  /** The repairs of the run's view, as JSON text. */
  repairs(run: Run): string {
    return this.#tell((call) => call.repairs(this.handle, run.id));
  }

  explain(run: Run): Explanation {
    const explained: Explanation = JSON.parse(
      this.#tell((call) => call.explain(this.handle, run.id)),
    );
    const { reckoning } = explained;
    if (reckoning === undefined) return explained;
    for (const sum of ['saves', 'costs', 'viewCached', 'viewWritten'] as const) {
      reckoning[sum] /= moneyUnit;
    }
    return explained;
  }

  /**
   * `warn`: tokens at which the host wants to be told, 0 for never. `provenWindow`: of a model whose window
   * was assumed, what served prompts prove it to be, or 0. `unseen`: tokens of what nobody can see, where the
   * last bill made them believed, or 0.
   */
  totals(): SessionUsage & {
    warn: number;
    provenWindow: number;
    unseen: number;
    ignoredBill?: 'over-window' | 'too-small' | 'too-large';
  } {
    return JSON.parse(this.#tell((call) => call.totals(this.handle)));
  }

  /** Whether that changed what is pinned. `text` is one line of at most 600 bytes. */
  pin(text: string, on: boolean): boolean {
    const { core, handle } = this;
    return core.guard((call) => {
      const length = core.write(text);
      return length !== undefined && core.check(call.pin(handle, length, on ? 1 : 0)) === 1;
    });
  }

  pins(): string[] {
    return JSON.parse(this.#tell((call) => call.pins(this.handle)));
  }

  records(run: Run): SummaryRecord[] {
    return JSON.parse(this.#tell((call) => call.records(this.handle, run.id)));
  }

  /** Whether there was a record to take back. The next step shows what comes in its place. */
  rewind(run: Run): boolean {
    return this.#ask((call) => call.rewind(this.handle, run.id)) === 1;
  }

  snapshot(): string {
    return this.#tell((call) => call.snapshotSession(this.handle));
  }

  #ask(question: (call: Core['call']) => number): number {
    return this.core.guard((call) => this.core.check(question(call)));
  }

  #tell(question: (call: Core['call']) => number): string {
    return this.core.guard((call) => {
      this.core.check(question(call));
      return this.core.outputText();
    });
  }

  /** The run with what is new in `messages`; undefined when the array is not its continuation. */
  #extend(run: Run, messages: readonly HostMessage[], dialect: Dialect): Run | undefined {
    if (this.#known.get(run.id) !== run) return undefined;
    const extension = run.extension(messages);
    if (extension === undefined) return undefined;
    const { core, handle } = this;
    for (const index of extension.replaced) {
      this.#stage([messages[index]], index, dialect);
      if (core.call.sameMessage(handle, run.id, index) !== 1) return undefined;
    }
    for (const index of extension.replaced) run.replace(index, messages[index]);
    const added = messages.slice(extension.from);
    if (added.length > 0) this.#stage(added, run.host.length, dialect);
    const appended = core.call.append(handle, run.id);
    if (appended === -CoreError.unknownHandle) {
      this.#known.delete(run.id);
      core.check(core.call.dropStaged(handle));
      return undefined;
    }
    core.check(appended);
    run.extend(added, extension);
    return run;
  }

  /** Has the engine match a whole array with what it knows. */
  #match(given: readonly HostMessage[], dialect: Dialect): Run {
    const { core, handle } = this;
    // A view of ours that comes back as a copy: nobody said them.
    const messages = this.alternates ? given.filter((message) => !isSpacer(message)) : given;
    core.check(core.call.dropStaged(handle));
    this.#stage(messages, 0, dialect);
    const id = core.check(core.call.attach(handle));
    const answer = core.output();
    const how = alignCases[answer.word()] ?? 'unrelated';
    const common = answer.word();
    const source = this.#known.get(answer.word())?.host ?? [];
    const host: HostMessage[] = [];
    for (let count = answer.word(); count > 0; count -= 1) {
      const from = answer.word() === 1 ? source : messages;
      const begin = answer.word();
      const end = begin + answer.word();
      for (let i = begin; i < end; i += 1) host.push(from[i]);
    }
    const run = new Run(id, host, given);
    this.#known.set(id, run);
    for (const other of this.#known.keys()) {
      // The engine lets go of runs by itself, and must find here the host's messages of all others.
      if (!this.#lives(other)) this.#known.delete(other);
    }
    this.#notice({ type: 'aligned', how, common });
    return run;
  }

  /** Whether the engine has a run of that number: any question would tell, and this one changes nothing. */
  #lives(run: number): boolean {
    return this.core.call.pending(this.handle, run) !== -CoreError.unknownHandle;
  }

  #stage(messages: readonly HostMessage[], firstIndex: number, dialect: Dialect): void {
    this.#pass(0, messages, firstIndex, dialect);
    // Whoever hears of it may use the engine: only now are all messages passed.
    for (const fault of this.#writer.faults) this.#notice({ type: 'fault', ...fault });
    for (const error of this.#errors.splice(0)) {
      this.#notice({ type: 'error', error: plainError(error) });
    }
  }

  /** What the host has marked a message as; a rule of its own that throws marks nothing, and tells once. */
  #marksOf(message: HostMessage, index: number, dialect: Dialect): number {
    let marks = 0;
    for (const name of ['pinned', 'priority'] as const) {
      try {
        if (this.#marks[name]?.(message, index, dialect)) marks |= MessageFlag[name];
      } catch (cause) {
        if (this.#marks.thrown.has(name)) continue;
        this.#marks.thrown.add(name);
        const what = `the rule of \`${rules[name]}\` threw for messages[${index}]`;
        const error = new EpitomeError('invalid-argument', what, { cause, messageIndex: index });
        this.#errors.push(error);
      }
    }
    return marks;
  }

  /** Passes messages by the engine: new ones with `run` 0, else texts that the run wants to read. */
  #pass(run: number, messages: readonly HostMessage[], firstIndex: number, dialect: Dialect): void {
    this.#writer.begin(this.handle, run, firstIndex);
    for (let i = 0; i < messages.length; i += 1) {
      this.#writer.marks = run === 0 ? this.#marksOf(messages[i], firstIndex + i, dialect) : 0;
      dialect.read(messages[i], this.#writer);
    }
    this.#writer.finish();
  }
}

/** 0, or minus the engine's error. A state that is longer than the buffer crosses in pieces. */
function restore(core: Core, session: number, state: string): number {
  for (let rest = state; ; ) {
    const { read, written } = core.writePiece(rest);
    if (read === rest.length) return core.call.restoreSession(session, written);
    const fed = core.call.feedState(session, written);
    if (fed !== 0) return fed;
    rest = rest.slice(read);
  }
}
