/**
 * The record alone: of the references that no other message of the view holds, what the record holds,
 * and what other texts of exactly its tokens would. Decides when those texts are made: whenever the
 * record changes, of the messages that it stands for.
 */

import { countText } from '../../../demo/replay/exact-tokens.mjs';
import { firstTokens } from '../measure/exact.ts';
import { holdsName } from '../measure/occurrence.ts';
import { listOf, NameIndex, randomText, rankedList } from '../measure/rivals.ts';
import { sectionsOf } from '../measure/sections.ts';
import { Tally } from '../measure/shares.ts';

export const rivals = ['ranked list', 'ranked list, a quarter', 'random drop', 'oracle'];

export function recordAlone(session, future) {
  const tally = new Tally();
  const names = new NameIndex(session.messages);
  const sections = new Map();
  let epoch;
  let steps = 0;
  let recordTokens = 0;
  let lastAt = -1;

  function sectionOf(name) {
    let section = sections.get(name);
    if (section === undefined) {
      section = { tokens: 0, hits: 0, unique: 0 };
      sections.set(name, section);
    }
    return section;
  }

  /** What stands in the record's place until it changes. */
  function open(record, { at, host, verbatim }) {
    const tokens = countText(record);
    const folded = [...host.keys()].filter((index) => !verbatim.has(index));
    const messages = folded.map((index) => session.messages[index]);
    const uses = names.uses(folded);
    const ranked = rankedList(uses, at, tokens);
    const seed = `${session.name} ${at}`;
    const parts = new Map();
    for (const { name, text } of sectionsOf(record)) {
      parts.set(name, [...(parts.get(name) ?? []), text]);
    }
    return {
      record,
      tokens,
      texts: {
        record,
        'ranked list': ranked,
        'ranked list, a quarter': firstTokens(ranked, Math.floor(tokens / 4)),
        'random drop': randomText(messages, tokens, seed),
      },
      sections: [...parts].map(([name, texts]) => {
        const text = texts.join('\n');
        return { name, text, tokens: countText(text) };
      }),
      wanted: [],
    };
  }

  /** The oracle chooses when it is known what was wanted. */
  function close() {
    if (epoch === undefined) return;
    const counts = new Map();
    for (const name of epoch.wanted) counts.set(name, (counts.get(name) ?? 0) + 1);
    const text = listOf(counts, epoch.tokens);
    for (const name of epoch.wanted) tally.count('oracle', holdsName(text, name));
    epoch = undefined;
  }

  return {
    observe(step) {
      const { at, host, split } = step;
      const { record, rest, verbatim } = split();
      if (record === '') return;
      if (epoch?.record !== record) {
        close();
        epoch = open(record, { at, host, verbatim });
      }
      steps += 1;
      recordTokens += epoch.tokens;
      for (const { name, tokens } of epoch.sections) sectionOf(name).tokens += tokens;
      if (at === lastAt) return;
      lastAt = at;
      for (const { text: name, place } of future.wantedAt(at)) {
        if (holdsName(rest, name)) continue;
        epoch.wanted.push(name);
        for (const [what, text] of Object.entries(epoch.texts)) {
          const isHeld = holdsName(text, name);
          tally.count(what, isHeld);
          if (place === 'call') tally.count(`${what}, arguments`, isHeld);
        }
        const holding = epoch.sections.filter(({ text }) => holdsName(text, name));
        for (const { name: of } of holding) sectionOf(of).hits += 1;
        if (holding.length === 1) sectionOf(holding[0].name).unique += 1;
      }
    },
    figures() {
      close();
      return {
        tally,
        steps,
        meanTokens: steps === 0 ? 0 : recordTokens / steps,
        sections: [...sections].map(([name, { tokens, hits, unique }]) => ({
          name,
          share: tokens / recordTokens,
          tokens: tokens / steps,
          hits,
          unique,
          /** Hits of a section for 1,000 tokens that it takes in a view. */
          worth: hits / (tokens / steps / 1_000),
        })),
      };
    },
  };
}
