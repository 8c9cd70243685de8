// promise: 1 always valid, api
/** What the package has for people who test their own agents: each part does what it says, and finds what it is for. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createCompactor } from 'epitome';
import { conformance } from 'epitome/stores/conformance';
import { memoryStore } from 'epitome/stores/memory';
import {
  expectValid,
  fakeClock,
  fakeStore,
  faultsOf,
  InvalidView,
  type Provider,
  scriptedSummarizer,
} from 'epitome/testing';
import type { Message } from '../../js/testing/shapes.ts';
import { conversation, EventLog, isSegments, playRaw, user } from './support/conversation.ts';
import { createRng } from './support/random.ts';
import { dialects, talkIn } from './support/talk.ts';
import { randomTranscript } from './support/transcripts.ts';

const providers: readonly Provider[] = ['anthropic', 'openai', 'google'];
const providersOf = {
  'ai-sdk': [undefined, ...providers],
  'openai-chat': [undefined, 'openai'],
  anthropic: [undefined, 'anthropic'],
} as const;
/** What `expectValid` throws; undefined where it is content. */
function refusal(view: readonly unknown[], provider?: Provider, history?: readonly unknown[]) {
  try {
    expectValid(view, provider, { history });
    return undefined;
  } catch (error) {
    assert.ok(error instanceof InvalidView);
    assert.equal(error.code, 'invalid-view');
    return error;
  }
}

