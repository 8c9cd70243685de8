/**
 * What a weight may be before any text is looked at: which ones are given, what rare ones are pulled
 * to, and between which bounds all stay. Without it, features that are seldom apart in the training
 * text get large weights of opposite sign, which text that has only one of them pays for.
 */

/** Weights that no training text may change, in tokens. */
const given = new Map([
  // No text of an unknown script is trained on: a token a byte is what no vocabulary exceeds.
  ['kUnknownBytes', 1],
  // Nor are binary files: hardly a vocabulary merges these with what stands around them.
  ['kControls', 1],
]);

/** Parts of a token that prices of repeats count in (src/tokens/repeats.h). */
const repeatUnits = 128;

/** Lowest weights, in tokens. */
const lowest = new Map([
  // Words of an unknown script count two for the space before them: one must be left of it.
  ['kSpaces', -0.9],
  // One letter and an apostrophe, again and again, must not cost less than nothing.
  ['kWordsAfterApostrophe', -1.16],
]);

/** A code point that begins a run of its script costs this much more than the space before it saves. */
const leastBeginning = 0.02;

/** Columns that no fit and no rounding moves. */
export const givenColumns = ({ width, plain, priced }) =>
  new Set([
    ...[...given.keys()].map((name) => plain.get(name)),
    ...Array.from({ length: width - priced }, (_, family) => priced + family),
  ]);

/**
 * Raises the lower bounds of the scripts whose beginnings lower an estimate by `weights`; says whether there
 * are any. A loop of them would lower it without end (tests/core/estimator_loops_test.cc).
 */
export function raiseBeginnings({ lower }, { plain, scripts, runs, priced }, weights) {
  const least = leastBeginning - Math.min(0, weights[plain.get('kSpaces')]);
  let raised = false;
  for (let run = runs; run < priced; run += 1) {
    const script = run - runs + scripts;
    if (weights[script] + weights[run] >= least) continue;
    lower[script] = weights[script];
    lower[run] = least - weights[script];
    raised = true;
  }
  return raised;
}

/**
 * { lower, upper, prior } per column; `scale` is what a token of the family counts, `family` its place
 * among the families.
 */
export function limitsOf({ width, plain, scripts, runs, priced }, scale, family) {
  const lower = new Float64Array(width).fill(-3);
  const upper = new Float64Array(width).fill(6);
  const prior = new Float64Array(width);
  for (let column = scripts; column < runs; column += 1) {
    lower[column] = 0.01;
    upper[column] = 4;
    prior[column] = 0.5;
  }
  for (let column = runs; column < priced; column += 1) {
    lower[column] = -2;
    upper[column] = 4;
  }
  for (let column = priced; column < width; column += 1) {
    lower[column] = 0;
    upper[column] = 0;
  }
  const own = priced + family;
  prior[own] = scale / repeatUnits;
  lower[own] = prior[own];
  upper[own] = prior[own];
  for (const [name, weight] of lowest) lower[plain.get(name)] = weight * scale;
  for (const [name, weight] of given) {
    const column = plain.get(name);
    prior[column] = weight * scale;
    lower[column] = prior[column];
    upper[column] = prior[column];
  }
  return { lower, upper, prior };
}
