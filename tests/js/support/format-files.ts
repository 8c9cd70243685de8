/**
 * Generated conversations in the shape of each format. Decides how a plain conversation is written by
 * each tool; shares no code with the readers.
 */
import type { TranscriptFormat } from 'epitome/formats';

/** A step: what is said, the calls made (id, tool, input) and what they gave, in order. */
export type Turn =
  | { user: string }
  | { say: string; calls: { id: string; tool: string; input: object; output: string }[] };

/** A small generator of pseudo-random numbers, so that a failure comes again. */
export function dice(seed: number): (below: number) => number {
  let state = seed >>> 0 || 1;
  return (below) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state % below;
  };
}

const words = [
  'naïve',
  'line\nbreak',
  '"quoted"',
  '日本',
  '🙂',
  '\u001b[31m',
  '__proto__',
  '\\',
  ' ',
];

export function conversationOf(seed: number, turns: number): Turn[] {
  const roll = dice(seed);
  const text = () => `${words[roll(words.length)]}-${roll(1000)}`;
  const made: Turn[] = [{ user: text() }];
  for (let i = 0; i < turns; i++) {
    const calls = Array.from({ length: roll(3) }, (_, k) => ({
      id: `call_${i}_${k}`,
      tool: ['read', 'constructor', 'bash'][roll(3)] ?? 'read',
      input: { path: text(), depth: { __proto__x: roll(9) } },
      output: text(),
    }));
    made.push({ say: text(), calls });
    if (calls.length === 0) made.push({ user: text() });
  }
  return made;
}

/** What every reader should make of it. */
export function expected(turns: Turn[]): unknown[] {
  return turns.flatMap((turn): unknown[] => {
    if ('user' in turn) return [{ role: 'user', content: turn.user }];
    const reply = {
      role: 'assistant',
      content: [
        { type: 'text', text: turn.say },
        ...turn.calls.map(({ id, tool, input }) => ({
          type: 'tool-call',
          toolCallId: id,
          toolName: tool,
          input,
        })),
      ],
    };
    if (turn.calls.length === 0) return [reply];
    const content = turn.calls.map(({ id, tool, output }) => ({
      type: 'tool-result',
      toolCallId: id,
      toolName: tool,
      output: { type: 'text', value: output },
    }));
    return [reply, { role: 'tool', content }];
  });
}

const lines = (records: unknown[]) => records.map((one) => JSON.stringify(one)).join('\n');

function blocks(turns: Turn[]): { role: string; content: unknown }[] {
  return turns.flatMap((turn): { role: string; content: unknown }[] => {
    if ('user' in turn) return [{ role: 'user', content: turn.user }];
    const said = [
      { type: 'text', text: turn.say },
      ...turn.calls.map(({ id, tool, input }) => ({ type: 'tool_use', id, name: tool, input })),
    ];
    const given = turn.calls.map(({ id, output }) => ({
      type: 'tool_result',
      tool_use_id: id,
      content: output,
    }));
    const reply = { role: 'assistant', content: said };
    return given.length > 0 ? [reply, { role: 'user', content: given }] : [reply];
  });
}

function chat(turns: Turn[]): unknown[] {
  return turns.flatMap((turn): unknown[] => {
    if ('user' in turn) return [{ role: 'user', content: turn.user }];
    const calls = turn.calls.map(({ id, tool, input }) => ({
      id,
      type: 'function',
      function: { name: tool, arguments: JSON.stringify(input) },
    }));
    return [
      { role: 'assistant', content: turn.say, ...(calls.length > 0 && { tool_calls: calls }) },
      ...turn.calls.map(({ id, output }) => ({ role: 'tool', tool_call_id: id, content: output })),
    ];
  });
}

function items(turns: Turn[]): unknown[] {
  return turns.flatMap((turn): unknown[] => {
    if ('user' in turn) {
      return [
        { type: 'message', role: 'user', content: [{ type: 'input_text', text: turn.user }] },
      ];
    }
    return [
      { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: turn.say }] },
      ...turn.calls.map(({ id, tool, input }) => ({
        type: 'function_call',
        call_id: id,
        name: tool,
        arguments: JSON.stringify(input),
      })),
      ...turn.calls.map(({ id, output }) => ({
        type: 'function_call_output',
        call_id: id,
        output,
      })),
    ];
  });
}

function claudeCode(turns: Turn[]): unknown[] {
  let parentUuid: string | null = null;
  let next = 0;
  // Every block of a reply is a line of its own.
  return blocks(turns).flatMap(({ role, content }, at) => {
    const pieces =
      role === 'assistant' && Array.isArray(content) ? content.map((one) => [one]) : [content];
    return pieces.map((piece) => {
      const uuid = `uuid-${next++}`;
      const record = {
        parentUuid,
        isSidechain: false,
        type: role,
        message: { role, content: piece, ...(role === 'assistant' && { id: `msg_${at}` }) },
        uuid,
        timestamp: '2026-01-02T03:04:05.000Z',
      };
      parentUuid = uuid;
      return record;
    });
  });
}

function ui(turns: Turn[]): unknown[] {
  return turns.map((turn, i) => {
    if ('user' in turn) {
      return { id: `m${i}`, role: 'user', parts: [{ type: 'text', text: turn.user }] };
    }
    const tools = turn.calls.map(({ id, tool, input, output }) => ({
      type: `tool-${tool}`,
      toolCallId: id,
      state: 'output-available',
      input,
      output,
    }));
    const parts = [{ type: 'step-start' }, { type: 'text', text: turn.say }, ...tools];
    return { id: `m${i}`, role: 'assistant', parts };
  });
}

/** The conversation as a file of each format. */
export const writers: Readonly<Record<TranscriptFormat, (turns: Turn[]) => string>> = {
  'claude-code': (turns) => lines(claudeCode(turns)),
  codex: (turns) =>
    lines([
      { timestamp: '2026-01-02T03:04:05Z', type: 'session_meta', payload: { id: 's', cwd: '/' } },
      ...items(turns).map((payload) => ({
        timestamp: '2026-01-02T03:04:05Z',
        type: 'response_item',
        payload,
      })),
    ]),
  'openai-chat': (turns) => JSON.stringify({ model: 'gpt-5', messages: chat(turns) }),
  'openai-responses': (turns) => JSON.stringify({ model: 'gpt-5', input: items(turns) }),
  anthropic: (turns) =>
    JSON.stringify({ model: 'claude-x', max_tokens: 1, messages: blocks(turns) }),
  'ai-sdk': (turns) => JSON.stringify(expected(turns), null, 1),
  'ai-sdk-ui': (turns) => JSON.stringify({ messages: ui(turns) }),
};