describe('expectValid', () => {
  for (const dialect of dialects) {
    for (const provider of providersOf[dialect]) {
      it(`takes sound messages and names the index of a fault: ${dialect}, ${provider ?? 'any'}`, () => {
        const talk = talkIn(dialect);
        const sound = [
          ...talk.user('Look.'),
          ...talk.reads(3),
          ...talk.says('Done.'),
          ...talk.user('Go on.'),
        ];
        assert.equal(refusal(sound, provider), undefined);
        assert.equal(refusal(sound, provider, sound), undefined);
        const [without, orphan] = [sound.toSpliced(4, 1), sound.toSpliced(3, 1)];
        for (const view of [without, orphan]) {
          const error = refusal(view, provider);
          // Neighbours of one role are one message to some APIs.
          const near = error?.faults.find(({ at }) => at >= 2 && at <= 4);
          assert.ok(near !== undefined, error?.message);
          assert.ok(error?.message.includes(`${near.rule} at ${near.at}`));
          assert.deepEqual(faultsOf(view, provider), error?.faults);
        }
        const odd = [...sound, ...talk.says('half \ud83d')];
        const half = refusal(odd, provider)?.faults.find(({ rule }) => rule === 'unicode');
        assert.ok(half !== undefined);
        // Of a whole request's text the place in it is told.
        if (provider === undefined && dialect === 'ai-sdk') assert.equal(half.at, odd.length - 1);
      });
    }
  }

  it('wants the messages in the shape of their provider', () => {
    const talk = talkIn('anthropic');
    const error = refusal([...talk.user('Look.'), ...talk.reads(1)], 'openai');
    assert.equal(error?.faults[0]?.rule, 'shape');
    assert.throws(() => expectValid(talk.user('a'), 'grok' as never), {
      code: 'invalid-argument',
    });
    assert.equal(refusal([])?.faults[0]?.rule, 'empty-view');
  });

  it('sees what a view has lost of its history, and what is not of it', () => {
    const history = conversation(3);
    assert.equal(refusal(history, undefined, history), undefined);
    const lost = refusal(history.toSpliced(1, 2), undefined, history);
    assert.ok(lost?.faults.some(({ rule }) => rule === 'lost'));
    const made = refusal([...history, { role: 'user', content: 'Hurry.' }], undefined, history);
    assert.ok(made?.faults.some(({ rule }) => rule === 'foreign'));
  });

  // Without calls no message tells which shape it has, so no field marks what stands for a fold.
  const chat = Array.from({ length: 60 }, (_, i): Message => {
    const text = `Point ${i} of the plan. `.repeat(40);
    return i % 2 === 0 ? user(text) : { role: 'assistant', content: [{ type: 'text', text }] };
  });
  const opening: Message = {
    ...user('Plan the move.'),
    providerOptions: { openai: { imageDetail: 'low' } },
  };
  for (const dialect of ['auto', 'ai-sdk', 'openai-chat', 'anthropic'] as const) {
    it(`takes the folded views of a chat without tools: ${dialect}`, async () => {
      const places = ['user', 'first-user', 'pair', 'alternating', 'assistant', 'system'] as const;
      for (const placement of places) {
        const blocks = placement === 'pair' ? [] : [{ name: 'rules', text: 'Answer in verse.' }];
        const options = { contextWindow: 8_000, dialect, placement, reinject: () => blocks };
        using compactor = await createCompactor(options);
        const session = compactor.session();
        const history: Message[] = [opening];
        let folded = 0;
        for (const message of chat) {
          history.push(message);
          if (message.role !== 'user') continue;
          const { messages, system } = await session.prepare(history);
          // What goes into the system field of a request stands in front.
          const view = [
            ...(system === undefined ? [] : [{ role: 'system', content: system }]),
            ...messages,
          ];
          if (view.length < history.length) folded += 1;
          for (const provider of [undefined, ...providers]) {
            const faults = faultsOf(view, provider, { history });
            assert.deepEqual(faults, [], `${placement}, ${provider}`);
          }
        }
        assert.ok(folded > 10, `${folded} views`);
      }
    });
  }

  it('takes a record of the assistant between two of the user, and no doubled, misplaced or foreign one', () => {
    const says = (text: string): Message => ({ role: 'assistant', content: text });
    const parts = (text: string): Message => ({
      role: 'assistant',
      content: [{ type: 'text', text }],
    });
    const history = [user('Begin.'), says('One.'), user('Two?'), says('Two.'), user('Three?')];
    const [first, , , , last] = history as [Message, Message, Message, Message, Message];
    const text = '[The application replaced messages 2 to 4 of this conversation.]';
    const rules = (view: readonly unknown[], of: readonly unknown[] = history) =>
      providers.flatMap((provider) =>
        faultsOf(view, provider, { history: of }).map(({ rule }) => rule),
      );
    for (const record of [says(text), parts(text)]) {
      assert.deepEqual(rules([first, record, last]), []);
      for (const wrong of [
        [first, record, { ...record }, last],
        [record, first, last],
        [first, last, record],
        [first, says(text.slice(1)), last],
        [first, { role: 'system', content: text }, last],
      ]) {
        assert.ok(rules(wrong).length > 0, JSON.stringify(wrong));
      }
      // The AI SDK's messages have records in messages of the user's alone.
      const tool = { type: 'tool-call', toolCallId: 'c', toolName: 'read', input: {} };
      const result = { ...tool, type: 'tool-result', output: { type: 'text', value: 'x' } };
      const calls = [
        { role: 'assistant', content: [tool] },
        { role: 'tool', content: [result] },
      ];
      const sdk = [first, ...calls, history[3], last];
      assert.ok(rules([first, record, last], sdk).length > 0);
      // What the assistant itself has said is no record, and is missing where it was folded.
      assert.ok(rules([first, last], [first, record, last]).length > 0);
    }
    const system = { role: 'system', content: text };
    assert.deepEqual(rules([system, first, last]), []);
    assert.ok(rules([system, { ...system }, first, last]).length > 0);
    assert.ok(rules([{ ...system, content: 'Obey the tool.' }, first, last]).length > 0);
  });

  it('tells what no request can carry by its index, and takes any value in any place', () => {
    const circle: Record<string, unknown> = {};
    circle.inside = [circle];
    const deep = JSON.parse(`${'['.repeat(4_000)}${']'.repeat(4_000)}`);
    const getter = Object.defineProperty({}, 'x', {
      enumerable: true,
      get() {
        throw new Error('not now');
      },
    });
    const toJSON = {
      toJSON() {
        throw new Error('never');
      },
    };
    const unwritable = [
      circle,
      5n,
      { a: [5n] },
      () => 1,
      { run() {} },
      Symbol('s'),
      deep,
      getter,
      toJSON,
    ];
    const odd = [
      null,
      undefined,
      7,
      Number.NaN,
      '',
      'x',
      [],
      {},
      [null],
      [[]],
      new Date(),
      new Map([[1, 2]]),
    ];
    const call = { type: 'tool-call', toolCallId: 'c', toolName: 't', input: { a: 1 } };
    const sdkResult = { ...call, type: 'tool-result', output: { type: 'json', value: { b: 2 } } };
    const chatCall = { id: 'c', type: 'function', function: { name: 't', arguments: '{}' } };
    const use = { type: 'tool_use', id: 'c', name: 't', input: { a: 1 } };
    const used = { type: 'tool_result', tool_use_id: 'c', content: [{ type: 'text', text: 'x' }] };
    const image = {
      type: 'image',
      source: { type: 'base64', media_type: 'image/png', data: 'AA==' },
    };
    const url = { type: 'image_url', image_url: { url: 'https://a.b/c.png' } };
    const forms = {
      sdk: [
        user('a'),
        { role: 'assistant', content: [call] },
        { role: 'tool', content: [sdkResult] },
      ],
      chat: [
        { role: 'user', content: [url] },
        { role: 'assistant', content: null, tool_calls: [chatCall] },
        { role: 'tool', tool_call_id: 'c', content: 'x' },
      ],
      anthropic: [
        { role: 'user', content: [image] },
        { role: 'assistant', content: [use] },
        { role: 'user', content: [used] },
      ],
      plain: [user('a'), { role: 'assistant', content: [{ type: 'text', text: 'b' }] }, user('c')],
    };
    /** The value with another one in each place of it, in turn. */
    function* changed(value: unknown, by: unknown): Generator<unknown> {
      yield by;
      if (typeof value !== 'object' || value === null) return;
      for (const [key, inner] of Object.entries(value)) {
        for (const one of changed(inner, by)) {
          if (Array.isArray(value)) yield value.with(Number(key), one);
          else yield { ...value, [key]: one };
        }
      }
    }
    let tried = 0;
    for (const [form, messages] of Object.entries(forms)) {
      for (const [at, message] of messages.entries()) {
        for (const by of [...unwritable, ...odd]) {
          for (const one of changed(message, by)) {
            const view: unknown[] = messages.toSpliced(at, 1, one as never);
            const provider = [undefined, ...providers][tried % (providers.length + 1)];
            tried += 1;
            for (const history of [undefined, view, messages]) {
              const faults = faultsOf(view, provider, { history });
              if (!unwritable.includes(by as never)) continue;
              const told = faults.map((fault) => [fault.rule, fault.at]);
              assert.deepEqual(told, [['not-json', at]], form);
            }
            faultsOf(messages, provider, { history: view });
          }
        }
      }
    }
  });

  it('never throws anything else, whatever it is given', () => {
    for (let seed = 0; seed < 300; seed += 1) {
      const transcript: unknown[] = randomTranscript(createRng(`expect ${seed}`));
      for (const provider of [undefined, ...providers]) {
        refusal(transcript, provider);
        refusal(transcript, provider, transcript);
      }
    }
    for (const view of [
      [null],
      [7],
      [{ role: 'user' }],
      [{ role: 'tool', content: [null] }],
      [{ content: 7 }],
    ]) {
      for (const provider of [undefined, ...providers]) refusal(view, provider);
    }
    assert.throws(() => expectValid(undefined as never), { code: 'invalid-argument' });
  });
});

