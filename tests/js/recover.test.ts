// promise: 4 never breaks the agent
/** `session.recover` for loops of their own, and the limits that a session learns of its providers. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { deflateSync } from 'node:zlib';
import type { CompactorEvent, Session } from 'epitome';
import type { Message } from '../../js/testing/shapes.ts';
import { conversation, goodSummary, prose, step, user } from './support/conversation.ts';
import { opener } from './support/opener.ts';
import { tooLong, tooManyBytes, tooManyImages } from './support/refusals.ts';
import { talkIn } from './support/talk.ts';
import { countMessages } from './support/tokens.ts';
import { validateView } from './support/validator.ts';

// biome-ignore lint/suspicious/noExplicitAny: dialects that the types do not mix.
type Anything = any;

const open = opener({ contextWindow: 64_000, windowGuard: { warn: 0 } });
const bytesOf = (messages: unknown) => JSON.stringify(messages).length;

/** A loop of its own: sends until it is served, as often as `recover` has something. Resolves to what was served. */
async function send(
  session: Session,
  messages: readonly Message[],
  refuse: (view: readonly Message[]) => Error | undefined,
  usage?: object,
): Promise<{ view: Message[]; refused: Message[][]; error?: Error }> {
  let { messages: view } = await session.prepare(messages as Anything[], { usage });
  const refused: Message[][] = [];
  for (;;) {
    const error = refuse(view as Message[]);
    if (error === undefined) return { view: view as Message[], refused };
    refused.push(view as Message[]);
    const smaller = await session.recover(error);
    if (smaller === undefined) return { view: view as Message[], refused, error };
    view = smaller.messages;
  }
}

const told = (limit: number, size: number) =>
  tooLong(
    `This model's maximum context length is ${limit} tokens. However, your messages resulted in ${size} tokens. Please reduce the length of the messages.`,
  );

const over = (limit: number) => (view: readonly Message[]) =>
  countMessages(view) > limit ? tooLong() : undefined;

