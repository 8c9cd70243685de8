/**
 * What a step waits for the host to do: give its blocks, have memories saved, have a model write
 * (asking.ts). None of them can fail a step.
 */
import { plainError, typed } from '../events/events.ts';
import type { FlushRequest } from '../types.ts';
import type { StepTurns } from './asking.ts';
import { Asking } from './asking.ts';
import { askForFlush } from './flushing.ts';
import { Progress } from './progress.ts';
import { askForBlocks, withoutRoom } from './reinjecting.ts';

/** Milliseconds. */
const defaultFlushTimeout = 120_000;

export class Turns {
  readonly #step: StepTurns;
  readonly #progress: Progress;
  readonly #asking: Asking;

  constructor(step: StepTurns) {
    this.#step = step;
    this.#progress = new Progress((event) => step.emit({ ...event, sessionId: step.sessionId }));
    this.#asking = new Asking(step, this.#progress);
  }

  /** Milliseconds that models took to write. */
  get millis(): number {
    return this.#asking.millis;
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
    const answer = await askForBlocks(reinject, { sessionId, tokens }, this.#step.signals);
    this.#step.alive();
    const failed = (error: unknown) =>
      this.#step.emit({ type: 'error', sessionId, error: plainError(error) });
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
      this.#step.signals,
    );
    this.#step.alive();
    this.#progress.end();
    const { ran, reply } = answer.kind === 'answer' ? answer.value : { ran: false, reply: '' };
    const { next, said } = engine.flushed(run, reply);
    this.#step.emit({
      type: 'flush',
      sessionId,
      ran,
      messages: request.messages.length,
      tokens: request.tokens,
      millis: performance.now() - started,
      ...(said ? { reply: said } : {}),
      ...(answer.kind === 'answer' ? {} : { failed: answer.kind, error: plainError(answer.error) }),
    });
    return next;
  }

  /** Has the model write what the engine asks for; a rewrite that need not be now may wait for it. */
  summarize(next: number): Promise<number> {
    return this.#asking.goOn(next);
  }
}
