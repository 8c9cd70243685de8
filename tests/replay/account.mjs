/**
 * What a provider with a prompt cache bills for a row of prompts. Decides parts, sizes, what is cached
 * and every figure of an account; refuses to know who wrote the prompts.
 *
 * - A *part* is one part of a message's content (a string is one text part). Its size is the exact
 *   o200k count of the replay of the demo: text, + 8 for a call or a result. The 4 tokens around a
 *   message belong to its first part. A message without a part is a part of 4 tokens.
 * - Two parts are equal when role, content and place (first of its message or not) are. Provider
 *   options do not count: they say where a cache ends, not what it holds.
 * - *Cached* is the longest run of leading parts equal to the last prompt's. At a cold step nothing is.
 * - *Cost* is in units, 1 being one token of input without a cache: 0.1 for a cached token, 1.25 for
 *   every other one, since whatever was not read from the cache is written to it.
 * - A *rewrite* is a step whose prompt does not begin with all the parts of the last one.
 * - *Verbatim tail*: walk back from the end of the prompt and the end of the host's own array, part by
 *   part, while both are equal; the tokens of the parts passed. Nothing edited, removed or summarised
 *   counts, nor what stands before it, whoever wrote the prompt; a host's own untouched array is tail as
 *   a whole. A result that was added for a call without one is stepped over: it takes nothing away. The
 *   mean is over all steps.
 * - *Host's own* is every part of the prompt that the host's array holds, wherever it stands. What it is
 *   above the tail stands before the last edit.
 * - *Summaries* are calls of their own, with a cache of their own: what they read is billed by the same
 *   rule, what they write at 5 units a token. `total` is the cost of the prompts and of these calls.
 */

import { countMessage, tokensPerMessage } from '../../demo/replay/exact-tokens.mjs';

export const readPrice = 0.1;
export const writePrice = 1.25;
export const outputPrice = 5;

const identities = new Map();
const seen = new WeakMap();

/** A small number for a part's content: equal numbers, equal content. */
function identityOf(role, first, part) {
  const { providerOptions: _, ...content } = part;
  const text = `${role} ${first} ${JSON.stringify(content)}`;
  let identity = identities.get(text);
  if (identity === undefined) {
    identity = identities.size;
    identities.set(text, identity);
  }
  return identity;
}

function partsOfMessage(message) {
  const { role, content } = message;
  const list = typeof content === 'string' ? [{ type: 'text', text: content }] : content;
  if (list.length === 0) {
    return [{ role, id: identityOf(role, true, {}), tokens: tokensPerMessage }];
  }
  return list.map((part, i) => {
    // A message of one part is counted with its envelope, which only the first part carries.
    const tokens = countMessage({ content: [part] }) - (i === 0 ? 0 : tokensPerMessage);
    return { role, type: part.type, id: identityOf(role, i === 0, part), tokens };
  });
}

/** `{ role, type, id, tokens }` of every part of a prompt. Messages must not change once seen. */
export function partsOf(messages) {
  return messages.flatMap((message) => {
    let parts = seen.get(message);
    if (parts === undefined) {
      parts = partsOfMessage(message);
      seen.set(message, parts);
    }
    return parts;
  });
}

export const tokensOf = (parts) => parts.reduce((sum, part) => sum + part.tokens, 0);

/** How many leading parts are equal. */
export function commonStart(a, b) {
  const end = Math.min(a.length, b.length);
  let i = 0;
  while (i < end && a[i].id === b[i].id) i += 1;
  return i;
}

/** Tokens of the parts that are passed back from the end of the prompt, as the head of this file says. */
export function verbatimTail(prompt, host) {
  let tokens = 0;
  let i = prompt.length - 1;
  for (let j = host.length - 1; i >= 0 && j >= 0; j -= 1) {
    const at = beforeRepairs(prompt, i, host[j].id);
    if (at < 0) break;
    tokens += prompt[at].tokens;
    i = at - 1;
  }
  return tokens;
}

/** Where the part `id` stands at or before `i` with nothing but added results between; or -1. */
function beforeRepairs(prompt, i, id) {
  for (let at = i; at >= 0; at -= 1) {
    if (prompt[at].id === id) return at;
    if (prompt[at].type !== 'tool-result') return -1;
  }
  return -1;
}

/** Tokens of the parts that the host's array holds too. */
function tokensOwned(prompt, host) {
  const own = new Set(host.map(({ id }) => id));
  return tokensOf(prompt.filter(({ id }) => own.has(id)));
}

/** One cache: what each prompt finds in it, and what all of them cost. */
function openCache() {
  let last;
  let sent = 0;
  let cached = 0;
  return {
    /** Bills a prompt. `extends` is whether it begins with all of the last one. */
    send(prompt, { cold = false } = {}) {
      const common = last === undefined ? 0 : commonStart(last, prompt);
      const bill = {
        tokens: tokensOf(prompt),
        cached: cold ? 0 : tokensOf(prompt.slice(0, common)),
        extends: last === undefined || common === last.length,
      };
      last = prompt;
      sent += bill.tokens;
      cached += bill.cached;
      return bill;
    },
    figures: () => ({ sent, cached, cost: readPrice * cached + writePrice * (sent - cached) }),
  };
}

/**
 * An account of prompts in a window of `window` tokens, of which `budget` are for the prompt. `add`
 * takes each step's prompt and the host's own array, both as parts, and returns what the step was
 * billed; `summary` takes the texts that a call read and the tokens it wrote (nothing read: it was not
 * a model that wrote them); `total` closes.
 */
export function openAccount({ window, budget }) {
  const counts = {
    steps: 0,
    rewrites: 0,
    overWindow: 0,
    overBudget: 0,
    coldSteps: 0,
    summaries: 0,
  };
  const agent = openCache();
  const summariser = openCache();
  let written = 0;
  let largest = 0;
  let tail = 0;
  let own = 0;
  return {
    add(prompt, host, { cold = false } = {}) {
      const bill = agent.send(prompt, { cold });
      counts.steps += 1;
      if (cold) counts.coldSteps += 1;
      if (!bill.extends) counts.rewrites += 1;
      if (bill.tokens > window) counts.overWindow += 1;
      if (bill.tokens > budget) counts.overBudget += 1;
      tail += verbatimTail(prompt, host);
      own += tokensOwned(prompt, host);
      largest = Math.max(largest, bill.tokens);
      return bill;
    },
    summary({ texts, output }) {
      counts.summaries += 1;
      if (texts.length === 0) return;
      summariser.send(partsOf(texts.map((content) => ({ role: 'user', content }))));
      written += output;
    },
    total() {
      const prompts = agent.figures();
      const calls = summariser.figures();
      const steps = Math.max(1, counts.steps);
      return {
        ...counts,
        ...prompts,
        total: prompts.cost + calls.cost + outputPrice * written,
        hitRate: prompts.sent === 0 ? 0 : prompts.cached / prompts.sent,
        largest,
        meanTail: tail / steps,
        meanOwn: own / steps,
        summaryInput: calls.sent,
        summaryOutput: written,
      };
    },
  };
}