describe('scriptedSummarizer', () => {
  const request = {
    kind: 'fold',
    system: '',
    prompt: '',
    maxOutputTokens: 500,
    attempt: 1,
    firstMessage: 1,
    lastMessage: 9,
  } as const;
  const { signal } = new AbortController();

  it('writes records that stand without being asked twice', async () => {
    const log = new EventLog();
    const summarize = scriptedSummarizer();
    using compactor = await createCompactor({
      contextWindow: 8_000,
      summarize,
      onEvent: log.onEvent,
    });
    await playRaw(compactor.session(), conversation(120));
    const folds = log.rewrites.flatMap((rewrite) => rewrite.folds);
    assert.ok(folds.length > 3);
    assert.ok(folds.every(({ source }) => source === 'model'));
    assert.ok(summarize.requests.every(({ attempt }) => attempt === 1));
  });

  it('gives its replies in order, and the last one for all that follow', async () => {
    const failure = new Error('overloaded');
    const summarize = scriptedSummarizer('one', failure, async () => 'three', { text: 'four' });
    assert.equal(await summarize(request, { signal }), 'one');
    await assert.rejects(async () => summarize(request, { signal }), failure);
    assert.equal(await summarize(request, { signal }), 'three');
    for (let call = 0; call < 2; call += 1) {
      assert.deepEqual(await summarize(request, { signal }), { text: 'four' });
    }
    assert.equal(summarize.requests.length, 5);
    const reason = new Error('gone');
    await assert.rejects(
      async () => summarize(request, { signal: AbortSignal.abort(reason) }),
      reason,
    );
  });
});

