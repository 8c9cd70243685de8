/** What caused an error, and what caused that. */
import { attempt, isObject } from './fields.ts';

/** A cause that has a cause, and so on: deeper ones are not looked at. */
const deepestCause = 5;

/** The error, its cause, the cause of that. */
export function* causesOf(error: unknown): Generator<object> {
  let cause = error;
  for (let depth = 0; depth < deepestCause && isObject(cause); depth += 1) {
    const at = cause;
    yield at;
    cause = attempt(() => at.cause);
  }
}
