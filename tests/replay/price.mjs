/**
 * Runs a session through a policy and prices what it sends. Decides what a policy is told; refuses to
 * know any policy.
 *
 * A policy is `{ name, open({ session, window, budget }) }`; what it opens is `{ prompt(request),
 * close() }`. `prompt` returns the messages to send (the host's own array for no change), `close` what
 * the policy has to say of itself. Summaries are told to `request.summary({ texts, output })`.
 * The system prompt stands before every prompt, whatever the policy; tools are neither priced nor told.
 */

import { countMessage } from '../../demo/replay/exact-tokens.mjs';
import { openAccount, partsOf } from './account.mjs';
import { requestsOf } from './requests.mjs';

/** Room for the reply where nothing else is said, tokens: as epitome reserves it. */
export const reserveOf = (window) => Math.min(8_192, Math.floor(window / 8));

/** Time between two steps, and before one that found the cache cold, milliseconds. */
const stepMillis = 10_000;
const coldMillis = 3_600_000;

/**
 * The figures of `policy` on `session`. With `cold` the recorded cold steps are priced as such;
 * `requests` is how a host sends its messages.
 */
export async function priceSession({
  session,
  policy,
  window,
  cold = false,
  requests = requestsOf,
}) {
  const budget = window - reserveOf(window);
  const account = openAccount({ window, budget });
  const system = session.system === '' ? [] : [{ role: 'system', content: session.system }];
  const replies = session.steps.map(({ length }) => session.messages[length]);
  const opened = await policy.open({ session, window, budget });
  let now = Date.UTC(2026, 0, 1);
  for (const request of requests(session)) {
    const isCold = cold && request.cold;
    now += isCold ? coldMillis : stepMillis;
    const prompt = await opened.prompt({ ...request, summary: account.summary, now });
    const host = partsOf([...system, ...request.messages]);
    const sent = partsOf([...system, ...prompt]);
    const { tokens, cached } = account.add(sent, host, { cold: isCold });
    const reply = replies[request.index];
    const outputTokens = reply?.role === 'assistant' ? countMessage(reply) : 0;
    request.steps.push({
      usage: {
        inputTokens: tokens,
        outputTokens,
        inputTokenDetails: { cacheReadTokens: cached, cacheWriteTokens: tokens - cached },
      },
    });
  }
  return { policy: policy.name, ...account.total(), ...(await opened.close?.()) };
}
