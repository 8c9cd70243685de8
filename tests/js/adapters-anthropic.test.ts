// promise: dialects

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { anthropic } from '../../js/dialects/anthropic.ts';
import { MessageFlag, PartFlag, PartKind, Role } from '../../js/dialects/dialect.ts';
import { MediaShape } from '../../js/media/facts.ts';
import { pdf } from './support/media-bytes.ts';
import {
  deepFreeze,
  type Expected,
  file,
  media,
  partLike,
  type RecordedPart,
  record,
  refuses,
  sealed,
  thrower,
} from './support/recording-sink.ts';

type Json = Record<string, unknown>;

const { text, reasoning, toolCall, toolResult, custom } = PartKind;
const { opaque, bound, json, providerExecuted, error, hasMedia, userWords, faulty } = PartFlag;

const sevenPages = pdf(7);
const base64 = { type: 'base64', media_type: 'image/png', data: 'AAAA'.repeat(10) };
const image = { type: 'image', source: base64 };
const result = (fields: Json): Json => ({ type: 'tool_result', tool_use_id: 't1', ...fields });

/** Name, role, block, what is read. */
const blocks: [string, string, unknown, Expected][] = [
  ['text', 'user', { type: 'text', text: 'hi' }, { kind: text, text: 'hi' }],
  ['image: base64', 'user', image, file('image/png', media(30))],
  [
    'image: address',
    'user',
    { type: 'image', source: { type: 'url', url: 'https://example.org/a.png' } },
    file('image/*', media(0)),
  ],
  [
    'image: file',
    'user',
    { type: 'image', source: { type: 'file', file_id: 'file_1' } },
    file('image/*', media(0)),
  ],
  [
    'document: base64',
    'user',
    { type: 'document', source: { type: 'base64', media_type: 'application/pdf', data: 'AAAA' } },
    file('application/pdf', media(3, MediaShape.document)),
  ],
  [
    'document: its pages',
    'user',
    {
      type: 'document',
      source: {
        type: 'base64',
        media_type: 'application/pdf',
        data: Buffer.from(sevenPages).toString('base64'),
      },
    },
    {
      kind: PartKind.media,
      mediaType: 'application/pdf',
      media: { ...media(sevenPages.length, MediaShape.document), length: 7 },
    },
  ],
  [
    'document: address',
    'user',
    { type: 'document', source: { type: 'url', url: 'https://example.org/a' } },
    file('application/pdf', media(0, MediaShape.document)),
  ],
  [
    'document: text',
    'user',
    { type: 'document', source: { type: 'text', media_type: 'text/plain', data: 'twelve words' } },
    file('text/plain', media(12, MediaShape.text)),
  ],
  [
    'document: content',
    'user',
    {
      type: 'document',
      source: { type: 'content', content: [{ type: 'text', text: 'abc' }, image] },
    },
    {
      kind: PartKind.media,
      mediaType: 'text/plain',
      media: media(3, MediaShape.text),
      attachments: [media(30)],
    },
  ],
  [
    'search result',
    'user',
    {
      type: 'search_result',
      source: 'https://example.org',
      title: 'A',
      content: [{ type: 'text', text: 'found' }],
    },
    file('text/plain', media(5, MediaShape.text)),
  ],
  [
    'signed thinking',
    'assistant',
    { type: 'thinking', thinking: 'hm', signature: 's' },
    { kind: reasoning, text: 'hm', flags: opaque | bound },
  ],
  [
    'thinking whose words are left out',
    'assistant',
    { type: 'thinking', thinking: '', signature: 'sealed' },
    { kind: reasoning, flags: opaque | bound, attachments: [sealed(6)] },
  ],
  [
    'unsigned thinking',
    'assistant',
    { type: 'thinking', thinking: 'hm', signature: '' },
    { kind: reasoning, text: 'hm' },
  ],
  [
    'redacted thinking',
    'assistant',
    { type: 'redacted_thinking', data: 'abcd' },
    { kind: reasoning, flags: opaque | bound, attachments: [sealed(4)] },
  ],
  [
    'a compaction block',
    'assistant',
    { type: 'compaction', content: 'what was' },
    { kind: text, text: 'what was', flags: opaque },
  ],
  [
    'a compaction that failed',
    'assistant',
    { type: 'compaction', content: null },
    { kind: text, flags: opaque },
  ],
  [
    'a call',
    'assistant',
    { type: 'tool_use', id: 't1', name: 'read', input: { path: 'a' } },
    { kind: toolCall, callId: 't1', toolName: 'read', text: '{"path":"a"}', flags: json },
  ],
  [
    "a provider's call",
    'assistant',
    { type: 'server_tool_use', id: 's1', name: 'web_search', input: { query: 'a' } },
    {
      kind: toolCall,
      callId: 's1',
      toolName: 'web_search',
      text: '{"query":"a"}',
      flags: json | providerExecuted,
    },
  ],
  [
    "a provider's result",
    'assistant',
    {
      type: 'web_search_tool_result',
      tool_use_id: 's1',
      content: [{ type: 'web_search_result', url: 'u', encrypted_content: 'abcde' }],
    },
    {
      kind: toolResult,
      callId: 's1',
      text: '[{"type":"web_search_result","url":"u"}]',
      flags: json | providerExecuted,
      attachments: [sealed(5)],
    },
  ],
  [
    "a provider's failure",
    'assistant',
    {
      type: 'bash_code_execution_tool_result',
      tool_use_id: 's1',
      content: { type: 'bash_code_execution_tool_result_error', error_code: 'unavailable' },
    },
    {
      kind: toolResult,
      callId: 's1',
      text: '{"type":"bash_code_execution_tool_result_error","error_code":"unavailable"}',
      flags: json | providerExecuted | error,
    },
  ],
  [
    'a call over MCP',
    'assistant',
    { type: 'mcp_tool_use', id: 'm1', name: 'find', server_name: 'x', input: {} },
    {
      kind: toolCall,
      callId: 'm1',
      toolName: 'find',
      text: '{}',
      flags: json | providerExecuted,
    },
  ],
  [
    'a result over MCP',
    'assistant',
    {
      type: 'mcp_tool_result',
      tool_use_id: 'm1',
      is_error: true,
      content: [{ type: 'text', text: 'no' }],
    },
    {
      kind: toolResult,
      callId: 'm1',
      text: 'no',
      flags: providerExecuted | error,
    },
  ],
  [
    'a container upload',
    'user',
    { type: 'container_upload', file_id: 'file_1' },
    { kind: custom, flags: opaque, attachments: [sealed(0)] },
  ],
  [
    'what is not known yet',
    'assistant',
    { type: 'hologram', data: 'x' },
    { kind: custom, flags: opaque, attachments: [sealed(0)] },
  ],
];

