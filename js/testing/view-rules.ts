/** The rules of a valid view by their names, and how it is noted that one is broken. */
import type { Fault } from './fault.ts';

/** Every rule that a view can break. */
export const rules = [
  /** The view or transcript is not an array. */
  'not-an-array',
  /** The view is empty although the host's transcript is not. */
  'empty-view',
  /** A message or text part that says nothing; an edit or a repair that says nothing. */
  'empty-content',
  'call-unanswered',
  'call-answered-twice',
  /** Two calls of one id stand in a row. */
  'call-repeated',
  'result-without-call',
  /** A user or system message stands between a call and its result. */
  'result-misplaced',
  'approval-without-call',
  'response-without-request',
  'response-misplaced',
  /** The host has a response to a request that the view holds without it. */
  'response-lost',
  'system-added',
  'system-order',
  /** A leading system message of the host is missing. */
  'system-lost',
  /** Something was folded, and the first message that is not `system` is not the user's. */
  'not-user-first',
  'segments-repeated',
  'segments-misplaced',
  'segments-shape',
  'ill-formed-text',
  'opaque-changed',
  /** A message equals the host's but is another object. */
  'copied',
  /** A part equals the host's but is another object. */
  'part-copied',
  /** A message or part that is neither the host's, nor an edit of it, nor a segment or repair. */
  'foreign',
  'edit-not-allowed',
  /** A placeholder or a cut that does not say what it stands for. */
  'untrue',
  /** An edited copy lacks content that no edit may remove. */
  'content-lost',
  /** An edit made its result larger, or a repair takes more than its tokens. */
  'enlarged',
  /** A result of the host's is missing although its call is in the view. */
  'real-result-ignored',
  /** The view answers a call that still waits: neither the user nor the assistant has gone on. */
  'closed-early',
  'opening-lost',
  'latest-lost',
  /** A message that the options name is not in the view. */
  'must-keep',
  /** A host message occurs more often than in the host's transcript. */
  'repeated',
  'order',
  /** A host message is neither in the view, nor under a segment, nor one that a repair removes. */
  'lost',
] as const;
export type Rule = (typeof rules)[number];

/** Notes a fault at an index of the view, or at -1 for what is missing. */
export type Report = (rule: Rule, at: number, detail: string) => void;

export function collector(): { faults: Fault[]; report: Report } {
  const faults: Fault[] = [];
  return { faults, report: (rule, at, detail) => faults.push({ rule, at, detail }) };
}
