// promise: counting
/**
 * Counting of messages and requests: which part costs what and is told as what, in every dialect;
 * properties of the sums; malformed input; tool definitions of every SDK.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { jsonSchema as jsonSchema5, tool as tool5 } from 'ai5';
import { jsonSchema as jsonSchema7, tool as tool7 } from 'ai7';
import {
  type CountMessagesOptions,
  type CountRequestOptions,
  tokenFamilies as families,
  type TokenFamily,
} from 'epitome/tokens';
import { countTokens as exactTokens } from 'gpt-tokenizer/encoding/o200k_base';
import { z } from 'zod';
import { deepFreeze } from './support/compare.ts';
import { byLength, counter } from './support/counting.ts';
import { pdf, png } from './support/media-bytes.ts';
import { createRng, type Rng, text } from './support/random.ts';

// biome-ignore lint/suspicious/noExplicitAny: what the types forbid is the subject.
type Anything = any;

const openai: CountMessagesOptions = { family: 'o200k' };
/** OpenAI's envelopes, tokens. */
const message = 4;
const call = 4;
const result = 4;
const request = 3;

function count(messages: readonly unknown[], options = openai) {
  return counter.countMessages(messages, { exact: byLength, ...options });
}

function requestCount(options: CountRequestOptions) {
  return counter.countRequest({ exact: byLength, ...options });
}

function sum(breakdown: object): number {
  return Object.values(breakdown).reduce((total, tokens) => total + tokens, 0);
}

