/**
 * Fits the weights and the safe bound of every tokenizer family. Decides how much each category of
 * text counts; the arithmetic is in the files beside this one.
 */

import { families as allFamilies, scaleOf, targetOf } from '../truth.mjs';
import { errorTable } from './errors.mjs';
import { layoutOf } from './features.mjs';
import { givenColumns, limitsOf, raiseBeginnings } from './limits.mjs';
import { boundOf, contributions, fitMargin, groupsOf } from './margin.mjs';
import { quantise, shiftsFor, valuesOf } from './quantise.mjs';
import { compressRows, predict, solve } from './solve.mjs';

const bits = 12;

const wordsOf = (text) => text.trim().split(/\s+/);

const languages = new Set(
  wordsOf(`zh ja ko ru hi th ar latin cyrillic arabic-other indic southeast caucasian greek
    hebrew`),
);

/** Languages that nothing but their words tells from English: no bound holds for them. */
const unbounded = new Set(['latin-other', 'verses', 'binary']);

/** How much a category counts beside the root of its number of messages. */
const emphasis = {
  'agent-terminal': 2,
  'agent-data': 2,
  'agent-talk': 2,
  session: 1.5,
  dialogue: 1.5,
  ru: 2,
  ar: 2,
  latin: 2,
  zh: 2,
  ja: 2,
  ko: 2,
  hi: 2,
  th: 2,
  cyrillic: 0.3,
  binary: 0.3,
};

function sizes(messages) {
  const count = new Map();
  for (const { category } of messages) count.set(category, (count.get(category) ?? 0) + 1);
  return count;
}

/** What each message weighs in the fit of the estimate: small categories are not drowned. */
function estimateWeights(messages) {
  const count = sizes(messages);
  return Float64Array.from(
    messages,
    ({ category }) => (emphasis[category] ?? 1) / Math.sqrt(count.get(category)),
  );
}

/**
 * What the bound looks at: text as agents see it before all, of which one message in a thousand may
 * cost more than its bound; five of other text, ten of languages. Half of that is asked for where
 * agents write: what they write tomorrow is not what they wrote here.
 */
function boundRows(messages) {
  const count = sizes(messages);
  const kindOf = (category) => {
    if (unbounded.has(category)) return { share: 0, quantile: 0.5 };
    if (languages.has(category)) return { share: 0.5, quantile: 0.99 };
    if (/^agent|session/.test(category)) return { share: 3, quantile: 0.9995 };
    return { share: 1, quantile: 0.995 };
  };
  return {
    importance: Float64Array.from(
      messages,
      ({ category }) => kindOf(category).share / Math.sqrt(count.get(category)),
    ),
    quantiles: Float64Array.from(messages, ({ category }) => kindOf(category).quantile),
  };
}

/**
 * Fits all families to messages (with `category` and `truth`) and the features counted in each.
 * `families`: some of them only; `solver`: options of `solve`. Returns { bits, shifts, groups,
 * families: [{ family, wholes, values, margin }] }.
 */
export function fitFamilies(messages, features, options = {}) {
  const { families = allFamilies, solver } = options;
  const width = features[0].length;
  const layout = layoutOf(width);
  const rows = compressRows(features, width);
  const importance = estimateWeights(messages);
  const solved = families.map((family) => {
    const truth = Float64Array.from(messages, (message) => targetOf(family, message.truth));
    const limits = limitsOf(layout, scaleOf(family), allFamilies.indexOf(family));
    const fit = () =>
      solve(rows, truth, importance, { ...limits, floor: 1e-6, smallest: 0.02, ...solver });
    return { family, truth, limits, fit, first: fit() };
  });
  const shifts = shiftsFor(
    solved.map(({ first }) => first.weights),
    bits,
  );
  const groups = groupsOf(layout);
  const looked = boundRows(messages);
  const fixed = givenColumns(layout);
  return {
    bits,
    shifts,
    groups,
    families: solved.map(({ family, truth, limits, fit, first }) => {
      const round = (one) => quantise(one, shifts, bits, { fixed, lower: limits.lower });
      let wholes = round(first);
      let values = valuesOf(wholes, shifts, bits);
      while (raiseBeginnings(limits, layout, values)) {
        wholes = round(fit());
        values = valuesOf(wholes, shifts, bits);
      }
      const estimates = predict(rows, values);
      const sums = contributions(rows, values, groups);
      const margin = fitMargin({ estimates, sums, truth, ...looked });
      return { family, wholes, values, margin };
    }),
  };
}

/** How far the fitted weights are from the truth of other messages, a table a family. */
export function tablesOf({ families: fitted, groups }, messages, features) {
  const rows = compressRows(features, features[0].length);
  return fitted.map(({ family, values, margin }) => {
    const sums = contributions(rows, values, groups);
    const estimates = predict(rows, values);
    return errorTable(family, messages, (index) => {
      const estimate = Math.max(1, Math.round(estimates[index]));
      return { estimate, bound: boundOf(estimate, sums[index], margin) };
    });
  });
}
