// promise: presets
/**
 * What a host's policy decides, option by option: which messages stay, how often views are rewritten,
 * which results shrink and how, what is told.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { CompactorOptions, Session } from 'epitome';
import { type Message, type Part, partsOf, stringField, typeOf } from '../../js/testing/shapes.ts';
import { standInOf } from '../../js/testing/stand-ins.ts';
import { type Given, maker } from './support/compactors.ts';
import {
  assistant,
  callMessage,
  conversation,
  type EventLog,
  isSegments,
  jsonClone,
  prose,
  resultMessage,
  step,
  user,
} from './support/conversation.ts';
import { validate } from './support/preset-views.ts';
import { createRng } from './support/random.ts';
import { validateView } from './support/validator.ts';

const small = { contextWindow: 8_000, maxOutputTokens: 1_000, windowGuard: { warn: 0 } };
const make = maker({ ...small, system: '', tools: {} }, { writes: true });

async function open(options: Given = {}, state?: string) {
  const made = await make(options);
  return { ...made, session: made.compactor.session('chat', { state }) };
}

async function prepare(session: Session, messages: readonly Message[], options = {}) {
  return (await session.prepare(messages, options)).messages;
}

async function viewOf(options: Given, messages: readonly Message[]) {
  const { session, log } = await open(options);
  const view = await prepare(session, messages);
  validate(view, messages);
  return { view, log };
}

const kept = (view: readonly Message[], host: readonly Message[]): number =>
  host.filter((message) => view.includes(message)).length;

function named(
  toolName: string,
  id: string,
  value: unknown,
  type = 'text',
  input: object = { path: `src/${id}.ts` },
): [Message, Message] {
  const call = { type: 'tool-call', toolCallId: id, toolName, input };
  const output = { type, value };
  return [
    { role: 'assistant', content: [call] },
    { role: 'tool', content: [{ type: 'tool-result', toolCallId: id, toolName, output }] },
  ];
}

const outputOf = (message: Message | undefined): { type: string; value: unknown } =>
  (partsOf(message)[0] as Part | undefined)?.output as { type: string; value: unknown };
const shown = (view: readonly Message[], id: string): string => {
  const message = view.find(
    ({ role, content }) =>
      role === 'tool' && (content as Part[]).some((part) => part.toolCallId === id),
  );
  const { value } = outputOf(message);
  return typeof value === 'string' ? value : JSON.stringify(value);
};

/** `turns` requests with two steps each. */
function turns(count: number, tokens = 150): Message[] {
  return Array.from({ length: count }, (_, i) => [
    user(`Do part ${i}.`),
    ...step(`a${i}`, tokens),
    ...step(`b${i}`, tokens),
  ]).flat();
}

describe('keepRecent', () => {
  it('by two terms keeps the most, or the least', async () => {
    const host = turns(20, 170);
    const terms = { tokens: 1_300, messages: 4 };
    const most = await viewOf({ target: 0.2, keepRecent: terms }, host);
    const least = await viewOf({ target: 0.2, keepRecent: { ...terms, combine: 'least' } }, host);
    for (const message of host.slice(-10)) assert.ok(most.view.includes(message));
    assert.ok(kept(least.view, host) < kept(most.view, host));
    for (const message of host.slice(-4)) assert.ok(least.view.includes(message));
    const keptOf = async (messages: number) => {
      const keepRecent = { tokens: 1_300, messages, combine: 'least' as const };
      return kept((await viewOf({ target: 0.02, keepRecent }, host)).view, host);
    };
    assert.ok((await keptOf(0)) < (await keptOf(4)));
  });
});

