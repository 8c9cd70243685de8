// promise: 6 pays once, 10 deterministic
/**
 * Sessions in a store: they go on after a restart as if there had been none, several processes decide as one, a store
 * that fails stops no step, and no session reaches another.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createCompactor, type Session, type Store, type SummaryRequest } from 'epitome';
import { memoryStore } from 'epitome/stores/memory';
import type { Message } from '../../js/testing/shapes.ts';
import { pass, turn, until } from './support/clock.ts';
import { goodSummary } from './support/conversation.ts';
import { createRng, text } from './support/random.ts';
import { answering, compactorOn, writes } from './support/stored.ts';
import { dialects, stepsIn, talkIn } from './support/talk.ts';

/** A store that takes its time, and the calls that were over when they were looked at. */
function counted(store: Store) {
  const over: string[] = [];
  let open = 0;
  const counting = new Proxy(store, {
    get(target, name) {
      const method = Reflect.get(target, name);
      if (typeof method !== 'function') return method;
      return async (...given: unknown[]) => {
        open += 1;
        await turn();
        const answer = await method.apply(target, given);
        over.push(String(name));
        open -= 1;
        return answer;
      };
    },
  });
  const rest = async () => {
    while (open > 0) await turn();
    over.length = 0;
  };
  return { store: counting, over, rest };
}

function stepsOf(dialect: (typeof dialects)[number], count: number, seed: string) {
  const rng = createRng(seed);
  return stepsIn(dialect, count, {
    first: 'Begin with the first file.',
    done: 'That is done.',
    every: 7,
    next: () => `Next: ${text(rng, 60)}`,
  });
}

const billed = (tokens: number) => ({
  inputTokens: Math.round(tokens * 1.1) + 900,
  outputTokens: 40,
});

describe('a restart', () => {
  for (const dialect of dialects) {
    it(`after every step changes no byte of a prompt (${dialect})`, async () => {
      const arrays = stepsOf(dialect, 60, `restarts ${dialect}`);
      const options = { dialect, summarize: async (r: SummaryRequest) => goodSummary(r) };
      const play = async (restarts: boolean) => {
        const store = memoryStore();
        const views: string[] = [];
        let rewrites = 0;
        let last = 0;
        let { compactor, log } = await compactorOn(store, options);
        let session = await compactor.open('chat');
        for (const messages of arrays) {
          const usage = last > 0 ? billed(last) : undefined;
          const { messages: view } = await session.prepare(messages, { usage });
          views.push(JSON.stringify(view));
          last = session.usage().viewTokens;
          if (!restarts) continue;
          await session.close();
          rewrites += log.rewrites.length;
          compactor.dispose();
          ({ compactor, log } = await compactorOn(store, options));
          session = await compactor.open('chat');
        }
        const rounds = await session.rounds();
        return { views, rewrites: rewrites + log.rewrites.length, rounds: rounds.length };
      };
      const [whole, restarted] = [await play(false), await play(true)];
      assert.ok(whole.rewrites >= 3, `${whole.rewrites} rewrites`);
      assert.deepEqual(restarted, whole);
      assert.equal(whole.rounds, whole.rewrites);
    });
  }

  it('takes pins, edited records, totals and children along', async () => {
    const store = memoryStore();
    const arrays = stepsOf('ai-sdk', 30, 'what is taken along');
    const last = arrays.at(-1) ?? [];
    const first = await compactorOn(store);
    const session = await first.compactor.open('chat', { scope: 'ann' });
    for (const messages of arrays) await session.prepare(messages, { usage: billed(500) });
    session.pin('Answer in French.');
    const [record] = session.records().filter(({ inView }) => inView);
    assert.ok(record !== undefined);
    await session.editRecord(record.id, 'The user wants blue doors.');
    const child = session.child('research');
    for (const messages of arrays.slice(0, 20)) await child.prepare(messages);
    const [view, own] = [await session.prepare(last), child.usage()];
    await first.compactor.close();

    const second = await compactorOn(store);
    const again = await second.compactor.open('chat', { scope: 'ann' });
    assert.deepEqual(again.pins, ['Answer in French.']);
    assert.deepEqual((await again.prepare(last)).messages, view.messages);
    assert.ok(again.records().some(({ edited }) => edited.length > 0));
    assert.ok(again.usage().inputTokens > 0);
    const sameChild = again.child('research');
    await sameChild.prepare(arrays[19] ?? []);
    assert.equal(sameChild.usage().compactions, own.compactions);
    assert.equal(await again.rewind(), true);
    await second.compactor.close();

    const third = await compactorOn(store);
    const rewound = await third.compactor.open('chat', { scope: 'ann' });
    await rewound.prepare(last);
    assert.ok(!rewound.records().some(({ inView, edited }) => inView && edited.length > 0));
  });
});

