/** `epitome inspect`: who takes the room of a transcript. Counts only; nothing is compacted. */
import type { Transcript, TranscriptMessage } from '../formats/index.ts';
import { createTokenCounter } from '../tokens/index.ts';
import { bar, count, type Style, shown, table } from './terminal.ts';

export interface Inspection {
  format: string;
  title?: string;
  model?: string;
  conversation: number;
  conversations: number;
  messages: number;
  tokens: number;
  byRole: { role: string; messages: number; tokens: number }[];
  byKind: { kind: string; tokens: number }[];
  byTool: { tool: string; calls: number; tokens: number }[];
  largest: { message: number; role: string; tokens: number; text: string }[];
  notes: string[];
}

/** `top` is how many tools and messages are named. */
export async function inspect(transcript: Transcript, top: number): Promise<Inspection> {
  const { messages, system, tools, model, title } = transcript;
  const counter = await createTokenCounter();
  const counted = counter.countRequest({ messages, system, tools, ...(model && { model }) });
  const byKind = Object.entries(counted.breakdown)
    .map(([kind, tokens]) => ({ kind, tokens }))
    .filter(({ tokens }) => tokens > 0)
    .sort((a, b) => b.tokens - a.tokens);
  const largest = counted.messages
    .map((tokens, i) => ({ tokens, i }))
    .sort((a, b) => b.tokens - a.tokens || a.i - b.i)
    .slice(0, top)
    .flatMap(({ tokens, i }) => {
      const message = messages[i];
      if (message === undefined) return [];
      return [{ message: i + 1, role: message.role, tokens, text: headOf(message) }];
    });
  const byRole = rolesIn(messages, counted.messages);
  const byTool = toolsIn(messages, (message) => counter.countMessages([message]).tokens);
  return {
    format: transcript.format,
    ...(title !== undefined && { title }),
    ...(model !== undefined && { model }),
    conversation: transcript.conversation,
    conversations: transcript.conversations,
    messages: messages.length,
    tokens: counted.tokens,
    byRole,
    byKind,
    byTool: byTool.slice(0, top),
    largest,
    notes: transcript.notes.map(({ text, line }) =>
      line === undefined ? text : `${text} First in line ${line}.`,
    ),
  };
}

function headOf({ content }: TranscriptMessage): string {
  if (typeof content === 'string') return shown(content);
  for (const part of content) {
    if (part.type === 'text' && part.text.trim() !== '') return shown(part.text);
    if (part.type === 'tool-call' || part.type === 'tool-result') return shown(part.toolName);
  }
  return '';
}

/** Messages and tokens of each role, the largest first. */
function rolesIn(
  messages: readonly TranscriptMessage[],
  tokens: readonly number[],
): Inspection['byRole'] {
  const found = new Map<string, { messages: number; tokens: number }>();
  for (const [i, { role }] of messages.entries()) {
    const known = found.get(role) ?? { messages: 0, tokens: 0 };
    found.set(role, { messages: known.messages + 1, tokens: known.tokens + (tokens[i] ?? 0) });
  }
  return [...found]
    .map(([role, sums]) => ({ role, ...sums }))
    .sort((a, b) => b.tokens - a.tokens || (a.role < b.role ? -1 : 1));
}

/** Calls and tokens of what each tool gave, the largest first. */
function toolsIn(
  messages: readonly TranscriptMessage[],
  tokensOf: (message: TranscriptMessage) => number,
): Inspection['byTool'] {
  const found = new Map<string, { calls: number; tokens: number }>();
  for (const { role, content } of messages) {
    if (role !== 'tool') continue;
    for (const part of content) {
      if (part.type !== 'tool-result') continue;
      const tokens = tokensOf({ role, content: [part] });
      const known = found.get(part.toolName) ?? { calls: 0, tokens: 0 };
      found.set(part.toolName, { calls: known.calls + 1, tokens: known.tokens + tokens });
    }
  }
  return [...found]
    .map(([tool, sums]) => ({ tool: shown(tool, 40), ...sums }))
    .sort((a, b) => b.tokens - a.tokens || (a.tool < b.tool ? -1 : 1));
}

/** `tool results` for `toolResults`. */
const inWords = (name: string) => name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

export function inspectionText(found: Inspection, style: Style): string {
  const share = (tokens: number) => tokens / Math.max(1, found.tokens);
  const row = (name: string, tokens: number, more = '') =>
    [
      name,
      count(tokens),
      `${(100 * share(tokens)).toFixed(1)} %`,
      bar(share(tokens)),
      more,
    ] as const;
  const facts = [
    found.format,
    ...(found.model === undefined ? [] : [shown(found.model)]),
    ...(found.conversations > 1
      ? [`conversation ${found.conversation} of ${found.conversations}`]
      : []),
  ];
  const sections: [string, (readonly string[])[]][] = [
    ['By role', found.byRole.map((one) => row(one.role, one.tokens, `${one.messages}×`))],
    ['By kind', found.byKind.map(({ kind, tokens }) => row(inWords(kind), tokens))],
    ['Results by tool', found.byTool.map((one) => row(one.tool, one.tokens, `${one.calls}×`))],
    [
      'Largest messages',
      found.largest.map((one) => row(`${one.message} ${one.role}`, one.tokens, one.text)),
    ],
  ];
  return [
    style.bold(`${count(found.tokens)} tokens in ${count(found.messages)} messages`),
    style.faint(`${facts.join(', ')}; tokens are estimated`),
    ...(found.title === undefined ? [] : [shown(found.title, 76)]),
    ...sections
      .filter(([, rows]) => rows.length > 0)
      .flatMap(([title, rows]) => ['', style.bold(title), table(rows)]),
    ...(found.notes.length > 0 ? ['', style.bold('Notes'), ...found.notes] : []),
  ].join('\n');
}