describe('pins and priorities', () => {
  const fold = { target: 0.1, keepRecent: { messages: 2 } };

  it('pin by a function', async () => {
    const host = turns(20, 170);
    const rule = user('Never push to main.');
    host.splice(16, 0, assistant('Yes?'), rule);
    const { session, log } = await open({ ...fold, pin: (message) => message === rule });
    const view = await prepare(session, host);
    assert.ok(
      log.rewrites.length > 0 && view.includes(rule) && !view.includes(host[20] as Message),
    );
    assert.deepEqual(validateView(view, host, { allowHoles: true }), []);
  });

  it('pin by role and by a field of the message', async () => {
    const host = turns(20, 170);
    const byRole = await open({ ...fold, pin: { roles: ['user'] } });
    const view = await prepare(byRole.session, host);
    for (const message of host) {
      if (message.role === 'user') assert.ok(view.includes(message));
    }
    const marked = { ...assistant('We decided on SQLite.'), metadata: true } as Message;
    const longer = host.toSpliced(15, 0, marked);
    const byField = await open({ ...fold, pin: { metadata: 'metadata' } });
    const other = await prepare(byField.session, longer);
    assert.ok(byField.log.rewrites.length > 0 && other.includes(marked));
  });

  it('priority keeps a message for one fold longer', async () => {
    const host = turns(20, 170);
    const decision = { ...assistant('We decided on SQLite.'), decision: true } as Message;
    host.splice(40, 0, decision);
    const { session, log } = await open({ ...fold, priority: { metadata: 'decision' } });
    const first = await prepare(session, host);
    assert.equal(log.rewrites.length, 1);
    assert.ok(first.includes(decision));
    assert.ok(!first.includes(host[41] as Message));
    const later = [...host, ...turns(30, 170)];
    const second = await prepare(session, later);
    assert.ok(log.rewrites.length > 1);
    assert.ok(!second.includes(decision));
  });
});

describe('a message with priority, in one summary', () => {
  it('is the one that is marked, at each fold and behind a restart', async () => {
    const fold = { target: 0.2, keepRecent: { messages: 2 }, oneSummary: true };
    const options = { ...fold, priority: { metadata: 'decision' } };
    const host: Message[] = [user('Go on with the store.')];
    let { session, log } = await open(options);
    let folds = 0;
    for (let round = 0; round < 4; round += 1) {
      const decision = assistant(`Decision ${round}: we keep it.`);
      host.push(...turns(12, 170), { ...decision, decision: true } as Message, ...turns(9, 170));
      const view = await prepare(session, host);
      folds += log.rewrites.length;
      const end = Math.max(
        ...log.rewrites.flatMap((rewrite) => rewrite.folds).map(({ lastMessage }) => lastMessage),
      );
      const state = session.snapshot();
      ({ session, log } = await open(options, state));
      const again = await prepare(session, jsonClone(host));
      assert.deepEqual(log.rewrites, []);
      assert.deepEqual(again, view);
      const others = host.slice(0, end).filter(({ role }) => role === 'assistant');
      for (const message of others.filter((other) => !('decision' in other))) {
        assert.ok(!view.includes(message), JSON.stringify(message));
      }
      assert.ok(view.some((message) => 'decision' in message));
      const { session: next, log: nextLog } = await open(options, state);
      [session, log] = [next, nextLog];
    }
    assert.ok(folds >= 3, `${folds}`);
  });
});

describe('priorities together', () => {
  it('have a twentieth of the budget, however many there are', async () => {
    for (let seed = 0; seed < 12; seed += 1) {
      const rng = createRng(`priority ${seed}`);
      const host = turns(20, 170);
      for (let at = 8; at < 60; at += rng.int(2, 8)) {
        const decision = assistant(`Decision ${at}: ${prose(rng.int(5, 120), `d${at}`)}`);
        host.splice(at, 0, { ...decision, decision: true } as Message, user('Go on.'));
      }
      const { compactor, session, log } = await open({
        ...{ target: 0.1, keepRecent: { messages: 2 }, priority: { metadata: 'decision' } },
      });
      const view = await prepare(session, host);
      const [{ budget = 0, folds = [] } = {}, ...more] = log.rewrites;
      assert.deepEqual(more, []);
      const end = Math.max(...folds.map(({ lastMessage }) => lastMessage));
      const folded = host.slice(0, end).filter((message) => 'decision' in message);
      const stay = folded.filter((message) => view.includes(message));
      const size = (messages: Message[]) => compactor.estimateMessagesTokens(messages);
      assert.ok(size(folded) > budget / 20 && stay.length > 0, `${seed}`);
      assert.ok(size(stay) <= budget / 20, `${seed}: ${size(stay)} of ${budget / 20}`);
    }
  });
});

