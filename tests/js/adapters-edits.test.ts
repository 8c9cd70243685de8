// promise: dialects, 2 never mutates
/** What each kind of edit makes of the AI SDK's and chat completions' parts. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { modelMessageSchema as schema5 } from 'ai5';
import { modelMessageSchema as schema6 } from 'ai6';
import { modelMessageSchema as schema7 } from 'ai7';
import { aiSdk } from '../../js/dialects/ai-sdk.ts';
import { aiSdk4 } from '../../js/dialects/ai-sdk-4.ts';
import { dialects } from '../../js/dialects/detect.ts';
import type { Dialect, HostMessage, PartEdit } from '../../js/dialects/dialect.ts';
import { PartFlag } from '../../js/dialects/dialect.ts';
import { openaiChat } from '../../js/dialects/openai-chat.ts';
import { EpitomeError } from '../../js/errors.ts';
import { deepFreeze, record, refuses } from './support/recording-sink.ts';

type Json = Record<string, unknown>;

const ids = { toolCallId: 'c1', toolName: 'read' };
const replace: PartEdit = { kind: 'replace', part: 0, text: '[gone]' };
const mend: PartEdit = { kind: 'mend', part: 0 };
const ephemeral = { anthropic: { cacheControl: { type: 'ephemeral' } } };

/** The first part of a message once the edits are written. */
function edited(dialect: Dialect, role: string, part: unknown, ...edits: PartEdit[]): HostMessage {
  return dialect.write(deepFreeze({ role, content: [part] }), edits).content[0];
}

function outputOf(output: unknown, ...edits: PartEdit[]): unknown {
  const message = deepFreeze({ role: 'tool', content: [{ type: 'tool-result', ...ids, output }] });
  const copy = aiSdk.write(message, edits);
  for (const schema of [schema5, schema6, schema7]) {
    if ((output as Json).type === 'execution-denied' && schema === schema5) continue;
    assert.equal(schema.safeParse(copy).success, true);
  }
  return copy.content[0].output;
}

describe('replacing', () => {
  const image = { type: 'image-data', data: 'AAAA', mediaType: 'image/png' };
  const outputs: [Json, Json][] = [
    [
      { type: 'text', value: 'x' },
      { type: 'text', value: '[gone]' },
    ],
    [
      { type: 'json', value: { a: 1 } },
      { type: 'text', value: '[gone]' },
    ],
    [
      { type: 'error-json', value: [] },
      { type: 'error-text', value: '[gone]' },
    ],
    [
      { type: 'error-text', value: 'x' },
      { type: 'error-text', value: '[gone]' },
    ],
    [
      { type: 'execution-denied', reason: 'x' },
      { type: 'execution-denied', reason: '[gone]' },
    ],
    [{ type: 'execution-denied' }, { type: 'execution-denied', reason: '[gone]' }],
    [
      { type: 'content', value: [{ type: 'text', text: 'a' }, image] },
      { type: 'text', value: '[gone]' },
    ],
  ];
  for (const [output, expected] of outputs) {
    it(`${output.type} becomes ${expected.type}`, () => {
      assert.deepEqual(outputOf(output, replace), expected);
    });
  }

  it('keeps errors of AI SDK 4 errors', () => {
    const part = { type: 'tool-result', ...ids, result: { a: 1 }, isError: true };
    const items = { experimental_content: [{ type: 'image', data: 'AAAA' }] };
    const copy = edited(aiSdk4, 'tool', { ...part, ...items }, replace);
    assert.deepEqual(copy, { ...part, result: '[gone]' });
  });

  it('puts a text in place of images and files', () => {
    const text = { type: 'text', text: '[gone]' };
    const file = { type: 'file', data: 'AAAA', mediaType: 'image/png', providerOptions: ephemeral };
    for (const role of ['user', 'assistant']) {
      for (const dialect of [aiSdk, aiSdk4]) {
        assert.deepEqual(edited(dialect, role, file, replace), text);
        assert.deepEqual(edited(dialect, role, { type: 'image', image: 'AAAA' }, replace), text);
      }
    }
    const address = { type: 'image_url', image_url: { url: 'https://example.org' } };
    const parts = deepFreeze({ role: 'user', content: [address, { type: 'text', text: 'see' }] });
    const copy = openaiChat.write(parts, [replace]);
    assert.deepEqual(copy.content, [text, parts.content[1]]);
    assert.equal(copy.content[1], parts.content[1]);
  });

  it('replaces the whole of a tool message', () => {
    const content = [
      { type: 'text', text: 'a' },
      { type: 'image_url', image_url: {} },
    ];
    const message = deepFreeze({ role: 'tool', tool_call_id: 'c1', content, extra: 1 });
    const expected = { role: 'tool', tool_call_id: 'c1', content: '[gone]', extra: 1 };
    assert.deepEqual(openaiChat.write(message, [replace]), expected);
  });

  const result = { type: 'tool-result', ...ids, output: { type: 'text', value: 'x' } };
  const call = { id: 'c1', function: { name: 'read', arguments: '{}' } };
  const impossible: [string, Dialect, Json][] = [
    ['a text', aiSdk, { role: 'user', content: [{ type: 'text', text: 'a' }] }],
    ["a provider's result", aiSdk, { role: 'assistant', content: [result] }],
    [
      "a provider's result in a tool message",
      aiSdk,
      { role: 'tool', content: [{ ...result, providerExecuted: true }] },
    ],
    [
      'a result that could not be read',
      aiSdk,
      { role: 'tool', content: [{ ...result, output: 5 }] },
    ],
    ['an image of a tool message', aiSdk, { role: 'tool', content: [{ type: 'image' }] }],
    ['what is not known', aiSdk, { role: 'user', content: [{ type: 'later' }] }],
    [
      'a sealed file',
      aiSdk,
      {
        role: 'assistant',
        content: [
          { type: 'reasoning-file', data: 'AAAA', providerOptions: { google: { signature: 's' } } },
        ],
      },
    ],
    ['a string', openaiChat, { role: 'user', content: 'x' }],
    ['a call', openaiChat, { role: 'assistant', content: null, tool_calls: [call] }],
    ['an item of text', openaiChat, { role: 'user', content: [{ type: 'text', text: 'a' }] }],
  ];
  refuses(
    Object.fromEntries(
      impossible.map(([name, dialect, message]) => [
        name,
        () => dialect.write(deepFreeze(message), [replace]),
      ]),
    ),
  );
});

