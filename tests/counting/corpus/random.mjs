/**
 * Seeded randomness for cutting and generating text: the same seed gives the same corpus everywhere.
 * Decides nothing else.
 */

/** A number in [0, 1) per call, from a string or integer seed (sfc32 behind an FNV-1a of the seed). */
export function seeded(seed) {
  let a = 0x811c9dc5;
  for (const character of String(seed)) {
    a = Math.imul(a ^ character.codePointAt(0), 0x01000193);
  }
  let b = a ^ 0x9e3779b9;
  let c = Math.imul(a, 0x85ebca6b) ^ 0xdeadbeef;
  let d = 1;
  const next = () => {
    const sum = (((a + b) | 0) + d) | 0;
    d = (d + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = ((c << 21) | (c >>> 11)) + sum;
    return (sum >>> 0) / 2 ** 32;
  };
  for (let warmUp = 0; warmUp < 12; warmUp += 1) next();
  return next;
}

/** Convenience draws over one stream of randomness. */
export function dice(seed) {
  const next = seeded(seed);
  /** A whole number from `low` to `high`, both included. */
  const between = (low, high) => low + Math.floor(next() * (high - low + 1));
  return {
    next,
    between,
    chance: (share) => next() < share,
    pick: (list) => list[Math.floor(next() * list.length)],
    /** A length between `low` and `high`, each doubling equally likely. */
    logUniform: (low, high) => Math.round(low * (high / low) ** next()),
    shuffled(list) {
      const result = [...list];
      for (let last = result.length - 1; last > 0; last -= 1) {
        const other = Math.floor(next() * (last + 1));
        [result[last], result[other]] = [result[other], result[last]];
      }
      return result;
    },
    /** `count` characters out of `alphabet`. */
    letters: (alphabet, count) =>
      Array.from({ length: count }, () => alphabet[Math.floor(next() * alphabet.length)]).join(''),
  };
}
