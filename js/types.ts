/** The types of the public API. */
export type * from './types/events.ts';
export type { TokenFamily } from './types/families.ts';
export type * from './types/folding.ts';
export type * from './types/hooks.ts';
export type * from './types/messages.ts';
export type * from './types/options.ts';
export type {
  Amount,
  Budgets,
  KeepRecent,
  MessageRule,
  Pace,
  Policy,
  Prices,
  Protect,
  RedactionPolicy,
  ResourceExtractor,
  ResultPolicy,
  SummaryPolicy,
  SummaryShape,
} from './types/policy.ts';
export type * from './types/recall.ts';
export type * from './types/reports.ts';
export type * from './types/session.ts';
export type * from './types/store.ts';
