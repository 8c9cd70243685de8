/**
 * The knob at which a peer's views have a given mean size. Decides by bisection; refuses to know what
 * the knob turns.
 */

/**
 * `run(knob)` resolves to figures with `meanTokens`, which mostly grow with the knob. Resolves to the
 * figures nearest to `mean`, with `knob`; within `tolerance` of it the search ends.
 */
export async function matchMean(run, mean, [least, most], { tolerance = 0.005, tries = 14 } = {}) {
  let low = least;
  let high = Math.min(most, Math.max(least + 1, Math.ceil(mean * 4)));
  let best;
  for (let tried = 0; tried < tries && low <= high; tried += 1) {
    const knob = Math.floor((low + high) / 2);
    const figures = { ...(await run(knob)), knob };
    const off = Math.abs(figures.meanTokens - mean);
    if (best === undefined || off < Math.abs(best.meanTokens - mean)) best = figures;
    if (off <= tolerance * mean) break;
    if (figures.meanTokens < mean) low = knob + 1;
    else high = knob - 1;
  }
  return best;
}