/** A summarizer that answers when it is told to. */
function slowModel() {
  const waiting: (() => void)[] = [];
  const asked: string[] = [];
  const summarize = (request: SummaryRequest) =>
    new Promise<string>((resolve) => {
      asked.push(
        `${request.kind} ${request.firstMessage}-${request.lastMessage} ${request.attempt}`,
      );
      waiting.push(() => resolve(goodSummary(request)));
    });
  return { asked, waiting, summarize };
}

describe('several processes', () => {
  for (const dialect of dialects) {
    it(`buy one summary of a range, and show the same (${dialect})`, async () => {
      const store = memoryStore();
      const { asked, waiting, summarize } = slowModel();
      const all = await Promise.all(
        [1, 2, 3].map(() => compactorOn(store, { dialect, summarize })),
      );
      const sessions = await Promise.all(all.map(({ compactor }) => compactor.open('chat')));
      let folds = 0;
      for (const messages of stepsOf(dialect, 40, `processes ${dialect}`)) {
        const steps = sessions.map((session) => session.prepare(messages));
        const over = Promise.all(steps);
        let isOver = false;
        void over.then(() => {
          isOver = true;
        });
        while (!isOver) {
          await until(() => isOver || waiting.length > 0);
          waiting.shift()?.();
        }
        const views = (await over).map(({ messages: view }) => JSON.stringify(view));
        assert.equal(new Set(views).size, 1, 'one shows something else');
        folds = (await sessions[0]?.rounds())?.length ?? 0;
      }
      assert.ok(folds >= 2, `${folds} folds`);
      assert.equal(asked.length, new Set(asked).size, `bought twice: ${asked}`);
      for (const { log } of all) assert.deepEqual(log.of('store-failed'), []);
    });
  }

  for (const dialect of dialects) {
    it(`buy one summary of a range in the background (${dialect})`, async () => {
      const store = memoryStore();
      const { asked, waiting, summarize } = slowModel();
      // As long as a lease, whatever the machine is busy with.
      const options = { dialect, summarize, background: true, summarizeTimeout: 3_600_000 };
      const all = await Promise.all([1, 2, 3].map(() => compactorOn(store, options)));
      const sessions = await Promise.all(all.map(({ compactor }) => compactor.open('chat')));
      let behind = 0;
      for (const [i, messages] of stepsOf(dialect, 60, `behind ${dialect}`).entries()) {
        const step = (session: Session) => session.prepare(messages);
        const inTurn = async () => {
          for (const session of sessions) await step(session);
        };
        const over: Promise<unknown> = i % 2 === 0 ? Promise.all(sessions.map(step)) : inTurn();
        await answering(over, waiting);
        await pass(20);
        if (waiting.length === 0 || i % 3 > 0) continue;
        // The answer comes when no step is under way.
        behind += 1;
        waiting.shift()?.();
        await pass(50);
      }
      assert.ok(behind >= 2, `${behind} answers behind a step`);
      const rounds = (await sessions[0]?.rounds()) ?? [];
      const folds = rounds.flatMap((round) => round.folds);
      assert.ok(folds.length >= 3, `${folds.length} folds`);
      assert.ok(folds.some(({ source }) => source === 'model'));
      assert.equal(asked.length, new Set(asked).size, `bought twice: ${asked}`);
      for (const { log } of all) {
        assert.deepEqual(log.of('store-failed', 'error'), []);
        // Nobody hears of a summary that was never asked for here.
        assert.ok(log.of('summary-rejected').every(({ reason }) => reason !== 'stale'));
      }
    });
  }

  for (const dialect of dialects) {
    for (const carries of [false, true]) {
      const way = carries ? 'carries views on' : 'sends all';
      it(`show in the background what a session without a store shows (${dialect}, a host that ${way})`, async () => {
        // Each summary is taken at once: a second request would come a step earlier with a store.
        const arrays = stepsIn(dialect, 60, {
          first: 'Begin with the first file.',
          done: 'That is done.',
          every: 7,
          next: (at) => `Next: the file behind door ${at}.`,
        });
        const options = { dialect, summarize: writes.summarize, background: true };
        const playOn = async (session: Session) => {
          const views: Message[][] = [];
          for (const [i, messages] of arrays.entries()) {
            const last = views.at(-1) ?? [];
            const since = messages.slice(arrays[i - 1]?.length);
            const given = carries ? [...last, ...since] : messages;
            views.push((await session.prepare(given)).messages);
            // The answer comes before the next step, and with a store the fold.
            await pass(40);
          }
          return JSON.stringify(views);
        };
        const { compactor, log } = await compactorOn(memoryStore(), options);
        using plain = await createCompactor({ contextWindow: 8_000, ...options });
        const views = await playOn(await compactor.open('chat'));
        assert.equal(views, await playOn(plain.session('chat')));
        assert.ok(log.rewrites.length > 2);
      });
    }
  }

  it('go on from a fold whose summary came when no step was under way', async () => {
    const store = memoryStore();
    const { asked, waiting, summarize } = slowModel();
    const options = { summarize, background: true };
    const late: Promise<unknown>[] = [];
    const waitUntil = (work: Promise<unknown>) => late.push(work);
    const one = await compactorOn(store, { ...options, waitUntil });
    const session = await one.compactor.open('chat');
    const arrays = stepsOf('ai-sdk', 60, 'nobody waits');
    let at = 0;
    for (; asked.length === 0 && at < arrays.length; at += 1) {
      await session.prepare(arrays[at] ?? []);
      await pass(20);
    }
    assert.equal(asked.length, 1);
    waiting.shift()?.();
    await Promise.all(late);
    assert.equal(one.log.rewrites.length, 1);
    one.compactor.dispose();
    const { compactor, log } = await compactorOn(store, options);
    const again = await compactor.open('chat');
    assert.equal((await again.rounds()).length, 1);
    await again.prepare(arrays[at] ?? []);
    assert.ok(again.records().some(({ inView, source }) => inView && source === 'model'));
    assert.equal(asked.length, 1, `bought again: ${asked}`);
    assert.deepEqual(log.rewrites, []);
  });

  for (const pins of [false, true]) {
    const title = `serve a host that carries views on${pins ? ', and pins' : ''}: recall finds all, and no range is bought twice`;
    it(title, async () => {
      const rng = createRng('pins');
      const store = memoryStore();
      const asked: string[] = [];
      const summarize = async (request: SummaryRequest) => {
        const { kind, firstMessage, lastMessage, attempt } = request;
        asked.push(`${kind} ${firstMessage}-${lastMessage}, attempt ${attempt}`);
        await pass(60);
        return goodSummary(request);
      };
      const options = {
        dialect: 'ai-sdk',
        summarize,
        background: true,
        contextWindow: 16_000,
      } as const;
      const open = async () => (await compactorOn(store, options)).compactor.open('chat');
      const processes = [await open(), await open()];
      const talk = talkIn('ai-sdk');
      const history: Message[] = [];
      for (let request = 0; request < 16; request += 1) {
        history.push(...talk.user(`Request ${request}: the place is HARBOR-${request}-X.`));
        const session = processes[pins ? rng.int(0, 1) : request % 2] as Session;
        session.tools();
        if (pins && request % 4 === 1) session.pin(`Always ask in harbor ${request}.`);
        let messages = [...history];
        const steps: object[] = [];
        for (let at = 0; at < (pins ? 3 + (request % 5) : 6); at += 1) {
          const answer = await session.prepareStep({ messages, steps, stepNumber: at });
          const view = (answer?.messages ?? messages) as Message[];
          const { firstMessage, messages: known } = session.explain();
          assert.equal(firstMessage + known.length - 1, history.length, `${request}.${at}`);
          for (const place of [0, request >> 1]) {
            const name = `HARBOR-${place}-X`;
            const found = await session.recall(name);
            const shows = JSON.stringify(view).includes(name);
            assert.ok(
              shows || found.some(({ text: own }) => own.includes(name)),
              `${request}.${at} ${name}`,
            );
          }
          const said = talk.reads(1);
          history.push(...said);
          messages = [...view, ...said];
          steps.push({});
          await pass(40);
        }
        history.push(...talk.says(`Answer ${request}.`));
      }
      assert.ok(asked.length >= 3, `${asked}`);
      assert.equal(asked.length, new Set(asked).size, `bought twice: ${asked}`);
    });
  }

  it('use a summary that was being written when the session was closed', async () => {
    const store = memoryStore();
    const { asked, waiting, summarize } = slowModel();
    const late: Promise<unknown>[] = [];
    const waitUntil = (work: Promise<unknown>) => late.push(work);
    const options = { summarize, background: true, summarizeTimeout: 3_600_000, waitUntil };
    const { compactor, log } = await compactorOn(store, options);
    const arrays = stepsOf('ai-sdk', 60, 'closed behind');
    let at = 0;
    // A session for each request.
    for (; asked.length === 0 && at < arrays.length; at += 1) {
      const session = await compactor.open('chat');
      await session.prepare(arrays[at] ?? []);
      await session.close();
      await session.close();
      await pass(20);
    }
    const again = await compactor.open('chat');
    waiting.shift()?.();
    await Promise.all(late);
    assert.equal(log.rewrites.length, 1);
    assert.equal((await again.rounds()).length, 1);
    await again.prepare(arrays[at] ?? []);
    await again.close();
    await turn();
    assert.throws(() => again.pending(), { code: 'disposed' });
  });

  for (const dialect of dialects) {
    const title = `wait for a summary of another one's until their step is aborted, and buy none (${dialect})`;
    it(title, { timeout: 60_000 }, async () => {
      const { store, over } = counted(memoryStore());
      const { asked, summarize } = slowModel();
      const messages = stepsOf(dialect, 40, `aborted ${dialect}`).at(-1) ?? [];
      const [buys, waits] = [new AbortController(), new AbortController()];
      const step = async ({ signal }: AbortController) => {
        const { compactor } = await compactorOn(store, { dialect, summarize });
        const session = await compactor.open('chat');
        await session.prepare(messages, { abortSignal: signal });
      };
      const first = step(buys);
      await until(() => asked.length > 0);
      const bought = asked.length;
      over.length = 0;
      const second = step(waits);
      await until(() => over.includes('lease'));
      await pass(20);
      waits.abort();
      await second;
      assert.equal(asked.length, bought);
      buys.abort();
      await first;
    });
  }

  it('wait for no process that has died with the lease', async () => {
    const store = memoryStore();
    const { compactor, log } = await compactorOn(store, { summarize: async (r) => goodSummary(r) });
    const session = await compactor.open('chat');
    await store.lease?.({ scope: '', id: 'chat' }, 'somebody who died', 20);
    for (const messages of stepsOf('ai-sdk', 20, 'a death')) await session.prepare(messages);
    const [rewrite] = log.rewrites;
    assert.equal(rewrite?.folds[0]?.source, 'model');
  });

  it('lose no pin when each has one', async () => {
    const store = memoryStore();
    const all = await Promise.all([1, 2, 3, 4].map(() => compactorOn(store)));
    const sessions = await Promise.all(all.map(({ compactor }) => compactor.open('chat')));
    for (const [i, session] of sessions.entries()) session.pin(`Order ${i}.`);
    await Promise.all(all.map(({ compactor }) => compactor.close()));
    const { compactor } = await compactorOn(store);
    const { pins } = await compactor.open('chat');
    assert.deepEqual([...pins].sort(), ['Order 0.', 'Order 1.', 'Order 2.', 'Order 3.']);
  });

  it('see at `open` what another one has decided', async () => {
    const store = memoryStore();
    const [one, other] = [await compactorOn(store), await compactorOn(store)];
    const session = await other.compactor.open('chat');
    const arrays = stepsOf('ai-sdk', 30, 'seen at open');
    const first = await one.compactor.open('chat');
    for (const messages of arrays) await first.prepare(messages);
    await first.close();
    assert.equal(await other.compactor.open('chat'), session);
    const { compactions } = session.usage();
    assert.ok(compactions > 0);
    await session.prepare(arrays.at(-1) ?? []);
    assert.equal(session.usage().compactions, compactions);
    assert.deepEqual(other.log.rewrites, []);
  });
});

