/** What the agent can do: files and notes in memory, and a calculator. Nothing outside this tab is touched. */

import { tool } from 'ai';
import { z } from 'zod';
import { calculate } from './calculate.ts';

/** What the tools have changed: plain data, kept with the conversation. */
export interface Workspace {
  files: Record<string, string>;
  notes: Record<string, string>;
}

/** Characters of a note or of an edit, and how many notes there are. */
const longest = 4_000;
const most = 200;
const text = z.string().max(longest);

/** An own property only: a model may ask for `constructor`. */
function found(texts: Record<string, string>, name: string, what: string): string {
  const value = Object.hasOwn(texts, name) ? texts[name] : undefined;
  if (value === undefined) throw new Error(`there is no ${what} ${name}`);
  return value;
}

export function toolsOf({ files, notes }: Workspace) {
  return {
    list_files: tool({
      description: 'Lists the files of the project with their sizes in characters.',
      inputSchema: z.object({}),
      execute: () =>
        Object.keys(files)
          .sort()
          .map((path) => `${path} (${files[path]?.length})`)
          .join('\n'),
    }),
    read_file: tool({
      description: 'Reads one file.',
      inputSchema: z.object({ path: text }),
      execute: ({ path }) => found(files, path, 'file'),
    }),
    edit_file: tool({
      description: 'Replaces one text in a file by another. The old text must stand there once.',
      inputSchema: z.object({ path: text, old: text.min(1), new: text }),
      execute({ path, old, new: replacement }) {
        const pieces = found(files, path, 'file').split(old);
        if (pieces.length !== 2)
          throw new Error(`the old text stands ${pieces.length - 1} times in ${path}`);
        files[path] = pieces.join(replacement);
        return `${path} was changed`;
      },
    }),
    write_note: tool({
      description: 'Writes a note under a title. A note of the same title is replaced.',
      inputSchema: z.object({ title: text.min(1), text }),
      execute({ title, text }) {
        if (!Object.hasOwn(notes, title) && Object.keys(notes).length >= most) {
          throw new Error(`there are ${most} notes already`);
        }
        Object.defineProperty(notes, title, {
          value: text,
          enumerable: true,
          configurable: true,
          writable: true,
        });
        return `The note ${title} was written`;
      },
    }),
    read_note: tool({
      description: 'Reads one note.',
      inputSchema: z.object({ title: text }),
      execute: ({ title }) => found(notes, title, 'note'),
    }),
    list_notes: tool({
      description: 'Lists the titles of the notes.',
      inputSchema: z.object({}),
      execute: () => Object.keys(notes).join('\n') || 'There are no notes',
    }),
    calculator: tool({
      description: 'Works out an expression of numbers, + - * / %, and brackets.',
      inputSchema: z.object({ expression: text }),
      execute: ({ expression }) => calculate(expression),
    }),
  };
}
