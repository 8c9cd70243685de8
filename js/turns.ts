/**
 * What a step waits for the host to do: give its blocks, have memories saved, have a model write.
 * Decides how each is asked for and what the host hears of it; refuses to know when it is due and what
 * becomes of the view. None of them can fail a step.
 */
import type { Calls } from './calls.ts';
import { type EngineSession, Next, type Waiting } from './core/engine-session.ts';
import { isExternal } from './core-options.ts';
import { tell, typed } from './events.ts';
import { askForFlush } from './flushing.ts';
import { Progress } from './progress.ts';
import { askForBlocks, withoutRoom } from './reinjecting.ts';
import type { Run } from './run.ts';
import type { CompactorEvent, CompactorOptions, DigestReason, FlushRequest } from './types.ts';

/** Milliseconds. */
const defaultFlushTimeout = 120_000;

/** What is the same for all turns of a step. */
export interface StepTurns {
  sessionId: string;
  options: CompactorOptions;
  engine: EngineSession;
  run: Run;
  /** Aborts what the host does for this step. */
  signal: AbortSignal | undefined;
  /** Of the host's model. */
  calls: Calls;
  /** Throws once the session was disposed of: nobody waits for what comes then. */
  alive: () => void;
}

export class Turns {
  readonly #step: StepTurns;
  readonly #progress: Progress;
  /** Milliseconds that models took to write. */
  millis = 0;

  constructor(step: StepTurns) {
    this.#step = step;
    this.#progress = new Progress((event) => this.#emit({ ...event, sessionId: step.sessionId }));
  }

  /** No turn comes any more. */
  end(): void {
    this.#progress.end();
  }

  /** The host's blocks; none where it has none or fails to give them in time. */
  async blocks(): Promise<number> {
    const { engine, run, sessionId, options } = this.#step;
    const { reinject = () => [] } = options;
    const tokens = engine.blockRoom(run);
    const answer = await askForBlocks(reinject, { sessionId, tokens }, this.#signals());
    this.#step.alive();
    const failed = (error: unknown) => this.#emit({ type: 'error', sessionId, error });
    if (answer.kind !== 'answer') failed(typed(answer.error));
    const { blocks, faults } = answer.kind === 'answer' ? answer.value : { blocks: [], faults: [] };
    for (const fault of faults) failed(fault);
    const { next, leftOut } = engine.offerBlocks(run, blocks);
    for (const { name } of leftOut) failed(withoutRoom(name, tokens));
    return next;
  }

  /** Gives the host its turn before a fold, which comes whatever becomes of it. */
  async flush(around: Pick<FlushRequest, 'view' | 'system' | 'model'>): Promise<number> {
    const { engine, run, sessionId, options } = this.#step;
    const { memoryFlush = () => false, memoryFlushTimeout = defaultFlushTimeout } = options;
    const request = engine.flushRequest(run);
    const started = performance.now();
    this.#progress.at('flush', 0);
    const answer = await askForFlush(
      memoryFlush,
      { ...request, ...around, sessionId },
      memoryFlushTimeout,
      this.#signals(),
    );
    this.#step.alive();
    this.#progress.end();
    const { ran, reply } = answer.kind === 'answer' ? answer.value : { ran: false, reply: '' };
    const { next, said } = engine.flushed(run, reply);
    this.#emit({
      type: 'flush',
      sessionId,
      ran,
      messages: request.messages.length,
      tokens: request.tokens,
      millis: performance.now() - started,
      ...(said ? { reply: said } : {}),
      ...(answer.kind === 'answer' ? {} : { failed: answer.kind, error: answer.error }),
    });
    return next;
  }

  /** Has the model write what the engine asks for; a rewrite that need not be now may wait for it. */
  async summarize(next: number): Promise<number> {
    const { engine, run, options, calls } = this.#step;
    const here = next === Next.summarize || !isExternal(options.background);
    const waiting = engine.pending(run);
    const answered = waiting.find(({ id }) => calls.answerOf(id) !== undefined);
    if (answered !== undefined) return this.#answer(answered);
    for (const { number, id } of waiting) calls.begin(id, engine.request(run, number), here);
    if (next === Next.prepare) return engine.postpone(run);
    const [first] = waiting;
    if (first !== undefined) {
      this.#progress.at(engine.request(run, first.number).kind, engine.progress(run));
    }
    const started = performance.now();
    await calls.anyOf(
      waiting.map(({ id }) => id),
      this.#step.signal,
    );
    this.millis += performance.now() - started;
    this.#step.alive();
    return next;
  }

  /** Gives the engine what a model answered; the digest takes its place where it did not. */
  #answer({ number, id }: Waiting): number {
    const { engine, run, sessionId, calls } = this.#step;
    const { kind, attempt } = engine.request(run, number);
    const outcome = calls.answerOf(id);
    const first = calls.use(id);
    const reject = (reason: DigestReason, error?: unknown) => {
      if (first) this.#emit({ type: 'summary-rejected', sessionId, kind, attempt, reason, error });
    };
    if (outcome?.kind !== 'answer') {
      const { kind: why, error } = outcome ?? { kind: 'failed', error: undefined };
      reject(why, error);
      return engine.giveUp(run, number, why);
    }
    const { text, finishReason = 'stop', usage: used } = outcome.value;
    const { inputTokens: input = 0, outputTokens: output = 0 } = (first && used) || {};
    const { next, rejected } = engine.reply(run, number, text, finishReason, { input, output });
    if (rejected !== undefined) reject(rejected);
    return next;
  }

  #signals(): readonly (AbortSignal | undefined)[] {
    return [this.#step.signal, this.#step.options.abortSignal];
  }

  #emit(event: CompactorEvent): void {
    tell(this.#step.options.onEvent, event);
  }
}
