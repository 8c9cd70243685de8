/**
 * The knob at which a peer's views have a given mean size. Decides by bisection; refuses to know what
 * the knob turns.
 */

/** The search ends within this share of the mean, or after so many tries. */
const tolerance = 0.005;
const mostTries = 14;

export interface Matched {
  readonly knob: number;
  readonly mean: number;
}

/**
 * `meanAt(knob)` mostly grows with the knob, which lies between `least` and `most`. Resolves to the
 * knob tried whose mean is nearest: where none reaches the mean that is asked for, that tells.
 */
export async function matchMean(
  meanAt: (knob: number) => Promise<number>,
  wanted: number,
  [least, most]: readonly [number, number],
): Promise<Matched> {
  let low = least;
  let high = Math.min(most, Math.max(least + 1, Math.ceil(wanted * 4)));
  let best: Matched = { knob: least, mean: Number.NaN };
  for (let tried = 0; tried < mostTries && low <= high; tried += 1) {
    const knob = Math.floor((low + high) / 2);
    const mean = await meanAt(knob);
    const off = Math.abs(mean - wanted);
    if (!(off >= Math.abs(best.mean - wanted))) best = { knob, mean };
    if (off <= tolerance * wanted) break;
    if (mean < wanted) low = knob + 1;
    else high = knob - 1;
  }
  return best;
}
