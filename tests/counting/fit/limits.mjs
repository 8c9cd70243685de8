/**
 * What a weight may be before any text is looked at: which ones are given, what rare ones are pulled
 * to, and between which bounds all stay. Without it, features that are seldom apart in the training
 * text get large weights of opposite sign, which text that has only one of them pays for.
 */

/** Weights that no training text may change, in tokens. */
const given = new Map([
  // No text of an unknown script is trained on: a token a byte is what no vocabulary exceeds.
  ['kUnknownBytes', 1],
]);

/** Lowest weights, in tokens. */
const lowest = new Map([
  // Words of an unknown script count two for the space before them: one must be left of it.
  ['kSpaces', -0.9],
]);

/** Columns that no fit and no rounding moves. */
export const givenColumns = ({ plain }) =>
  new Set([...given.keys()].map((name) => plain.get(name)));

/** { lower, upper, prior } per column; `scale` is what a token of the family counts. */
export function limitsOf({ width, plain, scripts, runs }, scale) {
  const lower = new Float64Array(width).fill(-3);
  const upper = new Float64Array(width).fill(6);
  const prior = new Float64Array(width);
  for (let column = scripts; column < runs; column += 1) {
    lower[column] = 0.01;
    upper[column] = 4;
    prior[column] = 0.5;
  }
  for (let column = runs; column < width; column += 1) {
    lower[column] = -2;
    upper[column] = 4;
  }
  for (const [name, weight] of lowest) lower[plain.get(name)] = weight * scale;
  for (const [name, weight] of given) {
    const column = plain.get(name);
    prior[column] = weight * scale;
    lower[column] = prior[column];
    upper[column] = prior[column];
  }
  return { lower, upper, prior };
}
