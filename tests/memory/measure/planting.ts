/**
 * Puts plants into a session. Decides where they may stand so that the history stays legal, and spreads
 * them at random; refuses to know what they say.
 */

import {
  field,
  type Message,
  outputOf,
  type Part,
  partsOf,
  roleOf,
  stringField,
  typeOf,
} from '../../../js/testing/shapes.ts';
import type { Rng } from '../../js/support/random.ts';
import type { Plant, Planted } from '../plants/types.ts';

/** A plant in a session: which one, and where. Indexes are those of the planted session's messages. */
export interface Place {
  readonly plant: Plant;
  readonly planted: Planted;
  readonly at: number;
  /** Of the message that takes it back. */
  readonly revokedAt: number | undefined;
}

/** A message of the user's or a call goes before a message that begins a step or a turn. */
function isSeam(messages: readonly Message[], index: number): boolean {
  const before = messages[index - 1];
  if (before === undefined || roleOf(messages[index]) === 'tool') return false;
  const calls = partsOf(before).some((part) => typeOf(part) === 'tool-call');
  return roleOf(before) !== 'assistant' || !calls;
}

function isText(part: unknown): boolean {
  const output = outputOf(part);
  return typeOf(part) === 'tool-result' && stringField(output, 'type') === 'text';
}

/** The message with `line` among the lines of one of its results. */
function withLine(message: Message, line: string, rng: Rng): Message {
  const parts = partsOf(message) as Part[];
  const index = rng.pick([...parts.keys()].filter((at) => isText(parts[at])));
  const part = parts[index] as Part & { output: { value: string } };
  const lines = part.output.value.split('\n');
  lines.splice(rng.int(0, lines.length), 0, line);
  const output = { ...part.output, value: lines.join('\n') };
  return { ...message, content: parts.with(index, { ...part, output }) };
}

/** The assistant's message with something more to say. */
function withWords(message: Message, text: string): Message {
  if (typeof message.content === 'string') {
    return { ...message, content: `${message.content}\n\n${text}` };
  }
  const index = message.content.findIndex((part) => typeOf(part) === 'text');
  const part = message.content[index];
  if (part === undefined) {
    const end = message.content.findIndex((each) => typeOf(each) === 'tool-call');
    const at = end < 0 ? message.content.length : end;
    return { ...message, content: message.content.toSpliced(at, 0, { type: 'text', text }) };
  }
  const longer = { ...part, text: `${String(field(part, 'text'))}\n\n${text}` };
  return { ...message, content: message.content.with(index, longer) };
}

/** What is inserted before a message, and how it itself is changed. */
interface Change {
  before: { messages: Message[]; done: (at: number) => void }[];
  change: ((message: Message) => Message)[];
  done: ((at: number) => void)[];
}

/**
 * The messages with every plant at a random place from `begin` to `end`, shares of the session. A
 * plant without a place, such as a line of a tool where no tool was called, is left out.
 */
export function plantIn(
  messages: readonly Message[],
  plants: readonly (readonly [Plant, Planted])[],
  rng: Rng,
  { begin = 0, end = 0.7 }: { begin?: number; end?: number } = {},
): { messages: Message[]; places: Place[] } {
  const at = (share: number) => Math.max(1, Math.floor(messages.length * share));
  const all = [...messages.keys()].slice(at(begin), at(end) + 1);
  const seams = all.filter((index) => isSeam(messages, index));
  const printed = all.filter((index) => partsOf(messages[index]).some(isText));
  const spoken = all.filter((index) => roleOf(messages[index]) === 'assistant');
  const changes = new Map<number, Change>();
  const changeAt = (index: number): Change => {
    const change = changes.get(index) ?? { before: [], change: [], done: [] };
    changes.set(index, change);
    return change;
  };
  const places: { plant: Plant; planted: Planted; at: number; revokedAt: number | undefined }[] =
    [];
  const insert = (index: number, inserted: Message[], done: (at: number) => void) =>
    changeAt(index).before.push({ messages: inserted, done });
  const alter = (index: number, how: (message: Message) => Message, done: (at: number) => void) => {
    changeAt(index).change.push(how);
    changeAt(index).done.push(done);
  };
  for (const [n, [plant, planted]] of plants.entries()) {
    const { text, tool, revokes } = planted;
    const place = { plant, planted, at: -1, revokedAt: undefined as number | undefined };
    const done = (at: number) => {
      place.at = at;
    };
    const isLine = plant.source === 'tool' && tool === undefined;
    const spots = isLine ? printed : plant.source === 'assistant' ? spoken : seams;
    if (spots.length === 0) continue;
    const index = rng.pick(spots);
    if (plant.source === 'user') insert(index, [{ role: 'user', content: text }], done);
    else if (plant.source === 'assistant')
      alter(index, (message) => withWords(message, text), done);
    else if (tool === undefined) alter(index, (message) => withLine(message, text, rng), done);
    else {
      const ids = { toolCallId: `planted-${n}`, toolName: tool.name };
      const call = { type: 'tool-call', ...ids, input: tool.input };
      const result = { type: 'tool-result', ...ids, output: { type: 'text', value: text } };
      const step = [
        { role: 'assistant', content: [call] },
        { role: 'tool', content: [result] },
      ];
      insert(index, step, done);
    }
    if (revokes !== undefined) {
      const later = seams.filter((seam) => seam >= index + 10);
      const seam = later.length > 0 ? rng.pick(later) : seams.at(-1);
      if (seam === undefined || seam <= index) continue;
      insert(seam, [{ role: 'user', content: revokes.text }], (at) => {
        place.revokedAt = at;
      });
    }
    places.push(place);
  }
  const made: Message[] = [];
  for (const [index, message] of messages.entries()) {
    const change = changes.get(index);
    for (const { messages: inserted, done } of change?.before ?? []) {
      // A tool's fact stands in its result.
      done(made.length + inserted.length - 1);
      made.push(...inserted);
    }
    const changed = (change?.change ?? []).reduce((now, how) => how(now), message);
    for (const done of change?.done ?? []) done(made.length);
    made.push(changed);
  }
  return { messages: made, places: places.filter(({ at }) => at >= 0) };
}
