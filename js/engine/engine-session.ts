/** The engine's side of a session, which is gone with the instance that it lives in. Turns its numbers into words. */
import type { Billed } from '../bills/usage.ts';
import type { Dialect, HostMessage } from '../dialects/dialect.ts';
import { EpitomeError } from '../errors.ts';
import type { ModelFacts } from '../models/facts.ts';
import { type Counts, Secrecy } from '../redact/secrecy.ts';
import type { Placement } from '../types/policy.ts';
import type {
  Block,
  CompactorOptions,
  DigestReason,
  Explanation,
  FinishReason,
  SessionUsage,
  SummaryRecord,
  SummaryRequest,
} from '../types.ts';
import { toWellFormed } from '../values/well-formed.ts';
import {
  type Awaited,
  checkedBefore,
  EditOutcome,
  finishReasons,
  giveUps,
  Next,
  type Report,
  requestKinds,
  type StepFacts,
  stepFlags,
  verdicts,
  type Waiting,
} from './codes.ts';
import { type Core, CoreError, type OutputReader } from './core.ts';
import type { Clean } from './record-writer.ts';
import type { Run } from './run.ts';
import { type Intake, type Marks, Runs } from './runs.ts';
import { type CoreTurn, readTurn } from './turn-reader.ts';
import { readId, readView } from './view-reader.ts';

/** A longer reply is refused by the check whatever it says, and told by nobody; UTF-16 code units. */
const longestReply = 40_000;

/** What came of the host's turn before a fold. */
export interface TurnAnswer {
  /** The agent's. */
  reply?: string | undefined;
  /** For the summary of the fold. */
  instructions?: string | undefined;
  /** No fold is made in this step, where the view fits without. */
  putsOff?: boolean | undefined;
}

/** The core reckons with the price of a million tokens as that of one, and tells millionths of it. */
const moneyUnit = 1e12;

/** `kForText` of `bindings/engine.h`. */
const forText = 0xffff_ffff;

export class EngineSession {
  readonly core: Core;
  readonly handle: number;
  readonly runs: Runs;
  readonly #secrecy: Secrecy;
  /** Secrets left out of texts of the user's that no step has shown, by the id of the record. */
  readonly #edited: Map<string, Counts>;

  private constructor(
    core: Core,
    handle: number,
    runs: Runs,
    secrecy: Secrecy,
    edited = new Map<string, Counts>(),
  ) {
    this.core = core;
    this.handle = handle;
    this.runs = runs;
    this.#secrecy = secrecy;
    this.#edited = edited;
  }

  /** `options` and `state` are JSON texts. Throws `invalid-state` for a state that can't be read. */
  static open(
    core: Core,
    options: string,
    redact: CompactorOptions['redact'],
    state: string | undefined,
    marks: Marks,
    notice: (event: Intake) => void,
  ): EngineSession {
    const handle = core.guard((call) => {
      const opened = core.check(call.openSession(core.write(options) ?? core.capacity));
      if (state === undefined) return opened;
      const restored = core.restore(opened, state);
      if (restored === 0) return opened;
      call.closeSession(opened);
      throw new EpitomeError(
        'invalid-state',
        restored === -CoreError.unsupportedState
          ? '`state` was saved by another release of epitome, in a version that this one cannot read: open the session without it'
          : '`state` is not what session.snapshot() returned, or it was altered: open the session without it',
      );
    });
    const runs = new Runs(core, handle, marks, notice);
    return new EngineSession(core, handle, runs, new Secrecy(redact));
  }

