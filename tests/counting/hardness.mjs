/**
 * Trains the table of hard words, src/tokens/hardness_data.h: how many tokens more than its length,
 * case and place tell a word costs for each three letters in it. Decides from which words and how; the
 * weights of the features, of which the table's sum is one, are fit.mjs's.
 *
 *     node tests/counting/hardness.mjs [--out FILE]
 *
 * Every distinct run of letters of the training text is one equation: the tokens it has alone are a
 * sum over its words (by length, case and place) and over its trigrams. Ridge regression by conjugate
 * gradients; then the table is rounded to a few steps.
 */

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { root, say, step } from '../../bindings/toolchain/shell.mjs';
import { messagesOfSplit } from './corpus.mjs';
import { trueCounter } from './truth.mjs';

const { values: options } = parseArgs({
  options: { out: { type: 'string', default: join(root, 'src/tokens/hardness_data.h') } },
});

// As src/tokens/block.cc places trigrams.
const places = 4096;
const first = 1089;
const second = 231;

/** Words here are no language's: encoded data, and scripts whose letters have no place in the table. */
const withoutWords = new Set([
  ...['base64', 'hex', 'urls', 'numbers', 'emoji', 'cyrillic', 'greek', 'hebrew', 'hi', 'ar', 'ru'],
  ...['arabic-other', 'th', 'ko', 'ja', 'zh', 'indic', 'caucasian', 'southeast', 'binary'],
]);
const longestWord = 20;
const longestRun = 40;
/** Rare words count for more than their share: there are more of them to come. */
const frequencyPower = 0.75;
const ridge = 2;
/** Of what words share, not their letters: hardly held back. */
const commonRidge = 0.1;
const steps = 16;
/** This share of the table lies beyond the last step on either side. */
const clipped = 0.02;
const lineLength = 64;

/** Distinct runs of letters, with the space before them, and how often they occur. */
function runsOf(messages) {
  const runs = new Map();
  for (const { category, text } of messages) {
    if (withoutWords.has(category)) continue;
    for (const [run, , letters] of text.matchAll(/( ?)([A-Za-z]+)/g)) {
      if (letters.length <= longestRun) runs.set(run, (runs.get(run) ?? 0) + 1);
    }
  }
  return runs;
}

const cases = [/^[a-z]+$/, /^[A-Z][a-z]*$/, /^[A-Z]+$/];

/** Columns of a run's words: place (first, first after a space, after a camelCase border), case, length. */
function wordColumns(letters, spaced) {
  return [...letters.matchAll(/[A-Z]+[a-z]*|[a-z]+/g)].map(([word], index) => {
    const place = index > 0 ? 2 : spaced ? 1 : 0;
    const found = cases.findIndex((pattern) => pattern.test(word));
    const kind = found < 0 ? cases.length : found;
    const length = Math.min(word.length, longestWord);
    return (place * (cases.length + 1) + kind) * (longestWord + 1) + length;
  });
}

const commonColumns = 3 * (cases.length + 1) * (longestWord + 1);

/** Columns of a run's trigrams, its end's among them. */
function trigramColumns(letters) {
  const columns = [];
  let code2 = 0;
  let code1 = 0;
  let lower = false;
  for (let at = 0; at <= letters.length; at += 1) {
    const unit = at < letters.length ? letters.charCodeAt(at) : 0;
    const upper = unit >= 65 && unit <= 90;
    if (upper && lower) {
      code1 = 0;
      code2 = 0;
    }
    const code = unit & 31;
    columns.push(commonColumns + ((code2 * first + code1 * second + code) % places));
    code2 = code1;
    code1 = code;
    lower = unit >= 97;
  }
  return columns;
}

/** The equations: for each run its columns (each counts once), tokens and weight. */
function equationsOf(runs, count) {
  const starts = [0];
  const columns = [];
  const tokens = [];
  const weights = [];
  for (const [run, times] of runs) {
    const letters = run.trimStart();
    columns.push(...wordColumns(letters, run !== letters), ...trigramColumns(letters));
    starts.push(columns.length);
    tokens.push(count(run));
    weights.push(times ** frequencyPower);
  }
  return { starts: Uint32Array.from(starts), columns: Uint32Array.from(columns), tokens, weights };
}

const dot = (a, b) => a.reduce((sum, value, index) => sum + value * b[index], 0);

/** The weights of all columns: conjugate gradients on the normal equations. */
function solve({ starts, columns, tokens, weights }) {
  const width = commonColumns + places;
  const held = Float64Array.from({ length: width }, (_, at) =>
    at < commonColumns ? commonRidge : ridge,
  );
  const gather = (row, vector) => {
    let sum = 0;
    for (let at = starts[row]; at < starts[row + 1]; at += 1) sum += vector[columns[at]];
    return sum;
  };
  const scatter = (row, value, vector) => {
    for (let at = starts[row]; at < starts[row + 1]; at += 1) vector[columns[at]] += value;
  };
  const solution = new Float64Array(width);
  const residual = new Float64Array(width);
  for (let row = 0; row < tokens.length; row += 1)
    scatter(row, weights[row] * tokens[row], residual);
  const direction = residual.slice();
  let square = dot(residual, residual);
  const enough = square * 1e-12;
  for (let round = 0; round < 400 && square > enough; round += 1) {
    const image = direction.map((value, at) => value * held[at]);
    for (let row = 0; row < tokens.length; row += 1) {
      scatter(row, weights[row] * gather(row, direction), image);
    }
    const length = square / dot(direction, image);
    for (let at = 0; at < width; at += 1) {
      solution[at] += length * direction[at];
      residual[at] -= length * image[at];
    }
    const next = dot(residual, residual);
    for (let at = 0; at < width; at += 1) {
      direction[at] = residual[at] + (next / square) * direction[at];
    }
    square = next;
  }
  return solution;
}

/** The table in whole steps. Its first place is that of no letters at all, which cost nothing. */
function rounded(table) {
  const sorted = table.slice().sort();
  const low = sorted[Math.floor(clipped * (places - 1))];
  const high = sorted[Math.ceil((1 - clipped) * (places - 1))];
  const size = (high - low) / (steps - 1);
  const result = Array.from(table, (value) =>
    Math.min(Math.max(Math.round((value - low) / size), 0), steps - 1),
  );
  result[0] = 0;
  return result;
}

function header(table, runs) {
  const text = table.map((value) => String.fromCharCode(65 + value)).join('');
  const lines = text.match(new RegExp(`.{${lineLength}}`, 'g')).map((line) => `    "${line}"`);
  return `/// The table of hard words: data, written by tests/counting/hardness.mjs. How many tokens more than
/// its length, case and place tell a word costs for each three letters in it, as steps from 'A'.
/// Trained on ${runs} distinct runs of letters and what each costs with o200k_base.
#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace epitome::tokens {

inline constexpr std::string_view kHardnessText =
${lines.join('\n')};

inline constexpr auto kHardness = [] {
  std::array<uint8_t, kHardnessText.size()> steps{};
  for (size_t i = 0; i < steps.size(); ++i) {
    steps[i] = static_cast<uint8_t>(kHardnessText[i] - 'A');
  }
  return steps;
}();

}  // namespace epitome::tokens
`;
}

const runs = runsOf(await messagesOfSplit('fit'));
const count = await trueCounter('o200k');
const equations = equationsOf(runs, count);
const solution = await step('training the table of hard words', async () => solve(equations));
writeFileSync(options.out, header(rounded(solution.subarray(commonColumns)), runs.size));
say(`  -- wrote ${options.out}: ${runs.size} runs of letters`);
