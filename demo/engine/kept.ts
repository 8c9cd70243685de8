/**
 * What the records of a view still hold of the messages that they stand for, in figures: names that the
 * user or the agent used there, commands that the agent ran, and the user's own words.
 */

import { holdsName } from '../../tests/memory/measure/occurrence.ts';
import { namesIn, referencesOf } from '../../tests/memory/measure/references.ts';
import { textOfMessage } from '../../tests/memory/measure/texts.ts';
import type { Message } from './count.ts';
import type { KeptAsked } from './kept-asked.ts';

export interface Share {
  held: number;
  total: number;
}

export interface Kept {
  /** How many messages the view has no more. */
  folded: number;
  paths: Share;
  commands: Share;
  /** Numbers of four digits or more, and ids. */
  numbers: Share;
  urls: Share;
  /** Names of functions, variables and errors. */
  symbols: Share;
  /** The user's messages, and of these the ones that stand in a record word for word. */
  userMessages: Share;
}

/** Distinct names of one kind; more of them would tell no more. */
const mostNames = 5_000;
/** UTF-16 code units. What is longer is a script. */
const longestCommand = 300;

const kinds = {
  path: 'paths',
  url: 'urls',
  number: 'numbers',
  id: 'numbers',
  symbol: 'symbols',
  error: 'symbols',
} as const;
type Kind = (typeof kinds)[keyof typeof kinds] | 'commands';

/** The shell lines that a message runs. */
function* commandsOf({ content }: Message): Generator<string> {
  if (typeof content === 'string') return;
  for (const { type, input } of content) {
    if (type !== 'tool-call' || typeof input !== 'object' || input === null) continue;
    const { command, cmd } = input as { command?: unknown; cmd?: unknown };
    const line = command ?? cmd;
    const text = Array.isArray(line) ? line.at(-1) : line;
    if (typeof text !== 'string') continue;
    const trimmed = text.trim();
    if (trimmed !== '' && trimmed.length <= longestCommand) yield trimmed;
  }
}

export function keptOf(messages: readonly Message[], { folded, records }: KeptAsked): Kept {
  const found: Record<Kind, Set<string>> = {
    paths: new Set(),
    commands: new Set(),
    numbers: new Set(),
    urls: new Set(),
    symbols: new Set(),
  };
  const add = (kind: Kind, text: string) => {
    if (found[kind].size < mostNames) found[kind].add(text);
  };
  const carried = new Set(
    records.flatMap(({ words }) => words.filter(({ cut }) => !cut).map(({ message }) => message)),
  );
  const userMessages = { held: 0, total: 0 };
  for (const number of folded) {
    const message = messages[number - 1];
    if (message === undefined) continue;
    if (message.role === 'user') {
      userMessages.total += 1;
      if (carried.has(number)) userMessages.held += 1;
    }
    const names =
      message.role === 'assistant'
        ? referencesOf(message)
        : message.role === 'user'
          ? namesIn(textOfMessage(message))
          : [];
    for (const { type, text } of names) if (type !== 'quoted') add(kinds[type], text);
    if (message.role === 'assistant') for (const line of commandsOf(message)) add('commands', line);
  }
  const text = records.map((record) => record.text).join('\n');
  const shareOf = (names: ReadonlySet<string>, holds: (text: string, name: string) => boolean) => ({
    held: [...names].filter((name) => holds(text, name)).length,
    total: names.size,
  });
  return {
    folded: folded.length,
    paths: shareOf(found.paths, holdsName),
    commands: shareOf(found.commands, (whole, line) => whole.includes(line)),
    numbers: shareOf(found.numbers, holdsName),
    urls: shareOf(found.urls, holdsName),
    symbols: shareOf(found.symbols, holdsName),
    userMessages,
  };
}