  /**
   * The same to go on with where all that the engine does is undone behind it (`Core.undone`): this one learns nothing
   * of it, and nobody hears of it.
   */
  aside(steps: object | undefined): EngineSession {
    const { core, handle, runs } = this;
    return new EngineSession(
      core,
      handle,
      runs.aside(steps),
      this.#secrecy.copy(),
      new Map(this.#edited),
    );
  }

  close(): void {
    if (!this.core.dead) this.core.guard((call) => call.closeSession(this.handle));
  }

  /**
   * Counts by a model's tokeniser and media prices, of no effect once an array was taken in. What nobody
   * can measure is held against its window.
   */
  countBy({ family, media, contextWindow, maxOutputTokens }: ModelFacts): void {
    this.#ask((call) => call.countBy(this.handle, family, media, contextWindow, maxOutputTokens));
  }

  /** The next step of the run, a manual one, folds what stands before this message, and nothing else. */
  foldBefore(run: Run, message: number): void {
    this.#ask((call) => call.foldBefore(this.handle, run.id, message));
  }

  /** What has to be done next, a `Next`. */
  step(run: Run, facts: ModelFacts, step: StepFacts): number {
    const { contextWindow, maxOutputTokens, requestImages, model, family } = facts;
    const { billed, now } = step;
    this.#secrecy.begin();
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
        stepFlags(step, facts),
      ),
    );
  }

  /** Passes the texts by that a rewrite wants to read, without secrets where something of them is kept. */
  read(run: Run, dialect: Dialect): number {
    const { core, handle } = this;
    const secrecy = this.#secrecy;
    return core.guard((call) => {
      core.check(call.readList(handle, run.id));
      const answer = core.output();
      const messages: HostMessage[] = [];
      const cleaned: (Clean | undefined)[] = [];
      for (let count = answer.word(); count > 0; count -= 1) {
        messages.push(run.host[answer.word()]);
        cleaned.push(answer.word() === 1 ? secrecy.counted : undefined);
      }
      secrecy.mark();
      this.runs.pass(run.id, messages, 0, dialect, (place) => cleaned[place]);
      const next = core.check(call.readDone(handle, run.id));
      // Nothing is written of it.
      if (next === Next.turn) secrecy.takeBack();
      return next;
    });
  }

  /** The requests that wait for a reply. */
  pending(run: Run): Waiting[] {
    return this.#read(
      (call) => call.pending(this.handle, run.id),
      (answer) =>
        Array.from({ length: answer.word() }, () => ({
          number: answer.word(),
          id: readId(answer),
        })),
    );
  }

  /** The postponed rewrites. */
  awaited(): Awaited[] {
    return this.#read(
      (call) => call.awaited(this.handle),
      (answer) => {
        const list = <T>(item: () => T) => Array.from({ length: answer.word() }, item);
        return list(() => ({
          firstMessage: answer.word(),
          lastMessage: answer.word(),
          isLate: answer.word() === 1,
          ids: list(() => readId(answer)),
        }));
      },
    );
  }

  /** The step goes on without the replies. */
  postpone(run: Run): number {
    this.#secrecy.takeBack();
    return this.#ask((call) => call.postpone(this.handle, run.id));
  }

  request(run: Run, number: number): SummaryRequest {
    return this.#read(
      (call) => call.request(this.handle, run.id, number),
      (answer) => {
        const kind = requestKinds[answer.word()] ?? 'fold';
        const maxOutputTokens = answer.word();
        const attempt = answer.word();
        const firstMessage = answer.word();
        const lastMessage = answer.word();
        const [system, prompt] = [answer.text(), answer.text()];
        return { kind, system, prompt, maxOutputTokens, attempt, firstMessage, lastMessage };
      },
    );
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
      // Not the other way round: half a secret is known by nothing.
      const clean = this.#secrecy.counted(text).slice(0, longestReply);
      const length = core.write(clean) ?? 0;
      const finish = finishReasons[known];
      const next = core.check(
        call.reply(handle, run.id, number, length, finish, billed.input, billed.output),
      );
      return { next, rejected: verdicts[call.lastVerdict(handle)] };
    });
  }

  /** The same with a reply that was checked when it was written, by another release perhaps. */
  replyAgain(run: Run, number: number, text: string): number {
    const { core, handle } = this;
    return core.guard((call) => {
      const length = core.write(this.#secrecy.counted(text).slice(0, longestReply)) ?? 0;
      return core.check(call.reply(handle, run.id, number, length, checkedBefore, 0, 0));
    });
  }

  /** Tokens that the texts of all blocks may have together, as estimated. */
  blockRoom(run: Run): number {
    return this.#ask((call) => call.blockRoom(this.handle, run.id));
  }

  /** Gives the host's blocks, stable ones first; tells those that had no room. */
  offerBlocks(run: Run, given: readonly Block[]): { next: number; leftOut: Block[] } {
    const { core, handle } = this;
    const { counted } = this.#secrecy;
    return core.guard((call) => {
      const blocks = given.map(({ name, text, ...own }) => {
        return { ...own, name: counted(name), text: counted(text) };
      });
      let count = blocks.length;
      const written = () => {
        const rows = blocks.slice(0, count).map(({ name, text }) => [name, text]);
        return core.write(JSON.stringify({ blocks: rows }));
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
    return this.#read(
      (call) => call.progress(this.handle, run.id),
      (answer) => answer.word() / Math.max(1, answer.word()),
    );
  }

  turn(run: Run): CoreTurn {
    return this.#read(
      (call) => call.turnRequest(this.handle, run.id),
      (answer) => readTurn(answer, run.host),
    );
  }

  /**
   * The host's turn is over. `said` is what may be told of the agent's reply; undefined where it was silent.
   */
  turnDone(
    run: Run,
    { reply = '', instructions = '', putsOff = false }: TurnAnswer,
  ): { next: number; said: string | undefined } {
    const { core, handle } = this;
    return core.guard((call) => {
      const write = (text: string) =>
        core.write(toWellFormed(this.#secrecy.uncounted(text).slice(0, longestReply))) ?? 0;
      if (instructions !== '') core.check(call.instruct(handle, run.id, write(instructions)));
      const next = core.check(call.turnDone(handle, run.id, write(reply), putsOff ? 1 : 0));
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
    this.#secrecy.require();
    return this.#tell((call) => {
      const first = this.core.check(call.beginText(this.handle, run.id, last, records ? 1 : 0));
      const { uncounted } = this.#secrecy;
      this.runs.pass(forText, run.host.slice(first), first, dialect, () => uncounted);
      return call.endText(this.handle, most);
    });
  }

  giveUp(run: Run, number: number, why: keyof typeof giveUps): number {
    return this.#ask((call) => call.giveUp(this.handle, run.id, number, giveUps[why]));
  }

  /** A text of the host's as it may be told. */
  told(text: string): string {
    return this.#secrecy.uncounted(text);
  }

  /** Makes the run's view what the engine says. */
  show(run: Run, dialect: Dialect, placement: Placement, abortedText: string): void {
    this.#read(
      (call) => call.view(this.handle, run.id),
      (answer) => run.rebuild(readView(answer, dialect, run.host), dialect, placement, abortedText),
    );
  }

  /** Undefined when the last step rewrote nothing and fits. */
  report(run: Run): Report | undefined {
    const text = this.#tell((call) => call.report(this.handle, run.id));
    if (text === '') return undefined;
    const report: Report = JSON.parse(text);
    for (const { id } of report.folds) {
      this.#secrecy.count(this.#edited.get(id));
      this.#edited.delete(id);
    }
    return { ...report, redactions: this.#secrecy.told() };
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

  /** Of the last step's view, tokens. */
  sizes(): { viewTokens: number; hostOverhead: number; budget: number } {
    return this.#read(
      (call) => call.sizes(this.handle),
      (answer) => ({
        viewTokens: answer.word(),
        hostOverhead: answer.word(),
        budget: answer.word(),
      }),
    );
  }

  /** Whether that changed what is pinned. `text` is one line of at most 600 bytes. */
  pin(text: string, on: boolean): boolean {
    const { core, handle } = this;
    this.#secrecy.require();
    return core.guard((call) => {
      const length = core.write(this.#secrecy.uncounted(text));
      return length !== undefined && core.check(call.pin(handle, length, on ? 1 : 0)) === 1;
    });
  }

  pins(): string[] {
    return JSON.parse(this.#tell((call) => call.pins(this.handle)));
  }

  records(run: Run): SummaryRecord[] {
    return JSON.parse(this.#tell((call) => call.records(this.handle, run.id)));
  }

  /** Takes back the last change of the records: a `Rewound`. The next step shows what comes in its place. */
  rewind(run: Run): number {
    return this.#ask((call) => call.rewind(this.handle, run.id));
  }

  /** Puts a text in place of the view's record `record`, counted from 0: an `EditOutcome`, and the room for one. */
  editRecord(run: Run, record: number, text: string): { outcome: number; room: number } {
    const { core, handle } = this;
    return core.guard((call) => {
      const edit = (bytes: number) => ({
        outcome: core.check(call.editRecord(handle, run.id, record, bytes)),
        room: core.output().word(),
      });
      const counts: Counts = new Map();
      const clean = this.#secrecy.counting(text, counts);
      const length = core.write(clean);
      if (length === undefined) {
        // Longer than any that there is room for: how much there is tells a piece of it.
        const { written } = core.writePiece(clean.trim());
        const { outcome, room } = core.undone(() => edit(written));
        const { done, empty, tooManyBytes } = EditOutcome;
        return outcome === done || outcome === empty
          ? { outcome: tooManyBytes, room: core.capacity }
          : { outcome, room };
      }
      const edited = edit(length);
      if (edited.outcome === EditOutcome.done) {
        this.#edited.set(this.explain(run).segments[record]?.id ?? '', counts);
      }
      return edited;
    });
  }

  /** Members of the snapshot that change at every step, as JSON text. */
  meter(): string {
    return this.#tell((call) => call.meter(this.handle));
  }

  snapshot(): string {
    return this.#tell((call) => call.snapshotSession(this.handle));
  }

  #ask(question: (call: Core['call']) => number): number {
    return this.core.guard((call) => this.core.check(question(call)));
  }

  /** What `answer` makes of the numbers and texts that come back. */
  #read<T>(question: (call: Core['call']) => number, answer: (output: OutputReader) => T): T {
    return this.core.guard((call) => {
      this.core.check(question(call));
      return answer(this.core.output());
    });
  }

  #tell(question: (call: Core['call']) => number): string {
    return this.core.guard((call) => {
      this.core.check(question(call));
      return this.core.outputText();
    });
  }
}
