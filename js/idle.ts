/**
 * What is best done with a session that nobody uses before its provider forgets the cached prompt. Decides
 * by prices and time whether to fold, to keep the cache warm or to wait; does none of them.
 */
import { completePrices } from './core-options.ts';
import { EpitomeError } from './errors.ts';
import type { CompactorOptions, Explanation, IdleDecision, IdleOptions } from './types.ts';

/** Prices are those of a million tokens. */
const million = 1e6;
/** Share of the cache's lifetime after which something is done: clocks and networks are late. */
const shortlyBefore = 0.9;
/** Of a request that only keeps the cache warm, tokens. */
const pingOutput = 1;

/** What is known of an idle session. */
export interface Idle {
  explanation: Explanation;
  options: CompactorOptions;
  /** By the clock `now`: when the last view was sent, and the time. Milliseconds. */
  sentAt: number;
  now: number;
}

/** Throws `invalid-argument` without prices or a cache's lifetime, and for a number that is none. */
export function idleDecision(
  { explanation, options, sentAt, now }: Idle,
  { idleFor, steps: wanted }: IdleOptions,
): IdleDecision {
  const { prices, cacheLifetime, summarize } = options;
  if (typeof prices !== 'object' || cacheLifetime === undefined) {
    throw new EpitomeError(
      'invalid-argument',
      'session.whenIdle needs `prices` and `cacheLifetime`',
    );
  }
  const { viewTokens, budget, foldable, reckoning } = explanation;
  const away = amountOf('idleFor', idleFor, 2 * cacheLifetime);
  const steps = Math.max(1, amountOf('steps', wanted, reckoning?.stepsToTrigger ?? 1));
  const price = completePrices(prices);
  const coldAt = sentAt + cacheLifetime;
  const isCold = now >= coldAt;

  /** The first of the steps finds its prompt in the cache, or writes it; the others find it there. */
  const read = (view: number, first: number) => {
    const prompt = view + budget.hostOverhead;
    return (prompt * (first + (steps - 1) * price.cacheRead)) / million;
  };
  const everyMillis = Math.floor(cacheLifetime * shortlyBefore);
  const count = Math.ceil(Math.max(0, away - cacheLifetime) / everyMillis);
  const prompt = viewTokens + budget.hostOverhead;
  const ping = {
    everyMillis,
    count,
    cost: (prompt * price.cacheRead + pingOutput * price.output) / million,
  };
  const returnsWarm = !isCold && away <= cacheLifetime;
  const first = returnsWarm ? price.cacheRead : price.cacheWrite;
  const costs: IdleDecision['costs'] = { wait: read(viewTokens, first) };
  if (!isCold) costs.keepWarm = count * ping.cost + read(viewTokens, price.cacheRead);
  if (foldable !== undefined) {
    const after = foldable.viewTokensAfter;
    const written = Math.max(0, after - (viewTokens - foldable.tokens));
    const call =
      summarize === undefined
        ? 0
        : (foldable.tokens * price.input + written * price.output) / million;
    // What stands before the fold is the host's: a shorter view is written anew, warm or cold.
    costs.compact = call + read(after, price.cacheWrite);
  }
  const at = isCold ? now : Math.max(now, sentAt + everyMillis);
  return { action: cheapest(costs), at, coldAt, costs, ping, foldable };
}

/** Of what costs the same the one that does least. */
function cheapest({ wait, compact, keepWarm }: IdleDecision['costs']): IdleDecision['action'] {
  const others = Math.min(
    compact ?? Number.POSITIVE_INFINITY,
    keepWarm ?? Number.POSITIVE_INFINITY,
  );
  if (wait <= others) return 'wait';
  return keepWarm === others ? 'keep-warm' : 'compact';
}

function amountOf(name: string, value: number | undefined, otherwise: number): number {
  if (value === undefined) return otherwise;
  if (Number.isFinite(value) && value >= 0) return value;
  throw new EpitomeError(
    'invalid-argument',
    `session.whenIdle: \`${name}\` must be a number from 0 on`,
  );
}