describe('pace', () => {
  async function rewritesWith(
    pace: CompactorOptions['pace'],
    { loads = false, restarts = false } = {},
  ): Promise<number> {
    const options = { pace: pace as object, trigger: 0.5, target: 0.4 };
    const host = conversation(90, { tokens: 120 });
    const steps: object[] = [];
    let { session, log } = await open(options);
    const logs = [log];
    for (let end = 1; end <= host.length; end += 2) {
      const messages = loads ? jsonClone(host.slice(0, end)) : host.slice(0, end);
      await session.prepareStep({ messages, steps, stepNumber: steps.length });
      steps.push({});
      if (!restarts) continue;
      ({ session, log } = await open(options, session.snapshot()));
      logs.push(log);
    }
    assert.ok(logs.every((each) => each.of('cannot-fit').length === 0));
    return logs.reduce((sum, { rewrites }) => sum + rewrites.length, 0);
  }

  it('minimumGain makes rewrites rarer, also for hosts that load their history anew', async () => {
    const rare = { minimumGain: 0.3 };
    const usual = await rewritesWith(rare);
    assert.ok(usual < (await rewritesWith({ minimumGain: 1 })));
    assert.equal(await rewritesWith(rare, { loads: true }), usual);
    assert.equal(await rewritesWith(rare, { loads: true, restarts: true }), usual);
  });

  it('leastFold leaves a short range alone while the view fits', async () => {
    const host = [user('Go.'), ...step('big', 1_600), ...step('new', 700)];
    const options = { trigger: 2_000, target: 1_999, keepRecent: { messages: 2 } };
    const folded = await viewOf(options, host);
    assert.equal(folded.log.rewrites[0]?.folds.length, 1);
    const left = await viewOf({ ...options, pace: { leastFold: 3 } }, host);
    assert.equal(left.log.rewrites.flatMap(({ folds }) => folds).length, 0);
  });
});

describe('enabled: false', () => {
  it('asks no model and lets the oldest go when there are more than maxMessages', async () => {
    const { session, log, requests } = await open({ enabled: false, maxMessages: 20 });
    const short = turns(3, 50);
    assert.deepEqual(await prepare(session, short), short);
    const host = turns(12, 50);
    const view = await prepare(session, host);
    assert.ok(view.length <= 21, `${view.length}`);
    assert.equal(requests.length, 0);
    assert.equal(log.rewrites.length, 1);
    validate(view, host);
  });

  it('stays within the budget, too', async () => {
    const { session } = await open({ enabled: false });
    await prepare(session, turns(40, 200));
    const { viewTokens, budget } = session.usage();
    assert.ok(viewTokens <= budget);
  });
});

