/**
 * The safe bound over an estimate. Decides its shape and how it is fitted: each group of features adds
 * a share of what it contributed, since words err otherwise than digits, and a multiple of its root,
 * since each word errs for itself; a constant comes last. Under one message in a thousand may cost
 * more than its bound, at the smallest mean excess.
 */

import { boundedMinimum } from './solve.mjs';

/** Shares, multiples of roots and the constant are whole 256ths. */
export const unit = 256;

const groupNames = [
  'letters',
  'hardness',
  'digits',
  'capitals',
  'marks',
  'spaces',
  'latin',
  'scripts',
  'repeats',
];

/** What repeats may cost beside their price: a code point, of which five eighths are counted, all its bytes. */
const leastShares = new Map([['repeats', 0.75]]);

/** Scripts that come first in the engine's list: Latin letters beyond ASCII, and signs on letters. */
const latinScripts = 6;
/** What may not be exceeded anyway, or is no part of its own: adds nothing. */
const none = groupNames.length;

const patterns = [
  [/Hardness/, 'hardness'],
  [/Digit|Mixes/, 'digits'],
  [/Capital|Title/, 'capitals'],
  [/Unknown|HighRuns|HighAfter/, undefined],
  [/Words|Letters\d/, 'letters'],
  [/Controls/, 'repeats'],
  [/Mark|Quote|Slash/, 'marks'],
  [/Space|Line|Blank/, 'spaces'],
];

/** The group of each column, a number; `groupCount` stands for none. */
export function groupsOf({ width, plain, scripts, runs, priced }) {
  const groups = new Uint8Array(width).fill(groupNames.indexOf('scripts'));
  for (const first of [scripts, runs]) {
    groups.fill(groupNames.indexOf('latin'), first, first + latinScripts);
  }
  groups.fill(groupNames.indexOf('repeats'), priced);
  for (const [name, column] of plain) {
    const found = patterns.find(([pattern]) => pattern.test(name))?.[1];
    groups[column] = found === undefined ? none : groupNames.indexOf(found);
  }
  return groups;
}

export const groupCount = groupNames.length;

/** Sums of |count * weight| by group, one array a row. */
export function contributions({ count, starts, columns, values }, weights, groups) {
  return Array.from({ length: count }, (_, row) => {
    const sums = new Float64Array(groupCount + 1);
    for (let at = starts[row]; at < starts[row + 1]; at += 1) {
      sums[groups[columns[at]]] += values[at] * Math.abs(weights[columns[at]]);
    }
    return sums;
  });
}

const terms = (sums) => {
  const grouped = sums.subarray(0, groupCount);
  return [...grouped, ...grouped.map(Math.sqrt), 1];
};

/** The bound over a whole estimate, as the core computes it (src/tokens/estimate.cc). */
export function boundOf(estimate, sums, { shares, roots, tokens }) {
  let over = tokens;
  for (let group = 0; group < groupCount; group += 1) {
    over += sums[group] * shares[group] + Math.sqrt(sums[group]) * roots[group];
  }
  return estimate + Math.ceil(over / unit);
}

/**
 * { shares, roots, tokens } for estimates, their contributions and truths; `importance` one a row, zero
 * for what is not to be looked at; `quantiles` one a row, the share that may not be passed.
 */
export function fitMargin({ estimates, sums, truth, importance, quantiles }) {
  const width = 2 * groupCount + 1;
  const used = importance.reduce((list, weight, index) => {
    if (weight > 0 && truth[index] >= 8) list.push(index);
    return list;
  }, []);
  const parts = new Float64Array(width);
  const lower = new Float64Array(width);
  for (const [name, share] of leastShares) lower[groupNames.indexOf(name)] = share;
  const upper = new Float64Array(width).fill(Number.POSITIVE_INFINITY);
  const table = used.map((index) => terms(sums[index]));
  let over = used.map((index) => 0.1 * truth[index]);
  for (let round = 0; round < 80; round += 1) {
    const gram = new Float64Array(width * width);
    const moment = new Float64Array(width);
    used.forEach((index, at) => {
      const missing = truth[index] - estimates[index];
      const distance = missing - over[at];
      const scale = truth[index] + 10;
      const side = distance > 0 ? quantiles[index] : 1 - quantiles[index];
      const weight =
        (importance[index] * side) / (Math.max(Math.abs(distance), 0.003 * scale) * scale);
      const values = table[at];
      for (let row = 0; row < width; row += 1) {
        const one = weight * values[row];
        moment[row] += one * missing;
        for (let column = 0; column < width; column += 1) {
          gram[row * width + column] += one * values[column];
        }
      }
    });
    for (let row = 0; row < width; row += 1) gram[row * width + row] *= 1 + 1e-6;
    boundedMinimum({ gram, moment, lower, upper }, parts);
    over = table.map((values) =>
      values.reduce((sum, value, column) => sum + value * parts[column], 0),
    );
  }
  const whole = Array.from(parts, (part) => Math.ceil(part * unit));
  return {
    shares: whole.slice(0, groupCount),
    roots: whole.slice(groupCount, 2 * groupCount),
    tokens: whole[2 * groupCount],
  };
}
