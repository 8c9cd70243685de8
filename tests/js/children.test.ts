// promise: api
/**
 * Sessions of sub-agents: a transcript, a policy and a state of their own, an end with their parent's,
 * and totals that can be added up.
 */
import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import {
  type Compactor,
  type CompactorOptions,
  createCompactor,
  type Session,
  type SessionUsage,
} from 'epitome';
import { memoryStore } from 'epitome/stores/memory';
import { presets } from '../../js/options/presets.ts';
import {
  conversation,
  EventLog,
  playRaw,
  recordingSummarizer,
  user,
} from './support/conversation.ts';

const compactors: Compactor[] = [];
async function create(options: CompactorOptions): Promise<Compactor> {
  const compactor = await createCompactor(options);
  compactors.push(compactor);
  return compactor;
}
after(() => {
  for (const compactor of compactors) compactor.dispose();
});

const cumulative = [
  'compactions',
  'summariesRequested',
  'summariesAccepted',
  'summaryInputTokens',
  'summaryOutputTokens',
  'inputTokens',
  'outputTokens',
] as const;

function sumOf(usages: readonly SessionUsage[]): Record<string, number> {
  return Object.fromEntries(
    cumulative.map((name) => [name, usages.reduce((sum, usage) => sum + usage[name], 0)]),
  );
}

const totalsOf = (session: Session) => sumOf([session.usage({ children: true })]);

/** A session that was rewritten at least once. */
async function work(session: Session, name: string): Promise<SessionUsage> {
  await playRaw(session, conversation(60, { name }));
  assert.ok(session.usage().compactions > 0, `${name} was rewritten`);
  return session.usage();
}