describe('countMessages', () => {
  it('counts texts by role, and wraps every message', () => {
    const counted = count([
      { role: 'system', content: 'x'.repeat(1) },
      { role: 'user', content: 'x'.repeat(20) },
      { role: 'assistant', content: [{ type: 'text', text: 'x'.repeat(300) }] },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'x' },
          { type: 'text', text: 'xx' },
        ],
      },
    ]);
    assert.deepEqual(counted.messages, [1 + message, 20 + message, 300 + message, 3 + message]);
    assert.equal(counted.tokens, 324 + 4 * message);
    const { system, user, assistant, envelopes, ...none } = counted.breakdown;
    assert.deepEqual([system, user, assistant, envelopes], [1, 23, 300, 4 * message]);
    assert.equal(sum(none), 0);
    assert.equal(count([]).tokens, 0);
  });

  it('counts calls and results alike in every dialect, from their parts and not from JSON', () => {
    const input = { path: 'src/a.ts' };
    const json = JSON.stringify(input);
    const id = { toolCallId: 'call-1', toolName: 'read' };
    const output = 'o'.repeat(50);
    const dialects: Record<string, unknown[]> = {
      'ai-sdk-4': [
        { role: 'assistant', content: [{ type: 'tool-call', ...id, args: input }] },
        { role: 'tool', content: [{ type: 'tool-result', ...id, result: output }] },
      ],
      'ai-sdk': [
        { role: 'assistant', content: [{ type: 'tool-call', ...id, input }] },
        {
          role: 'tool',
          content: [{ type: 'tool-result', ...id, output: { type: 'text', value: output } }],
        },
      ],
      'openai-chat': [
        {
          role: 'assistant',
          content: null,
          tool_calls: [
            { id: 'call-1', type: 'function', function: { name: 'read', arguments: json } },
          ],
        },
        { role: 'tool', tool_call_id: 'call-1', name: 'read', content: output },
      ],
    };
    for (const [dialect, messages] of Object.entries(dialects)) {
      const { breakdown, tokens } = count(messages);
      assert.equal(breakdown.toolCalls, 4 + json.length, dialect);
      assert.equal(breakdown.toolResults, 4 + 50, dialect);
      // The message of the result is the result.
      assert.equal(breakdown.envelopes, message + call + result, dialect);
      assert.equal(tokens, sum(breakdown), dialect);
    }
  });

  it('counts 13 a result and 61 a call on Claude, 4 on OpenAI', () => {
    const id = { toolCallId: 'c', toolName: '' };
    const answer = (): unknown => ({
      type: 'tool-result',
      ...id,
      output: { type: 'text', value: '' },
    });
    const tool = (results: number) => [
      { role: 'tool', content: Array.from({ length: results }, answer) },
    ];
    for (const results of [1, 2, 5]) {
      assert.equal(count(tool(results), { family: 'claude' }).tokens, 13 * results);
      assert.equal(count(tool(results)).tokens, 4 * results);
    }
    const input = { x: 'x'.repeat(92) };
    const ask = [{ role: 'assistant', content: [{ type: 'tool-call', ...id, input }] }];
    // A hundred tokens of arguments count as 76 on Claude.
    assert.equal(count(ask, { family: 'claude' }).tokens, 61 + 76 + 3);
    assert.equal(count(ask).tokens, 4 + 100 + 4);
  });

  it('counts images by their pixels and the model, and files by their pages', () => {
    const image = { type: 'image', image: png(1024, 1024) };
    const file = { type: 'file', data: pdf(3), mediaType: 'application/pdf' };
    const tokens = (part: unknown, model: string) =>
      count([{ role: 'user', content: [part] }], { model }).breakdown.media;
    assert.equal(tokens(image, 'gpt-4o'), 765);
    assert.equal(tokens(image, 'gpt-5'), 70 + 4 * 140);
    assert.equal(tokens(image, 'gpt-5.5'), 1229);
    assert.equal(tokens(image, 'claude-sonnet-4-5'), 37 * 37);
    assert.equal(tokens(image, 'gemini-2.5-flash'), 4 * 258);
    assert.equal(tokens(image, 'gemini-3-pro'), 1120);
    assert.equal(tokens(file, 'gemini-2.5-flash'), 3 * 258);
    assert.equal(tokens(file, 'claude-sonnet-4-5'), 3 * 2400);
    const low = { ...image, providerOptions: { openai: { imageDetail: 'low' } } };
    assert.equal(tokens(low, 'gpt-4o'), 85);
    // Of unknown size: the most that an image costs.
    assert.equal(tokens({ type: 'image', image: 'https://a.b/c' }, 'gpt-4o'), 1445);
  });

  it('counts every image in a tool result', () => {
    const image = { type: 'image-data', data: png(512, 512), mediaType: 'image/png' };
    const value = [{ type: 'text', text: 'xxx' }, image, image];
    const content = [
      { type: 'tool-result', toolCallId: 'c', toolName: 'see', output: { type: 'content', value } },
    ];
    const { breakdown } = count([{ role: 'tool', content }], { model: 'gpt-4o' });
    assert.equal(breakdown.media, 2 * 255);
    assert.equal(breakdown.toolResults, 3 + 3);
  });

  it('counts reasoning, and sealed reasoning by its length', () => {
    const reasoning = (text: string, providerOptions?: object) =>
      count([{ role: 'assistant', content: [{ type: 'reasoning', text, providerOptions }] }])
        .breakdown.reasoning;
    assert.equal(reasoning('hmmm'), 4);
    assert.equal(reasoning('hmmm', { anthropic: { signature: 's'.repeat(900) } }), 4);
    assert.equal(reasoning('', { anthropic: { redactedData: 's'.repeat(4_000) } }), 1_000);
    const encrypted = { itemId: 'rs_1', reasoningEncryptedContent: 's'.repeat(8_000) };
    assert.equal(reasoning('', { openai: encrypted }), 2_000);
    // The server keeps it: nobody can say how long it is.
    assert.equal(reasoning('', { openai: { itemId: 'rs_1' } }), 300);
    const old = [{ role: 'assistant', content: [{ type: 'redacted-reasoning', data: 'abcd' }] }];
    assert.equal(count(old).breakdown.reasoning, 1);
  });

  it('counts what is provider-executed, approvals by their reasons, and unknown parts', () => {
    const id = { toolCallId: 'c', toolName: 'web' };
    const search = { type: 'tool-call', ...id, input: {}, providerExecuted: true };
    const found = { type: 'tool-result', ...id, output: { type: 'json', value: ['x'] } };
    const searched = count([{ role: 'assistant', content: [search, found] }]).breakdown;
    assert.equal(searched.toolCalls, 3 + 2);
    assert.equal(searched.toolResults, 3 + 5);
    assert.equal(searched.envelopes, message + call + result);
    const approvals = count([
      {
        role: 'assistant',
        content: [{ type: 'tool-approval-request', approvalId: 'a', toolCallId: 'c' }],
      },
      {
        role: 'tool',
        content: [
          { type: 'tool-approval-response', approvalId: 'a', approved: false, reason: 'not now' },
        ],
      },
    ]);
    assert.equal(approvals.breakdown.other, 7);
    assert.equal(approvals.tokens, message + 7);
    const future = count([{ role: 'assistant', content: [{ type: 'hologram', data: 'x' }] }]);
    assert.equal(future.breakdown.other, 300);
  });

  it('says whose prices were used, and when the model is a guess', () => {
    const told = (options: CountMessagesOptions) => {
      const { family, known } = count([], options);
      return [family, known];
    };
    assert.deepEqual(told({ model: 'claude-sonnet-4-5' }), ['claude', true]);
    assert.deepEqual(told({ model: { modelId: 'gpt-4o' } }), ['o200k', true]);
    assert.deepEqual(told({ model: 'somebody-s-model' }), ['o200k', false]);
    assert.deepEqual(told({ model: 'somebody-s-model', family: 'qwen' }), ['qwen', true]);
    assert.deepEqual(told({}), ['o200k', false]);
    for (const family of families) assert.deepEqual(told({ family }), [family, true]);
  });

  it('names the message that can not be counted', () => {
    const fine = { role: 'user', content: 'x' };
    for (const [bad, reason] of [
      [null, /not an object/],
      [undefined, /not an object/],
      [5, /not an object/],
      ['user: hi', /not an object/],
      [{}, /unknown role/],
      [{ role: 'robot', content: 'x' }, /unknown role/],
      [{ role: 'user', content: 7 }, /unreadable content/],
      [{ role: 'user', content: [7] }, /unknown part/],
      [{ role: 'user', content: [{ type: 'text', text: 7 }] }, /unreadable part/],
    ] as const) {
      for (const at of [0, 2]) {
        const messages: unknown[] = [fine, fine, fine];
        messages[at] = bad;
        assert.throws(() => count(messages), {
          name: 'EpitomeError',
          code: 'invalid-message',
          messageIndex: at,
          message: reason,
        });
      }
    }
    const hole: unknown[] = [fine];
    hole[2] = fine;
    assert.throws(() => count(hole), { code: 'invalid-message', messageIndex: 1 });
  });

  it('refuses wrong arguments by name', () => {
    for (const wrong of [null, undefined, 'x', {}]) {
      assert.throws(() => count(wrong as Anything), { code: 'invalid-argument' });
    }
    for (const wrong of [
      { family: 'gpt' },
      { model: 7 },
      { model: {} },
      { dialect: 'toString' },
      { exact: true },
    ] as Anything[]) {
      assert.throws(() => count([], wrong), { code: 'invalid-option' });
    }
  });
});

