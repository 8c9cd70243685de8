/** What is played: plain data, so that it can be posted to the engine's thread and written into a URL. */

import type { CompactorOptions } from 'epitome';
import { epitome, nothing, type Policy } from './policies.ts';

export interface Setup {
  /** Tokens of the model's window. */
  window: number;
  policy: 'epitome' | 'nothing';
  /** Options of createCompactor, for `epitome`. */
  options?: CompactorOptions;
}

export function policyOf({ policy, options }: Setup): Policy {
  return policy === 'nothing' ? nothing : epitome(options);
}
