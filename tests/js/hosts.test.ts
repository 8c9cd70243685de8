/**
 * Messages of hosts that have their own kind: what goes back as it came, what an edit makes of a message, and
 * what is left of a transcript that makes no sense. The hosts' own packages are driven in tests/hosts.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Compactor, createCompactor } from 'epitome';
import { CacheWatch } from '../../js/cache-watch.ts';
import { genkitMessages } from '../../js/hosts/genkit-messages.ts';
import { type Content, googleContents } from '../../js/hosts/google-contents.ts';
import { agentItems, type Item, openaiItems } from '../../js/hosts/openai-items.ts';
import { opencodeMessages } from '../../js/hosts/opencode-messages.ts';
import { piMessages } from '../../js/hosts/pi-messages.ts';
import { compacted, sent } from '../../js/hosts/sessions.ts';
import { type Codec, Translation } from '../../js/hosts/translation.ts';
import type { Session } from '../../js/session.ts';
import type { CacheOutcome, CompactorEvent } from '../../js/types.ts';
import { deepFreeze } from './support/compare.ts';

/** A session of the package, as the sources' own class. */
const ownSession = (compactor: Compactor) => compactor.session() as unknown as Session;

const text = (n: number) => `${`line of result ${n}, which is long enough to be cut\n`.repeat(60)}`;

/** A transcript of `steps` calls in each host's own words. */
const transcripts: Record<string, { codec: Codec<never>; step(n: number): object[] }> = {
  'openai responses': {
    codec: openaiItems as Codec<never>,
    step: (n) => [
      { type: 'reasoning', id: `rs_${n}`, summary: [], encrypted_content: 'sealed' },
      {
        type: 'function_call',
        id: `fc_${n}`,
        call_id: `c${n}`,
        name: 'read',
        arguments: '{"a":1}',
      },
      { type: 'function_call_output', call_id: `c${n}`, output: text(n) },
    ],
  },
  'openai agents': {
    codec: agentItems as Codec<never>,
    step: (n) => [
      { type: 'reasoning', id: `rs_${n}`, content: [], providerData: { encrypted_content: 'x' } },
      { type: 'function_call', callId: `c${n}`, name: 'read', arguments: '{"a":1}' },
      { type: 'function_call_result', callId: `c${n}`, name: 'read', output: text(n) },
    ],
  },
  google: {
    codec: googleContents as Codec<never>,
    step: (n) => [
      {
        role: 'model',
        parts: [{ functionCall: { name: 'read', args: { n } }, thoughtSignature: 'signed' }],
      },
      {
        role: 'user',
        parts: [{ functionResponse: { name: 'read', response: { output: text(n) } } }],
      },
    ],
  },
  genkit: {
    codec: genkitMessages as Codec<never>,
    step: (n) => [
      { role: 'model', content: [{ toolRequest: { name: 'read', input: { n } } }] },
      { role: 'tool', content: [{ toolResponse: { name: 'read', output: text(n) } }] },
    ],
  },
  pi: {
    codec: piMessages as Codec<never>,
    step: (n) => [
      {
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: 'hm', thinkingSignature: 'signed' },
          { type: 'toolCall', id: `c${n}`, name: 'read', arguments: { n } },
        ],
      },
      {
        ...{ role: 'toolResult', toolCallId: `c${n}`, toolName: 'read', isError: false },
        content: [{ type: 'text', text: text(n) }],
      },
    ],
  },
  opencode: {
    codec: opencodeMessages as Codec<never>,
    step: (n) => [
      {
        info: { id: `m${n}`, role: 'assistant', sessionID: 's' },
        parts: [
          { type: 'step-start' },
          {
            ...{ type: 'tool', callID: `c${n}`, tool: 'read' },
            state: { status: 'completed', input: { n }, output: text(n) },
          },
        ],
      },
    ],
  },
};