/** Name, content of a result, the fields that are read. */
const results: [string, Json, Partial<RecordedPart>][] = [
  ['a string', { content: 'out' }, { text: 'out' }],
  ['nothing', {}, {}],
  ['an error', { content: 'bad', is_error: true }, { text: 'bad', flags: error }],
  [
    'texts',
    {
      content: [
        { type: 'text', text: 'a' },
        { type: 'text', text: 'b' },
      ],
    },
    { text: 'a\nb' },
  ],
  [
    'a text and an image',
    { content: [{ type: 'text', text: 'a' }, image] },
    { text: 'a', flags: hasMedia, attachments: [media(30)] },
  ],
  [
    'a search result',
    { content: [{ type: 'search_result', content: [{ type: 'text', text: 'abc' }] }] },
    { flags: hasMedia | opaque, attachments: [media(3, MediaShape.text)] },
  ],
  [
    'a reference to a tool',
    { content: [{ type: 'tool_reference', tool_name: 'deploy' }] },
    { flags: hasMedia | opaque, attachments: [media(0, MediaShape.other)] },
  ],
  ['what can not be content', { content: 5 }, { flags: faulty, faults: ['unreadable-part'] }],
];

describe("reading Anthropic's messages", () => {
  for (const [name, role, block, expected] of blocks) {
    it(name, () => {
      const { parts, faults } = record(anthropic, deepFreeze({ role, content: [block] }));
      assert.deepEqual(parts, [partLike(expected)]);
      assert.deepEqual(faults, []);
    });
  }

  for (const [name, fields, expected] of results) {
    it(`a result: ${name}`, () => {
      const message = deepFreeze({ role: 'user', content: [result(fields)] });
      const { role, parts } = record(anthropic, message);
      assert.equal(role, Role.tool);
      assert.deepEqual(parts, [partLike({ kind: toolResult, callId: 't1', ...expected })]);
    });
  }

  it('reads the words of the user beside results as such', () => {
    const content = [result({ content: 'out' }), { type: 'text', text: 'and now?' }, image];
    const { role, parts } = record(anthropic, deepFreeze({ role: 'user', content }));
    assert.equal(role, Role.tool);
    assert.deepEqual(
      parts.map(({ flags }) => flags),
      [0, userWords, 0],
    );
  });

  it('reads strings, and instructions amid a conversation', () => {
    const user = record(anthropic, { role: 'user', content: 'hi' });
    assert.deepEqual(user.parts, [partLike({ kind: text, text: 'hi' })]);
    assert.equal(user.flags, MessageFlag.stringContent);
    assert.equal(record(anthropic, { role: 'system', content: 'be brief' }).role, Role.system);
  });

  it('reports what it cannot read', () => {
    const throwing = thrower({ type: 'text' }, 'text');
    const hidden = thrower({}, 'type');
    const content = [null, 5, {}, throwing, hidden, { type: 'tool_use' }, { type: 'thinking' }, []];
    const { parts, role } = record(anthropic, { role: 'user', content });
    assert.equal(role, Role.user);
    assert.deepEqual(
      parts.map(({ faults }) => faults),
      [
        ['unknown-part'],
        ['unknown-part'],
        ['unknown-part'],
        ['unreadable-part'],
        ['unreadable-part'],
        ['missing-call-id', 'missing-tool-name'],
        ['unreadable-part'],
        ['unknown-part'],
      ],
    );
    assert.ok(parts.every(({ flags }) => (flags & faulty) !== 0));
    for (const bad of [null, 5, { role: 'tool', content: [] }, { role: 'user', content: {} }]) {
      assert.equal(record(anthropic, bad).flags, MessageFlag.faulty);
    }
    const endless = record(anthropic, { role: 'user', content: new Array(4e9) });
    assert.deepEqual(endless.faults, ['unreadable-content']);
    const revoked = Proxy.revocable([], {});
    revoked.revoke();
    assert.deepEqual(record(anthropic, { role: 'user', content: revoked.proxy }).parts, []);
  });
});