describe('a store', () => {
  it('is asked once to open, never waited for by a step that decides nothing, and once to save', async () => {
    const { store, over, rest } = counted(memoryStore());
    const { compactor, log } = await compactorOn(store, { summarize: async (r) => goodSummary(r) });
    const session = await compactor.open('chat');
    assert.deepEqual(over, ['load']);
    for (const messages of stepsOf('ai-sdk', 30, 'store calls')) {
      await rest();
      const before = log.rewrites.length;
      await session.prepare(messages);
      assert.deepEqual(over, log.rewrites.length > before ? ['lease', 'save'] : []);
    }
    assert.ok(log.rewrites.length > 1);
  });

  it('that fails stops no step, and has everything once it works again', async () => {
    const memory = memoryStore();
    let works = false;
    const store = new Proxy(memory, {
      get: (target, name) =>
        works ? Reflect.get(target, name) : () => Promise.reject(new Error('no connection')),
    });
    const arrays = stepsOf('ai-sdk', 30, 'failing');
    const { compactor, log } = await compactorOn(store);
    const session = await compactor.open('chat');
    for (const messages of arrays) await session.prepare(messages);
    assert.ok(log.rewrites.length > 0);
    const doings = new Set(log.of('store-failed').map(({ doing }) => doing));
    assert.deepEqual([...doings].sort(), ['load', 'save']);
    assert.deepEqual(log.of('error'), []);
    works = true;
    const last = arrays.at(-1) ?? [];
    const { messages: view } = await session.prepare(last);
    await compactor.close();
    const next = await compactorOn(store);
    const again = await next.compactor.open('chat');
    assert.deepEqual((await again.prepare(last)).messages, view);
  });

  it('that answers when the next step is under way is written by nobody else', async () => {
    const arrays = [1, 24, 25].map((count) => stepsOf('ai-sdk', count, 'late').at(-1) ?? []);
    const prompts = async (store: Store) => {
      const { compactor, log } = await compactorOn(store, writes);
      const session = await compactor.open('chat');
      const views: Message[][] = [];
      for (const messages of arrays) views.push((await session.prepare(messages)).messages);
      await compactor.close();
      assert.deepEqual(log.of('error'), []);
      assert.ok(log.rewrites.length > 0);
      return views;
    };
    const expected = await prompts(memoryStore());
    for (const [saves, loads] of [1, 3, 6].flatMap((a) => [1, 3, 6].map((b) => [a, b]))) {
      const memory = memoryStore();
      const later = async <T>(work: Promise<T>, turns = 0) => {
        const answer = await work;
        for (let at = 0; at < turns; at += 1) await turn();
        return answer;
      };
      const store: Store = {
        ...memory,
        save: (...given) => later(memory.save(...given), saves),
        load: (...given) => later(memory.load(...given), loads),
      };
      assert.deepEqual(await prompts(store), expected, `${saves} and ${loads} turns`);
    }
  });

  it('keeps sessions of any scope and id apart', async () => {
    const store = memoryStore();
    const { compactor } = await compactorOn(store);
    const names = [
      '',
      'a',
      'A',
      'a/b',
      'b',
      'a%2Fb',
      '%',
      '_',
      '*',
      '..',
      'a:b',
      'é',
      'e\u0301',
      '\u0000',
    ];
    const places = names.flatMap((scope) =>
      names.filter((id) => id !== '').map((id) => ({ scope, id })),
    );
    for (const { scope, id } of places) {
      const session = await compactor.open(id, { scope });
      session.pin(`${JSON.stringify([scope, id])}`);
      await session.close();
    }
    for (const { scope, id } of places) {
      const session = await compactor.open(id, { scope });
      assert.deepEqual(session.pins, [JSON.stringify([scope, id])]);
      await session.close();
    }
    await compactor.delete('a', { scope: 'a' });
    for (const { scope, id } of places) {
      const session = await compactor.open(id, { scope });
      assert.equal(session.pins.length, scope === 'a' && id === 'a' ? 0 : 1, `${scope} ${id}`);
      await session.close();
    }
    const ids = (await compactor.list({ scope: 'b' })).map(({ id }) => id);
    assert.deepEqual(ids.sort(), names.filter((id) => id !== '').sort());
  });

  it('is written no more by a session that was deleted', async () => {
    const store = memoryStore();
    const [one, other] = [await compactorOn(store), await compactorOn(store)];
    const arrays = stepsOf('ai-sdk', 30, 'deleted');
    const sessions = [await one.compactor.open('chat'), await other.compactor.open('chat')];
    const [here, elsewhere] = sessions;
    for (const messages of arrays.slice(0, 15)) await here?.prepare(messages);
    await elsewhere?.prepare(arrays[14] ?? []);
    here?.child('research').pin('Be brief.');
    await one.compactor.delete('chat');
    for (const session of sessions) {
      for (const messages of arrays.slice(15)) await session.prepare(messages);
    }
    await Promise.all([one.compactor.close(), other.compactor.close()]);
    assert.deepEqual(await store.list(''), []);
  });

  it('gives everything of a session away, its children too', async () => {
    const { compactor } = await compactorOn(memoryStore());
    const session = await compactor.open('chat');
    const arrays = stepsOf('ai-sdk', 30, 'exported');
    for (const messages of arrays) await session.prepare(messages);
    await session.child('research').prepare(arrays[3] ?? []);
    const given = await compactor.export('chat');
    assert.deepEqual(given.map(({ id }) => id).sort(), ['chat', 'chat/research']);
    const own = given.find(({ id }) => id === 'chat');
    assert.deepEqual(own?.rounds, await session.rounds());
    using elsewhere = await createCompactor({ contextWindow: 8_000, strict: true });
    const { messages: view } = await elsewhere
      .session('x', { state: own?.state })
      .prepare(arrays.at(-1) ?? []);
    assert.deepEqual(view, (await session.prepare(arrays.at(-1) ?? [])).messages);
  });

  it('is opened through the shared hook, each user in their own scope', async () => {
    const store = memoryStore();
    const { compactor, log } = await compactorOn(store);
    const arrays = stepsOf('ai-sdk', 20, 'shared hook');
    for (const user of ['ann', 'bob']) {
      const prepareStep = compactor.prepareStep({ sessionId: 'chat', scope: user });
      const steps: object[] = [];
      for (const messages of arrays) {
        await prepareStep({ messages, steps, stepNumber: steps.length });
        steps.push({});
      }
    }
    const nobody = compactor.prepareStep({ sessionId: 'chat', scope: () => '' });
    await nobody({ messages: arrays.at(-1) ?? [], steps: [], stepNumber: 0 });
    assert.equal(log.of('error').length, 1);
    await compactor.close();
    for (const scope of ['ann', 'bob']) assert.equal((await store.list(scope)).length, 1);
    assert.deepEqual(await store.list(''), []);
  });

  it('is named by what opens no session of it', async () => {
    const { compactor } = await compactorOn(memoryStore());
    assert.throws(() => compactor.session('chat'), { code: 'invalid-option', message: /open/ });
    using plain = await createCompactor({ contextWindow: 8_000 });
    await assert.rejects(plain.open('chat'), { code: 'invalid-option', message: /store/ });
    await assert.rejects(plain.session('chat').rounds(), { code: 'invalid-argument' });
    for (const id of ['', 5, null, '\ud800', 'x'.repeat(600)]) {
      await assert.rejects(compactor.open(id as string), { code: 'invalid-argument' });
    }
    await assert.rejects(compactor.open('chat', { scope: 5 as unknown as string }), {
      code: 'invalid-argument',
    });
  });
});

