/** Lengths of time that stores are given. */
import { requireThat } from '../values/require.ts';

/** Longer times have no place in some calendars. */
const mostMillis = 1e13;

/** A length of time that every database can reckon with. */
export function checkedMillis(millis: unknown): number {
  requireThat(
    typeof millis === 'number' && millis >= 0,
    'a store takes milliseconds as a number of at least 0',
  );
  return Math.min(Math.round(millis), mostMillis);
}
