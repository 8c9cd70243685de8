// promise: dialects, 1 always valid

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { modelMessageSchema as schema5 } from 'ai5';
import { modelMessageSchema as schema6 } from 'ai6';
import { modelMessageSchema as schema7 } from 'ai7';
import { aiSdk } from '../../js/dialects/ai-sdk.ts';
import { aiSdk4 } from '../../js/dialects/ai-sdk-4.ts';
import type { PartEdit } from '../../js/dialects/dialect.ts';
import { deepFreeze, refuses } from './support/recording-sink.ts';

type Json = Record<string, unknown>;

const sdkIds = { toolCallId: 'c1', toolName: 'read' };
const long = 'abcdefghij'.repeat(10);
const trim: PartEdit = {
  kind: 'cut',
  part: 0,
  from: 3,
  to: 97,
  text: '[…]',
};
const short = 'abc[…]hij';

function assertValid(message: unknown): void {
  for (const schema of [schema5, schema6, schema7]) {
    const { success, error } = schema.safeParse(message);
    assert.equal(success, true, String(error));
  }
}

/** The output of a tool result once the edit is written. */
function trimmed(output: Json, edit: PartEdit = trim): unknown {
  const message = deepFreeze({
    role: 'tool',
    content: [{ type: 'tool-result', ...sdkIds, output }],
  });
  return aiSdk.write(message, [edit]).content[0].output;
}