describe('what is told', () => {
  it('a warning when the view has grown to warn, once until it has shrunk', async () => {
    const { session, log } = await open({ warn: 3_000, trigger: 0.9 });
    const host = turns(40, 100);
    const steps: object[] = [];
    for (let end = 1; end <= host.length; end += 1) {
      if (host[end]?.role === 'tool') continue;
      await session.prepareStep({ messages: host.slice(0, end), steps, stepNumber: steps.length });
      steps.push({});
    }
    const warnings = log.of('warning');
    assert.ok(warnings.length > 0 && warnings.length <= log.rewrites.length + 1);
    for (const { viewTokens, warn } of warnings) assert.ok(viewTokens >= warn && warn === 3_000);
  });

  it('what a rewrite would pay, with prices', async () => {
    const trim = { over: 2_000, head: 400, tail: 400 };
    const prices = { input: 3, cacheRead: 0.5, cacheWrite: 4 };
    const { session } = await open({ prices, results: { trim }, trigger: 0.9 });
    await prepare(session, [user('Go.'), ...named('run', 'a', prose(900)), ...turns(8, 100)]);
    const { reckoning, viewTokens } = session.explain();
    assert.ok(reckoning !== undefined && reckoning.freed > 0);
    const about = (money: number, tokens: number, price: number) =>
      assert.ok(Math.abs(money - (tokens * price) / 1e6) < 1e-9, `${money}`);
    about(reckoning.viewCached, viewTokens, 0.5);
    about(reckoning.viewWritten, viewTokens, 4);
    about(reckoning.costs, reckoning.rewritten, 3.5);
    assert.equal(reckoning.pays, reckoning.saves > reckoning.costs);
  });
});

describe('what can wait', () => {
  const pending = (host: readonly Message[]): Message[] => {
    const call = { type: 'tool-call', toolCallId: 'ask', toolName: 'deploy', input: {} };
    const request = { type: 'tool-approval-request', approvalId: 'ok', toolCallId: 'ask' };
    return [...host, { role: 'assistant', content: [call, request] }];
  };
  const between = { trigger: 0.3, target: 0.1 };

  it('waits while an approval is pending', async () => {
    const { session, log } = await open(between);
    const host = turns(9, 120);
    assert.deepEqual(await prepare(session, pending(host)), pending(host));
    assert.equal(log.rewrites.length, 0);
    const over = await open(between);
    const long = pending(turns(40, 200));
    await prepare(over.session, long);
    assert.equal(over.log.rewrites.length, 1);
    assert.ok(over.session.usage().viewTokens <= over.session.usage().budget);
  });

  it('waits no longer once it is answered, whatever the answer', async () => {
    for (const approved of [true, false]) {
      const { session, log } = await open({ ...between, summarize: undefined });
      const answer = { type: 'tool-approval-response', approvalId: 'ok', approved };
      const output = approved
        ? { type: 'text', value: 'Deployed.' }
        : { type: 'execution-denied', reason: 'Not today.' };
      const result = { type: 'tool-result', toolCallId: 'ask', toolName: 'deploy', output };
      const host = [
        ...pending(turns(3, 120)),
        ...[answer, result].map((part) => ({ role: 'tool', content: [part] }) as Message),
      ];
      // One turn: the user says nothing more.
      for (let i = 0; i < 40; i += 1) {
        host.push(...step(`after${i}`, 120));
        const view = await prepare(session, host);
        validate(view, host);
        const { viewTokens, budget } = session.explain();
        assert.ok(viewTokens < budget.total / 2, `${approved}, ${i}: ${viewTokens}`);
      }
      assert.ok(
        log.rewrites.length > 1 && log.rewrites.every(({ reason }) => reason === 'trigger'),
      );
    }
  });

  it('waits before the last step, and where the host says that the answer is final', async () => {
    const host = turns(9, 120);
    const { session, log } = await open({ ...between, maxSteps: 5 });
    const last = await session.prepareStep({ messages: host, steps: [], stepNumber: 4 });
    assert.equal(last, undefined);
    assert.deepEqual(await prepare(session, host, { final: true }), host);
    assert.equal(log.rewrites.length, 0);
    const other = await open({ ...between, maxSteps: 5 });
    await other.session.prepareStep({ messages: host, steps: [], stepNumber: 2 });
    assert.equal(other.log.rewrites.length, 1);
  });
});