describe('session.child', () => {
  it('names a session of its own, and finds it again', async () => {
    const compactor = await create({ contextWindow: 8_000 });
    const parent = compactor.session('chat');
    const child = parent.child('reader');
    assert.equal(child.id, 'chat/reader');
    assert.equal(parent.child('reader'), child);
    assert.equal(compactor.session('chat/reader'), child);
    assert.equal(child.child('pages').id, 'chat/reader/pages');
    assert.deepEqual(parent.children, [child]);
    assert.equal(compactor.session().child('x').id.split('/')[1], 'x');
  });

  it('has a transcript and decisions of its own', async () => {
    const compactor = await create({ contextWindow: 8_000 });
    const parent = compactor.session('chat');
    const child = parent.child('reader');
    const alone = compactor.session('alone');
    const [ofParent, ofChild, ofAlone] = [
      conversation(60, { name: 'boss' }),
      conversation(60, { name: 'reader' }),
      conversation(60, { name: 'boss' }),
    ];
    const [parentPlay, childPlay, alonePlay] = await Promise.all([
      playRaw(parent, ofParent),
      playRaw(child, ofChild),
      playRaw(alone, ofAlone),
    ]);
    assert.deepEqual(parentPlay.views, alonePlay.views, 'a child leaves no trace in its parent');
    assert.ok(!JSON.stringify(childPlay.views).includes('boss'));
    assert.ok(!parent.snapshot().includes('reader'));
  });

  it('has its parent’s options, but for its own', async () => {
    const own = recordingSummarizer();
    const compactor = await create({
      contextWindow: 16_000,
      system: '',
      trigger: 6_000,
      agents: { reader: { target: 2_500 } },
    });
    const parent = compactor.session('chat', { trigger: 5_000, target: 3_000 });
    const [plain, reader, small] = [
      parent.child('plain'),
      parent.child('reader', { agent: 'reader', trigger: undefined as never }),
      parent.child('small', { contextWindow: 8_000, summarize: own.summarize }),
    ];
    for (const session of [parent, plain, reader, small]) await session.prepare([user('hi')]);
    const budgets = [plain, reader, small].map((session) => {
      const { contextWindow, trigger, target } = session.explain().budget;
      return [contextWindow, trigger, target];
    });
    assert.deepEqual(budgets, [
      [16_000, 5_000, 3_000],
      [16_000, 5_000, 2_500],
      [8_000, 5_000, 3_000],
    ]);
    await work(small, 'small');
    assert.ok(own.requests.length > 0);
  });

  it('may work by another preset', async () => {
    const compactor = await create({ contextWindow: 64_000, system: '', trigger: 0.1 });
    const child = compactor.session('chat').child('reader', { preset: 'rolling' });
    const { view } = { view: await playRaw(child, conversation(20, { tokens: 2_000 })) };
    assert.equal(presets.rolling.results.arrival, 4_000);
    const results = JSON.stringify(view.views.at(-1)).match(/"tool-result"/g) ?? [];
    assert.equal(results.length, 20, 'the parent’s trigger is not its own');
    assert.ok(JSON.stringify(view.views.at(-1)).length < 20 * 5_500, 'results are cut on arrival');
  });

  it('tells its events to its parent’s listener, under its own id', async () => {
    const log = new EventLog();
    const compactor = await create({ contextWindow: 8_000, onEvent: log.onEvent });
    await work(compactor.session('chat').child('reader'), 'reader');
    assert.ok(log.rewrites.length > 0);
    assert.deepEqual([...new Set(log.all.map(({ sessionId }) => sessionId))], ['chat/reader']);
  });

  it('goes on from a state of its own', async () => {
    const compactor = await create({ contextWindow: 8_000 });
    const history = conversation(60, { name: 'reader' });
    const first = compactor.session('chat').child('reader');
    const { views } = await playRaw(first, history);
    const state = first.snapshot();
    compactor.session('chat').dispose();
    const again = compactor.session('chat').child('reader', { state });
    const { messages } = await again.prepare(history);
    assert.deepEqual(messages, views.at(-1));
  });

  it('takes the id of any call for a name, and keeps it apart from a child of a child', async () => {
    for (const store of [undefined, memoryStore()]) {
      const compactor = await create({ contextWindow: 8_000, store });
      const parent = store ? await compactor.open('chat') : compactor.session('chat');
      const children = ['call/1', 'call%2F1', '/', '%'].map((name) => parent.child(name));
      children.push(parent.child('call').child('1'));
      assert.equal(new Set(children.map(({ id }) => id)).size, children.length);
      for (const [at, child] of children.entries()) {
        await child.prepare([user(`Go ${at}.`)]);
        child.pin(`pin ${at}`);
      }
      assert.deepEqual(
        children.flatMap(({ pins }) => pins),
        ['pin 0', 'pin 1', 'pin 2', 'pin 3', 'pin 4'],
      );
      assert.equal(parent.child('call/1'), children[0]);
      await parent.close();
      if (store === undefined) continue;
      const ids = (await compactor.export('chat')).map(({ id }) => id);
      for (const { id } of children) assert.ok(ids.includes(id), `${id} in ${ids}`);
    }
  });

  it('refuses bad names, wrong overrides, and the id of a session that is no child', async () => {
    const compactor = await create({ contextWindow: 8_000, agents: { reader: {} } });
    const parent = compactor.session('chat');
    for (const name of ['', undefined, null, 5, {}]) {
      assert.throws(() => parent.child(name as string), { code: 'invalid-argument' });
    }
    assert.throws(() => parent.child('a', { trigger: -1 }), { code: 'invalid-option' });
    assert.throws(() => parent.child('a', { agent: 'writer' }), {
      code: 'invalid-option',
      message: /'reader'/,
    });
    assert.throws(() => parent.child('a', { state: '{}', strict: true }), {
      code: 'invalid-state',
    });
    assert.deepEqual(parent.children, [], 'nothing of all this was opened');
    assert.equal(parent.child('a', {}), parent.child('a', { trigger: 0.5 }), 'open already');
    const other = compactor.session('chat/b');
    assert.throws(() => parent.child('b'), { code: 'invalid-argument', message: /chat\/b/ });
    other.dispose();
    assert.ok(parent.child('b'));
    parent.dispose();
    assert.throws(() => parent.child('c'), { code: 'disposed' });
  });
});