/** A message of random parts, and its number of parts. */
function randomMessage(rng: Rng): { role: string; content: unknown } {
  const words = (most: number) => text(rng, rng.int(0, most));
  const id = () => ({
    toolCallId: `c${rng.int(0, 99)}`,
    toolName: rng.pick(['read', 'bash', 'x']),
  });
  const image = () => png(rng.int(1, 4_000), rng.int(1, 4_000));
  const parts: Record<string, () => unknown> = {
    text: () => ({ type: 'text', text: words(400) }),
    reasoning: () => ({ type: 'reasoning', text: words(200) }),
    call: () => ({ type: 'tool-call', ...id(), input: { a: words(100) } }),
    image: () => ({ type: 'image', image: image() }),
  };
  const results: Record<string, () => unknown> = {
    text: () => ({ type: 'text', value: words(2_000) }),
    json: () => ({ type: 'json', value: { rows: [words(50)] } }),
    media: () => ({
      type: 'content',
      value: [{ type: 'image-data', data: image(), mediaType: 'image/png' }],
    }),
  };
  const role = rng.pick(['user', 'assistant', 'assistant', 'tool', 'system']);
  if (role === 'system' || (role !== 'tool' && rng.chance(0.3))) {
    return { role, content: words(500) };
  }
  const content = Array.from({ length: rng.int(0, 6) }, () => {
    if (role === 'tool') {
      return { type: 'tool-result', ...id(), output: rng.pick(Object.values(results))() };
    }
    return role === 'user'
      ? rng.pick([parts.text, parts.image])?.()
      : rng.pick(Object.values(parts))();
  });
  return { role, content };
}

function randomMessages(rng: Rng, length: number) {
  return Array.from({ length }, () => randomMessage(rng));
}

