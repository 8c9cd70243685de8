/**
 * A model that needs no key. It follows a script, and like any model it knows only the prompt that it is sent:
 * what it answers about earlier messages it looks up there.
 */

import { type LanguageModel, simulateReadableStream } from 'ai';

type Model = Extract<LanguageModel, { specificationVersion: 'v4' }>;
type Prompt = Parameters<Model['doStream']>[0]['prompt'];
type Stream = Awaited<ReturnType<Model['doStream']>>['stream'];
type Part = Stream extends ReadableStream<infer T> ? T : never;
type Call = { name: string; input: Record<string, unknown> };
type Reply = Call | string;

interface Line {
  text: string;
  isRecord: boolean;
  /** Not all of the question's words are in it. */
  isPartial: boolean;
}

/** Milliseconds before a reply, and between its words. */
const thinking = 50;
const perWord = 12;

const textOf = (message: Prompt[number]): string => {
  if (typeof message.content === 'string') return message.content;
  return message.content
    .map((part) => {
      if (part.type === 'text') return part.text;
      if (part.type === 'tool-call') return JSON.stringify(part.input);
      if (part.type !== 'tool-result') return '';
      return 'value' in part.output ? plain(part.output.value) : '';
    })
    .join('\n');
};
const plain = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value));

/** Records and other texts of the application stand in brackets. */
const isRecord = (message: Prompt[number]) =>
  message.role === 'user' && textOf(message).startsWith('[');

/** The newest user message that a person wrote, and what came after it. */
function requestOf(prompt: Prompt) {
  const at = prompt.findLastIndex((message) => message.role === 'user' && !isRecord(message));
  const message = prompt[at];
  return { at, text: message === undefined ? '' : textOf(message), since: prompt.slice(at + 1) };
}

const callsOf = (messages: Prompt) =>
  messages.flatMap((message) =>
    message.role === 'assistant' && typeof message.content !== 'string'
      ? message.content.flatMap((part) => (part.type === 'tool-call' ? [part] : []))
      : [],
  );

function resultOf(messages: Prompt, name: string): string | undefined {
  const message = messages.findLast(
    (one) =>
      one.role === 'tool' &&
      one.content.some((part) => part.type === 'tool-result' && part.toolName === name),
  );
  return message && textOf(message);
}

const field = (input: unknown, name: string) => String(Object(input)[name] ?? '');

/** The lines of a file that a note should have. */
const worthNoting = /\bport\b|decision \d|on call|limit|rate|total|error|settings/i;
const noteOf = (file: string) =>
  file
    .split('\n')
    .filter((line) => worthNoting.test(line))
    .slice(0, 4)
    .join('\n') ||
  (file.split('\n')[0] ?? '');

/** Reads file by file and notes what matters of each. */
function work(since: Prompt): Reply {
  const last = callsOf(since).at(-1);
  const path = last && field(last.input, 'path');
  if (last?.toolName === 'read_file' && path) {
    const text = noteOf(resultOf(since, 'read_file') ?? '');
    return { name: 'write_note', input: { title: path, text } };
  }
  const files = resultOf(since, 'list_files')
    ?.split('\n')
    .map((line) => line.replace(/ \(\d+\)$/, ''));
  if (files === undefined) return { name: 'list_files', input: {} };
  const done = callsOf(since).findLast(({ toolName }) => toolName === 'write_note');
  const next = files.find((file) => done === undefined || file > field(done.input, 'title'));
  if (next !== undefined) return { name: 'read_file', input: { path: next } };
  return `Done: I read ${files.length} files and wrote a note on each. Ask me about any of them.`;
}

function change(name: string, value: string, since: Prompt): Reply {
  const path = 'config/server.yaml';
  const last = callsOf(since).at(-1);
  if (last === undefined) return { name: 'read_file', input: { path } };
  const result = textOf(since.at(-1) as Prompt[number]);
  if (last.toolName !== 'read_file') return `${result}: ${name} is ${value} now.`;
  const old = result.split('\n').find((line) => line.startsWith(`${name}:`));
  if (old === undefined) return `There is no ${name} in ${path}.`;
  return { name: 'edit_file', input: { path, old, new: `${name}: ${value}` } };
}

function compute(expression: string, since: Prompt): Reply {
  const result = resultOf(since, 'calculator');
  return result === undefined
    ? { name: 'calculator', input: { expression } }
    : `${expression} = ${result}`;
}

const common = new Set(
  'what which where when does did that this there have has was were with from about tell know your you the are for and use used uses who how many much'.split(
    ' ',
  ),
);
const wordsOf = (text: string) =>
  new Set((text.toLowerCase().match(/[\p{L}\d]{3,}/gu) ?? []).filter((word) => !common.has(word)));

