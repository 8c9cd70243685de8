/** A tool's result, and what it says of its call: that it failed, that it was done, or neither. */
export interface Result {
  tool: string;
  input: Record<string, unknown>;
  /** As the AI SDK has it: `text`, `json`, `error-text`, `error-json`, `content`. */
  output: { type: string; value: unknown };
  outcome: 'failed' | 'done' | 'unsaid';
}