describe('properties of counts', () => {
  const cases = families.flatMap((family): CountMessagesOptions[] => [
    { family },
    { family, safe: true },
  ]);

  it('are the sum of their breakdown, and of their messages', () => {
    for (const options of cases) {
      for (let seed = 0; seed < 20; seed++) {
        const counted = count(deepFreeze(randomMessages(createRng(seed), 12)), options);
        assert.equal(counted.tokens, sum(counted.breakdown));
        assert.equal(counted.tokens, sum(counted.messages));
      }
    }
  });

  it('never fall when a message or a part is added', () => {
    for (const options of cases) {
      for (let seed = 0; seed < 20; seed++) {
        const messages = randomMessages(createRng(seed), 8);
        let before = 0;
        for (let length = 0; length <= messages.length; length++) {
          const { tokens } = count(messages.slice(0, length), { dialect: 'ai-sdk', ...options });
          assert.ok(tokens >= before);
          before = tokens;
        }
        for (const { role, content } of messages) {
          if (!Array.isArray(content)) continue;
          const fewer = { role, content: content.slice(1) };
          const dialect = 'ai-sdk' as const;
          assert.ok(
            count([{ role, content }], { dialect, ...options }).tokens >=
              count([fewer], { dialect, ...options }).tokens,
          );
        }
      }
    }
  });

  it('do not depend on the order of parts or messages', () => {
    for (const options of cases) {
      for (let seed = 0; seed < 20; seed++) {
        const rng = createRng(seed);
        const messages = randomMessages(rng, 10);
        const shuffled = rng.shuffle(messages).map(({ role, content }) => ({
          role,
          content: Array.isArray(content) ? rng.shuffle(content) : content,
        }));
        const fixed = { dialect: 'ai-sdk' as const, ...options };
        assert.deepEqual(count(shuffled, fixed).breakdown, count(messages, fixed).breakdown);
      }
    }
  });

  it('are never below the likely count when they are safe', () => {
    for (const family of families) {
      for (let seed = 0; seed < 20; seed++) {
        const messages = randomMessages(createRng(seed), 10);
        const likely = counter.countMessages(messages, { family }).tokens;
        const safe = counter.countMessages(messages, { family, safe: true }).tokens;
        assert.ok(safe >= likely && safe < likely * 3 + 100_000, `${likely} ${safe}`);
      }
    }
  });
});

describe('countRequest', () => {
  const shared = { family: 'o200k' as const, messages: [{ role: 'user', content: 'xx' }] };

  it('adds the system prompt, the tools and what begins a request', () => {
    const bare = requestCount(shared);
    assert.equal(bare.tokens, request + message + 2);
    const system = requestCount({ ...shared, system: 'x'.repeat(10) });
    assert.equal(system.tokens, bare.tokens + message + 10);
    assert.equal(system.breakdown.system, 10);
    for (const form of [
      { role: 'system', content: 'x'.repeat(10) },
      [{ role: 'system', content: 'x'.repeat(10) }],
      [{ type: 'text', text: 'x'.repeat(10) }],
    ]) {
      assert.deepEqual(requestCount({ ...shared, system: form }), system);
    }
    assert.deepEqual(requestCount({ ...shared, tools: {} }), bare);
    assert.equal(requestCount({ family: 'o200k' }).tokens, request);
  });

  it('is the sum of its breakdown for every family', () => {
    const tools = { read: { description: 'Reads', inputSchema: jsonSchema7({ type: 'object' }) } };
    for (const family of families) {
      for (const safe of [false, true]) {
        const messages = randomMessages(createRng(family), 10);
        const counted = requestCount({ messages, tools, system: 'x', family, safe });
        assert.equal(counted.tokens, sum(counted.breakdown));
        assert.ok(counted.breakdown.tools > 0);
      }
    }
  });

  it('comes to what OpenAI billed for its example with a tool, and Anthropic for its own', () => {
    const description = 'Get the current weather in a given location';
    const place = { type: 'string', description: 'The city and state, e.g. San Francisco, CA' };
    const unit = {
      type: 'string',
      description: 'The unit of temperature to return',
      enum: ['celsius', 'fahrenheit'],
    };
    const parameters = {
      type: 'object',
      properties: { location: place, unit },
      required: ['location'],
    };
    const exact = { count: (words: string) => exactTokens(words) };
    const counted = requestCount({
      exact,
      model: 'gpt-4o',
      messages: [
        {
          role: 'system',
          content: 'You are a helpful assistant that can answer to questions about the weather.',
        },
        { role: 'user', content: "What's the weather like in San Francisco?" },
      ],
      tools: [
        { type: 'function', function: { name: 'get_current_weather', description, parameters } },
      ],
    });
    // The cookbook: 101 on gpt-4o, 105 on gpt-4.
    assert.equal(counted.tokens, 105);

    const claude = requestCount({
      exact,
      family: 'claude',
      messages: [{ role: 'user', content: "What's the weather like in San Francisco?" }],
      tools: [
        {
          name: 'get_weather',
          description,
          input_schema: { type: 'object', properties: { location: place }, required: ['location'] },
        },
      ],
    });
    // Anthropic's guide to token counting: 403.
    assert.ok(claude.tokens >= 395 && claude.tokens <= 425, `${claude.tokens}`);
  });
});