const opening: Record<string, object> = {
  google: { role: 'user', parts: [{ text: 'Read all pages.' }] },
  genkit: { role: 'user', content: [{ text: 'Read all pages.' }] },
  opencode: {
    info: { id: 'm0', role: 'user' },
    parts: [{ type: 'text', text: 'Read all pages.' }],
  },
};
const plain = { role: 'user', content: 'Read all pages.' };

for (const [name, { codec, step }] of Object.entries(transcripts)) {
  describe(`messages of ${name}`, () => {
    const transcript = (steps: number): never[] =>
      deepFreeze([
        opening[name] ?? plain,
        ...Array.from({ length: steps }, (_, n) => step(n + 1)).flat(),
      ]) as never[];

    it('are read as the same messages again, and written as the very objects', () => {
      const translation = new Translation(codec);
      const host = transcript(5);
      const read = translation.read(host);
      assert.deepEqual(
        translation.read([...host]).map((message, at) => message === read[at]),
        read.map(() => true),
      );
      assert.deepEqual(
        translation.write(read).map((message, at) => message === host[at]),
        host.map(() => true),
      );
    });

    it('are folded, and what stays stays the same object at every step', async () => {
      using compactor = await createCompactor({ contextWindow: 8_000, maxOutputTokens: 500 });
      const session = ownSession(compactor);
      const host = transcript(40);
      let before: readonly object[] = [];
      let folds = 0;
      // A host sends what a model has said as a whole.
      for (let length = 1; length <= host.length; length += step(0).length) {
        const { messages } = await compacted<never>(session, codec, host.slice(0, length));
        const rounds = session.usage().compactions;
        if (rounds === folds) {
          const same = before.every((message, at) => message === (messages as object[])[at]);
          assert.ok(same, `${length} messages`);
        }
        folds = rounds;
        before = messages;
      }
      assert.ok(folds >= 3);
      assert.ok(before.length < host.length / 2);
      const known = new Set<object>(host);
      assert.ok(before.filter((message) => known.has(message)).length > 2);
    });

    it('make sense or stay', async () => {
      using compactor = await createCompactor({ contextWindow: 8_000 });
      const odd = {
        get role(): string {
          throw new Error('no');
        },
      };
      for (const bad of [
        null,
        7,
        'text',
        {},
        [],
        { role: 'assistant' },
        { type: 'message' },
        odd,
      ]) {
        const host = [...transcript(2), bad as never];
        const { messages } = await compacted<never>(ownSession(compactor), codec, host);
        assert.equal(messages.at(-1), bad);
        assert.equal(messages.length, host.length);
      }
    });
  });
}

describe('edits of items', () => {
  const items: Item[] = [
    { type: 'reasoning', id: 'rs_1', summary: [] },
    {
      type: 'message',
      id: 'msg_1',
      role: 'assistant',
      content: [{ type: 'output_text', text: 'a' }],
    },
    { type: 'function_call', id: 'fc_1', call_id: 'c1', name: 'read', arguments: '{}' },
  ];

  it('take the ids of what has lost its reasoning', () => {
    const translation = new Translation(openaiItems);
    const [reply] = translation.read(items);
    assert.ok(Array.isArray(reply?.content));
    const { content } = reply;
    const left = { ...reply, content: content.slice(1) };
    const [message, call] = translation.write([left]);
    assert.deepEqual(message, { type: 'message', role: 'assistant', content: items[1]?.content });
    assert.deepEqual(call, { type: 'function_call', call_id: 'c1', name: 'read', arguments: '{}' });
  });

  it('leave the other fields of a result', () => {
    const translation = new Translation(openaiItems);
    const result = { type: 'function_call_output', id: 'o1', call_id: 'c1', output: 'long' };
    const [, read] = translation.read([{ role: 'user', content: 'x' }, result]);
    assert.ok(Array.isArray(read?.content));
    const [part] = read.content;
    const cut = {
      ...read,
      content: [{ ...part, type: 'tool-result', output: { type: 'text', value: 'l' } }],
    };
    assert.deepEqual(translation.write([cut]), [{ ...result, output: 'l' }]);
  });

  it('join responses to the calls of one content', () => {
    const translation = new Translation<Content>(googleContents);
    const call = { functionCall: { name: 'read', args: {} } };
    const contents = [
      { role: 'model', parts: [call, call] },
      { role: 'user', parts: [{ functionResponse: { name: 'read', response: { output: 'a' } } }] },
    ];
    const read = translation.read(contents);
    const output = { type: 'error-text', value: 'never ran' };
    const missing = { type: 'tool-result', toolCallId: 'epitome:0.1', toolName: 'read', output };
    const [, answer] = translation.write([...read, { role: 'tool', content: [missing] }]);
    assert.deepEqual(answer?.parts, [
      contents[1]?.parts[0],
      { functionResponse: { name: 'read', response: { error: 'never ran' } } },
    ]);
  });
});

