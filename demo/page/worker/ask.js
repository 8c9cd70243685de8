/**
 * "Does it still know …?": where a text stands at a step, in what the model is shown, in the records,
 * and in the folded messages that an archive keeps. Case does not matter; nothing is understood.
 */

import { textOfMessage } from '../../../tests/memory/measure/texts.ts';

/** Places of each kind that are listed. */
const mostPlaces = 50;
const aside = 60;

function excerptOf(text, at, length) {
  const from = Math.max(0, at - aside);
  const to = Math.min(text.length, at + length + aside);
  return {
    before: `${from > 0 ? '…' : ''}${text.slice(from, at)}`.replace(/\s+/g, ' '),
    found: text.slice(at, at + length),
    after: `${text.slice(at + length, to)}${to < text.length ? '…' : ''}`.replace(/\s+/g, ' '),
  };
}

/** `{ view, records, folded }`, each `{ total, places }`; a place names its message or record. */
export function whereSaid({ messages, keyframes, itemsAt }, { query, key, seen }) {
  const wanted = query.trim().toLowerCase();
  const kinds = () => ({ total: 0, places: [] });
  const result = { view: kinds(), records: kinds(), folded: kinds() };
  if (wanted === '') return result;
  function look(kind, text, about) {
    const lower = text.toLowerCase();
    // Some capitals change their length: then offsets belong to the other text.
    const own = lower.length === text.length ? text : lower;
    const at = lower.indexOf(wanted);
    if (at < 0) return;
    kind.total += 1;
    if (kind.places.length < mostPlaces) {
      kind.places.push({ ...about, ...excerptOf(own, at, wanted.length) });
    }
  }
  const { seen: from } = keyframes[key];
  const shown = new Set();
  for (const item of itemsAt(key)) {
    if (item.kind === 'record') {
      look(result.records, item.text, { record: item.id, number: item.number, last: item.last });
    } else {
      shown.add(item.number);
      const message = item.message ?? messages[item.number - 1];
      look(result.view, textOfMessage(message), { number: item.number });
    }
  }
  for (let number = 1; number <= seen; number += 1) {
    const text = textOfMessage(messages[number - 1]);
    const isShown = shown.has(number) || number > from;
    if (number > from) look(result.view, text, { number });
    else if (!isShown) look(result.folded, text, { number });
  }
  return result;
}
