/**
 * The best that folding can do at one trigger and target: it knows every size exactly, folds each range
 * once, whole units only, and never merges, edits or is wrong. All that stands for what it folded has
 * one size, the mean of what it is compared with: what grows in the one is even in the other.
 */

import { tokensPerMessage } from '../../../demo/replay/exact-tokens.mjs';
import { partsOf, tokensOf } from '../account.mjs';
import { proseOf } from './prose.mjs';

/** An amount as epitome takes it: tokens, or a fraction of the budget. */
export const amountOf = (amount, budget) =>
  amount < 1 ? Math.floor(amount * budget) : Math.floor(amount);

/** Ends of units, by message: an assistant message has its results with it. */
function unitsOf(messages, from) {
  const units = [];
  for (let i = from; i < messages.length; i += 1) {
    const last = units.at(-1);
    if (messages[i].role === 'tool' && last !== undefined) last.end = i + 1;
    else units.push({ begin: i, end: i + 1, role: messages[i].role });
  }
  return units;
}

const sizeOf = (messages) => tokensOf(partsOf(messages));

/** `trigger`, `target` and `keepRecent` are amounts; `envelope` is what stands for all that was folded. */
export function oracle({ trigger, target, keepRecent = 0.2, envelope }) {
  function open({ session, budget }) {
    const line = amountOf(trigger, budget);
    const aim = Math.min(amountOf(target, budget), line);
    const keep = Math.min(amountOf(keepRecent, budget), aim);
    const systemTokens =
      session.system === '' ? 0 : sizeOf([{ role: 'system', content: session.system }]);
    const prose = Math.max(1, envelope - tokensPerMessage);
    let folds = 0;
    let foldEnd;

    function view(messages, opening) {
      if (folds === 0) return messages;
      const segment = { role: 'user', content: proseOf(prose, folds) };
      return [...messages.slice(0, opening), segment, ...messages.slice(foldEnd)];
    }

    return {
      prompt({ messages, summary }) {
        const reply = messages.findIndex(({ role }) => role === 'assistant');
        if (reply < 0) return messages;
        foldEnd ??= reply;
        let left = systemTokens + sizeOf(view(messages, reply));
        if (left <= line) return view(messages, reply);

        const units = unitsOf(messages, foldEnd);
        // What may not go: the latest request, the newest step, and the newest units of `keep` tokens.
        let limit = units.length;
        while (limit > 0 && units[limit - 1].role === 'user') limit -= 1;
        let newest = true;
        for (let kept = 0; limit > 0; limit -= 1) {
          const { begin, end, role } = units[limit - 1];
          kept += sizeOf(messages.slice(begin, end));
          if (kept > keep && !newest) break;
          if (role === 'assistant') newest = false;
        }
        let folded = 0;
        let next = 0;
        if (folds === 0) left += prose + tokensPerMessage;
        for (; next < limit && left > aim; next += 1) {
          const size = sizeOf(messages.slice(units[next].begin, units[next].end));
          left -= size;
          folded += size;
        }
        if (folded > prose || (folds > 0 && folded > 0)) {
          const range = messages.slice(foldEnd, units[next - 1].end);
          foldEnd = units[next - 1].end;
          folds += 1;
          summary({
            texts: range.map((message) => JSON.stringify(message.content)),
            output: prose,
          });
        }
        return view(messages, reply);
      },
    };
  }
  return { name: `oracle ${trigger} → ${target}`, open };
}
