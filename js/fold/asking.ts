/**
 * What one step asks a model, from the first request of its rewrites to the last answer: when the step
 * stops asking, and why a call is made beyond one for each summary.
 */
import { Next, type Waiting } from '../engine/codes.ts';
import type { EngineSession } from '../engine/engine-session.ts';
import type { Run } from '../engine/run.ts';
import type { Listener } from '../events/events.ts';
import { plainError } from '../events/events.ts';
import { isExternal } from '../options/core-options.ts';
import { isLasting } from '../summarizers/retrying.ts';
import type {
  CompactorEvent,
  CompactorOptions,
  ExtraCallReason,
  SummaryRequest,
} from '../types.ts';
import type { Calls, Order } from './calls.ts';
import type { Failure } from './host-call.ts';
import type { Progress } from './progress.ts';
import { Deadline } from './summarizing.ts';

/** What is the same for all turns of a step. */
export interface StepTurns {
  sessionId: string;
  options: CompactorOptions;
  engine: EngineSession;
  run: Run;
  /** Those of the step and of the session: each ends what the host does for this step. */
  signals: readonly (AbortSignal | undefined)[];
  /** Of the host's model. */
  calls: Calls;
  progress: Progress;
  /** Hears of this step's events beside the session's listener. */
  onEvent: Listener | undefined;
  /** Tells both. */
  emit: (event: CompactorEvent) => void;
  /** Throws once the compactor was disposed of: nobody waits for what comes then. */
  alive: () => void;
  /** Waits while another process buys a summary of the session, at most until `left` gives 0 milliseconds. */
  claim: (left: () => number) => Promise<void> | undefined;
  /** Gets what is to be asked behind the step, once it is saved, by the ids of the requests. Without it that is asked at once. */
  behind: Map<string, Order> | undefined;
}

export class Asking {
  readonly #step: StepTurns;
  #deadline: Deadline | undefined;
  /** A call failed in a way that every other one would. */
  #lasting: Failure | undefined;
  /** Why requests of this rewrite are made a second time, by their numbers. */
  readonly #again = new Map<number, ExtraCallReason>();
  /** A part of this rewrite's range was answered. */
  #inParts = false;
  /** Milliseconds that models took to write, and tokens that they reported. */
  millis = 0;
  readonly usage = { input: 0, output: 0 };

  constructor(step: StepTurns) {
    this.#step = step;
  }

  /** Uses an answer that is there, or makes the calls that are due and waits for one of them. */
  async goOn(next: number): Promise<number> {
    const { engine, run, options, calls, signals, onEvent } = this.#step;
    const waiting = engine.requests.pending(run);
    const ids = waiting.map(({ id }) => id);
    const answered = waiting.find(({ id }) => calls.answerOf(id) !== undefined);
    if (answered !== undefined) return this.#answer(answered);
    const [first] = waiting;
    if (first === undefined) return next;
    this.#deadline ??= new Deadline(options);
    // Nobody waits for what is written beside the run: there, neither time nor the user's patience ends.
    const over = next === Next.prepare ? this.#lasting : this.#over(this.#deadline);
    if (over !== undefined) {
      calls.end(ids, over);
      return this.#answer(first, over);
    }
    const deadline = this.#deadline;
    if (next === Next.summarize && ids.some((id) => !calls.isAskedHere(id))) {
      await this.#step.claim(() => deadline.left);
      // Its time or the user's patience may have ended meanwhile.
      if (this.#over(deadline) !== undefined) return next;
    }
    const behind = next === Next.prepare ? this.#step.behind : undefined;
    const here = next === Next.summarize || !isExternal(options.background);
    for (const { number, id } of waiting) {
      const request = engine.requests.request(run, number);
      const reason = this.#reasonFor(number, request);
      const order = { request, reason, deadline, onEvent };
      if (behind === undefined) calls.begin(id, order, here);
      else behind.set(id, order);
    }
    if (next === Next.prepare) return engine.requests.postpone(run);
    this.#step.progress.at(
      engine.requests.about(run, first.number).kind,
      engine.requests.progress(run),
    );
    const started = performance.now();
    await calls.anyOf(ids, signals);
    this.millis += performance.now() - started;
    this.#step.alive();
    return next;
  }

  /** What comes of every further request of this step; undefined while it may ask. */
  #over(deadline: Deadline): Failure | undefined {
    const aborted = this.#step.signals.find((signal) => signal?.aborted);
    if (aborted !== undefined) return { kind: 'aborted', error: aborted.reason };
    return this.#lasting ?? (deadline.left === 0 ? deadline.late : undefined);
  }

  #reasonFor(
    number: number,
    { kind, attempt }: Pick<SummaryRequest, 'kind' | 'attempt'>,
  ): ExtraCallReason | undefined {
    if (attempt > 1) return this.#again.get(number);
    if (kind === 'part') return 'too-long';
    if (kind === 'merge') return this.#inParts ? 'parts' : 'outgrown';
    return undefined;
  }

  /**
   * Gives the engine what a model answered, or `otherwise` where it was not asked; code takes its
   * place where it did not.
   */
  #answer(
    { number, id }: Waiting,
    otherwise: Failure = { kind: 'failed', error: undefined },
  ): number {
    const { engine, run, sessionId, calls } = this.#step;
    const { kind, attempt } = engine.requests.about(run, number);
    this.#inParts ||= kind === 'part';
    const outcome = calls.answerOf(id) ?? otherwise;
    const first = !calls.knows(id) || calls.use(id);
    const about = { sessionId, kind, attempt } as const;
    if (outcome.kind !== 'answer') {
      const { kind: reason, error } = outcome;
      const lasting = reason === 'failed' && isLasting(error);
      if (lasting) this.#lasting = outcome;
      if (first) {
        this.#step.emit({
          type: 'summary-failed',
          ...about,
          reason,
          ...(error !== undefined && { error: plainError(error) }),
          ...(lasting && { lasting }),
        });
      }
      return this.#went(engine.requests.giveUp(run, number, reason));
    }
    const { text, finishReason = 'stop', usage: used } = outcome.value;
    const { inputTokens: input = 0, outputTokens: output = 0 } = (first && used) || {};
    this.usage.input += input;
    this.usage.output += output;
    const { next, rejected } = engine.requests.reply(run, number, text, finishReason, {
      input,
      output,
    });
    if (rejected !== undefined && first) {
      this.#step.emit({ type: 'summary-rejected', ...about, reason: rejected });
    }
    this.#again.set(number, rejected === undefined ? 'faults' : 'rejected');
    return this.#went(next);
  }

  /** Another rewrite of the step numbers its requests anew. */
  #went(next: number): number {
    if (next !== Next.summarize && next !== Next.prepare) {
      this.#again.clear();
      this.#inParts = false;
    }
    return next;
  }
}
