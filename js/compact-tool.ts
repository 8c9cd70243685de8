/**
 * A tool by which an agent asks for a compaction itself. Decides what the agent is told of when that is
 * wise; refuses to know how the AI SDK runs tools.
 */

import { toolSchema } from './tool-schema.ts';

/** When an agent should compact, and when not. */
const rubric = `Shortens this conversation: older messages are replaced by a summary before your next step.

Use it when a sub-task is resolved and its details will not be needed again: a bug is fixed and its tests pass, a question is answered, a plan is settled, an approach was given up, a long search has found what it was for.
Do not use it in the middle of a sub-task: while an error is not understood, while files are half edited, while results that you just got are still to be used, or right after the last time.
Do not use it because the conversation is long: that is taken care of.
In \`instructions\` say what must be kept word by word: open points, decisions, names, numbers.`;

/** Longer instructions are cut, UTF-16 code units. */
const longestInstructions = 2_000;

export interface CompactContextTool {
  description: string;
  inputSchema: object;
  execute: (input: { instructions?: string }) => string;
}

/** The tool; `ask` has the next step fold. */
export function compactTool(ask: (instructions: string | undefined) => void): CompactContextTool {
  const jsonSchema = {
    type: 'object',
    properties: {
      instructions: { type: 'string', description: 'What must be kept.' },
    },
    additionalProperties: false,
  };
  return {
    description: rubric,
    inputSchema: toolSchema(jsonSchema),
    execute: (input) => {
      const { instructions } = Object(input) as Record<string, unknown>;
      const isText = typeof instructions === 'string' && instructions.trim() !== '';
      ask(isText ? instructions.slice(0, longestInstructions) : undefined);
      return 'Older messages are summarised before your next step. Go on with your work.';
    },
  };
}