describe('tool definitions', () => {
  const schema = {
    type: 'object',
    properties: { path: { type: 'string', description: 'Where' }, depth: { type: 'integer' } },
    required: ['path'],
  } as const;
  const description = 'Reads a file';
  const tokens = (tools: unknown, family: TokenFamily = 'gemini') =>
    requestCount({ tools, family }).breakdown.tools;

  it('cost the same however an SDK writes them', () => {
    const zod = z.object({ path: z.string().describe('Where'), depth: z.number().optional() });
    const forms: Record<string, unknown> = {
      'AI SDK 5': { read: tool5({ description, inputSchema: jsonSchema5(schema as Anything) }) },
      'AI SDK 7': { read: tool7({ description, inputSchema: jsonSchema7(schema as Anything) }) },
      'AI SDK 4': { read: { description, parameters: { jsonSchema: schema } } },
      'chat completions': [
        { type: 'function', function: { name: 'read', description, parameters: schema } },
      ],
      'Responses API': [{ type: 'function', name: 'read', description, parameters: schema }],
      Anthropic: [{ name: 'read', description, input_schema: schema }],
      'a lazy schema': { read: { description, inputSchema: () => ({ jsonSchema: schema }) } },
    };
    for (const family of families) {
      const expected = tokens([{ name: 'read', description, input_schema: schema }], family);
      for (const [form, tools] of Object.entries(forms)) {
        assert.equal(tokens(tools, family), expected, `${form}, ${family}`);
      }
    }
    // Zod writes more into its schema than we did.
    assert.ok(tokens({ read: { description, inputSchema: zod } }) > tokens(forms.Anthropic));
    const typeScript = tokens({ read: { description, inputSchema: zod } }, 'o200k');
    assert.ok(typeScript >= tokens(forms.Anthropic, 'o200k'));
  });

  it('are TypeScript to OpenAI, with types of every kind', () => {
    let written = '';
    const exact = {
      count(words: string) {
        written += words;
        return words.length;
      },
    };
    const properties = {
      kind: { enum: ['a', 'b'], description: 'One of\ntwo' },
      list: { type: 'array', items: { type: 'object', properties: { n: { type: 'number' } } } },
      maybe: { anyOf: [{ type: 'string' }, { type: 'null' }] },
      both: { type: ['boolean', 'null'] },
      fixed: { const: 7 },
      any: {},
    };
    const parameters = { type: 'object', properties, required: ['kind'] };
    const tools = { search: { description: 'Searches', parameters }, stop: { parameters: {} } };
    requestCount({ tools, family: 'o200k', exact });
    assert.equal(
      written,
      [
        'namespace functions {',
        '',
        '// Searches',
        'type search = (_: {',
        '// One of',
        '// two',
        'kind: "a" | "b",',
        'list?: {',
        'n?: number,',
        '}[],',
        'maybe?: string | null,',
        'both?: boolean | null,',
        'fixed?: 7,',
        'any?: any,',
        '}) => any;',
        '',
        'type stop = () => any;',
        '',
        '} // namespace functions',
      ].join('\n'),
    );
  });

  it('cost what the provider says where it brings them itself', () => {
    const bash = { id: 'anthropic.bash_20250124', name: 'bash', args: {} };
    const both = [{ type: 'bash_20250124', name: 'bash' }, { type: 'text_editor_20250728' }];
    assert.equal(tokens({ bash }, 'claude'), 346 + 245);
    assert.equal(tokens(both, 'claude'), 346 + 245 + 700);
  });

  it('never fail, whatever a host calls a tool', () => {
    const circular: Record<string, unknown> = { type: 'object' };
    circular.properties = { self: circular };
    const thrower = {
      get inputSchema(): never {
        throw new Error('no');
      },
    };
    const odd = [
      undefined,
      null,
      7,
      'read',
      [],
      {},
      [null, 7, 'x'],
      { a: null, b: 7, c: () => {}, d: thrower, e: { inputSchema: circular } },
      new Proxy(
        {},
        {
          ownKeys: () => {
            throw new Error('no');
          },
        },
      ),
    ];
    for (const family of families) {
      for (const tools of odd) assert.ok(tokens(tools, family) >= 0);
    }
  });
});
