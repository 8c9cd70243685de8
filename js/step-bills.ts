/** Which steps of the AI SDK's arrays have been billed. */
import { type Billed, billedOf } from './usage.ts';

export const nothingBilled: Billed = { input: 0, output: 0 };

export interface StepBill {
  billed: Billed;
  /** The bill is for the view that was sent last, whichever array it was of. */
  billedLate: boolean;
}

export class StepBills {
  /** Steps that are billed, of each array of them, and the array that the last call had. */
  readonly #billed = new WeakMap<object, number>();
  #steps: ReadonlyArray<object> = [];

  /**
   * Usage of the last step, once. That of a request's last one comes to its array when the request is
   * over: the next request finds it there.
   */
  newIn(steps: ReadonlyArray<object> | undefined): StepBill {
    if (!Array.isArray(steps)) return { billed: nothingBilled, billedLate: false };
    const before = this.#steps;
    this.#steps = steps;
    const billedLate = steps.length === 0 && before !== steps;
    const array = billedLate ? before : steps;
    const isNew = array.length > (this.#billed.get(array) ?? 0);
    this.#billed.set(array, array.length);
    return { billed: isNew ? billedOf(array) : nothingBilled, billedLate };
  }
}
