/** Prose of a scripted summariser. Decides its words; every other figure is the caller's. */

/** With the space before it each is one token. */
const words =
  'the agent read a file and changed its order so that each test runs after some other work was done by hand while no one had time to look at what they found there before'.split(
    ' ',
  );

/**
 * `tokens` tokens of o200k, at least one: a number of three digits and a word with its space are one
 * token each, so the length is exact. `number` makes it differ from the others, and no run of words comes
 * again soon, since a summary that repeats itself is refused.
 */
export function proseOf(tokens, number = 0) {
  const stamp = `${number % 1000} `.padStart(4, '0');
  let state = number + 1;
  const next = () => {
    state = (state * 1103515245 + 12345) % 2 ** 31;
    return words[Math.floor((state / 2 ** 31) * words.length)];
  };
  return `${stamp}${Array.from({ length: Math.max(0, tokens - 1) }, next).join(' ')}`;
}