describe('the archive', () => {
  for (const dialect of dialects) {
    it(`has each folded message once, and recall finds what the host sends no more (${dialect})`, async () => {
      const store = memoryStore();
      const options = { dialect, summarize: async (r: SummaryRequest) => goodSummary(r) };
      const arrays = stepsOf(dialect, 40, `archive ${dialect}`);
      const whole = arrays.at(-1) ?? [];
      let { compactor } = await compactorOn(store, options);
      let session = await compactor.open('chat');
      for (const [i, messages] of arrays.entries()) {
        await session.prepare(messages);
        // Killed between two steps, whatever is being written.
        if (i % 9 !== 8) continue;
        compactor.dispose();
        ({ compactor } = await compactorOn(store, options));
        session = await compactor.open('chat');
      }
      const fates = session.explain().messages;
      const folded = fates.filter(({ fate }) => fate === 'folded').map(({ message }) => message);
      const archived = await store.messages({ scope: '', id: 'chat' });
      assert.ok(folded.length > 10);
      assert.deepEqual(
        archived.map(({ message }) => message).sort((a, b) => a - b),
        folded,
      );
      for (const { message, content } of archived) {
        assert.deepEqual(JSON.parse(content), JSON.parse(JSON.stringify(whole[message - 1])));
      }
      // From now on the host sends the newest messages alone.
      const last = folded.at(-1) ?? 0;
      await compactor.close();
      // Before the first step it is what is stored that is searched and read.
      ({ compactor } = await compactorOn(store, options));
      session = await compactor.open('chat');
      const before = await session.recall('src/part3.ts');
      assert.ok(before.length > 0 && before.every(({ message }) => folded.includes(message)));
      session.tools();
      const number = before[0]?.message as number;
      const answer = await session.runTool('recall', { from: number, to: number });
      assert.match(answer ?? '', new RegExp(`Message ${number} `));
      assert.deepEqual(await session.recall('src/part3.ts', { from: last + 1 }), []);
      // Without the messages of its range a record is still told by what it stands for.
      await session.prepare(whole.slice(last));
      assert.deepEqual(
        (await session.recall('src/part3.ts', { limit: 1 })).map(({ message }) => message),
        [number],
      );
      const [found] = await session.recall('src/part3.ts');
      assert.ok(found !== undefined && folded.includes(found.message));
      assert.match(JSON.stringify(whole[found.message - 1]), /part3\.ts|entry3x/);
      session.tools();
      const read = await session.runTool('recall', { from: found.message, to: found.message });
      assert.match(read ?? '', /part3|entry3x/);
    });
  }

  it('reaches no branch that was edited away, and holds no secret and no file', async () => {
    const store = memoryStore();
    const { compactor } = await compactorOn(store);
    const session = await compactor.open('chat');
    const talk = talkIn('ai-sdk');
    const secret = 'ghp_a8Kd92mXq0Lw7ZtYb3VnRc5EfGh1JkPs4TuW';
    const file = { type: 'file', mediaType: 'application/pdf', data: new Uint8Array(9_000) };
    const history = (word: string) => [
      ...talk.user('Begin.'),
      ...talk.says('Yes.'),
      { role: 'user', content: [{ type: 'text', text: `The ${word} is at the door.` }, file] },
      ...talk.says(`I keep ${secret} in mind.`),
    ];
    const rest = stepsOf('ai-sdk', 24, 'branches').at(-1) ?? [];
    for (const word of ['walrus', 'ostrich']) {
      await session.compact({ messages: [...history(word), ...rest] as never });
    }
    await session.close();
    const archived = JSON.stringify(await store.messages({ scope: '', id: 'chat' }));
    assert.match(archived, /walrus/);
    assert.ok(!archived.includes(secret));
    assert.ok(archived.length < 200_000);
    const next = await compactorOn(store);
    const again = await next.compactor.open('chat');
    const all = [...history('ostrich'), ...rest];
    await again.prepare(all.slice(-6) as never);
    const said = async (word: string) =>
      (await again.recall(word)).filter(({ text: own }) => own.includes(word)).length;
    assert.equal(await said('walrus'), 0);
    assert.ok((await said('ostrich')) > 0);
  });
});