describe('mending', () => {
  const half = 'a\ud83d';
  const whole = 'a\ufffd';

  it('makes every string of a part well-formed, and shares what was', () => {
    const kept = { deep: ['fine'] };
    const part = {
      type: 'tool-call',
      toolCallId: half,
      toolName: 'read',
      input: { [half]: [half, kept], kept },
      providerOptions: { openai: { itemId: 'fc_1', keep: 1 }, ...ephemeral },
    };
    const copy = edited(aiSdk, 'assistant', part, mend);
    assert.deepEqual(copy, {
      type: 'tool-call',
      toolCallId: whole,
      toolName: 'read',
      input: { [whole]: [whole, kept], kept },
      providerOptions: { openai: { keep: 1 }, ...ephemeral },
    });
    assert.equal(copy.input.kept, kept);
    assert.equal(copy.input[whole][1], kept);
  });

  it('writes out what objects with a form of their own would', () => {
    class Form {
      toJSON(): Json {
        return { text: half };
      }
    }
    const value = { form: new Form() };
    const expected = { form: { text: whole } };
    const output = edited(
      aiSdk,
      'tool',
      { type: 'tool-result', ...ids, output: { type: 'json', value } },
      mend,
    );
    assert.deepEqual(output.output, { type: 'json', value: expected });
    const call = edited(aiSdk, 'assistant', { type: 'tool-call', ...ids, input: value }, mend);
    assert.deepEqual(call.input, expected);
    const args = edited(aiSdk4, 'assistant', { type: 'tool-call', ...ids, args: value }, mend);
    assert.deepEqual(args.args, expected);
  });

  it('goes with an edit of what the part says, whichever comes first', () => {
    const long: PartEdit = { kind: 'cut', part: 0, from: 1, to: 3, text: '…' };
    const output = { type: 'text', value: `x${half}\udc00y` };
    const expected = { type: 'text', value: 'x…\ufffdy' };
    const broken = { type: 'text', value: `x${half}y\udc00` };
    for (const edits of [
      [long, mend],
      [mend, long],
    ]) {
      assert.deepEqual(outputOf(broken, ...edits), { type: 'text', value: 'x…y\ufffd' });
      assert.deepEqual(outputOf(output, ...edits), expected);
    }
  });

  it('mends strings, and every field of a chat completion', () => {
    for (const dialect of Object.values(dialects)) {
      const string = deepFreeze({ role: 'user', content: half });
      assert.deepEqual(dialect.write(string, [mend]), { role: 'user', content: whole });
      const fine = deepFreeze({ role: 'user', content: 'fine' });
      assert.deepEqual(dialect.write(fine, [mend]), fine);
    }
    const calls = [
      { id: 'c', function: { name: 'n', arguments: `{"a":"${half}"}` } },
      { id: 'd', function: { name: 'n', arguments: '{}' } },
    ];
    const message = deepFreeze({
      role: 'assistant',
      content: [{ type: 'text', text: half }],
      refusal: half,
      reasoning: half,
      reasoning_content: half,
      tool_calls: calls,
    });
    const { parts } = record(openaiChat, message);
    const edits = parts.flatMap(({ flags }, part): PartEdit[] =>
      (flags & PartFlag.illFormed) === 0 ? [] : [{ kind: 'mend', part }],
    );
    assert.equal(edits.length, 4);
    const copy = openaiChat.write(message, edits);
    assert.ok(JSON.stringify(copy).includes(whole) && !JSON.stringify(copy).includes('\\ud83d'));
    assert.equal(copy.tool_calls[1], calls[1]);
    const result = deepFreeze({ role: 'tool', tool_call_id: half, content: half, name: 'n' });
    const mended = { role: 'tool', tool_call_id: whole, content: whole, name: 'n' };
    assert.deepEqual(openaiChat.write(result, [mend]), mended);
  });

  it('leaves what is sealed, and a getter that throws', () => {
    const signed = {
      type: 'reasoning',
      text: half,
      providerOptions: { anthropic: { signature: 's' } },
    };
    assert.throws(() => edited(aiSdk, 'assistant', signed, mend), EpitomeError);
    const odd = Object.defineProperty({ type: 'text', text: half }, 'extra', {
      enumerable: true,
      get() {
        throw new Error('no');
      },
    });
    const copy = edited(aiSdk, 'user', odd, mend);
    assert.equal(copy.text, whole);
    assert.throws(() => copy.extra, /no/);
  });

  it('is asked for where a string of a part is broken, and nowhere else', () => {
    const { illFormed } = PartFlag;
    const flag = (dialect: Dialect, role: string, part: unknown): number =>
      (record(dialect, { role, content: [part] }).parts[0]?.flags ?? 0) & illFormed;
    const result = (output: unknown): Json => ({ type: 'tool-result', ...ids, output });
    for (const value of [half, { a: [half] }, { [half]: 1 }, '\\\ud83d']) {
      assert.equal(flag(aiSdk, 'tool', result({ type: 'json', value })), illFormed);
      assert.equal(flag(aiSdk4, 'tool', { type: 'tool-result', ...ids, result: value }), illFormed);
    }
    // The letters of an escape, and whole pairs, are fine.
    for (const value of ['\\ud83d', { a: '\\\\ud83d' }, '\u{1f600}', { a: '\ud7ff' }]) {
      assert.equal(flag(aiSdk, 'tool', result({ type: 'json', value })), 0);
      assert.equal(flag(aiSdk4, 'tool', { type: 'tool-result', ...ids, result: value }), 0);
    }
    assert.equal(flag(aiSdk, 'tool', result({ type: 'text', value: half })), illFormed);
    assert.equal(flag(aiSdk, 'tool', result({ type: 'text', value: '\\ud83d' })), 0);
    assert.equal(flag(aiSdk, 'user', { type: 'text', text: half }), illFormed);
    const { faults } = record(aiSdk, { role: 'user', content: half }).parts[0] ?? {};
    assert.deepEqual(faults, ['lone-surrogate']);
  });
});

