/** Messages of the AI SDK: model messages of each version, UI messages, and files without any. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { convertToModelMessages } from 'ai6';
import { parseTranscript, TranscriptError, type TranscriptFault } from 'epitome/formats';

const read = (value: unknown) => parseTranscript(JSON.stringify(value));

describe('model messages of the AI SDK', () => {
  const messages = [
    { role: 'user', content: 'go' },
    {
      role: 'assistant',
      content: [
        { type: 'tool-call', toolCallId: 'a', toolName: 'f', input: {} },
        { type: 'tool-approval-request', approvalId: 'p', toolCallId: 'a' },
      ],
    },
    {
      role: 'tool',
      content: [
        { type: 'tool-approval-response', approvalId: 'p', approved: true },
        { type: 'tool-result', toolCallId: 'a', toolName: 'f', output: { type: 'json', value: 1 } },
      ],
    },
  ];

  it('hands messages on as they are, from an array, lines or a recording', () => {
    const lines = messages.map((one) => JSON.stringify(one)).join('\n');
    assert.deepEqual(read(messages).messages, messages);
    assert.deepEqual(parseTranscript(lines).messages, messages);
    const recording = read({
      name: 'n',
      system: 's',
      tools: [{ name: 'f', inputSchema: {} }],
      messages,
    });
    assert.deepEqual(recording.messages, messages);
    assert.deepEqual([recording.title, recording.system, recording.tools.length], ['n', 's', 1]);
  });

  it('brings core messages of AI SDK 4 into the newer shape', () => {
    const { format, messages } = read([
      {
        role: 'assistant',
        content: [{ type: 'tool-call', toolCallId: 'a', toolName: 'f', args: { x: 1 } }],
      },
      {
        role: 'tool',
        content: [
          { type: 'tool-result', toolCallId: 'a', toolName: 'f', result: 'y', isError: true },
        ],
      },
    ]);
    assert.equal(format, 'ai-sdk');
    assert.deepEqual(messages, [
      {
        role: 'assistant',
        content: [{ type: 'tool-call', toolCallId: 'a', toolName: 'f', input: { x: 1 } }],
      },
      {
        role: 'tool',
        content: [
          {
            type: 'tool-result',
            toolCallId: 'a',
            toolName: 'f',
            output: { type: 'error-text', value: 'y' },
          },
        ],
      },
    ]);
  });
});

describe('UI messages of the AI SDK', () => {
  it('become what the SDK itself makes of them', async () => {
    const chat = [
      { id: '1', role: 'user' as const, parts: [{ type: 'text' as const, text: 'go' }] },
      {
        id: '2',
        role: 'assistant' as const,
        parts: [
          { type: 'step-start' as const },
          { type: 'text' as const, text: 'I look' },
          {
            type: 'tool-f' as const,
            toolCallId: 'a',
            state: 'output-available' as const,
            input: { x: 1 },
            output: { y: 2 },
          },
          {
            type: 'dynamic-tool' as const,
            toolName: 'g',
            toolCallId: 'b',
            state: 'output-error' as const,
            input: {},
            errorText: 'no',
          },
          { type: 'step-start' as const },
          { type: 'text' as const, text: 'Found' },
          { type: 'source-url' as const, sourceId: 's', url: 'https://host' },
        ],
      },
    ];
    const { format, messages } = read({ id: 'chat', messages: chat });
    assert.equal(format, 'ai-sdk-ui');
    const own = JSON.parse(JSON.stringify(await convertToModelMessages(chat)));
    assert.deepEqual(messages.slice(1), own.slice(1));
  });

  it('reads messages of AI SDK 4', () => {
    const { messages } = read([
      {
        id: '1',
        role: 'user',
        content: 'go',
        parts: [{ type: 'text', text: 'go' }],
        createdAt: '2026-01-01',
      },
      {
        id: '2',
        role: 'assistant',
        content: 'done',
        toolInvocations: [
          { state: 'result', toolCallId: 'a', toolName: 'f', args: {}, result: 'x' },
        ],
      },
    ]);
    assert.deepEqual(
      messages.map(({ role }) => role),
      ['user', 'assistant', 'tool'],
    );
  });
});

describe('files that are no transcript', () => {
  for (const [text, fault, line] of [
    ['', 'empty', undefined],
    [' \n ', 'empty', undefined],
    ['hello', 'not-json', undefined],
    ['{"messages": [\n{"role" 1}]}', 'not-json', 2],
    ['null', 'unknown-format', undefined],
    ['{}', 'unknown-format', undefined],
    ['[1, 2]', 'unknown-format', undefined],
    ['{"a":1}\n{"b":2}', 'unknown-format', 1],
    ['[]', 'no-messages', undefined],
    ['{"messages":[]}', 'no-messages', undefined],
    ['[{"role":"user","content":null}]', 'no-messages', undefined],
    ['{"role":"user","content":"a"}\n7', 'wrong-shape', 2],
  ] as [string, TranscriptFault, number | undefined][]) {
    it(`${JSON.stringify(text)}: ${fault}`, () => {
      assert.throws(
        () => parseTranscript(text),
        (error) => {
          assert.ok(error instanceof TranscriptError);
          assert.deepEqual([error.fault, error.line], [fault, line]);
          return true;
        },
      );
    });
  }
});