describe("writing Anthropic's messages", () => {
  const cached = { cache_control: { type: 'ephemeral' } };
  const user = (...content: unknown[]): Json => deepFreeze({ role: 'user', content });

  it('cuts a result to a string and keeps what else it says', () => {
    const items = ['abc', 'def'].map((words) => ({ type: 'text', text: words }));
    const other = result({ tool_use_id: 't2', content: 'x' });
    const message = user(result({ content: items, is_error: true, ...cached }), other);
    const edited = anthropic.write(message, [{ kind: 'cut', part: 0, from: 1, to: 6, text: '-' }]);
    assert.deepEqual(edited, {
      role: 'user',
      content: [result({ content: 'a-f', is_error: true, ...cached }), other],
    });
    assert.equal(edited.content[1], other);
  });

  it('puts a text in place of results and images', () => {
    const message = user(result({ content: [image], ...cached }), { ...image, ...cached });
    const edits = [0, 1].map((part) => ({ kind: 'replace', part, text: '[gone]' }) as const);
    assert.deepEqual(anthropic.write(message, edits).content, [
      result({ content: '[gone]', ...cached }),
      { type: 'text', text: '[gone]', ...cached },
    ]);
  });

  it('mends what is not sealed', () => {
    const message = deepFreeze({
      role: 'assistant',
      content: [
        { type: 'text', text: '\ud83d', ...cached },
        { type: 'tool_use', id: 't', name: 'n', input: { deep: [{ '\udc00': 'a\ud83d' }] } },
        { type: 'thinking', thinking: '\ud83d', signature: 's' },
      ],
    });
    const flags = record(anthropic, message).parts.map(({ flags }) => flags & PartFlag.illFormed);
    assert.deepEqual(flags, [PartFlag.illFormed, PartFlag.illFormed, 0]);
    const edited = anthropic.write(message, [
      { kind: 'mend', part: 0 },
      { kind: 'mend', part: 1 },
    ]);
    assert.deepEqual(edited.content, [
      { type: 'text', text: '\ufffd', ...cached },
      { type: 'tool_use', id: 't', name: 'n', input: { deep: [{ '\ufffd': 'a\ufffd' }] } },
      message.content[2],
    ]);
    assert.equal(edited.content[2], message.content[2]);
    const string = deepFreeze({ role: 'user', content: 'a\ud83d' });
    const mended = anthropic.write(string, [{ kind: 'mend', part: 0 }]);
    assert.deepEqual(mended, { role: 'user', content: 'a\ufffd' });
  });

  it('answers calls as aborted, in a message of the user', () => {
    const call = (id: string): Json => ({ type: 'tool_use', id, name: 'n', input: {} });
    const message = deepFreeze({ role: 'assistant', content: [call('a'), call('b')] });
    const answer = (id: string): Json => ({
      type: 'tool_result',
      tool_use_id: id,
      content: 'stopped',
      is_error: true,
    });
    const content = [answer('b'), answer('a')];
    assert.deepEqual(anthropic.aborted(message, [1, 0], 'stopped'), { role: 'user', content });
  });

  it('picks blocks by reference, results first, and a whole message as it is', () => {
    const words = { type: 'text', text: 'x' };
    const message = user(result({ content: 'a' }), result({ tool_use_id: 't2' }), words);
    const { content } = message as { content: unknown[] };
    const picked = anthropic.pick(message, [2, 1]);
    assert.deepEqual(picked, { role: 'user', content: [content[1], words] });
    assert.equal(picked.content[0], content[1]);
    assert.equal(anthropic.pick(message, [0, 1, 2]), message);
  });

  const replace = { kind: 'replace', part: 0, text: 'x' } as const;
  const cut = { kind: 'cut', part: 0, from: 0, to: 0, text: '' } as const;
  const mend = { kind: 'mend', part: 0 } as const;
  const assistant = (block: Json): Json => ({ role: 'assistant', content: [block] });
  refuses({
    'replacing a text': () => anthropic.write(user({ type: 'text', text: 'a' }), [replace]),
    "replacing a provider's result": () =>
      anthropic.write(assistant({ type: 'mcp_tool_result', tool_use_id: 'm' }), [replace]),
    'replacing an unknown block': () => anthropic.write(assistant({ type: 'later' }), [replace]),
    'cutting a result with an image': () =>
      anthropic.write(user(result({ content: [image] })), [cut]),
    'mending what is sealed': () => anthropic.write(assistant({ type: 'later' }), [mend]),
    'a block that is not there': () => anthropic.write(user(), [mend]),
    'aborting what is no call': () => anthropic.aborted(user(image), [0], 'x'),
    'picking what is not there': () => anthropic.pick(user(), [0]),
  });
});
