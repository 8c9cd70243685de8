// promise: dialects

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { modelMessageSchema as schema5 } from 'ai5';
import { modelMessageSchema as schema6 } from 'ai6';
import { modelMessageSchema as schema7 } from 'ai7';
import { aiSdk } from '../../js/dialects/ai-sdk.ts';
import { aiSdk4 } from '../../js/dialects/ai-sdk-4.ts';
import { type Dialect, MessageFlag, PartFlag, PartKind, Role } from '../../js/dialects/dialect.ts';
import { type MediaFacts, MediaShape } from '../../js/media/facts.ts';
import {
  deepFreeze,
  type Expected,
  file,
  media,
  partLike,
  record,
  sealed,
  thrower,
} from './support/recording-sink.ts';

type Json = Record<string, unknown>;
type Version = 5 | 6 | 7;

const schemas = { 5: schema5, 6: schema6, 7: schema7 };
const versions: readonly Version[] = [5, 6, 7];

/** A message of the role that holds the part. */
function holder(role: string, part: unknown): Json {
  return { role, content: [part] };
}

const { toolCall, toolResult, custom, reasoning, approvalRequest, approvalResponse } = PartKind;
const ids = { callId: 'c1', toolName: 'read' };
const sdkIds = { toolCallId: 'c1', toolName: 'read' };
/** 'AAAA' is 3 bytes in base64. */
const base64 = 'AAAA'.repeat(100);

function call(fields: Json): Json {
  return { type: 'tool-call', ...sdkIds, ...fields };
}

function result(output: Json): Json {
  return { type: 'tool-result', ...sdkIds, output };
}

/** Content items that carry no text, by the versions that have them. */
const otherItems: [Json, Version[], MediaFacts][] = [
  [{ type: 'media', data: base64, mediaType: 'image/png' }, [5, 6], media(300)],
  [
    { type: 'file-data', data: base64, mediaType: 'text/csv', filename: 'a.csv' },
    [6, 7],
    media(300, MediaShape.text),
  ],
  [{ type: 'file-url', url: 'https://example.org/a.pdf' }, [6], media(0, MediaShape.other)],
  [{ type: 'file-id', fileId: 'f1' }, [6, 7], media(0, MediaShape.other)],
  [{ type: 'image-data', data: base64, mediaType: 'image/png' }, [6, 7], media(300)],
  [{ type: 'image-url', url: 'https://example.org/a.png' }, [6, 7], media(0)],
  [{ type: 'image-file-id', fileId: { openai: 'f1' } }, [6, 7], media(0)],
  [
    { type: 'file-reference', providerReference: { openai: 'f1' } },
    [7],
    media(0, MediaShape.other),
  ],
  [{ type: 'image-file-reference', providerReference: { openai: 'f1' } }, [7], media(0)],
  [{ type: 'file', data: { type: 'data', data: base64 }, mediaType: 'image/png' }, [7], media(300)],
  [{ type: 'custom', providerOptions: { some: { x: 1 } } }, [6, 7], media(0, MediaShape.other)],
];

