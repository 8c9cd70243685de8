/** Writes src/tokens/weights_data.h: the numbers, and where they come from. */

import { truthPackages } from '../truth.mjs';
import { groupCount } from './margin.mjs';

function numberLines(values, indent) {
  const lines = [];
  let line = '';
  for (const value of values) {
    const next = line === '' ? `${value},` : `${line} ${value},`;
    if (next.length > 100 - indent) {
      lines.push(' '.repeat(indent) + line);
      line = `${value},`;
    } else line = next;
  }
  if (line) lines.push(' '.repeat(indent) + line);
  return lines;
}

const percent = (share) => `${(share * 100).toFixed(1)} %`;

function wrapped(text) {
  const lines = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line && line.length + word.length + 1 > 94) {
      lines.push(line);
      line = word;
    } else line = line ? `${line} ${word}` : word;
  }
  return [...lines, line];
}

function provenance(corpus, tables) {
  const sources = new Set(corpus.fit.map(({ source }) => source));
  const length = corpus.fit.reduce((sum, { text }) => sum + text.length, 0);
  const lines = [
    'Weights of the estimate: data, written by `npm run counting -- fit`; edit nothing here.',
    '',
    ...wrapped(
      `Fitted to ${corpus.fit.length} messages (${(length / 1e6).toFixed(1)} million UTF-16 code units) from ${sources.size} sources: pinned npm packages, Debian packages, the project's recorded sessions, generated text (tests/counting/corpus/packages.mjs). True counts: ${truthPackages().join(', ')}.`,
    ),
    '',
    'Error a message of at least 16 tokens, mean of absolute relative:',
  ];
  for (const [name, ofFamilies] of Object.entries(tables)) {
    const list = ofFamilies.map(({ family, all }) => `${family} ${percent(all.error)}`).join(', ');
    lines.push(...wrapped(`${name}: ${list}`));
  }
  if (tables.heldout) {
    const list = [...tables.heldout[0].categories]
      .map(([category, { error }]) => `${category} ${percent(error)}`)
      .join(', ');
    lines.push(...wrapped(`held-out by category, o200k: ${list}`));
  }
  return lines.map((line) => (line ? `/// ${line}` : '///'));
}

const declarations = ({ bits, shifts, groups, weights, margins }) => `#pragma once

#include <cstdint>

#include "tokens/features.h"

namespace epitome::tokens {

inline constexpr uint32_t kWeightBits = ${bits};

/// The bound is above the estimate by the sum, over the groups, of a share of what the group's features
/// contributed (weights without their signs) and a multiple of the root of that; and by \`tokens\`. All in
/// 256ths of a token, rounded up.
inline constexpr uint32_t kMarginGroups = ${groupCount};
struct Margin {
  uint16_t shares[kMarginGroups];
  uint16_t roots[kMarginGroups];
  uint16_t tokens;
};

/// The group of each feature; kMarginGroups: none.
inline constexpr uint8_t kMarginGroup[kFeatures] = {${groups}};

inline constexpr uint8_t kWeightShifts[kFeatures] = {${shifts}};

inline constexpr int8_t kWeights[kFamilies][kFeatures] = {${weights}};

inline constexpr Margin kMargins[kFamilies] = {${margins}};

}  // namespace epitome::tokens
`;

const block = (lines) => `\n${lines.join('\n')}\n`;

/** A header without weights, for counting features that no weights fit yet. */
export const emptyHeader = () =>
  declarations({ bits: 1, shifts: '', groups: '', weights: '', margins: '' });

/** The header's text. */
export function weightsHeader(result, corpus, tables) {
  const weights = result.families.flatMap(({ family, wholes }) => [
    `    // ${family}`,
    '    {',
    ...numberLines(wholes, 4),
    '    },',
  ]);
  const margins = result.families.map(
    ({ family, margin: { shares, roots, tokens } }) =>
      `    {{${shares.join(', ')}}, {${roots.join(', ')}}, ${tokens}},  // ${family}`,
  );
  return `${provenance(corpus, tables).join('\n')}
///
/// A feature's weight in tokens is kWeights[family][feature] * 2^kWeightShifts[feature] / 2^kWeightBits.
${declarations({
  bits: result.bits,
  shifts: block(numberLines(result.shifts, 4)),
  groups: block(numberLines(result.groups, 4)),
  weights: block(weights),
  margins: block(margins),
})}`;
}
