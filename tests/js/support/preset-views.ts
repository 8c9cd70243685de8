/** Has a view of the AI SDK judged by the validator, on the spot. */
import assert from 'node:assert/strict';
import { validateView } from './validator.ts';

export function validate(view: readonly unknown[], host: readonly unknown[]): void {
  assert.deepEqual(validateView(view, host), []);
}