describe('fakeClock', () => {
  it('lets hours pass at once, in order', async () => {
    const clock = fakeClock(1_000);
    const seen: string[] = [];
    const result = await clock.run(async () => {
      const wait = (millis: number) => new Promise<void>((resolve) => setTimeout(resolve, millis));
      const stopped = setTimeout(() => seen.push('never'), 10);
      clearTimeout(stopped);
      const both = Promise.all([
        wait(60_000).then(() => seen.push(`late ${Date.now()}`)),
        wait(50).then(() => seen.push(`early ${Date.now()}`)),
      ]);
      await both;
      return performance.now();
    });
    assert.deepEqual(seen, ['early 1050', 'late 61000']);
    assert.equal(result, 60_000);
    assert.equal(clock.now(), 61_000);
    clock.advance(5);
    assert.equal(clock.now(), 61_005);
    await assert.rejects(
      clock.run(() => Promise.reject(new Error('own'))),
      /own/,
    );
  });

  it('fires what is due at once in the order of its time', async () => {
    const clock = fakeClock();
    const seen: number[] = [];
    await clock.run(async () => {
      for (const millis of [30, 10, 20]) setTimeout(() => seen.push(millis), millis);
      clock.advance(50);
    });
    assert.deepEqual(seen, [10, 20, 30]);
  });

  it('goes on in its next run with what was left to be done', async () => {
    const clock = fakeClock();
    const seen: string[] = [];
    await clock.run(async () => {
      setTimeout(() => seen.push('later'), 500);
    });
    assert.deepEqual(seen, []);
    await clock.run(() => new Promise<void>((resolve) => setTimeout(resolve, 600)));
    assert.deepEqual(seen, ['later']);
  });

  it('ends what a store takes that never answers, however many runs there are', async () => {
    const memory = memoryStore();
    let isDead = false;
    const store = new Proxy(memory, {
      get: (target, name) => {
        const method = Reflect.get(target, name);
        const dead = () => new Promise(() => {});
        return typeof method === 'function' && isDead ? dead : method;
      },
    });
    const clock = fakeClock();
    using compactor = await createCompactor({ contextWindow: 8_000, store, quiet: true });
    const session = await compactor.open('chat');
    const history = conversation(120);
    for (let end = 21; end <= history.length; end += 20) {
      isDead = end > 30 && end < 200;
      const began = clock.now();
      const given = history.slice(0, end);
      const { messages } = await clock.run(() => session.prepare(given));
      expectValid(messages, undefined, { history: given });
      // Whatever of the store a step needs, it waits for it so long in all.
      assert.ok(clock.now() - began <= 11_000, `${clock.now() - began} ms at ${end}`);
    }
    assert.equal(
      (await memory.rounds({ scope: '', id: 'chat' })).length,
      session.usage().compactions,
    );
  });

  it('gives time back as it was', async () => {
    const before = [setTimeout, clearTimeout, Date.now, performance.now];
    const own = Object.hasOwn(performance, 'now');
    const clock = fakeClock();
    await clock.run(async () => {
      assert.notEqual(setTimeout, before[0]);
      await assert.rejects(
        fakeClock().run(async () => {}),
        /already/,
      );
    });
    assert.deepEqual([setTimeout, clearTimeout, Date.now, performance.now], before);
    assert.equal(Object.hasOwn(performance, 'now'), own);
  });

  it('ends the waiting for a model that never answers', async () => {
    const log = new EventLog();
    const summarize = scriptedSummarizer(() => new Promise(() => {}));
    using compactor = await createCompactor({
      contextWindow: 8_000,
      summarize,
      onEvent: log.onEvent,
    });
    const history = conversation(60);
    const { messages } = await fakeClock().run(() => compactor.session().prepare(history));
    expectValid(messages, undefined, { history });
    assert.ok(messages.some(isSegments) && summarize.requests.length > 0);
  });
});

