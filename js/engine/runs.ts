/** The runs of an engine's side: finds the one that a host's array goes on from, and passes what is new. */
import { type Dialect, type HostMessage, MessageFlag } from '../dialects/dialect.ts';
import { isSpacer } from '../dialects/placement.ts';
import { EpitomeError } from '../errors.ts';
import { plainError } from '../events/events.ts';
import type { Means } from '../options/message-rules.ts';
import type { CompactorEvent } from '../types.ts';
import { type Core, CoreError } from './core.ts';
import { type Clean, RecordWriter } from './record-writer.ts';
import { Run } from './run.ts';

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

/** Which messages the host has something to say about. */
export interface Marks {
  pinned?: Means | undefined;
  priority?: Means | undefined;
  /** Those that have thrown: the host is told once. */
  readonly thrown: Set<string>;
}

/** The options that mark messages. */
const rules = { pinned: 'pin', priority: 'priority' } as const;

/** What happens while an array is taken in; the session adds its name. */
export type Intake =
  | Omit<Extract<CompactorEvent, { type: 'aligned' }>, 'sessionId'>
  | Omit<Extract<CompactorEvent, { type: 'fault' }>, 'sessionId'>
  | Omit<Extract<CompactorEvent, { type: 'error' }>, 'sessionId'>;

export class Runs {
  /** The one used last. */
  latest: Run | undefined;
  /** Views were made in which user and assistant take turns. */
  alternates = false;
  readonly #core: Core;
  readonly #handle: number;
  readonly #writer: RecordWriter;
  readonly #notice: (event: Intake) => void;
  readonly #marks: Marks;
  /** What the host's rules threw while messages were passed. */
  readonly #errors: EpitomeError[] = [];
  /** The run of each `steps` array. */
  readonly #bySteps = new WeakMap<object, Run>();
  /** Those that the engine knows, by its numbers. */
  readonly #known = new Map<number, Run>();

  /** `handle` is the engine's session. */
  constructor(core: Core, handle: number, marks: Marks, notice: (event: Intake) => void) {
    this.#core = core;
    this.#handle = handle;
    this.#marks = marks;
    this.#notice = notice;
    this.#writer = new RecordWriter(core);
  }

  /** The same to go on with: these learn nothing of it, and nobody hears of it. */
  aside(steps: object | undefined): Runs {
    const marks = { ...this.#marks, thrown: new Set<string>() };
    const other = new Runs(this.#core, this.#handle, marks, () => {});
    const copyOf = (run: Run | undefined) => run && other.#known.get(run.id);
    for (const [id, run] of this.#known) other.#known.set(id, run.copy());
    other.latest = copyOf(this.latest);
    const ofSteps = steps && copyOf(this.#bySteps.get(steps));
    if (steps && ofSteps) other.#bySteps.set(steps, ofSteps);
    other.alternates = this.alternates;
    return other;
  }

  /** Brings the engine's transcript up to `messages`, by identity where that tells enough. */
  take(messages: readonly HostMessage[], steps: object | undefined, dialect: Dialect): Run {
    return this.#core.guard(() => {
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

  /** The run with what is new in `messages`; undefined when the array is not its continuation. */
  #extend(run: Run, messages: readonly HostMessage[], dialect: Dialect): Run | undefined {
    if (this.#known.get(run.id) !== run) return undefined;
    const extension = run.extension(messages);
    if (extension === undefined) return undefined;
    const [core, handle] = [this.#core, this.#handle];
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
    const [core, handle] = [this.#core, this.#handle];
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
    return this.#core.call.pending(this.#handle, run) !== -CoreError.unknownHandle;
  }

  #stage(messages: readonly HostMessage[], firstIndex: number, dialect: Dialect): void {
    this.pass(0, messages, firstIndex, dialect, () => undefined);
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

  /**
   * Passes messages by the engine: new ones with `run` 0, which it counts and keeps nothing of, else texts that the
   * run wants to read. `clean` takes the secrets out of one, by its place among them.
   */
  pass(
    run: number,
    messages: readonly HostMessage[],
    firstIndex: number,
    dialect: Dialect,
    clean: (place: number) => Clean | undefined,
  ): void {
    this.#writer.begin(this.#handle, run, firstIndex);
    for (let i = 0; i < messages.length; i += 1) {
      this.#writer.cleanBy(clean(i));
      this.#writer.marks = run === 0 ? this.#marksOf(messages[i], firstIndex + i, dialect) : 0;
      dialect.read(messages[i], this.#writer);
    }
    this.#writer.finish();
  }
}
