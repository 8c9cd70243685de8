/**
 * Which line of a record speaks of which folded message. A line is linked where it quotes a message, or
 * names what the message names; names are found by the rules that the project's own measure uses.
 */

import { holdsName } from '../../../tests/memory/measure/occurrence.ts';
import { namesIn } from '../../../tests/memory/measure/references.ts';
import { textOfMessage } from '../../../tests/memory/measure/texts.ts';

/** Messages of one line at most: a name that is everywhere says little. */
const mostMessages = 12;
/** Messages of a range that are looked at: the newest ones of a very long range. */
const mostLookedAt = 1_500;
const numbered = /^\s*[-*]?\s*\[(\d+)\]/;

function namesOf(line) {
  return [...new Set([...namesIn(line)].map(({ text }) => text))];
}

/** For each line of the record `[message numbers]`; empty where nothing was found. */
export function linksOf({ messages, records }, id) {
  const { text, number: first, last } = records.get(id);
  const from = Math.max(first, last - mostLookedAt + 1);
  const known = new Map();
  /** Messages of the range that hold a name, oldest first. */
  function holders(name) {
    let found = known.get(name);
    if (found === undefined) {
      found = [];
      for (let number = from; number <= last; number += 1) {
        if (holdsName(textOfMessage(messages[number - 1]), name)) found.push(number);
      }
      known.set(name, found);
    }
    return found;
  }
  return text.split('\n').map((line, index) => {
    if (index === 0) return [];
    const told = Number(line.match(numbered)?.[1]);
    if (told >= first && told <= last) return [told];
    const counts = new Map();
    for (const name of namesOf(line).slice(0, 40)) {
      for (const number of holders(name)) counts.set(number, (counts.get(number) ?? 0) + 1);
    }
    return [...counts]
      .sort((a, b) => b[1] - a[1] || a[0] - b[0])
      .slice(0, mostMessages)
      .map(([number]) => number)
      .sort((a, b) => a - b);
  });
}