describe('recall before the first step', () => {
  const history = (count: number) => [
    ...talkIn('ai-sdk').user('Begin: the code word is numbat.'),
    ...(stepsOf('ai-sdk', count, 'alone').at(-1) ?? []),
  ];

  it('finds what a child has archived, in a session of its own', async () => {
    const store = memoryStore();
    const first = await compactorOn(store);
    const child = (await first.compactor.open('chat')).child('helper');
    await child.compact({ messages: history(24) as never });
    const found = await child.recall('src/part3.ts');
    assert.ok(found.length > 0);
    await first.compactor.close();
    const next = await compactorOn(store);
    const parent = await next.compactor.open('chat');
    assert.deepEqual(await parent.recall('src/part3.ts'), []);
    const same = await parent.child('helper').recall('src/part3.ts');
    assert.deepEqual(
      same.map(({ message }) => message),
      found.map(({ message }) => message),
    );
  });

  it('finds nothing where nothing is stored, and waits for a step that is under way', async () => {
    const { compactor } = await compactorOn(memoryStore());
    const session = await compactor.open('chat');
    session.tools();
    assert.deepEqual(await session.recall('numbat'), []);
    assert.match((await session.runTool('recall', { query: 'numbat' })) ?? '', /no earlier/);
    const [, found] = await Promise.all([
      session.compact({ messages: history(24) as never }),
      session.recall('src/part3.ts'),
    ]);
    assert.ok(found.length > 0);
  });

  it('rejects with what a store throws, and its tool says that there is nothing', async () => {
    const store = memoryStore();
    const { compactor } = await compactorOn(store);
    const session = await compactor.open('chat');
    await session.compact({ messages: history(24) as never });
    await session.close();
    const fails = new Proxy(store, {
      get: (target, name) =>
        name === 'messages'
          ? async () => {
              throw new Error('The disk is gone.');
            }
          : Reflect.get(target, name),
    });
    const { compactor: next, log } = await compactorOn(fails as Store);
    const again = await next.open('chat');
    await assert.rejects(again.recall('src/part3.ts'), /The disk is gone/);
    again.tools();
    assert.match((await again.runTool('recall', { query: 'part3' })) ?? '', /no earlier/);
    assert.ok(log.of('error').length > 0);
  });
});

it('a session that is opened while it is being closed stays open', async () => {
  const { store } = counted(memoryStore());
  const { compactor } = await compactorOn(store);
  for (let ticks = 0; ticks < 40; ticks += 1) {
    const first = await compactor.open('chat');
    const closing = first.close();
    for (let tick = 0; tick < ticks; tick += 1) await undefined;
    const second = await compactor.open('chat');
    await closing;
    assert.deepEqual(second.pending(), []);
    await second.close();
  }
});