describe('removing reasoning', () => {
  const openai = {
    openai: { itemId: 'i', keep: 1 },
    azure: { itemId: 'i' },
    other: { itemId: 'i' },
  };
  const clean = { openai: { keep: 1 }, azure: {}, other: { itemId: 'i' } };
  const reasoning = {
    type: 'reasoning',
    text: 'hm',
    providerOptions: { openai: { itemId: 'rs' } },
  };
  const remove: PartEdit = { kind: 'remove', part: 0 };

  it('takes the ids of stored items off the other parts, and nothing else', () => {
    const text = { type: 'text', text: 'a', providerOptions: { ...openai, ...ephemeral } };
    const bare = { type: 'text', text: 'b' };
    const call = { type: 'tool-call', ...ids, input: {}, providerOptions: openai };
    const content = [reasoning, text, bare, call, reasoning];
    const message = deepFreeze({ role: 'assistant', content });
    const copy = aiSdk.write(message, [remove]);
    assert.deepEqual(copy.content, [
      { ...text, providerOptions: { ...clean, ...ephemeral } },
      bare,
      { ...call, providerOptions: clean },
      reasoning,
    ]);
    assert.equal(copy.content[1], bare);
    // What is sealed stays byte for byte.
    assert.equal(copy.content[3], reasoning);
  });

  it('knows the fields of AI SDK 4', () => {
    for (const field of ['providerOptions', 'providerMetadata', 'experimental_providerMetadata']) {
      const text = { type: 'text', text: 'a', [field]: openai };
      const sealed = { type: 'redacted-reasoning', data: 'x' };
      const message = deepFreeze({ role: 'assistant', content: [sealed, text] });
      const copy = aiSdk4.write(message, [remove]);
      assert.deepEqual(copy.content, [{ ...text, [field]: clean }]);
    }
  });

  it('leaves ids where another part goes', () => {
    const text = { type: 'text', text: 'a', providerOptions: openai };
    const message = deepFreeze({ role: 'assistant', content: [{ type: 'text', text: '' }, text] });
    assert.equal(aiSdk.write(message, [remove]).content[0], text);
  });
});
