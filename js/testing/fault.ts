/** What is wrong with a view or a request, and where. */

export interface Fault {
  /** The name of the rule that is broken. */
  rule: string;
  /** Index of the message (or item) in the list; -1 where none of them is at fault by itself. */
  at: number;
  detail: string;
}

/** `rule at index: detail`. */
export function faultText({ rule, at, detail }: Fault): string {
  return at < 0 ? `${rule}: ${detail}` : `${rule} at ${at}: ${detail}`;
}