/** Part types of AI SDK 5 to 7: name, role, part, what is read, versions whose schema has it if not all have. */
const sdkParts: [string, string, Json, Expected, (readonly Version[])?][] = [
  ['text', 'user', { type: 'text', text: 'hi' }, { kind: PartKind.text, text: 'hi' }],
  [
    "Anthropic's compaction block",
    'assistant',
    { type: 'text', text: 'sum', providerOptions: { anthropic: { type: 'compaction' } } },
    { kind: PartKind.text, text: 'sum', flags: PartFlag.opaque },
  ],
  [
    'text with an item id',
    'assistant',
    { type: 'text', text: 'hi', providerOptions: { openai: { itemId: 'msg_1' } } },
    { kind: PartKind.text, text: 'hi' },
  ],
  ['image: base64', 'user', { type: 'image', image: base64 }, file('image/*', media(300))],
  [
    'image: data URL',
    'user',
    { type: 'image', image: `data:image/webp;base64,${base64}=` },
    file('image/webp', media(300)),
  ],
  [
    'image: URL object',
    'user',
    { type: 'image', image: new URL('https://example.org/a.png'), mediaType: 'image/png' },
    file('image/png', media(0)),
  ],
  [
    'image: Uint8Array',
    'user',
    { type: 'image', image: new Uint8Array(77), mediaType: 'image/png' },
    file('image/png', media(77)),
  ],
  [
    'image: provider reference',
    'user',
    { type: 'image', image: { openai: 'file-1' } },
    file('image/*', media(0)),
    [7],
  ],
  [
    'file: ArrayBuffer',
    'user',
    { type: 'file', data: new ArrayBuffer(9), mediaType: 'application/pdf', filename: 'a.pdf' },
    file('application/pdf', media(9, MediaShape.document)),
  ],
  [
    'file: Buffer, in an assistant message',
    'assistant',
    { type: 'file', data: Buffer.from('12345'), mediaType: 'image/png' },
    file('image/png', media(5)),
  ],
  [
    'file: address as a string',
    'user',
    { type: 'file', data: 'https://example.org/a.pdf', mediaType: 'application/pdf' },
    file('application/pdf', media(0, MediaShape.document)),
  ],
  [
    'file: data URL that is not base64',
    'user',
    { type: 'file', data: 'data:text/plain,hello', mediaType: 'text/plain' },
    file('text/plain', media(5, MediaShape.text)),
  ],
  [
    'file: tagged data',
    'user',
    { type: 'file', data: { type: 'data', data: new Uint8Array(8) }, mediaType: 'image/png' },
    file('image/png', media(8)),
    [7],
  ],
  [
    'file: tagged URL',
    'user',
    {
      type: 'file',
      data: { type: 'url', url: new URL('https://example.org/a') },
      mediaType: 'image/png',
    },
    file('image/png', media(0)),
    [7],
  ],
  [
    'file: tagged reference',
    'user',
    {
      type: 'file',
      data: { type: 'reference', reference: { openai: 'f' } },
      mediaType: 'image/png',
    },
    file('image/png', media(0)),
    [7],
  ],
  [
    'file: tagged text',
    'user',
    { type: 'file', data: { type: 'text', text: 'hello' }, mediaType: 'text/markdown' },
    file('text/markdown', media(5, MediaShape.text)),
    [7],
  ],
  ['reasoning', 'assistant', { type: 'reasoning', text: 'hm' }, { kind: reasoning, text: 'hm' }],
  ...(
    [
      [{ anthropic: { signature: 's' } }],
      [{ anthropic: { redactedData: 'r' } }, 1],
      [{ openai: { itemId: 'rs_1', reasoningEncryptedContent: null } }, 0],
      [{ openai: { itemId: 'rs_1', reasoningEncryptedContent: base64 } }, 400],
      [{ google: { thoughtSignature: 's' } }],
      [{ openrouter: { reasoning_details: [{ type: 'reasoning.encrypted', data: 'xyz' }] } }, 3],
    ] as [Json, number?][]
  ).map(([providerOptions, length]): [string, string, Json, Expected] => [
    `reasoning bound to ${JSON.stringify(providerOptions).slice(0, 40)}`,
    'assistant',
    { type: 'reasoning', text: 'hm', providerOptions },
    {
      kind: reasoning,
      text: 'hm',
      flags: PartFlag.opaque | ('anthropic' in providerOptions ? PartFlag.bound : 0),
      ...(length !== undefined && { attachments: [sealed(length)] }),
    },
  ]),
  [
    'reasoning with a cache breakpoint only',
    'assistant',
    {
      type: 'reasoning',
      text: 'hm',
      providerOptions: { anthropic: { cacheControl: { type: 'ephemeral' } } },
    },
    { kind: reasoning, text: 'hm' },
  ],
  [
    'reasoning-file',
    'assistant',
    {
      type: 'reasoning-file',
      data: base64,
      mediaType: 'image/png',
      providerOptions: { google: { thoughtSignature: 's' } },
    },
    { kind: reasoning, attachments: [media(300)], flags: PartFlag.opaque },
    [7],
  ],
  [
    'tool-call',
    'assistant',
    call({ input: { path: 'a', deep: [1, { b: null }] } }),
    {
      kind: toolCall,
      ...ids,
      text: '{"path":"a","deep":[1,{"b":null}]}',
      flags: PartFlag.json,
    },
  ],
  [
    'tool-call run by the provider',
    'assistant',
    call({ input: {}, providerExecuted: true }),
    { kind: toolCall, ...ids, text: '{}', flags: PartFlag.json | PartFlag.providerExecuted },
  ],
  [
    'tool-result: text',
    'tool',
    result({ type: 'text', value: 'line 1\nline 2' }),
    { kind: toolResult, ...ids, text: 'line 1\nline 2' },
  ],
  [
    'tool-result: error-text',
    'tool',
    result({ type: 'error-text', value: 'ENOENT' }),
    { kind: toolResult, ...ids, text: 'ENOENT', flags: PartFlag.error },
  ],
  [
    'tool-result: json',
    'tool',
    result({ type: 'json', value: { rows: [1, 2] } }),
    { kind: toolResult, ...ids, text: '{"rows":[1,2]}', flags: PartFlag.json },
  ],
  [
    'tool-result: error-json',
    'tool',
    result({ type: 'error-json', value: ['no'] }),
    { kind: toolResult, ...ids, text: '["no"]', flags: PartFlag.json | PartFlag.error },
  ],
  [
    'tool-result: content of texts',
    'tool',
    result({
      type: 'content',
      value: [
        { type: 'text', text: 'a' },
        { type: 'text', text: 'b' },
      ],
    }),
    { kind: toolResult, ...ids, text: 'a\nb' },
  ],
  ...otherItems.map(
    ([item, since, facts]): [string, string, Json, Expected, readonly Version[]] => [
      `tool-result: content with ${item.type}`,
      'tool',
      result({ type: 'content', value: [{ type: 'text', text: 'a' }, item] }),
      {
        kind: toolResult,
        ...ids,
        text: 'a',
        flags: PartFlag.hasMedia | (item.type === 'custom' ? PartFlag.opaque : 0),
        attachments: [facts],
      },
      since,
    ],
  ),
  [
    'tool-result: execution-denied',
    'tool',
    result({ type: 'execution-denied', reason: 'not now' }),
    { kind: toolResult, ...ids, text: 'not now', flags: PartFlag.denied },
    [6, 7],
  ],
  [
    'tool-result: execution-denied without a reason',
    'tool',
    result({ type: 'execution-denied' }),
    { kind: toolResult, ...ids, flags: PartFlag.denied },
    [6, 7],
  ],
  [
    'tool-result of a provider',
    'assistant',
    result({ type: 'json', value: [] }),
    { kind: toolResult, ...ids, text: '[]', flags: PartFlag.json | PartFlag.providerExecuted },
  ],
  [
    'tool-approval-request',
    'assistant',
    { type: 'tool-approval-request', approvalId: 'a1', toolCallId: 'c1' },
    { kind: approvalRequest, callId: 'c1', approvalId: 'a1' },
    [6, 7],
  ],
  [
    'tool-approval-request that is signed',
    'assistant',
    {
      type: 'tool-approval-request',
      approvalId: 'a1',
      toolCallId: 'c1',
      signature: 's',
      reason: 'writes',
    },
    {
      kind: approvalRequest,
      callId: 'c1',
      approvalId: 'a1',
      text: 'writes',
      flags: PartFlag.opaque,
    },
    [6, 7],
  ],
  [
    'tool-approval-response',
    'tool',
    { type: 'tool-approval-response', approvalId: 'a1', approved: true },
    { kind: approvalResponse, approvalId: 'a1' },
    [6, 7],
  ],
  [
    'tool-approval-response that denies',
    'tool',
    {
      type: 'tool-approval-response',
      approvalId: 'a1',
      approved: false,
      reason: 'no',
      providerExecuted: true,
    },
    {
      kind: approvalResponse,
      approvalId: 'a1',
      text: 'no',
      flags: PartFlag.denied | PartFlag.providerExecuted,
    },
    [6, 7],
  ],
  [
    'custom',
    'assistant',
    {
      type: 'custom',
      kind: 'openai.compaction',
      providerOptions: { openai: { encryptedContent: 'x' } },
    },
    { kind: custom, flags: PartFlag.opaque, attachments: [sealed(1)] },
    [7],
  ],
  [
    'a type of the future',
    'assistant',
    { type: 'hologram', data: 'x' },
    { kind: custom, flags: PartFlag.opaque, attachments: [sealed(0)] },
    [],
  ],
];