describe('budgets', () => {
  it('name what is kept free, and what a summary may take', async () => {
    const budgets = { system: 1_500, output: 700, margin: 300, summary: 300 };
    const unset = { system: undefined, tools: undefined, maxOutputTokens: undefined };
    const { session, requests } = await open({
      ...{ contextWindow: 16_000, ...unset, budgets },
      keepRecent: { tokens: 1_200 },
    });
    const host = turns(60, 200);
    const view = await prepare(session, host);
    const { budget } = session.explain();
    assert.equal(budget.outputReserve, 700);
    assert.ok(budget.total <= 16_000 - 700 - 300);
    assert.ok((requests[0]?.maxOutputTokens ?? 1e9) <= 400, `${requests[0]?.maxOutputTokens}`);
    assert.ok(kept(view, host) > 4);
  });
});

describe('results', () => {
  it('of a tool that is kept stay, and others have a length of their own', async () => {
    const long = prose(1_500, 'out');
    const host = [
      user('Go.'),
      ...named('read_file', 'a', `a${long}`),
      ...named('run', 'b', `b${long}`),
      ...named('search_web', 'c', `c${long.slice(0, 2_000)}`),
      ...turns(3, 50),
    ];
    const tools = { 'read_*': { keep: true }, 'search*': { over: 1_000 } };
    const trim = { over: 4_000, head: 300, tail: 300, protect: { results: 2 } };
    const { view } = await viewOf({ results: { trim, tools, batch: 100 } }, host);
    assert.equal(shown(view, 'a'), `a${long}`);
    assert.equal(standInOf(shown(view, 'b'))?.kind, 'trim');
    assert.equal(standInOf(shown(view, 'c'))?.kind, 'trim');
    assert.ok(shown(view, 'c').length < 1_200);
  });

  it('of a tool follow the rule that says most of its name, in whatever order rules stand', async () => {
    const long = prose(1_500, 'out');
    const ids = ['bash', 'read_file', 'read_url', 'mystery'];
    const host = [user('Go.'), ...ids.flatMap((id) => named(id, id, id + long)), ...turns(3, 50)];
    const trim = { over: 2_000, head: 300, tail: 300, protect: { results: 2 } };
    const rules = [
      ['*', { keep: true }],
      ['read_*', { over: 500_000 }],
      ['BASH', { keep: false }],
      ['*_url', { keep: true }],
      ['read_u*', {}],
    ] as const;
    for (const order of [rules, [...rules].reverse()]) {
      const tools = Object.fromEntries(order);
      const results = { trim, tools, batch: 100 };
      const { view } = await viewOf({ contextWindow: 64_000, results }, host);
      const cut = ids.filter((id) => shown(view, id).length < 2_000);
      assert.deepEqual(cut, ['bash', 'read_url']);
    }
  });

  it('are cut on arrival to one length for all tools', async () => {
    const long = prose(1_500, 'out');
    const host = [user('Go.'), ...named('read_file', 'a', long), ...turns(2)];
    const tools = { read_file: { over: 500_000 } };
    const { view } = await viewOf({ results: { arrival: 2_000, tools } }, host);
    assert.equal(standInOf(shown(view, 'a'))?.kind, 'trim');
  });

  it('that repeat an earlier one point at it, unless they shall not', async () => {
    const text = prose(300, 'same');
    const host = [user('Go.'), ...named('run', 'a', text), ...named('run', 'b', text)];
    const { view, log } = await viewOf({}, host);
    assert.equal(shown(view, 'a'), text);
    assert.deepEqual(standInOf(shown(view, 'b')), { kind: 'point', callId: 'a' });
    assert.deepEqual(log.rewrites, [], 'no model has seen what was left out');
    assert.deepEqual((await viewOf({ results: { repeats: false } }, host)).view, host);
  });

  it('that point at another one do so only where that is shown, in whichever branch it went', async () => {
    const text = prose(300, 'same');
    const clear = { protect: { results: 2 } };
    const { session } = await open({ results: { clear, trim: false } });
    const begin = [user('Go.'), ...named('run', 'a', text), ...step('early', 150)];
    const branch = [...begin, ...named('run', 'b', text)];
    const pointed = await prepare(session, branch);
    assert.deepEqual(standInOf(shown(pointed, 'b')), { kind: 'point', callId: 'a' });
    const other = [...begin];
    let isCleared = false;
    for (let i = 0; i < 30 && !isCleared; i += 1) {
      other.push(...step(`o${i}`, 250));
      isCleared = standInOf(shown(await prepare(session, other), 'a'))?.kind === 'clear';
    }
    assert.ok(isCleared);
    for (const restart of [false, true]) {
      const state = restart ? session.snapshot() : undefined;
      const { session: next } = restart
        ? await open({ results: { clear, trim: false } }, state)
        : { session };
      const host = restart ? jsonClone(branch) : [...branch];
      for (let i = 0; i < 8; i += 1) {
        host.push(...step(`n${i}`, 100));
        const view = await prepare(next, host);
        validate(view, host);
        const told = standInOf(shown(view, 'b'));
        if (told?.kind === 'point') assert.equal(shown(view, told.callId), text);
      }
    }
  });

  it('of an older read of one resource give way when a view is rewritten, by the host’s own extractors', async () => {
    const peek = (id: string, text: string) =>
      named('peek', id, text, 'text', { what: 'x', line: 1 });
    const host = [user('Go.'), ...peek('a', prose(900, 'old')), ...peek('b', prose(900, 'new'))];
    for (let i = 0; i < 16; i += 1) host.push(...step(`s${i}`, 60));
    const resources = [{ tools: 'pe*', does: 'read' as const, of: ['path', 'what'] }];
    const trim = { over: 3_500, head: 500, tail: 500, protect: { results: 17 } };
    const { view, log } = await viewOf({ resources, results: { trim, batch: 50 } }, host);
    const kinds = log.rewrites.flatMap(({ edits }) => edits.map(({ kind }) => kind));
    assert.ok(kinds.includes('outdated'), `${kinds}`);
    assert.deepEqual(standInOf(shown(view, 'a')), { kind: 'outdated', callId: 'b' });
  });

  it('of a read stay where what was read later tells less', async () => {
    const text = prose(900, 'only');
    const later: Record<string, string> = {
      empty: '',
      unchanged: 'File unchanged since the last read.',
      status: '304',
      failed: 'Error: timed out after 30 s',
      denied: 'The request was denied by a policy of this workspace.',
      stub: '{"cached":true}',
      part: text.slice(0, text.length / 2),
      again: prose(950, 'next'),
    };
    const peek = (id: string, value: string) => named('peek', id, value, 'text', { path: 'x' });
    for (const [form, value] of Object.entries(later)) {
      const host = [user('Go.'), ...peek('a', text), ...peek('b', value)];
      for (let i = 0; i < 16; i += 1) host.push(...step(`s${i}`, 60));
      const resources = [{ tools: 'peek', does: 'read' as const, of: ['path'] }];
      const { view } = await viewOf({ resources, results: { batch: 50 } }, host);
      // One that tells as much shows that the others were in reach of the rule.
      if (form !== 'again') assert.equal(shown(view, 'a'), text, form);
      else assert.deepEqual(standInOf(shown(view, 'a')), { kind: 'outdated', callId: 'b' });
    }
  });

  it('with images may be cleared where the policy lets go of them', async () => {
    const image = { type: 'image-data', data: 'A'.repeat(400), mediaType: 'image/png' };
    const seen = [{ type: 'text', text: prose(700, 'shot') }, image];
    const host = [user('Go.'), ...named('shoot', 'a', seen, 'content'), ...turns(3, 50)];
    const clear = { protect: { results: 2 } };
    const held = await viewOf({ results: { clear, batch: 50 } }, host);
    assert.ok(held.view.includes(host[2] as Message));
    const gone = await viewOf({ results: { clear, batch: 50, media: true } }, host);
    const cleared = shown(gone.view, 'a');
    assert.partialDeepStrictEqual(standInOf(cleared), { kind: 'clear', toolName: 'shoot' });
    assert.match(cleared, /image\/png/);
  });
});

