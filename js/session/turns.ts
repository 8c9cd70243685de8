/** What the engine asks for in the middle of a step is done, until it asks for nothing more. */
import { nothingBilled } from '../bills/step-bills.ts';
import type { Billed } from '../bills/usage.ts';
import { Next } from '../engine/codes.ts';
import { Asking, type StepTurns } from '../fold/asking.ts';
import type { Order } from '../fold/calls.ts';
import { Progress } from '../fold/progress.ts';
import { reinject } from '../fold/reinjecting.ts';
import { turn } from '../fold/turn.ts';
import { isExternal } from '../options/core-options.ts';
import type { CompactorEvent } from '../types.ts';
import { foldedIn } from './archive.ts';
import type { MidStep, StepContext } from './step-context.ts';
import type { Steps } from './steps.ts';

export interface Turns {
  next: number;
  /** That models took, and tokens that they reported. */
  millis: number;
  usage: Billed;
  /** With a store: numbers of the messages that were folded before, where more are to be folded. */
  before?: ReadonlySet<number> | undefined;
  /** Requests that are to be answered when the step is saved. */
  behind?: ReadonlyMap<string, Order> | undefined;
}

export async function takeTurns(
  steps: Steps,
  at: MidStep,
  context: StepContext,
  begun: number,
): Promise<Turns> {
  if (begun < Next.read) return { next: begun, millis: 0, usage: nothingBilled };
  const { host, sessionId, options, calls, news, stored, side, views, waiting } = steps;
  const { engine, run, dialect } = at;
  const { onEvent } = context;
  const emit = (event: CompactorEvent) => news.tell(event, onEvent);
  const progress = new Progress((event) => emit({ ...event, sessionId }));
  const isShared = stored !== undefined && !isExternal(options.background);
  const behind = isShared ? new Map<string, Order>() : undefined;
  const turns: StepTurns = {
    sessionId,
    options,
    engine,
    run,
    signals: [context.signal, options.abortSignal],
    calls,
    progress,
    onEvent,
    emit,
    alive: () => host.alive(),
    claim: (left) => stored?.lease.claim(left, turns.signals),
    behind,
  };
  const asking = new Asking(turns);
  let next = begun;
  let before: ReadonlySet<number> | undefined;
  try {
    while (next >= Next.read) {
      if (next === Next.read) {
        if (stored !== undefined) before ??= new Set(foldedIn(engine.explain(run)));
        next = engine.read(run, dialect);
      } else if (next === Next.blocks) {
        next = await waiting.on(() => reinject(turns));
      } else if (next === Next.turn) {
        // Results may have been cut on arrival since the last view.
        steps.show(at, context);
        // Whatever happens now: the turn is not had twice.
        side.saved = engine.snapshot();
        const view = [...views.marked(run, dialect)];
        const around = { view, system: run.system, model: context.model };
        next = await waiting.on(() => turn(turns, around));
      } else {
        const asked = next;
        next = await waiting.on(() => asking.goOn(asked));
      }
    }
  } finally {
    progress.end();
  }
  const { millis, usage } = asking;
  return { next, millis, usage, before, behind };
}
