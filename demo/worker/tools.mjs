/** The tools of the demo Worker's agent: harmless, local, deterministic. */

import { jsonSchema, tool } from 'ai7';

export const tools = {
  countWords: tool({
    description: 'Counts the words and characters of a text.',
    inputSchema: jsonSchema({
      type: 'object',
      properties: { text: { type: 'string' } },
      required: ['text'],
      additionalProperties: false,
    }),
    execute: ({ text }) => ({
      words: text.split(/\s+/).filter(Boolean).length,
      characters: text.length,
    }),
  }),
};