const sdk4Parts: [string, string, Json, Expected][] = [
  ['text', 'user', { type: 'text', text: 'hi' }, { kind: PartKind.text, text: 'hi' }],
  [
    'image',
    'user',
    { type: 'image', image: new Uint8Array(4), mimeType: 'image/png' },
    file('image/png', media(4)),
  ],
  [
    'file',
    'user',
    { type: 'file', data: base64, mimeType: 'application/pdf' },
    file('application/pdf', media(300, MediaShape.document)),
  ],
  ['reasoning', 'assistant', { type: 'reasoning', text: 'hm' }, { kind: reasoning, text: 'hm' }],
  [
    'signed reasoning',
    'assistant',
    { type: 'reasoning', text: 'hm', signature: 's' },
    { kind: reasoning, text: 'hm', flags: PartFlag.opaque | PartFlag.bound },
  ],
  [
    'redacted-reasoning',
    'assistant',
    { type: 'redacted-reasoning', data: base64 },
    { kind: reasoning, flags: PartFlag.opaque | PartFlag.bound, attachments: [sealed(400)] },
  ],
  [
    'tool-call',
    'assistant',
    call({ args: { a: 1 } }),
    { kind: toolCall, ...ids, text: '{"a":1}', flags: PartFlag.json },
  ],
  [
    'tool-result: string',
    'tool',
    { type: 'tool-result', ...sdkIds, result: 'out' },
    { kind: toolResult, ...ids, text: 'out' },
  ],
  [
    'tool-result: object, failed',
    'tool',
    { type: 'tool-result', ...sdkIds, result: { e: 1 }, isError: true },
    { kind: toolResult, ...ids, text: '{"e":1}', flags: PartFlag.json | PartFlag.error },
  ],
  [
    'tool-result: nothing',
    'tool',
    { type: 'tool-result', ...sdkIds, result: undefined },
    { kind: toolResult, ...ids, text: 'null', flags: PartFlag.json },
  ],
  [
    'tool-result: content of texts',
    'tool',
    {
      type: 'tool-result',
      ...sdkIds,
      result: { raw: 1 },
      experimental_content: [{ type: 'text', text: 'a' }],
    },
    { kind: toolResult, ...ids, text: 'a' },
  ],
  [
    'tool-result: content with an image',
    'tool',
    {
      type: 'tool-result',
      ...sdkIds,
      result: 'x',
      experimental_content: [{ type: 'image', data: base64, mimeType: 'image/png' }],
    },
    {
      kind: toolResult,
      ...ids,
      flags: PartFlag.hasMedia,
      attachments: [media(300)],
    },
  ],
  [
    'a type that version 4 does not have',
    'assistant',
    { type: 'tool-approval-request', approvalId: 'a', toolCallId: 'c' },
    { kind: custom, flags: PartFlag.opaque, attachments: [sealed(0)] },
  ],
];

