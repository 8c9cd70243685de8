/** Prose of a scripted summariser. Decides its words; every other figure is the caller's. */

/**
 * `tokens` tokens of o200k, at least one: a number of three digits and a word with its space are one
 * token each, so the length is exact. `number` makes it differ from the others.
 */
export function proseOf(tokens, number = 0) {
  const stamp = `${number % 1000} `.padStart(4, '0');
  return `${stamp}${Array(Math.max(0, tokens - 1))
    .fill('work')
    .join(' ')}`;
}
