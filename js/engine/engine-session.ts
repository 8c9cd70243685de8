/** The engine's side of a session, which is gone with the instance that it lives in. Turns its numbers into words. */
import type { Dialect, HostMessage } from '../dialects/dialect.ts';
import { EpitomeError } from '../errors.ts';
import type { ModelFacts } from '../models/facts.ts';
import { type Counts, Secrecy } from '../redact/secrecy.ts';
import type { Placement } from '../types/policy.ts';
import type { CompactorOptions, Explanation, SessionUsage, SummaryRecord } from '../types.ts';
import { EditOutcome, Next, type Report, type StepFacts, stepFlags } from './codes.ts';
import { type Core, CoreError } from './core.ts';
import type { Clean } from './record-writer.ts';
import { Requests } from './requests.ts';
import type { Run } from './run.ts';
import { type Intake, type Marks, Runs } from './runs.ts';
import { readView } from './view-reader.ts';

/** The core reckons with the price of a million tokens as that of one, and tells millionths of it. */
const moneyUnit = 1e12;

/** `kForText` of `bindings/engine.h`. */
const forText = 0xffff_ffff;

export class EngineSession {
  readonly core: Core;
  readonly handle: number;
  readonly runs: Runs;
  readonly requests: Requests;
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
    this.requests = new Requests(core, handle, secrecy);
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
    this.core.ask((call) =>
      call.countBy(this.handle, family, media, contextWindow, maxOutputTokens),
    );
  }

  /** The next step of the run, a manual one, folds what stands before this message, and nothing else. */
  foldBefore(run: Run, message: number): void {
    this.core.ask((call) => call.foldBefore(this.handle, run.id, message));
  }

  /** What has to be done next, a `Next`. */
  step(run: Run, facts: ModelFacts, step: StepFacts): number {
    const { contextWindow, maxOutputTokens, requestImages, model, family } = facts;
    const { billed, now } = step;
    this.#secrecy.begin();
    return this.core.ask((call) =>
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

  /** The `last` messages as text, behind the view's records where they are wanted. */
  transcriptText(
    run: Run,
    dialect: Dialect,
    { last, records, most }: { last: number; records: boolean; most: number },
  ): string {
    this.#secrecy.require();
    return this.core.tell((call) => {
      const first = this.core.check(call.beginText(this.handle, run.id, last, records ? 1 : 0));
      const { uncounted } = this.#secrecy;
      this.runs.pass(forText, run.host.slice(first), first, dialect, () => uncounted);
      return call.endText(this.handle, most);
    });
  }

  /** A text of the host's as it may be told. */
  told(text: string): string {
    return this.#secrecy.uncounted(text);
  }

  /** Makes the run's view what the engine says. */
  show(run: Run, dialect: Dialect, placement: Placement, abortedText: string): void {
    this.core.read(
      (call) => call.view(this.handle, run.id),
      (answer) => run.rebuild(readView(answer, dialect, run.host), dialect, placement, abortedText),
    );
  }

  /** Undefined when the last step rewrote nothing and fits. */
  report(run: Run): Report | undefined {
    const text = this.core.tell((call) => call.report(this.handle, run.id));
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
    return this.core.tell((call) => call.repairs(this.handle, run.id));
  }

  explain(run: Run): Explanation {
    const explained: Explanation = JSON.parse(
      this.core.tell((call) => call.explain(this.handle, run.id)),
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
    return JSON.parse(this.core.tell((call) => call.totals(this.handle)));
  }

  /** Of the last step's view, tokens. */
  sizes(): { viewTokens: number; hostOverhead: number; budget: number } {
    return this.core.read(
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
    return JSON.parse(this.core.tell((call) => call.pins(this.handle)));
  }

  records(run: Run): SummaryRecord[] {
    return JSON.parse(this.core.tell((call) => call.records(this.handle, run.id)));
  }

  /** Takes back the last change of the records: a `Rewound`. The next step shows what comes in its place. */
  rewind(run: Run): number {
    return this.core.ask((call) => call.rewind(this.handle, run.id));
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
        this.#edited.set(this.explain(run).records[record]?.id ?? '', counts);
      }
      return edited;
    });
  }

  /** Members of the snapshot that change at every step, as JSON text. */
  meter(): string {
    return this.core.tell((call) => call.meter(this.handle));
  }

  snapshot(): string {
    return this.core.tell((call) => call.snapshotSession(this.handle));
  }
}
