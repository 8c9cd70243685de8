/**
 * The trigger at which a policy's largest prompt is just at most a given size. Decides by bisection;
 * refuses to know what is run.
 */

/**
 * `run(trigger)` prices a trigger, in tokens, and returns figures with `largest`. Returns the figures of
 * the highest trigger tried whose largest prompt has at most `most` tokens, with `trigger`; undefined
 * when there is none. A larger trigger mostly makes larger prompts, not always: what is returned holds,
 * a higher one that holds too may exist.
 */
export async function matchLargest(run, most, { least = 1_000, step = 25 } = {}) {
  let low = least;
  let high = most + step;
  let best;
  while (high - low > step) {
    const trigger = Math.floor((low + high) / 2);
    const figures = await run(trigger);
    if (figures.largest <= most) {
      low = trigger;
      best = { ...figures, trigger };
    } else {
      high = trigger;
    }
  }
  return best;
}