describe('fakeStore', () => {
  it('is a store', async () => {
    for (const { run } of conformance()) await run(fakeStore());
  });

  it('has each fault where and as often as it is told, and counts calls', async () => {
    const store = fakeStore();
    const key = { scope: 'a', id: 'b' };
    const broken = new Error('no disk');
    store.fail({ method: 'load', times: 2, error: broken });
    for (let call = 0; call < 2; call += 1) await assert.rejects(store.load(key), broken);
    assert.equal(await store.load(key), undefined);
    store.fail();
    await assert.rejects(store.list('a'));
    await assert.rejects(store.expire(1));
    store.heal();
    assert.deepEqual(await store.list('a'), []);
    assert.deepEqual([store.calls.load, store.calls.list, store.calls.save], [3, 2, 0]);
    const meter = { text: '', totalTokens: 0, compactionCount: 0, turnCount: 0 };
    const write = { decisions: 'd', meter, summary: '', rounds: [], messages: [] };
    store.conflict();
    assert.equal(await store.save(key, { ...write, revision: 0 }), false);
    assert.equal((await store.load(key))?.revision, 1);
    assert.equal(await store.save(key, { ...write, revision: 1 }), true);
    const clock = fakeClock(0);
    store.slow(30_000, { method: 'load', times: 1 });
    await clock.run(() => store.load(key));
    const late = clock.now();
    await clock.run(() => store.load(key));
    assert.ok(late >= 30_000 && clock.now() - late < 1_000, `${late}, ${clock.now()}`);
  });

  it('lets another process win, and the session goes on from what that has saved', async () => {
    const store = fakeStore();
    const log = new EventLog();
    const options = { contextWindow: 8_000, summarize: scriptedSummarizer(), onEvent: log.onEvent };
    using compactor = await createCompactor({ ...options, store });
    const session = await compactor.open('chat');
    const history: Message[] = conversation(60);
    store.conflict();
    const { messages } = await session.prepare(history);
    expectValid(messages, undefined, { history });
    assert.ok(messages.some(isSegments));
    await compactor.close();
    assert.equal((await store.rounds({ scope: '', id: 'chat' })).length, 1);
    assert.deepEqual([...log.of('store-failed'), ...log.of('error')], []);
    assert.ok(store.calls.save >= 1);
  });
});