describe('prices', () => {
  const trim = { over: 2_000, head: 400, tail: 400, protect: { results: 60 } };
  const options = {
    contextWindow: 64_000,
    results: { trim },
    pace: { minimumGain: 1_000 },
    prices: { input: 3, cacheRead: 0.3, cacheWrite: 3.75, output: 15 },
    cacheLifetime: 300_000,
  };

  async function playAt(minutes: (step: number) => number) {
    let time = 0;
    const { session, log } = await open({ ...options, now: () => time });
    // What may shrink lies far in front: a warm cache would be written anew behind it.
    const old = conversation(8, { tokens: 900 });
    const host = [...old, ...conversation(70, { tokens: 400, name: 'k' }).slice(1)];
    const steps: object[] = [];
    for (let end = 1; end <= host.length; end += 2) {
      time = minutes(steps.length) * 60_000;
      await session.prepareStep({ messages: host.slice(0, end), steps, stepNumber: steps.length });
      steps.push({});
    }
    return log;
  }

  it('rewrite a view early where the cache is cold anyway', async () => {
    const warm = await playAt((i) => i / 20);
    const cold = await playAt((i) => i * 10);
    const early = (log: EventLog) =>
      log.rewrites.filter(({ reason }) => reason === 'economy').length;
    assert.ok(early(cold) > 0, `${cold.rewrites.map(({ reason }) => reason)}`);
    assert.equal(early(warm), 0);
  });
});

