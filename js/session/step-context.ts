/** What a step brings along beside its messages. */
import { nothingBilled, type StepBill } from '../bills/step-bills.ts';
import type { Dialect } from '../dialects/dialect.ts';
import type { Listener } from '../events/events.ts';
import type { Signal } from '../types.ts';

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
  above?: { bound: number | object; method: string } | undefined;
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
