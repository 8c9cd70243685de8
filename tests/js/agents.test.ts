// promise: api
/**
 * Options by kind of agent: which layer's word counts, and that a name without an entry is told.
 */
import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { type Compactor, type CompactorOptions, createCompactor, type Session } from 'epitome';
import { optionsOf } from '../../js/options/options.ts';
import { presets } from '../../js/options/presets.ts';
import { conversation, EventLog, playRaw, user } from './support/conversation.ts';

const compactors: Compactor[] = [];
async function create(options: CompactorOptions): Promise<Compactor> {
  const compactor = await createCompactor(options);
  compactors.push(compactor);
  return compactor;
}
after(() => {
  for (const compactor of compactors) compactor.dispose();
});

async function budgetOf(session: Session) {
  await session.prepare([user('hi')]);
  return session.explain().budget;
}

describe('agents', () => {
  it('have options of their own, between the compactor’s and the session’s', async () => {
    const compactor = await create({
      contextWindow: 64_000,
      system: '',
      trigger: 30_000,
      agents: {
        researcher: { trigger: 20_000 },
        coder: { contextWindow: 48_000, target: undefined as never },
      },
    });
    const expected: [Session, object][] = [
      [compactor.session('a'), { contextWindow: 64_000, trigger: 30_000 }],
      [compactor.session('b', { agent: 'researcher' }), { contextWindow: 64_000, trigger: 20_000 }],
      [
        compactor.session('c', { agent: 'researcher', trigger: 10_000 }),
        { contextWindow: 64_000, trigger: 10_000 },
      ],
      [compactor.session('d', { agent: 'coder' }), { contextWindow: 48_000, trigger: 30_000 }],
    ];
    for (const [session, wanted] of expected) {
      const { contextWindow, trigger } = await budgetOf(session);
      assert.deepEqual({ contextWindow, trigger }, wanted);
    }
  });

  it('make a difference to when a session is rewritten', async () => {
    const compactor = await create({
      contextWindow: 64_000,
      system: '',
      agents: { brief: { trigger: 3_000, target: 1_500 }, patient: {} },
    });
    const brief = compactor.session('brief', { agent: 'brief' });
    const patient = compactor.session('patient', { agent: 'patient' });
    for (const session of [brief, patient]) await playRaw(session, conversation(40));
    assert.ok(brief.usage().compactions > 0);
    assert.equal(patient.usage().compactions, 0);
  });

  it('can be named by the overrides of a shared hook', async () => {
    const compactor = await create({
      contextWindow: 64_000,
      agents: { researcher: { contextWindow: 32_000 } },
    });
    const sessionId = () => 'a';
    const hook = compactor.prepareStep({ sessionId, overrides: { agent: 'researcher' } });
    await hook({ messages: [user('hi')], steps: [], stepNumber: 0 });
    assert.equal(compactor.session('a').explain().budget.contextWindow, 32_000);
    for (const agent of ['researche', 'constructor', '']) {
      assert.throws(() => compactor.prepareStep({ sessionId, overrides: { agent } }), {
        code: 'invalid-option',
        message: /'researcher'/,
      });
    }
  });

  it('are told by name when one is not known, and no session is opened', async () => {
    const compactor = await create({ contextWindow: 8_000, agents: { coder: {}, tester: {} } });
    for (const agent of ['code', 'constructor', '__proto__', '']) {
      assert.throws(() => compactor.session('a', { agent }), {
        code: 'invalid-option',
        message: /'coder', 'tester'; got '/,
      });
    }
    assert.ok(compactor.session('a', { agent: 'coder' }));
    const none = await create({ contextWindow: 8_000 });
    assert.throws(() => none.session('a', { agent: 'coder' }), {
      code: 'invalid-option',
      message: /'coder'.* no `agents`/,
    });
    assert.throws(() => none.session('a', { agent: 5 } as never), { code: 'invalid-option' });
  });

  it('are checked when the compactor is made', async () => {
    const wrong = [null, [], 'coder', { coder: null }, { coder: { triger: 5 } }];
    const nested = [
      { coder: { trigger: -1 } },
      { coder: { wasm: 'x' } },
      { coder: { agents: {} } },
    ];
    for (const agents of [...wrong, ...nested]) {
      await assert.rejects(create({ contextWindow: 8_000, agents } as never), {
        code: 'invalid-option',
        message: /`agents/,
      });
    }
    const compactor = await create({ contextWindow: 8_000 });
    assert.throws(() => compactor.session('a', { agents: {} } as never), {
      code: 'invalid-option',
    });
  });
});

describe('layers of options', () => {
  const tools = { read: {} };

  it('a preset replaces the policy around it, but not what is no policy', () => {
    const around: CompactorOptions = {
      preset: 'tiered',
      contextWindow: 64_000,
      tools,
      trigger: 0.5,
      summary: { instructions: 'In French.' },
      agents: { coder: { preset: 'checkpoint', warn: 0.4 } },
    };
    const { agents: _, preset: _named, ...rest } = optionsOf(around, { agent: 'coder' });
    assert.deepEqual(rest, { ...presets.checkpoint, contextWindow: 64_000, tools, warn: 0.4 });
  });

  it('a kill switch around it holds for a preset, too', () => {
    const around: CompactorOptions = { enabled: false, maxMessages: 7, contextWindow: 8_000 };
    assert.equal(optionsOf(around, { preset: 'checkpoint' }).enabled, false);
    assert.equal(optionsOf(around, { preset: 'checkpoint', enabled: true }).enabled, true);
  });

  it('a model brings its own window and family', () => {
    const around: CompactorOptions = { contextWindow: 8_000, family: 'claude', tools };
    assert.deepEqual(optionsOf(around, { model: 'gpt-4o' }), {
      tools,
      model: 'gpt-4o',
    });
    const both = optionsOf(around, { model: 'gpt-4o', contextWindow: 9_000, family: 'o200k' });
    assert.deepEqual([both.contextWindow, both.family], [9_000, 'o200k']);
    assert.equal(optionsOf(around, { contextWindow: 9_000 }).family, 'claude');
  });
});

it('events of an agent’s sessions go to the listener of their layer', async () => {
  const [ofAll, ofCoder] = [new EventLog(), new EventLog()];
  const compactor = await create({
    contextWindow: 8_000,
    onEvent: ofAll.onEvent,
    agents: { coder: { onEvent: ofCoder.onEvent }, other: {} },
  });
  await playRaw(compactor.session('c', { agent: 'coder' }), conversation(10));
  await playRaw(compactor.session('o', { agent: 'other' }), conversation(10));
  assert.ok(ofCoder.all.length > 0 && ofAll.all.length > 0);
  assert.ok(ofCoder.all.every(({ sessionId }) => sessionId === 'c'));
  assert.ok(ofAll.all.every(({ sessionId }) => sessionId === 'o'));
});