describe('a call that its provider finds too long', () => {
  const { codec, step } = transcripts.pi as (typeof transcripts)[string];
  const transcript = [plain, ...Array.from({ length: 12 }, (_, n) => step(n + 1)).flat()];
  const tokensOf = (view: readonly object[]) => Math.ceil(JSON.stringify(view).length / 4);

  /** Sends to a provider that takes so many tokens; what was sent, in tokens, and what came of it. */
  async function outcome(limit: number, words: string) {
    using compactor = await createCompactor({ contextWindow: 60_000, maxOutputTokens: 500 });
    const session = ownSession(compactor);
    const sizes: number[] = [];
    const send = async ({ messages }: { messages: readonly object[] }) => {
      const tokens = tokensOf(messages);
      sizes.push(tokens);
      if (tokens > limit) throw new Error(`${words}: ${tokens} tokens > ${limit} maximum`);
      return 'answered';
    };
    const settle = () =>
      sent(session, codec, transcript as never[], {}, send).catch((error: Error) => error.message);
    return { first: await settle(), sizes: sizes.splice(0), second: await settle(), again: sizes };
  }

  it('is made again, smaller, and the limit is known to the next', async () => {
    const { first, sizes, second, again } = await outcome(5_000, 'prompt is too long');
    assert.equal(first, 'answered');
    assert.ok(sizes.length >= 2 && sizes.length <= 4, `${sizes}`);
    assert.equal(second, 'answered');
    assert.equal(again.length, 1);
  });

  it('is made again three times at most, and then fails as the provider says', async () => {
    const { first, sizes } = await outcome(10, 'prompt is too long');
    assert.match(first, /^prompt is too long: /);
    assert.ok(sizes.length >= 2 && sizes.length <= 4, `${sizes}`);
    for (const [at, size] of sizes.entries()) assert.ok(at === 0 || size !== sizes[at - 1]);
  });

  it('is not made again for another reason', async () => {
    const { first, sizes } = await outcome(10, 'no such model');
    assert.match(first, /^no such model: /);
    assert.equal(sizes.length, 1);
  });
});

describe('a prompt cache', () => {
  const miss: CacheOutcome = { provider: 'openai', hit: false, readTokens: 0, missedTokens: 9 };
  const told = (...events: object[]) => {
    const watch = new CacheWatch();
    watch.judge('s', miss);
    for (const event of events) watch.note(event as CompactorEvent);
    return watch.judge('s', { ...miss, reason: 'input_changed' }).cause;
  };

  it('is missed for a reason, or for none', () => {
    assert.equal(new CacheWatch().judge('s', miss).cause, 'first');
    assert.equal(told(), 'unexplained');
    assert.equal(told({ type: 'compaction', reason: 'trigger' }), 'rewrite');
    assert.equal(told({ type: 'arrival' }), 'unexplained');
    assert.equal(told({ type: 'repair' }), 'rewrite');
    assert.equal(told({ type: 'aligned', how: 'edited' }), 'history');
    assert.equal(told({ type: 'aligned', how: 'extended' }), 'unexplained');
    const watch = new CacheWatch();
    watch.judge('s', miss);
    assert.equal(watch.judge('s', { ...miss, reason: 'tools_changed' }).cause, 'request');
    assert.equal(watch.judge('s', { ...miss, hit: true }).cause, 'none');
  });
});