describe('a view that was refused', () => {
  for (const limit of [20_000, 8_000, 4_000]) {
    it(`comes back below ${limit} tokens, and stays there`, async () => {
      const { session, log } = await open();
      const history = conversation(140);
      assert.ok(countMessages(history) > 24_000);
      const { view, refused, error } = await send(session, history, over(limit));
      assert.equal(error, undefined);
      assert.ok(refused.length >= 1 && refused.length <= 3);
      assert.deepEqual(validateView(view, history), []);
      history.push(...step('new', 100));
      const next = await send(session, history, over(limit));
      assert.deepEqual(next.refused, []);
      assert.ok(view.every((message, i) => next.view[i] === message));
      assert.equal(log.of('limit-learned').length, refused.length);
      assert.ok(log.rewrites.every(({ reason }) => reason === 'overflow'));
    });
  }

  it('is undefined where the call was aborted before, and nothing is learned', async () => {
    const { session, log } = await open();
    const history = conversation(140);
    await session.prepare(history);
    const { contextWindow } = session.explain().budget;
    const abortSignal = AbortSignal.abort();
    assert.equal(await session.recover(tooLong(), { abortSignal }), undefined);
    await session.prepare([...history, ...step('next')]);
    assert.equal(session.explain().budget.contextWindow, contextWindow);
    assert.deepEqual(log.of('limit-learned', 'compaction'), []);
  });

  it('leaves a session that knows its messages where nothing smaller helped', async () => {
    const { session } = await open();
    const history = conversation(140);
    let state: string | undefined;
    const { error } = await send(session, history, () => {
      state ??= session.snapshot();
      return tooLong();
    });
    assert.ok(error !== undefined);
    assert.equal(session.snapshot(), state);
    assert.equal(session.explain().messages.length, history.length);
    assert.ok(session.transcriptText().length > 0);
    assert.ok((await session.recall('file')).length >= 0);
    session.records();
  });

  it('is undefined where the error is none of size, and nothing is learned', async () => {
    const { session, log } = await open();
    const history = conversation(60);
    await session.prepare(history);
    const before = session.snapshot();
    const others = [new Error('overloaded'), undefined, null, 7, 'rate limit', { status: 401 }, []];
    for (const error of others) assert.equal(await session.recover(error), undefined);
    assert.deepEqual(log.of('limit-learned'), []);
    assert.equal(session.snapshot(), before);
  });

  it('before the first step, and after dispose, there is none', async () => {
    const { session } = await open();
    assert.equal(await session.recover(tooLong()), undefined);
    session.dispose();
    assert.equal(await session.recover(tooLong()), undefined);
  });

  it('where nothing helps, three tries cost nothing', async () => {
    const { session, log } = await open({ summarize: async (request) => goodSummary(request) });
    const history = conversation(80);
    await send(session, history.slice(0, -2), () => undefined);
    const { view } = await send(session, history, () => undefined);
    const { refused, error } = await send(session, history, () => tooLong());
    assert.ok(error !== undefined && refused.length <= 4);
    const sizes = refused.map(countMessages);
    assert.ok(sizes.every((size, i) => i === 0 || size < (sizes[i - 1] as number)));
    // As if it had not been: the next request has what this one had.
    history.push(user('Go on.'));
    const next = await send(session, history, () => undefined);
    assert.deepEqual(next.view, [...view, user('Go on.')]);
    assert.deepEqual(log.of('error'), []);
  });

  it('is tried again after a step was served, however often', async () => {
    const { session } = await open();
    const history = conversation(80);
    for (let round = 0; round < 5; round += 1) {
      let left = 1;
      const { refused, error } = await send(session, history, () => {
        left -= 1;
        return left < 0 ? undefined : tooLong();
      });
      assert.equal(refused.length, 1);
      assert.equal(error, undefined);
      history.push(...step(`more${round}`, 400), ...step(`still${round}`, 400));
    }
  });

  it('is made of the messages that are given', async () => {
    const { session } = await open();
    const history = conversation(80);
    const { messages } = await session.prepare(history);
    const smaller = await session.recover(tooLong(), { messages: history });
    assert.ok(smaller && countMessages(smaller.messages) < countMessages(messages));
    assert.deepEqual(validateView(smaller.messages, history), []);
  });

  it('needs them where the session had to give its memory back', async () => {
    const { session } = await open();
    const history = conversation(80);
    const { messages } = await session.prepare(history);
    (session as Anything).park();
    assert.equal(await session.recover(tooLong()), undefined);
    const smaller = await session.recover(tooLong(), { messages: history });
    assert.ok(smaller && countMessages(smaller.messages) < countMessages(messages));
  });

  it('waits for nobody once its signal has aborted', async () => {
    let asked = 0;
    const { session } = await open({
      summarize: (_, { signal }) => {
        asked += 1;
        controller.abort();
        return new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason));
        });
      },
    });
    const controller = new AbortController();
    const history = conversation(80);
    await session.prepare(history);
    const { signal } = controller;
    assert.equal(await session.recover(tooLong(), { abortSignal: signal }), undefined);
    assert.equal(asked, 1);
    assert.equal(await session.recover(tooLong(), { abortSignal: signal }), undefined);
    assert.equal(asked, 1);
  });
});

describe('what a provider tells', () => {
  it('decides, in the unit of the session: wrong counts lead to no second refusal', async () => {
    for (const factor of [0.5, 1, 1.8]) {
      const { session, log } = await open({ system: '' });
      const history = conversation(120);
      const counts = (view: readonly Message[]) => Math.round(countMessages(view) * factor);
      const limit = counts(history) - 3_000;
      const { refused, error } = await send(session, history, (view) =>
        counts(view) > limit ? told(limit, counts(view)) : undefined,
      );
      assert.equal(error, undefined);
      assert.equal(refused.length, 1);
      const [learned] = log.of('limit-learned');
      assert.ok(learned && Math.abs(learned.limit * factor - limit) < limit / 4);
    }
  });

  it('is bounded by what is known, however absurd', async () => {
    for (const limit of [0, 1, 10, 10 ** 9, 10 ** 15, -5]) {
      for (const size of [0, 1, 10 ** 9]) {
        const { session, log } = await open();
        const history = conversation(120);
        await session.prepare(history);
        await session.recover(told(limit, size));
        for (const learned of log.of('limit-learned')) {
          assert.ok(learned.limit >= 1_000 && learned.limit <= learned.refused);
        }
      }
    }
  });
});

describe('a model that takes less than it has served', () => {
  for (const limit of [20_000, 8_000]) {
    it(`is asked for no more than it tells from then on: ${limit} tokens`, async () => {
      const { session } = await open();
      const history = conversation(140);
      const { view: whole } = await send(session, history, () => undefined);
      const usage = { inputTokens: countMessages(whole), outputTokens: 20 };
      const refuse = (view: readonly Message[]) =>
        countMessages(view) > limit ? told(limit, countMessages(view)) : undefined;
      history.push(...step('next', 100));
      const { refused, error } = await send(session, history, refuse, usage);
      assert.equal(error, undefined);
      assert.ok(refused.length > 0);
      for (let later = 0; later < 30; later += 1) {
        history.push(...step(`later ${later}`, 600));
        assert.deepEqual((await send(session, history, refuse)).refused, [], `step ${later}`);
      }
    });
  }
});