describe('the end of a session', () => {
  it('is the end of its children and theirs', async () => {
    const compactor = await create({ contextWindow: 8_000 });
    for (const parent of [compactor.session('chat'), compactor.session()]) {
      const child = parent.child('reader');
      const family = [parent, child, child.child('pages')];
      for (const session of family) await session.prepare([user('hi')]);
      parent.dispose();
      parent.dispose();
      for (const session of family) {
        assert.throws(() => session.usage(), { code: 'disposed' });
        assert.deepEqual(session.children, []);
      }
      const step = { messages: [user('hi')], steps: [], stepNumber: 0 };
      assert.equal(await child.prepareStep(step), undefined);
    }
    assert.notEqual(compactor.session('chat').child('reader').usage().compactions, undefined);
  });

  it('of a child leaves its parent and its siblings', async () => {
    const compactor = await create({ contextWindow: 8_000 });
    const parent = compactor.session('chat');
    const [one, two] = [parent.child('one'), parent.child('two')];
    one.dispose();
    assert.deepEqual(parent.children, [two]);
    assert.equal(two.usage().compactions + parent.usage().compactions, 0);
    assert.notEqual(parent.child('one'), one);
  });

  it('comes with the compactor’s, in any order', async () => {
    const compactor = await createCompactor({ contextWindow: 8_000 });
    const child = compactor.session('chat').child('reader');
    await child.prepare([user('hi')]);
    compactor.dispose();
    assert.throws(() => child.usage(), { code: 'disposed' });
    child.dispose();
  });
});

describe('usage with children', () => {
  it('is the sum over a family, of members that have ended too', async () => {
    const { summarize } = recordingSummarizer();
    const answer: CompactorOptions['summarize'] = async (request, options) => ({
      text: await summarize(request, options),
      usage: { inputTokens: 700, outputTokens: 30 },
    });
    const compactor = await create({ contextWindow: 8_000, summarize: answer });
    const parent = compactor.session('chat');
    const [one, two] = [parent.child('one'), parent.child('two')];
    const third = two.child('third');
    const usages: SessionUsage[] = [];
    for (const session of [parent, one, two, third]) usages.push(await work(session, session.id));
    const expected = sumOf(usages);
    assert.ok((expected.summaryInputTokens ?? 0) >= 4 * 700);
    assert.deepEqual(totalsOf(parent), expected);
    assert.deepEqual(sumOf([parent.usage()]), sumOf(usages.slice(0, 1)), 'its own by default');
    const { viewTokens, budget, hostOverhead } = parent.usage({ children: true });
    const own = usages[0] as SessionUsage;
    assert.deepEqual(
      { viewTokens, budget, hostOverhead },
      { viewTokens: own.viewTokens, budget: own.budget, hostOverhead: own.hostOverhead },
    );
    one.dispose();
    assert.deepEqual(totalsOf(parent), expected, 'what a child has spent stays spent');
    two.dispose();
    assert.deepEqual(totalsOf(parent), expected);
    const again = await work(parent.child('one'), 'again');
    assert.deepEqual(totalsOf(parent), sumOf([...usages, again]));
  });
});

describe('totals of a family', () => {
  it('have what a child brings along once', async () => {
    const compactor = await create({ contextWindow: 8_000 });
    const parent = compactor.session('p');
    const child = parent.child('c');
    await work(child, 'c');
    const worked = totalsOf(parent);
    const state = child.snapshot();
    child.dispose();
    assert.deepEqual(totalsOf(parent), worked);
    const again = parent.child('c', { state });
    assert.deepEqual(totalsOf(parent), worked);
    await work(again, 'more');
    again.dispose();
    assert.ok((totalsOf(parent).compactions as number) > (worked.compactions as number));
    // One that begins anew has totals of its own.
    const before = totalsOf(parent);
    const fresh = parent.child('c', {});
    assert.deepEqual(totalsOf(parent), before);
    await work(fresh, 'fresh');
    assert.ok((totalsOf(parent).compactions as number) > (before.compactions as number));
  });
});