describe('writing AI SDK 5 to 7', () => {
  it('cuts text, and an error stays one', () => {
    assert.deepEqual(trimmed({ type: 'text', value: long }), { type: 'text', value: short });
    const error = { type: 'error-text', value: short };
    assert.deepEqual(trimmed({ type: 'error-text', value: long }), error);
  });

  it('cuts JSON to a text', () => {
    const edit: PartEdit = {
      kind: 'cut',
      part: 0,
      from: 6,
      to: 13,
      text: '…',
    };
    const value = { key: 'abcdef' };
    assert.deepEqual(trimmed({ type: 'json', value }, edit), { type: 'text', value: '{"key"…f"}' });
    const error = { type: 'error-text', value: '{"key"…f"}' };
    assert.deepEqual(trimmed({ type: 'error-json', value }, edit), error);
  });

  it('leaves a denial a denial', () => {
    const expected = { type: 'execution-denied', reason: short };
    assert.deepEqual(trimmed({ type: 'execution-denied', reason: long }), expected);
  });

  it("keeps the other fields of part, output and message, and drops the edited part's stale options", () => {
    const image = { type: 'text', text: 'kept' };
    const other = {
      type: 'tool-result',
      toolCallId: 'c2',
      toolName: 'list',
      output: { type: 'text', value: 'y' },
      providerOptions: { anthropic: { cacheControl: { type: 'ephemeral' } } },
    };
    const message = deepFreeze({
      role: 'tool',
      content: [
        {
          type: 'tool-result',
          ...sdkIds,
          output: {
            type: 'text',
            value: long,
            providerOptions: { anthropic: { cacheControl: {}, keep: 1 } },
          },
          note: image,
          providerOptions: {
            anthropic: { cacheControl: { type: 'ephemeral' }, other: image },
            openai: { itemId: 'fco_1', keep: 2 },
            azure: { itemId: 'fco_1' },
            some: { itemId: 'kept', cache_control: 1 },
            plain: 'value',
          },
        },
        other,
      ],
      providerOptions: { anthropic: { cacheControl: { type: 'ephemeral' } } },
      extra: image,
    });
    const edited = aiSdk.write(message, [trim]);
    assert.equal(edited.content[1], message.content[1]);
    assert.equal(edited.content[0].note, image);
    assert.equal(edited.content[0].providerOptions.anthropic.other, image);
    assert.equal(edited.providerOptions, message.providerOptions);
    assert.deepEqual(edited, {
      role: 'tool',
      content: [
        {
          type: 'tool-result',
          ...sdkIds,
          output: { type: 'text', value: short, providerOptions: { anthropic: { keep: 1 } } },
          note: image,
          providerOptions: {
            anthropic: { other: image },
            openai: { keep: 2 },
            azure: {},
            some: { itemId: 'kept' },
            plain: 'value',
          },
        },
        other,
      ],
      providerOptions: { anthropic: { cacheControl: { type: 'ephemeral' } } },
      extra: image,
    });
  });

  it('shares provider options that hold nothing stale', () => {
    const providerOptions = { openai: { keep: 1 } };
    const part = { type: 'tool-result', ...sdkIds, output: { type: 'text', value: long } };
    const message = deepFreeze({ role: 'tool', content: [{ ...part, providerOptions }] });
    assert.equal(aiSdk.write(message, [trim]).content[0].providerOptions, providerOptions);
  });

  it('removes parts, never string content', () => {
    const content = ['a', 'b', 'c'].map((text) => ({ type: 'text', text }));
    const message = deepFreeze({ role: 'assistant', content });
    const removals: PartEdit[] = [
      { kind: 'remove', part: 2 },
      { kind: 'remove', part: 0 },
    ];
    const edited = aiSdk.write(message, removals);
    assert.deepEqual(edited, { role: 'assistant', content: [content[1]] });
    assert.equal(edited.content[0], content[1]);
    const string = deepFreeze({ role: 'user', content: 'a' });
    assert.equal(aiSdk.write(string, [{ kind: 'remove', part: 0 }]), string);
  });

  it('copies what has a prototype, a throwing getter or a null prototype', () => {
    class Message {
      content = [
        { type: 'text', text: 'a' },
        { type: 'text', text: 'b' },
      ];
      get role(): string {
        return 'user';
      }
    }
    const edits: PartEdit[] = [{ kind: 'remove', part: 0 }];
    const edited = aiSdk.write(deepFreeze(new Message()), edits);
    assert.equal(edited.role, 'user');
    assert.deepEqual(edited.content, [{ type: 'text', text: 'b' }]);

    const hostile = deepFreeze({
      role: 'user',
      content: [{ type: 'text', text: 'a' }],
      get providerOptions(): never {
        throw new Error('no');
      },
    });
    const copy = aiSdk.write(hostile, edits);
    assert.deepEqual(copy.content, []);
    assert.throws(() => copy.providerOptions, /no/);

    const bare = Object.assign(Object.create(null), { role: 'user', content: [{}] });
    assert.deepEqual(aiSdk.write(deepFreeze(bare), edits), { role: 'user', content: [] });
  });

  it('answers calls as aborted, in the order given', () => {
    const call = (toolCallId: string): Json => ({
      type: 'tool-call',
      toolCallId,
      toolName: `tool-${toolCallId}`,
      input: {},
    });
    const content = [{ type: 'text', text: 'x' }, call('a'), call('b')];
    const answer = aiSdk.aborted(deepFreeze({ role: 'assistant', content }), [2, 1], 'stopped');
    const output = { type: 'error-text', value: 'stopped' };
    assert.deepEqual(answer, {
      role: 'tool',
      content: [
        { type: 'tool-result', toolCallId: 'b', toolName: 'tool-b', output },
        { type: 'tool-result', toolCallId: 'a', toolName: 'tool-a', output },
      ],
    });
    assertValid(answer);
  });

  it('picks parts by reference, and a whole message as it is', () => {
    const part = (toolCallId: string): Json => ({
      type: 'tool-result',
      toolCallId,
      toolName: 'read',
      output: { type: 'text', value: toolCallId },
    });
    const message = deepFreeze({
      role: 'tool',
      content: [part('a'), part('b'), part('c')],
      providerOptions: { anthropic: { cacheControl: {}, keep: 1 } },
    });
    const picked = aiSdk.pick(message, [2, 0]);
    assert.deepEqual(picked, {
      role: 'tool',
      content: [message.content[2], message.content[0]],
      providerOptions: { anthropic: { keep: 1 } },
    });
    assert.equal(picked.content[0], message.content[2]);
    assert.equal(aiSdk.pick(message, [0, 1, 2]), message);
    assertValid(picked);
  });

  it('writes messages that the schema of every version accepts', () => {
    const output = { type: 'json', value: { long } };
    const message = { role: 'tool', content: [{ type: 'tool-result', ...sdkIds, output }] };
    assertValid(aiSdk.write(message, [trim]));
  });

  const user = { role: 'user', content: [{ type: 'text', text: 'long' }] };
  const resultOf = (output: unknown): Json => ({
    role: 'tool',
    content: [{ type: 'tool-result', ...sdkIds, output }],
  });
  const text = { type: 'text', value: long };
  const media = { type: 'content', value: [{ type: 'text', text: long }, { type: 'file' }] };
  refuses({
    'trimming what is no result': () => aiSdk.write(user, [trim]),
    'trimming a result that could not be read': () => aiSdk.write(resultOf(undefined), [trim]),
    "trimming a provider's result": () =>
      aiSdk.write({ ...resultOf(text), role: 'assistant' }, [trim]),
    'trimming a result with media': () => aiSdk.write(resultOf(media), [trim]),
    'removing what is not there': () => aiSdk.write(user, [{ kind: 'remove', part: 1 }]),
    'aborting what is no call': () => aiSdk.aborted(user, [0], 'x'),
    'picking what is not there': () => aiSdk.pick(user, [7]),
  });
});

describe('writing AI SDK 4', () => {
  it('cuts a result to a string and drops the content items that would go in its stead', () => {
    const part = {
      type: 'tool-result',
      ...sdkIds,
      result: { raw: 1 },
      isError: true,
      experimental_content: [{ type: 'text', text: long }],
      providerOptions: { anthropic: { cacheControl: {} } },
      experimental_providerMetadata: { anthropic: { cacheControl: {}, keep: 1 } },
    };
    const message = deepFreeze({ role: 'tool', content: [part], id: 'm1' });
    assert.deepEqual(aiSdk4.write(message, [trim]), {
      role: 'tool',
      content: [
        {
          type: 'tool-result',
          ...sdkIds,
          result: short,
          isError: true,
          providerOptions: { anthropic: {} },
          experimental_providerMetadata: { anthropic: { keep: 1 } },
        },
      ],
      id: 'm1',
    });
  });

  it('answers calls as aborted', () => {
    const content = [{ type: 'tool-call', ...sdkIds, args: {} }];
    assert.deepEqual(aiSdk4.aborted(deepFreeze({ role: 'assistant', content }), [0], 'stopped'), {
      role: 'tool',
      content: [{ type: 'tool-result', ...sdkIds, result: 'stopped', isError: true }],
    });
  });
});