describe('reasoning', () => {
  const thought = (text: string, more: object = {}): Part => ({ type: 'reasoning', text, ...more });
  const options = {
    reasoning: 'drop' as const,
    trigger: 0.4,
    target: 0.35,
    keepRecent: { messages: 40 },
  };

  it('of finished turns is dropped before anything is folded, that of the turn in progress never', async () => {
    const host: Message[] = [];
    for (let i = 0; i < 10; i += 1) {
      const signed = { providerOptions: { anthropic: { signature: `sig${i}` } } };
      host.push(user(`Part ${i}.`));
      host.push({
        role: 'assistant',
        content: [thought(prose(300, 'why'), signed), { type: 'text', text: `Done ${i}.` }],
      });
    }
    host.push(user('Last.'), {
      role: 'assistant',
      content: [thought(prose(300, 'now'), {}), ...(callMessage('z').content as Part[])],
    });
    host.push(resultMessage('z', 'ok'));
    const { view, log } = await viewOf(options, host);
    const kinds = log.rewrites.flatMap(({ edits }) => edits.map(({ kind }) => kind));
    assert.ok(kinds.length > 0 && kinds.every((kind) => kind === 'reasoning'), `${kinds}`);
    assert.equal(log.rewrites[0]?.folds.length, 0);
    assert.ok(view.includes(host.at(-2) as Message));
    const { view: whole } = await viewOf({ ...options, reasoning: 'keep' }, host);
    const thoughts = (messages: readonly Message[]) =>
      messages
        .flatMap((message) => partsOf(message))
        .filter((part) => typeOf(part) === 'reasoning');
    assert.ok(thoughts(view).length < thoughts(host).length);
    assert.ok(whole.some(isSegments) || thoughts(whole).length === thoughts(host).length);
  });
});

describe('edits', () => {
  it('are made over the trigger though they miss the target, where nothing may be folded', async () => {
    const host: Message[] = [user('Go.')];
    for (let i = 0; i < 12; i += 1) host.push(...named('run', `c${i}`, prose(300, `result${i}`)));
    const sizes = { trigger: 0.3, target: 0.05, keepRecent: { messages: 40 } };
    const results = { clear: { protect: { results: 6 } } };
    const { log } = await viewOf({ ...sizes, results }, host);
    const cleared = log.rewrites.flatMap(({ edits }) => edits.map(({ kind }) => kind));
    assert.deepEqual(cleared, Array(6).fill('clear'));
  });
});