/** The piece of a prompt that has most of the question's words. */
function lookUp(question: string, prompt: Prompt): Line | undefined {
  const asked = wordsOf(question);
  const lines = prompt.flatMap((message) =>
    message.role === 'system'
      ? []
      : textOf(message)
          .split(/\n|; /)
          .map((text) => ({ text: text.trim().slice(0, 300), isRecord: isRecord(message) })),
  );
  let best: Line | undefined;
  let most = 0;
  for (const line of lines) {
    // Neither a question nor what frames a record or a quote is an answer.
    if (line.text.endsWith('?') || line.text.startsWith('[')) continue;
    const words = wordsOf(line.text);
    const shared = [...asked].filter((word) => words.has(word)).length;
    // A value is more of an answer than a name.
    const score = shared === 0 ? 0 : shared + (/\d/.test(line.text) ? 0.5 : 0);
    if (score > most) [best, most] = [{ ...line, isPartial: shared < asked.size }, score];
  }
  return best;
}

/** Answers from the prompt; what is not there may have been folded, or stand in a note. */
function tellOf(question: string, before: Prompt, since: Prompt): Reply {
  const best = lookUp(question, [...before, ...since.filter(({ role }) => role === 'tool')]);
  const recalled = resultOf(since, 'recall');
  if (best?.isPartial !== false && recalled === undefined) {
    return { name: 'recall', input: { query: question } };
  }
  if (best !== undefined) {
    const line = best.text.replace(/^> /, '');
    if (recalled?.includes(best.text)) return `I searched what was folded, and found: ${line}`;
    const source = best.isRecord ? 'The record that I was sent says' : 'I was sent this';
    return `${source}: ${line}`;
  }
  const titles = resultOf(since, 'list_notes')?.split('\n');
  if (titles === undefined) return { name: 'list_notes', input: {} };
  const read = callsOf(since).map(({ input }) => field(input, 'title'));
  const title = titles.find((one) => !read.includes(one));
  return title === undefined || read.length > titles.length
    ? 'I find nothing about that, neither in what I was sent nor in my notes.'
    : { name: 'read_note', input: { title } };
}

function firstAsked(prompt: Prompt): string {
  const first = prompt.find((message) => message.role === 'user' && !isRecord(message));
  return first === undefined
    ? 'I was not sent your first message.'
    : `Your first message that I was sent is: “${textOf(first).slice(0, 300)}”`;
}

export function replyTo(prompt: Prompt): Reply {
  const { at, text, since } = requestOf(prompt);
  const expression = text.match(/[-(\d][-+*/%().\d\s]*[-+*/%][-+*/%().\d\s]*[\d)]/)?.[0].trim();
  const changed = text.match(/^(?:change|set) (?:the )?(\w+) to (\S+?)\.?$/i);
  if (/\bfirst\b/i.test(text) && /\b(ask|asked|say|said|message)\b/i.test(text))
    return firstAsked(prompt);
  if (changed?.[1] && changed[2]) return change(changed[1].toLowerCase(), changed[2], since);
  if (expression) return compute(expression, since);
  if (/\bread\b.*\b(files?|project)\b/i.test(text) && !text.includes('?')) return work(since);
  return tellOf(text, prompt.slice(0, at), since);
}

const none = undefined;
const usage = {
  inputTokens: { total: none, noCache: none, cacheRead: none, cacheWrite: none },
  outputTokens: { total: none, text: none, reasoning: none },
};

function* partsOf(reply: Reply): Generator<Part> {
  yield { type: 'stream-start', warnings: [] };
  if (typeof reply === 'string') {
    yield { type: 'text-start', id: '1' };
    for (const delta of reply.split(/(?<= )/)) yield { type: 'text-delta', id: '1', delta };
    yield { type: 'text-end', id: '1' };
    yield { type: 'finish', usage, finishReason: { unified: 'stop', raw: none } };
    return;
  }
  const { name, input } = reply;
  yield {
    type: 'tool-call',
    toolCallId: crypto.randomUUID(),
    toolName: name,
    input: JSON.stringify(input),
  };
  yield { type: 'finish', usage, finishReason: { unified: 'tool-calls', raw: none } };
}

export const scriptedModel: Model = {
  specificationVersion: 'v4',
  provider: 'page',
  modelId: 'script',
  supportedUrls: {},
  doGenerate: async () => {
    throw new Error('the script only streams');
  },
  doStream: async ({ prompt }) => ({
    stream: simulateReadableStream({
      chunks: [...partsOf(replyTo(prompt))],
      initialDelayInMs: thinking,
      chunkDelayInMs: perWord,
    }),
  }),
};
