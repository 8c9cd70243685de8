/** What is played: plain data, so that it can be posted to the engine's thread and written into a URL. */

import type { CompactorOptions } from 'epitome';
import type { MessageCounter } from './count.ts';
import { epitome, nothing, type Policy } from './policies.ts';
import { type Limit, prune, random, recency } from './rivals.ts';

const rivals = { recency, random, prune };

export interface Setup {
  /** Tokens of the model's window. */
  window: number;
  policy: 'epitome' | 'recall' | 'nothing' | keyof typeof rivals;
  /** Options of createCompactor, for `epitome` and `recall`. */
  options?: CompactorOptions;
  /** For the others that cut: tokens of a request. Default the window. */
  limit?: Limit;
}

/** `counter` is for those that cut. */
export function policyOf(setup: Setup, counter?: MessageCounter): Policy {
  const { window, policy, options, limit = window } = setup;
  if (policy === 'nothing') return nothing;
  if (policy === 'epitome') return epitome(options);
  if (policy === 'recall') return epitome(options, 'epitome with recall', true);
  if (counter === undefined) throw new Error(`${policy} needs a counter`);
  return rivals[policy](limit, counter);
}