const roles = [
  ['system', Role.system],
  ['user', Role.user],
  ['assistant', Role.assistant],
  ['tool', Role.tool],
] as const;

describe('reading AI SDK 5 to 7', () => {
  for (const [name, role, part, expected, since = versions] of sdkParts) {
    it(name, () => {
      const message = deepFreeze(holder(role, part));
      const { flags, faults, parts } = record(aiSdk, message);
      assert.deepEqual(
        { flags, faults, parts },
        { flags: 0, faults: [], parts: [partLike(expected)] },
      );
      for (const version of since) {
        const { success } = schemas[version].safeParse(holder(role, part));
        assert.equal(success, true, `the schema of version ${version} refuses the fixture`);
      }
    });
  }
});

describe('reading AI SDK 4', () => {
  for (const [name, role, part, expected] of sdk4Parts) {
    it(name, () => {
      const { flags, faults, parts } = record(aiSdk4, deepFreeze(holder(role, part)));
      assert.deepEqual(
        { flags, faults, parts },
        { flags: 0, faults: [], parts: [partLike(expected)] },
      );
    });
  }
});

for (const dialect of [aiSdk, aiSdk4]) {
  describe(`reading messages: ${dialect.name}`, () => {
    for (const [name, role] of roles) {
      it(`role ${name}, string content`, () => {
        const recorded = record(dialect, Object.freeze({ role: name, content: 'hello' }));
        const parts = [partLike({ kind: PartKind.text, text: 'hello' })];
        assert.deepEqual(recorded, { role, flags: MessageFlag.stringContent, faults: [], parts });
      });
    }

    it('an empty string is a part, an empty array is none', () => {
      assert.equal(record(dialect, { role: 'user', content: '' }).parts.length, 1);
      assert.deepEqual(record(dialect, { role: 'user', content: [] }), {
        role: Role.user,
        flags: 0,
        faults: [],
        parts: [],
      });
    });
  });
}

describe('bad messages', () => {
  it('whose content can not be gone through have none', () => {
    const revoked = Proxy.revocable([], {});
    revoked.revoke();
    for (const content of [revoked.proxy, new Array(4e9)]) {
      const { faults, parts } = record(aiSdk, { role: 'user', content });
      assert.deepEqual([faults, parts], [['unreadable-content'], []]);
    }
  });

  it('of unknown role have their text all the same', () => {
    const { parts } = record(aiSdk, { role: 'critic', content: 'long' });
    assert.deepEqual(parts, [partLike({ kind: PartKind.text, text: 'long' })]);
  });
});

