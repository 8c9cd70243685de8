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
    const { array, ...bill } = this.#look(steps);
    if (Array.isArray(steps)) this.#steps = steps;
    if (array !== undefined) this.#billed.set(array, array.length);
    return bill;
  }

  /** The same, to be asked for again. */
  peek(steps: ReadonlyArray<object> | undefined): StepBill {
    const { billed, billedLate } = this.#look(steps);
    return { billed, billedLate };
  }

  /** `array`: where the bill stands. */
  #look(steps: unknown): StepBill & { array?: ReadonlyArray<object> } {
    if (!Array.isArray(steps)) return { billed: nothingBilled, billedLate: false };
    const billedLate = steps.length === 0 && this.#steps !== steps;
    const array = billedLate ? this.#steps : steps;
    const isNew = array.length > (this.#billed.get(array) ?? 0);
    return { billed: isNew ? billedOf(array) : nothingBilled, billedLate, array };
  }
}
