// promise: dialects

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { MessageFlag, PartFlag, PartKind, Role } from '../../js/dialects/dialect.ts';
import { openaiChat } from '../../js/dialects/openai-chat.ts';
import { ImageDetail, MediaShape } from '../../js/media/facts.ts';
import {
  deepFreeze,
  type Expected,
  file,
  media,
  partLike,
  record,
  refuses,
  sealed,
  thrower,
} from './support/recording-sink.ts';

type Json = Record<string, unknown>;

const { text, reasoning, toolCall, toolResult, custom } = PartKind;

function functionCall(id: string, name: string, json: unknown): Json {
  return { id, type: 'function', function: { name, arguments: json } };
}

/** Name, message, role, flags, parts. */
const cases: [string, Json, Role, number, Expected[]][] = [
  [
    'a user string',
    { role: 'user', content: 'hi' },
    Role.user,
    MessageFlag.stringContent,
    [{ kind: text, text: 'hi' }],
  ],
  [
    'a developer message is a system message',
    { role: 'developer', content: 'rules' },
    Role.system,
    MessageFlag.stringContent,
    [{ kind: text, text: 'rules' }],
  ],
  [
    'content parts',
    {
      role: 'user',
      content: [
        { type: 'text', text: 'see' },
        { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAAAA==' } },
        { type: 'image_url', image_url: { url: 'https://example.org/a.png', detail: 'low' } },
        { type: 'input_audio', input_audio: { data: 'AAAA', format: 'wav' } },
        { type: 'file', file: { file_data: 'data:application/pdf;base64,AAAA' } },
        { type: 'file', file: { file_id: 'file-1' } },
        { type: 'video', video: 'x' },
      ],
    },
    Role.user,
    0,
    [
      { kind: text, text: 'see' },
      file('image/png', media(4)),
      {
        kind: PartKind.media,
        mediaType: 'image/*',
        media: { ...media(0), detail: ImageDetail.low },
      },
      file('audio/wav', media(3, MediaShape.audio)),
      file('application/pdf', media(3, MediaShape.document)),
      file('', media(0, MediaShape.other)),
      { kind: custom, flags: PartFlag.opaque, attachments: [sealed(0)] },
    ],
  ],
  [
    'calls beside null content',
    {
      role: 'assistant',
      content: null,
      tool_calls: [functionCall('c1', 'read', '{"a":1}'), functionCall('c2', 'list', { b: 2 })],
    },
    Role.assistant,
    0,
    [
      { kind: toolCall, callId: 'c1', toolName: 'read', text: '{"a":1}', flags: PartFlag.json },
      { kind: toolCall, callId: 'c2', toolName: 'list', text: '{"b":2}', flags: PartFlag.json },
    ],
  ],
  [
    'calls without content',
    {
      role: 'assistant',
      tool_calls: [{ id: 'c1', type: 'custom', custom: { name: 'sql', input: 'select 1' } }],
    },
    Role.assistant,
    0,
    [{ kind: toolCall, callId: 'c1', toolName: 'sql', text: 'select 1' }],
  ],
  [
    'content, refusal, reasoning, calls, function call, in this order',
    {
      function_call: { name: 'old', arguments: '{}' },
      tool_calls: [functionCall('c1', 'read', '{}')],
      reasoning_content: 'hm',
      refusal: 'no',
      content: [
        { type: 'text', text: 'a' },
        { type: 'refusal', refusal: 'b' },
      ],
      role: 'assistant',
    },
    Role.assistant,
    0,
    [
      { kind: text, text: 'a' },
      { kind: text, text: 'b' },
      { kind: text, text: 'no' },
      { kind: reasoning, text: 'hm' },
      { kind: toolCall, callId: 'c1', toolName: 'read', text: '{}', flags: PartFlag.json },
      { kind: custom, flags: PartFlag.opaque, attachments: [sealed(31)] },
    ],
  ],
  [
    'reasoning that is written twice is one part',
    { role: 'assistant', content: 'a', reasoning: 'hm', reasoning_content: 'hm' },
    Role.assistant,
    MessageFlag.stringContent,
    [
      { kind: text, text: 'a' },
      { kind: reasoning, text: 'hm' },
    ],
  ],
  [
    'sealed reasoning',
    { role: 'assistant', content: 'a', reasoning: '', reasoning_details: [{ data: 'x' }] },
    Role.assistant,
    MessageFlag.stringContent,
    [
      { kind: text, text: 'a' },
      { kind: reasoning, flags: PartFlag.opaque, attachments: [sealed(1)] },
    ],
  ],
  [
    'audio of the assistant',
    { role: 'assistant', content: null, audio: { id: 'audio_1' }, reasoning_content: null },
    Role.assistant,
    0,
    [{ kind: custom, flags: PartFlag.opaque, attachments: [sealed(0)] }],
  ],
  [
    'a result',
    { role: 'tool', tool_call_id: 'c1', content: 'out' },
    Role.tool,
    0,
    [{ kind: toolResult, callId: 'c1', text: 'out' }],
  ],
  [
    'a result of parts, with a name',
    {
      role: 'tool',
      tool_call_id: 'c1',
      name: 'read',
      content: [
        { type: 'text', text: 'a' },
        { type: 'text', text: 'b' },
      ],
    },
    Role.tool,
    0,
    [{ kind: toolResult, callId: 'c1', toolName: 'read', text: 'a\nb' }],
  ],
  [
    'a result with an image',
    {
      role: 'tool',
      tool_call_id: 'c1',
      content: [
        { type: 'text', text: 'a' },
        { type: 'image_url', image_url: { url: 'https://example.org' } },
      ],
    },
    Role.tool,
    0,
    [
      {
        kind: toolResult,
        callId: 'c1',
        text: 'a',
        flags: PartFlag.hasMedia,
        attachments: [media(0)],
      },
    ],
  ],
  [
    'an empty result',
    { role: 'tool', tool_call_id: 'c1' },
    Role.tool,
    0,
    [{ kind: toolResult, callId: 'c1' }],
  ],
];

describe('reading chat completions', () => {
  for (const [name, message, role, flags, parts] of cases) {
    it(name, () => {
      const expected = { role, flags, faults: [], parts: parts.map(partLike) };
      assert.deepEqual(record(openaiChat, deepFreeze(message)), expected);
    });
  }

  const { faulty } = PartFlag;
  const badCalls: [string, unknown, Expected][] = [
    ['null', null, { kind: toolCall, faults: ['missing-call-id', 'missing-tool-name'] }],
    [
      'no id',
      functionCall('', 'read', '{}'),
      {
        kind: toolCall,
        toolName: 'read',
        text: '{}',
        flags: faulty | PartFlag.json,
        faults: ['missing-call-id'],
      },
    ],
    [
      'no function',
      { id: 'c1' },
      {
        kind: toolCall,
        callId: 'c1',
        text: 'null',
        flags: faulty | PartFlag.json,
        faults: ['missing-tool-name'],
      },
    ],
    ['a throwing id', thrower({}, 'id'), { kind: custom, faults: ['unreadable-part'] }],
  ];
  for (const [name, call, expected] of badCalls) {
    it(`bad call: ${name}`, () => {
      const { parts } = record(openaiChat, {
        role: 'assistant',
        content: null,
        tool_calls: [call],
      });
      assert.deepEqual(parts, [partLike({ ...expected, flags: expected.flags ?? faulty })]);
    });
  }

  const badMessages: [string, unknown, string[]][] = [
    ['null', null, ['not-an-object']],
    ['a role of nobody', { role: 'critic', name: 'f', content: [] }, ['unknown-role']],
    ['an object as content', { role: 'user', content: {} }, ['unreadable-content']],
    ['throwing content', thrower({ role: 'user' }, 'content'), ['unreadable-content']],
    ['endless content', { role: 'user', content: new Array(4e9) }, ['unreadable-content']],
  ];
  for (const [name, message, faults] of badMessages) {
    it(`bad message: ${name}`, () => {
      const recorded = record(openaiChat, message);
      assert.deepEqual(recorded.faults, faults);
      assert.equal(recorded.flags, MessageFlag.faulty);
      assert.deepEqual(recorded.parts, []);
    });
  }

  it('reads what it can of a message with throwing fields', () => {
    const message = thrower({ role: 'assistant', content: 'a' }, 'tool_calls', 'refusal');
    const { parts } = record(openaiChat, message);
    assert.deepEqual(parts, [partLike({ kind: text, text: 'a' })]);
  });
});

describe('writing chat completions', () => {
  it('cuts a result to a string', () => {
    const message = deepFreeze({ role: 'tool', tool_call_id: 'c1', content: 'abcdefgh', extra: 1 });
    const edited = openaiChat.write(message, [{ kind: 'cut', part: 0, from: 2, to: 7, text: '…' }]);
    assert.deepEqual(edited, { role: 'tool', tool_call_id: 'c1', content: 'ab…h', extra: 1 });
  });

  it('removes calls, and the field with the last one', () => {
    const calls = [functionCall('c1', 'read', '{}'), functionCall('c2', 'read', '{}')];
    const message = deepFreeze({ role: 'assistant', content: 'a', tool_calls: calls });
    const one = openaiChat.write(message, [{ kind: 'remove', part: 1 }]);
    assert.deepEqual(one, { role: 'assistant', content: 'a', tool_calls: [calls[1]] });
    assert.equal(one.tool_calls[0], calls[1]);
    const none = openaiChat.write(message, [
      { kind: 'remove', part: 1 },
      { kind: 'remove', part: 2 },
    ]);
    assert.deepEqual(none, { role: 'assistant', content: 'a' });
  });

  it('removes reasoning under all of its names', () => {
    const message = deepFreeze({
      role: 'assistant',
      content: 'a',
      reasoning: 'hm',
      reasoning_content: 'hm',
      reasoning_details: [{}],
    });
    const edited = openaiChat.write(message, [{ kind: 'remove', part: 1 }]);
    assert.deepEqual(edited, { role: 'assistant', content: 'a' });
  });

  it('leaves null in place of a string, and reads an empty one beside calls as null', () => {
    const calls = [functionCall('c1', 'read', '{}')];
    const blank = deepFreeze({ role: 'assistant', content: '\n\n', tool_calls: calls });
    assert.deepEqual(openaiChat.write(blank, [{ kind: 'remove', part: 0 }]), {
      ...blank,
      content: null,
    });
    const [empty, nothing] = ['', null].map((content) =>
      record(openaiChat, deepFreeze({ role: 'assistant', content, tool_calls: calls })),
    );
    assert.deepEqual(empty?.parts, nothing?.parts);
  });

  it('reads the older answer to a function call as one that belongs to it', () => {
    const answer = deepFreeze({ role: 'function', name: 'f', content: 'twelve words' });
    const { role, parts, faults } = record(openaiChat, answer);
    assert.equal(role, Role.tool);
    assert.equal(parts.length, 1);
    assert.deepEqual(faults, []);
  });

  it('removes content parts, and leaves null in place of the last', () => {
    const content = [
      { type: 'text', text: '' },
      { type: 'text', text: 'b' },
    ];
    const message = deepFreeze({ role: 'assistant', content, refusal: 'no' });
    const edited = openaiChat.write(message, [{ kind: 'remove', part: 0 }]);
    assert.equal(edited.content[0], content[1]);
    assert.equal(edited.content.length, 1);
    const all = [0, 1, 2].map((part) => ({ kind: 'remove', part }) as const);
    assert.deepEqual(openaiChat.write(message, all), { role: 'assistant', content: null });
  });

  it('answers one call as aborted', () => {
    const calls = [functionCall('c1', 'read', '{}'), functionCall('c2', 'list', '{}')];
    const message = deepFreeze({ role: 'assistant', content: 'a', tool_calls: calls });
    const answer = { role: 'tool', tool_call_id: 'c2', content: 'interrupted' };
    assert.deepEqual(openaiChat.aborted(message, [2], 'interrupted'), answer);
  });

  it('picks a tool message as a whole', () => {
    const message = { role: 'tool', tool_call_id: 'c1', content: 'x' };
    assert.equal(openaiChat.pick(message, [0]), message);
  });

  refuses({
    'trimming what is no result': () =>
      openaiChat.write({ role: 'user', content: 'long' }, [
        { kind: 'cut', part: 0, from: 0, to: 1, text: '' },
      ]),
    'a number that is not there': () =>
      openaiChat.write({ role: 'user', content: 'x' }, [{ kind: 'remove', part: 3 }]),
    'aborting two calls in one message': () =>
      openaiChat.aborted(
        {
          role: 'assistant',
          tool_calls: [functionCall('a', 'b', ''), functionCall('c', 'd', '')],
        },
        [0, 1],
        'x',
      ),
    'picking two parts': () => openaiChat.pick({ role: 'tool', content: 'x' }, [0, 1]),
  });
});
