/** What the agent can do: small, local, harmless. */
import { tool } from 'ai';
import { z } from 'zod';
import { evaluate } from './arithmetic.js';
import { files } from './files.js';

/** `notes` keeps what the agent writes down: `set(name, text)`, `entries()`. By default as long as the tools. */
export function createTools(notes = new Map()) {
  return {
    calculate: tool({
      description: 'Calculates an expression with + - * / and brackets.',
      inputSchema: z.object({ expression: z.string().max(200) }),
      execute: ({ expression }) => evaluate(expression),
    }),
    writeNote: tool({
      description: 'Keeps a note under a name.',
      inputSchema: z.object({ name: z.string().max(80), text: z.string().max(2_000) }),
      execute: ({ name, text }) => {
        notes.set(name, text);
        return { notes: [...notes.entries()].length };
      },
    }),
    readNotes: tool({
      description: 'All notes.',
      inputSchema: z.object({}),
      execute: () => Object.fromEntries(notes.entries()),
    }),
    listFiles: tool({
      description: 'The paths of all files.',
      inputSchema: z.object({}),
      execute: () => [...files.keys()],
    }),
    readFile: tool({
      description: 'The text of a file.',
      inputSchema: z.object({ path: z.string().max(200) }),
      execute: ({ path }) => files.get(path) ?? { error: `there is no file ${path}` },
    }),
  };
}
