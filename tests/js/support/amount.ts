/**
 * How many generated cases a run plays. Decides one number that everything generated grows with; refuses
 * to know what a case is.
 *
 * EPITOME_CASES is the number of arrays that the properties of sessions send together.
 */

const usual = 5_000;

export const cases = Number(process.env.EPITOME_CASES ?? usual);

/** With so many cases, what every policy does has to happen. */
export const manyCases = 10 * usual;

/** True in a run with so many cases that what happens seldom has to happen. */
export const plenty = cases >= manyCases;

/** So many as `count` is in a usual run; at least one. */
export function scaled(count: number): number {
  return Math.max(1, Math.round((count * cases) / usual));
}