describe('media', () => {
  it('C24: of old messages give way to their type and size, where the policy lets go of them', async () => {
    const png =
      'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
    const image = { type: 'image', image: png, mediaType: 'image/png' };
    const photo = { type: 'file', data: new Uint8Array(2_000), mediaType: 'application/pdf' };
    const host: Message[] = [user('Go.'), assistant('Yes?')];
    for (let i = 0; i < 6; i += 1) {
      host.push({ role: 'user', content: [{ type: 'text', text: `See ${i}` }, image, photo] });
      host.push(assistant(`Seen ${i}.`));
    }
    host.push(user('So?'));
    const options = { trigger: 2_000, target: 1_999, keepRecent: { messages: 14 } };
    const { view, log } = await viewOf({ ...options, media: { protect: { assistants: 1 } } }, host);
    assert.ok(log.rewrites[0]?.edits.every(({ kind }) => kind === 'media'));
    const texts = view.flatMap(partsOf).map((part) => stringField(part, 'text') ?? '');
    const found = texts.map(standInOf).filter((each) => each?.kind === 'media');
    assert.ok(found.some(({ mediaType }) => mediaType === 'application/pdf'));
  });

  it('stay in as many of the newest messages as the policy protects, whoever sent them', async () => {
    const data = 'A'.repeat(40_000);
    const image = { type: 'image', image: data, mediaType: 'image/png' };
    const shot = { type: 'image-data', data, mediaType: 'image/png' };
    const host: Message[] = [user('Go.'), assistant('Yes?')];
    for (let i = 0; i < 8; i += 1) {
      const sent = {
        role: 'user',
        content: [{ type: 'text', text: `See ${i}` }, image],
      } as Message;
      const taken = [user(`Take ${i}.`), ...named('shoot', `c${i}`, [shot], 'content')];
      host.push(...(i % 3 === 2 ? taken : [sent]), assistant(`Seen ${i}.`));
    }
    host.push(user('So?'));
    const limits = { contextWindow: 64_000, trigger: 9_000, target: 1_000 };
    const options = { ...limits, keepRecent: { messages: host.length } };
    for (let results = 0; results <= 5; results += 1) {
      const { view } = await viewOf({ ...options, media: { protect: { results } } }, host);
      const shown = view.filter((message) => JSON.stringify(message).includes(data));
      assert.ok(shown.length >= results && shown.length < 8, `${shown.length} of ${results}`);
      const holding = host.filter((message) => JSON.stringify(message).includes(data));
      for (const message of holding.slice(holding.length - results)) {
        assert.ok(view.includes(message), `${results}: ${host.indexOf(message)}`);
      }
    }
  });

  it('in results give way alone: the text beside them stays', async () => {
    const image = { type: 'image-data', data: 'A'.repeat(40_000), mediaType: 'image/png' };
    const seen = [{ type: 'text', text: 'the page' }, image, { type: 'text', text: 'its end' }];
    const host = [user('Go.'), ...named('shoot', 'a', seen, 'content'), ...turns(3, 50)];
    const { view } = await viewOf({ media: {}, results: { batch: 50 } }, host);
    const lines = shown(view, 'a').split('\n');
    assert.deepEqual(lines.slice(0, 2), ['the page', 'its end']);
    assert.partialDeepStrictEqual(standInOf(lines[2] ?? ''), {
      kind: 'media',
      mediaType: 'image/png',
    });
    assert.equal(lines.length, 3);
    const kept = { batch: 50, tools: { shoot: { keep: true } } };
    const held = await viewOf({ media: {}, results: kept }, host);
    assert.equal(held.view[2], host[2]);
  });
});
