/** What a step brings along beside its messages. */
import { nothingBilled, type StepBill } from '../bills/step-bills.ts';
import type { Dialect, HostMessage } from '../dialects/dialect.ts';
import type { EngineSession } from '../engine/engine-session.ts';
import type { Run } from '../engine/run.ts';
import type { Listener } from '../events/events.ts';
import type { Signal } from '../types.ts';
import { requireThat } from '../values/require.ts';

/** A message by its number, counted from 1, or the object itself. */
export type Bound = number | object;

export interface StepContext extends StepBill {
  /** The bill is for a view that was folded on demand since. */
  billedBefore: boolean;
  /** Identifies a run of the agent loop: the AI SDK passes one `steps` array through all of it. */
  steps: object | undefined;
  /** The step is not the first one of its request. */
  goesOn: boolean;
  model: unknown;
  /** It folds, whatever the size of the view. */
  manual: boolean;
  /** Its view does not go out: the host has not asked for a step. */
  between: boolean;
  /** It folds what stands before this message, and nothing else. */
  above?: { bound: Bound; method: string } | undefined;
  /** No step comes after this one. */
  final: boolean;
  /** It is a step of the AI SDK's, which takes messages of its own and no system text. */
  hook: boolean;
  signal: Signal | undefined;
  /** Hears of this step's events, beside the session's own listener. */
  onEvent?: Listener | undefined;
  /** Of the messages, where it is known. */
  dialect?: Dialect | undefined;
  /** The provider refused the view of these very messages. */
  refused?: boolean;
}

/** A step of which nothing is known. */
export const plainStep: StepContext = {
  steps: undefined,
  goesOn: false,
  model: undefined,
  billed: nothingBilled,
  billedLate: false,
  billedBefore: false,
  manual: false,
  between: false,
  final: false,
  hook: false,
  signal: undefined,
};

/** The engine's side in the middle of a step. */
export interface MidStep {
  engine: EngineSession;
  run: Run;
  dialect: Dialect;
}

/** The place of a bound among the messages of a run, from 0. `given` is the host's array, `own` what was taken of it. */
export function placeOf(
  run: Run,
  given: readonly HostMessage[],
  own: readonly HostMessage[],
  { bound, method }: { bound: Bound; method: string },
): number {
  const { length } = run.host;
  if (typeof bound === 'number') {
    requireThat(
      Number.isInteger(bound) && bound >= 1 && bound <= length,
      `session.${method}: messages are numbered from 1 to ${length}`,
    );
    return bound - 1;
  }
  const at = given.indexOf(bound);
  const place = run.host.indexOf(at < 0 ? bound : own[at]);
  requireThat(
    place >= 0,
    `session.${method} takes a number, or a message object of the array that was prepared last`,
  );
  return place;
}
