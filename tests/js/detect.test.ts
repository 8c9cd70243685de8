// promise: dialects

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createCompactor } from 'epitome';
import { detectDialect } from '../../js/dialects/detect.ts';

type Json = Record<string, unknown>;

const plain = { role: 'user', content: 'hi' };
const ids = { toolCallId: 'c', toolName: 't' };
const part = (fields: Json): Json => ({ role: 'assistant', content: [fields] });

const cases: [string, unknown, string | undefined][] = [
  ['nothing', [], undefined],
  ['text only', [plain, part({ type: 'text', text: 'x' })], undefined],
  ['reasoning, which two dialects have', [part({ type: 'reasoning', text: 'x' })], undefined],
  ['not an array', { length: 3 }, undefined],
  ['undefined', undefined, undefined],
  ['input', [plain, part({ type: 'tool-call', ...ids, input: undefined })], 'ai-sdk'],
  [
    'output',
    [part({ type: 'tool-result', ...ids, output: { type: 'text', value: '' } })],
    'ai-sdk',
  ],
  ['an approval', [part({ type: 'tool-approval-request' })], 'ai-sdk'],
  ['mediaType', [part({ type: 'file', data: '', mediaType: 'x' })], 'ai-sdk'],
  ['custom', [part({ type: 'custom', kind: 'a.b' })], 'ai-sdk'],
  ['args', [part({ type: 'tool-call', ...ids, args: {} })], 'ai-sdk-4'],
  ['result', [part({ type: 'tool-result', ...ids, result: 1 })], 'ai-sdk-4'],
  ['mimeType', [part({ type: 'image', image: '', mimeType: 'x' })], 'ai-sdk-4'],
  ['redacted reasoning', [part({ type: 'redacted-reasoning', data: '' })], 'ai-sdk-4'],
  ['a signature', [part({ type: 'reasoning', text: '', signature: 's' })], 'ai-sdk-4'],
  ['old metadata', [{ ...plain, experimental_providerMetadata: {} }], 'ai-sdk-4'],
  ['tool_calls', [{ role: 'assistant', content: null, tool_calls: [] }], 'openai-chat'],
  ['tool_call_id', [{ role: 'tool', tool_call_id: 'c', content: [] }], 'openai-chat'],
  ['a developer', [{ role: 'developer', content: 'x' }], 'openai-chat'],
  ['a function', [{ role: 'function', name: 'f', content: 'x' }], 'openai-chat'],
  ['a refusal', [{ role: 'assistant', content: null, refusal: 'No.' }], 'openai-chat'],
  ['audio', [{ role: 'assistant', content: null, audio: { id: 'a' } }], 'openai-chat'],
  ['a tool string', [{ role: 'tool', content: 'x' }], 'openai-chat'],
  ['image_url', [part({ type: 'image_url', image_url: {} })], 'openai-chat'],
  ['file.file', [part({ type: 'file', file: {} })], 'openai-chat'],
  ['tool_use', [part({ type: 'tool_use', id: 't', name: 'n', input: {} })], 'anthropic'],
  ['tool_result', [part({ type: 'tool_result', tool_use_id: 't' })], 'anthropic'],
  [
    'a signature of thinking',
    [part({ type: 'thinking', thinking: '', signature: '' })],
    'anthropic',
  ],
  ['a list of thinking, as others have', [part({ type: 'thinking', thinking: [] })], undefined],
  ['redacted thinking', [part({ type: 'redacted_thinking', data: '' })], 'anthropic'],
  ['an image with a source', [part({ type: 'image', source: {} })], 'anthropic'],
  ['a document', [part({ type: 'document', source: {} })], 'anthropic'],
  ["a provider's tool", [part({ type: 'server_tool_use' })], 'anthropic'],
  ["a provider's result", [part({ type: 'web_fetch_tool_result' })], 'anthropic'],
  ['cache_control, which proxies have too', [part({ type: 'text', cache_control: {} })], undefined],
  [
    'thinking that a proxy handed on in chat completions',
    [{ role: 'assistant', content: 'x', thinking_blocks: [], tool_calls: [] }],
    'openai-chat',
  ],
  [
    'types that objects inherit',
    [part({ type: 'constructor' }), part({ type: 'toString' })],
    undefined,
  ],
  [
    'the first that gives it away',
    [part({ type: 'tool-call', ...ids, args: {} }), { role: 'developer', content: 'x' }],
    'ai-sdk-4',
  ],
];

describe('detectDialect', () => {
  for (const [name, messages, expected] of cases) {
    it(name, () => assert.equal(detectDialect(messages), expected));
  }

  it('passes over what it cannot read', () => {
    const throwing = {
      get role(): never {
        throw new Error('no');
      },
    };
    const revoked = Proxy.revocable([], {});
    revoked.revoke();
    const content = [null, 5, throwing, { type: 'tool-call', args: 1 }];
    const messages = [null, 'x', throwing, revoked.proxy, { role: 'assistant', content }];
    assert.equal(detectDialect(messages), 'ai-sdk-4');
    assert.equal(detectDialect(revoked.proxy), undefined);
  });

  it('looks at a bounded number of messages and parts', () => {
    let reads = 0;
    const counting = new Proxy(new Array(4e9), {
      get(target, key) {
        reads++;
        return Reflect.get(target, key);
      },
    });
    assert.equal(detectDialect(counting), undefined);
    assert.equal(detectDialect([{ role: 'user', content: counting }]), undefined);
    assert.ok(reads < 20_000, `${reads} reads`);
  });
});

describe('messages that any dialect may have written', () => {
  const talk = Array.from({ length: 40 }, (_, i) => ({
    role: i % 2 === 0 ? 'user' : 'assistant',
    content: `${i}: ${'some words about the harbour '.repeat(20)}`,
  }));

  for (const placement of ['user', 'pair', 'assistant', 'system', 'first-user'] as const) {
    it(`${placement}: get no field of one of them`, async () => {
      using compactor = await createCompactor({
        contextWindow: 5_000,
        maxOutputTokens: 500,
        system: '',
        tools: {},
        placement,
        cacheControl: 'auto',
      });
      const session = compactor.session('a');
      const { messages } = await session.prepare(talk);
      assert.ok(messages.length < talk.length);
      for (const message of messages) assert.deepEqual(Object.keys(message), ['role', 'content']);
      // Nor do they keep one when it turns out whose they are.
      const call = { type: 'tool_use', id: 't', name: 'n', input: {} };
      const result = { type: 'tool_result', tool_use_id: 't', content: 'x' };
      const later = [
        ...talk,
        { role: 'user', content: 'go' },
        { role: 'assistant', content: [call] },
        { role: 'user', content: [result] },
      ];
      for (const message of (await session.prepare(later)).messages) {
        assert.ok(!('providerOptions' in message));
      }
    });
  }
});
