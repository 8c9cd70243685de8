/** What is thrown for wrong options and arguments. */
import { EpitomeError } from '../errors.ts';

export function refuseOption(what: string): never {
  throw new EpitomeError('invalid-option', what);
}

export function requireThat(isRight: boolean, what: string): asserts isRight {
  if (!isRight) throw new EpitomeError('invalid-argument', what);
}