describe('learned limits', () => {
  it('are at most what was refused, and at least what was served, or a quarter of the window', async () => {
    const { session, log } = await open({ contextWindow: 60_000, system: '' });
    const history = conversation(120);
    await send(session, history, over(countMessages(history) - 1));
    const [first] = log.of('limit-learned');
    assert.ok(first && first.limit <= first.refused && first.limit >= 15_000);
    assert.equal(first.served, undefined);
    const other = await open({ contextWindow: 100_000, system: '' });
    const grown = conversation(120);
    const most = countMessages(grown) + 1;
    await send(other.session, grown, over(most));
    grown.push(...step('answered', 6_000));
    await send(other.session, grown, over(most));
    const [learned] = other.log.of('limit-learned');
    const { limit = 0, refused = 0, served = 0 } = learned ?? {};
    assert.ok(limit <= refused && limit >= served && served > 10_000);
  });

  it('are of one model, and hold after a restart', async () => {
    const { session } = await open();
    const history = conversation(120);
    await session.prepare(history, { model: 'small' });
    await session.recover(tooLong());
    history.push(...step('more', 100));
    await session.prepare(history, { model: 'small' });
    const { contextWindow } = session.explain().budget;
    assert.ok(contextWindow < 64_000);
    await session.prepare(history, { model: 'large' });
    assert.equal(session.explain().budget.contextWindow, 64_000);
    const restored = await open({}, session.snapshot());
    await restored.session.prepare(history, { model: 'small' });
    assert.equal(restored.session.explain().budget.contextWindow, contextWindow);
    assert.equal(restored.session.snapshot(), restored.session.snapshot());
  });

  it('make a state another one, and a state without them is as it was', async () => {
    const { session } = await open();
    const history = conversation(120);
    await session.prepare(history);
    const before = session.snapshot();
    assert.equal('limits' in JSON.parse(before), false);
    await session.recover(tooLong());
    const after = JSON.parse(session.snapshot());
    assert.notEqual(after.print, JSON.parse(before).print);
    const { limits, ...others } = after;
    const changed = { ...limits, '': { tokens: [2_000, 3_000, 0] } };
    const peer = await open({}, JSON.stringify({ ...others, limits: changed }));
    await peer.session.prepare(history);
    assert.equal(peer.session.explain().budget.contextWindow, 2_000);
  });

  it('that are harmful are passed over in a state', async () => {
    const { session } = await open();
    const history = conversation(60);
    await session.prepare(history);
    const state = JSON.parse(session.snapshot());
    const rows: unknown[] = [
      [1, 1, 1],
      [-5_000, 9_000, 0],
      [5_000.5, 9_000, 0],
      [9_000, 5_000, 0],
      [1e300, 1e300, 0],
      ['5000', 9_000, 0],
      [5_000],
      { 0: 5_000, 1: 9_000, 2: 0 },
      null,
      5_000,
    ];
    const wrong: unknown[] = [
      ...rows.map((tokens) => ({ '': { tokens, bytes: tokens, images: tokens } })),
      ...[[], 'x', 7, null, { '': 7 }, { '': [] }, { '': null }],
      { '': { tokens: 5, bytes: 1, images: 0, others: [5_000, 9_000, 0] } },
    ];
    for (const limits of wrong) {
      const { session: restored, log } = await open({}, JSON.stringify({ ...state, limits }));
      const { messages } = await restored.prepare(history);
      assert.equal(messages.length, history.length, JSON.stringify(limits));
      assert.equal(restored.explain().budget.contextWindow, 64_000);
      assert.deepEqual(log.of('error'), []);
    }
    const many = Object.fromEntries(
      Array.from({ length: 5_000 }, (_, i) => [`m${i}`, { tokens: [5_000, 9_000, 0] }]),
    );
    const { session: restored } = await open({}, JSON.stringify({ ...state, limits: many }));
    await restored.prepare(history);
    assert.ok(restored.snapshot().length < 65_536);
  });

  it('rise where a larger prompt is served all the same', async () => {
    const { session, log } = await open();
    const history = conversation(120);
    await session.prepare(history);
    await session.recover(tooLong());
    const floor = [...history, user(prose(40_000, 'floor'))];
    await send(session, floor, () => undefined);
    await session.prepare([...floor, ...step('served', 50)]);
    const [learned, risen, ...others] = log.of('limit-learned');
    assert.ok(learned && risen && risen.limit > learned.limit);
    assert.deepEqual(others, []);
  });
});