describe('bad parts', () => {
  const bad = PartFlag.faulty;
  const json = PartFlag.json;
  const cases: [string, Dialect, string, unknown, Expected][] = [
    [
      'no ids',
      aiSdk,
      'assistant',
      { type: 'tool-call', input: {} },
      {
        kind: toolCall,
        text: '{}',
        flags: bad | json,
        faults: ['missing-call-id', 'missing-tool-name'],
      },
    ],
    [
      'a number as id',
      aiSdk,
      'tool',
      { ...result({ type: 'text', value: 'x' }), toolCallId: 5 },
      {
        kind: toolResult,
        toolName: 'read',
        text: 'x',
        faults: ['missing-call-id'],
      },
    ],
    [
      'input that throws: the call keeps its ids',
      aiSdk,
      'assistant',
      thrower(call({}), 'input'),
      { kind: toolCall, ...ids, faults: ['unreadable-part'] },
    ],
    [
      'input that JSON has no form for',
      aiSdk,
      'assistant',
      call({ input: { n: 1n } }),
      {
        kind: toolCall,
        ...ids,
        text: '{"n":"1"}',
        flags: json,
        faults: ['not-serializable'],
      },
    ],
    [
      'bytes as input are what JSON makes of them',
      aiSdk,
      'assistant',
      call({ input: Uint8Array.of(1, 2) }),
      { kind: toolCall, ...ids, text: '{"0":1,"1":2}', flags: json },
    ],
    [
      'output that throws: the result keeps its ids',
      aiSdk,
      'tool',
      thrower({ type: 'tool-result', ...sdkIds }, 'output'),
      { kind: toolResult, ...ids, faults: ['unreadable-part'] },
    ],
    [
      'output whose value throws',
      aiSdk,
      'tool',
      result(thrower({ type: 'json' }, 'value')),
      { kind: toolResult, ...ids, faults: ['unreadable-part'] },
    ],
    [
      'content items that are none',
      aiSdk,
      'tool',
      result({ type: 'content', value: [null, 5, { type: 'text' }] }),
      {
        kind: toolResult,
        ...ids,
        flags: PartFlag.hasMedia | PartFlag.opaque,
        attachments: new Array(3).fill(media(0, MediaShape.other)),
      },
    ],
    [
      'no approval id',
      aiSdk,
      'tool',
      { type: 'tool-approval-response', approved: true },
      { kind: approvalResponse, faults: ['unreadable-part'] },
    ],
    [
      'version 4: args that throw',
      aiSdk4,
      'assistant',
      thrower(call({}), 'args'),
      { kind: toolCall, ...ids, faults: ['unreadable-part'] },
    ],
    [
      'version 4: a result that throws',
      aiSdk4,
      'tool',
      thrower({ type: 'tool-result', ...sdkIds }, 'result'),
      { kind: toolResult, ...ids, faults: ['unreadable-part'] },
    ],
    [
      'version 4: a circular result',
      aiSdk4,
      'tool',
      { type: 'tool-result', ...sdkIds, result: ((o: Json) => Object.assign(o, { o }))({}) },
      {
        kind: toolResult,
        ...ids,
        text: '{"o":"[circular]"}',
        flags: json,
        faults: ['not-serializable'],
      },
    ],
  ];
  for (const [name, dialect, role, part, expected] of cases) {
    it(name, () => {
      const { flags, faults, parts } = record(dialect, holder(role, part));
      const flagged = { ...expected, flags: expected.flags ?? bad };
      assert.deepEqual(
        { flags, faults, parts },
        { flags: 0, faults: [], parts: [partLike(flagged)] },
      );
    });
  }

  it('a hole between two parts leaves their numbers alone', () => {
    const content: unknown[] = [{ type: 'text', text: 'a' }];
    content[2] = { type: 'text', text: 'c' };
    const { parts } = record(aiSdk, { role: 'user', content });
    assert.deepEqual(
      parts.map(({ text, faults }) => [text, ...faults]),
      [['a'], ['', 'unknown-part'], ['c']],
    );
  });

  it('lets an error of the sink through: it is not the message that failed', () => {
    const failing = (): never => {
      throw new Error('trap');
    };
    const nothing = (): void => {};
    const sink = {
      message: nothing,
      part: nothing,
      attachment: nothing,
      fault: nothing,
      text: failing,
    };
    assert.throws(() => aiSdk.read({ role: 'user', content: 'x' }, sink), /trap/);
  });
});