describe('other units', () => {
  const png = (seed: number): string => {
    const header = Buffer.from('89504e470d0a1a0a0000000d49484452000000400000004008020000', 'hex');
    return Buffer.concat([header, deflateSync(Buffer.alloc(3_000, seed))]).toString('base64');
  };
  const picture = (i: number): Message[] => [
    {
      role: 'user',
      content: [
        { type: 'text', text: `Picture ${i}.` },
        { type: 'image', image: png(i) + 'A'.repeat(20_000), mediaType: 'image/png' },
      ],
    } as Message,
    { role: 'assistant', content: [{ type: 'text', text: `I see ${i}.` }] } as Message,
  ];
  const pictures = (count: number) => Array.from({ length: count }, (_, i) => picture(i)).flat();
  const imagesIn = (view: readonly Message[]) =>
    view
      .flatMap(({ content }) => content as Anything)
      .filter(({ type }: Anything) => type === 'image' || type === 'file').length;

  it('a request with too many bytes comes back with fewer', async () => {
    const { session, log } = await open({ contextWindow: 1_000_000 });
    const history = [...pictures(40), user('Go on.')] as Message[];
    const most = 500_000;
    const { view, refused, error } = await send(session, history, (sent) =>
      bytesOf(sent) > most ? tooManyBytes() : undefined,
    );
    assert.equal(error, undefined);
    assert.ok(refused.length > 0 && bytesOf(view) <= most);
    assert.ok(log.of('limit-learned').every(({ of }) => of === 'bytes'));
    history.push(...(pictures(3) as Message[]), user('And on.'));
    const next = await send(session, history, () => undefined);
    assert.ok(bytesOf(next.view) <= bytesOf(refused.at(-1)));
    assert.deepEqual(validateView(next.view, history), []);
  });

  it('and one of texts alone', async () => {
    for (const most of [60_000, 30_000]) {
      const { session, log } = await open();
      const history = conversation(12, { tokens: 1_500 });
      const { view, refused, error } = await send(session, history, (sent) =>
        bytesOf(sent) > most ? tooManyBytes() : undefined,
      );
      assert.equal(error, undefined);
      assert.ok(refused.length > 0 && bytesOf(view) <= most);
      assert.deepEqual(validateView(view, history), []);
      assert.deepEqual(log.of('cannot-fit'), []);
    }
  });

  it('and one with too many images', async () => {
    for (const limit of [20, 5]) {
      const { session, log } = await open({ contextWindow: 1_000_000 });
      const history = [...pictures(40), user('Go on.')] as Message[];
      const { view, error } = await send(session, history, (sent) =>
        imagesIn(sent) > limit ? tooManyImages(imagesIn(sent), limit) : undefined,
      );
      assert.equal(error, undefined);
      assert.ok(imagesIn(view) <= limit && imagesIn(view) > 0);
      assert.deepEqual(
        log.of('limit-learned').map(({ of, limit: learned }) => [of, learned]),
        [['images', limit]],
      );
      const restored = await open({ contextWindow: 1_000_000 }, session.snapshot());
      history.push(...(pictures(2) as Message[]), user('And on.'));
      const next = await send(restored.session, history, () => undefined);
      assert.ok(imagesIn(next.view) <= limit);
    }
  });
});

describe('other shapes', () => {
  for (const dialect of ['openai-chat', 'anthropic'] as const) {
    it(`${dialect}: below a limit that was told`, async () => {
      const { session } = await open();
      const talk = talkIn(dialect);
      const history = [...talk.user('Read all of it.'), ...talk.reads(100)];
      const { messages } = await session.prepare(history);
      const events: CompactorEvent[] = [];
      const onEvent = (event: CompactorEvent) => void events.push(event);
      const smaller = await session.recover(tooLong(), { onEvent });
      assert.ok(smaller && bytesOf(smaller.messages) < bytesOf(messages) / 2);
      assert.deepEqual(smaller.messages[0], history[0]);
      assert.deepEqual(
        events.map(({ type }) => type),
        ['compaction', 'limit-learned', 'view'],
      );
      const again = await session.prepare([...history, ...talk.reads(1)]);
      assert.ok(smaller.messages.every((message, i) => again.messages[i] === message));
    });
  }
});
