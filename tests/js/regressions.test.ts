// promise: 1 always valid, 3 never larger, 6 pays once, 7 keeps the prefix
/**
 * Faults that generated conversations once found, each as the smallest conversation that shows it.
 * Every call is judged by all contracts besides (support/play.ts).
 */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Compactor, createCompactor, type SessionOverrides } from 'epitome';
import type { Message, Part } from '../../js/testing/shapes.ts';
import { stringsIn } from '../../js/testing/values.ts';
import { rewritesOf } from './support/contracts.ts';
import {
  assistant,
  callMessage,
  conversation,
  isSegments,
  jsonClone,
  prose,
  resultMessage,
  segmentText,
  step,
  user,
} from './support/conversation.ts';
import { Player } from './support/play.ts';
import { Replies } from './support/replies.ts';
import { countMessages } from './support/tokens.ts';

let compactor: Compactor;
const players: Player[] = [];

before(async () => {
  compactor = await createCompactor({ contextWindow: 8_000 });
});
after(() => {
  for (const player of players) player.dispose();
  compactor.dispose();
});

const budget = { maxOutputTokens: 1_000, system: '', tools: {} };

function open(overrides: SessionOverrides = {}, replies?: Replies): Player {
  const player = new Player({ compactor, overrides: { ...budget, ...overrides }, replies });
  players.push(player);
  return player;
}

function assertSound(player: Player): void {
  assert.deepEqual(player.faults, []);
}

/** The view of one array in a session of its own. */
async function viewOf(host: readonly Message[], overrides?: SessionOverrides) {
  const player = open(overrides);
  const view = await player.send(host);
  assertSound(player);
  return view;
}

const ask = (approvalId: string, toolCallId: string): Part => ({
  type: 'tool-approval-request',
  approvalId,
  toolCallId,
});
const grant = (approvalId: string): Message => ({
  role: 'tool',
  content: [{ type: 'tool-approval-response', approvalId, approved: true }],
});

function withPart(message: Message, part: Part): Message {
  return { ...message, content: [...(message.content as Part[]), part] };
}

describe('approvals', () => {
  it('a request goes when its call is nowhere', async () => {
    const orphan: Message = { role: 'assistant', content: [ask('a1', 'gone')] };
    const host = [user('Go on.'), orphan, ...step('c1'), assistant('Done.')];
    assert.deepEqual(await viewOf(host), host.toSpliced(1, 1));
  });

  it('a request goes with a call that only its provider could have answered', async () => {
    const call = callMessage('c1');
    const [text, part] = call.content as [Part, Part];
    const asked = {
      ...call,
      content: [text, { ...part, providerExecuted: true }, ask('a1', 'c1')],
    };
    const host = [user('Search.'), asked, grant('a1'), user('Never mind.')];
    const view = await viewOf(host);
    assert.deepEqual(view, [host[0], { ...call, content: [text] }, host[3]]);
  });

  for (const [what, between] of [
    ['an empty assistant message', assistant('')],
    ['a call that waits', callMessage('c2')],
  ] as const) {
    it(`a response stays with its request behind a stray result and ${what}`, async () => {
      const asked = withPart(callMessage('c1'), ask('a1', 'c1'));
      const stray = resultMessage('gone', 'x');
      const host = [
        user('Go on.'),
        asked,
        stray,
        between,
        grant('a1'),
        resultMessage('c1', 'done'),
      ];
      const view = await viewOf(host);
      assert.ok(view.includes(asked) && view.includes(host[4] as Message));
    });
  }
});

describe('opening and latest request', () => {
  it('a stray tool message does not end the opening', async () => {
    const host = [resultMessage('gone', 'x'), ...conversation(60)];
    const view = await viewOf(host);
    assert.equal(view[0], host[1]);
    assert.ok(isSegments(view[1]));
  });

  it('a result that comes after the latest request does not make it old', async () => {
    const request = user(prose(300, 'request'));
    const host = [user(prose(900)), callMessage('c1'), request, resultMessage('c1', 'late')];
    const view = await viewOf(host, { contextWindow: 1_600, maxOutputTokens: 500 });
    assert.ok(view.includes(request));
  });
});

describe('calls and results', () => {
  it('an early result gives way to one in its place where an id is called twice', async () => {
    const host = [
      user('Go on.'),
      callMessage('c0'),
      resultMessage('c1', 'early'),
      resultMessage('c0', 'zero'),
      withPart(callMessage('c1'), (callMessage('c2').content as Part[])[1] as Part),
      callMessage('c1'),
      resultMessage('c1', 'in its place'),
      resultMessage('c2', 'two'),
      assistant('Done.'),
    ];
    const view = await viewOf(host);
    assert.ok(!view.includes(host[2] as Message) && view.includes(host[6] as Message));
  });

  it('an early result gives way to one in its place', async () => {
    const host = [resultMessage('c1', 'early'), user('Go on.'), ...step('c1'), assistant('Done.')];
    assert.deepEqual(await viewOf(host), host.slice(1));
  });

  it('results that stand side by side move together, as the host has them', async () => {
    const results = resultMessage('c1', 'one');
    (results.content as Part[]).push(...(resultMessage('c2', 'two').content as Part[]));
    const calls = withPart(callMessage('c1'), (callMessage('c2').content as Part[])[1] as Part);
    const host = [user('Go on.'), calls, assistant('And?'), user('Well?'), results];
    assert.deepEqual(await viewOf(host), [host[0], calls, results, assistant('And?'), host[3]]);
  });

  it('an aborted call is answered within 40 tokens, however long the name of its tool', async () => {
    const call = callMessage('c1');
    const [, part] = call.content as [Part, Part];
    const named = { ...call, content: [{ ...part, toolName: `a${'b'.repeat(80)}` }] };
    const host = [user('Go on.'), named, user('Stop.')];
    const view = await viewOf(host);
    assert.ok(countMessages(view) - countMessages(host) <= 40);
  });

  it('a result that is hardly longer than the mark of a cut stays whole', async () => {
    const small = resultMessage('c1', 'x y '.repeat(16));
    const host = [user(prose(700, 'request')), callMessage('c1'), small];
    assert.deepEqual(await viewOf(host, { contextWindow: 1_000, maxOutputTokens: 100 }), host);
  });
});

describe('nothing is paid for twice', () => {
  it('when an early message is edited: later ranges keep their records', async () => {
    const player = open({ contextWindow: 12_000 }, new Replies('edit'));
    const host = conversation(120);
    for (let end = 1; end <= host.length; end += 2) {
      await player.send(host.slice(0, end), { goesOn: end > 1 });
    }
    const folds = player.calls.flatMap(rewritesOf).flatMap((rewrite) => rewrite.folds);
    assert.ok(folds.length >= 2 && folds.every(({ kind }) => kind === 'fold'));
    const questions = () => player.requests.filter(({ attempt }) => attempt === 1).length;
    const bought = questions();
    const edited = jsonClone(host).with(3, callMessage('c1', { path: 'src/another.ts' }));
    edited[3] = withPart(edited[3] as Message, { type: 'text', text: 'And another.' });
    player.restart();
    await player.send(edited);
    const [again, ...others] = player.calls.flatMap(rewritesOf).at(-1)?.folds ?? [];
    assert.deepEqual(others, []);
    assert.equal(again?.lastMessage, folds[0]?.lastMessage);
    assert.equal(questions(), bought + 1);
    assertSound(player);
  });
});

describe('what a host sends again', () => {
  async function folded(overrides: SessionOverrides = {}) {
    const player = open({ contextWindow: 5_000, ...overrides });
    const host = conversation(40);
    const view = await player.send(host);
    assert.ok(view.some(isSegments));
    return { player, host, view };
  }

  it('a view of ours, kept as history, is known by identity at each step', async () => {
    const { player, view } = await folded();
    player.restart();
    const kept = jsonClone([...view]);
    const at = kept.findIndex(isSegments);
    const own = { suffix: true, mustKeep: kept.slice(0, at) };
    await player.send(kept, { ...own, host: kept.toSpliced(at, 1) });
    const longer = [...kept, ...step('next')];
    await player.send(longer, { ...own, host: longer.toSpliced(at, 1), goesOn: true });
    const told = player.calls.at(-1)?.events.map(({ type }) => type);
    assert.deepEqual(told, ['view']);
    assertSound(player);
  });

  it('the whole history behind a view of ours is not that view going on', async () => {
    const { player, host, view } = await folded({ keepRecent: { messages: 1 }, target: 0.05 });
    player.restart();
    const kept = jsonClone([...view]);
    const at = kept.findIndex(isSegments);
    await player.send(kept, { suffix: true, host: kept.toSpliced(at, 1) });
    const changed = jsonClone(host).with(2, assistant('No, another way.')).toSpliced(1, 1);
    await player.send(changed);
    const told = player.calls.at(-1)?.view.filter(isSegments).length;
    assert.ok((told as number) <= 1);
    assert.ok(!segmentText(player.view).includes('Step c0.'));
    assertSound(player);
  });

  it('the whole history, altered, is not its end', async () => {
    const { player, host } = await folded({ keepRecent: { messages: 8 } });
    player.restart();
    // Shorter than what was folded, so that only its beginning tells.
    const altered = jsonClone(host).toSpliced(1, 4);
    const view = await player.send(altered);
    assert.equal(view[0], altered[0]);
    assertSound(player);
  });

  it('a hidden message does not make its view the beginning of every array', async () => {
    const player = open({ contextWindow: 5_000 });
    await player.send([user('')]);
    await player.send(conversation(40), { sound: true });
    const [fold] = player.calls.flatMap(rewritesOf).flatMap((rewrite) => rewrite.folds);
    assert.equal(fold?.firstMessage, 2);
    assertSound(player);
  });

  it('a message that is written anew stands in the view as the host has it now', async () => {
    const { player, host } = await folded();
    const fresh = jsonClone(host[0] as Message);
    const view = await player.send(host.with(0, fresh), { goesOn: true, fresh: true });
    assert.equal(view[0], fresh);
    assertSound(player);
  });

  it('a record that has become larger than its range is not shown', async () => {
    const player = open({ contextWindow: 5_000 }, new Replies('larger'));
    const host = conversation(4, { tokens: 1_500 });
    assert.ok((await player.send(host)).some(isSegments));
    // The host clears old results itself; for a session the messages are the same.
    const cleared = jsonClone(host).with(2, resultMessage('c0', '-'));
    cleared[4] = resultMessage('c1', '-');
    cleared[6] = resultMessage('c2', '-');
    assert.deepEqual(await player.send(cleared), cleared);
    assertSound(player);
  });
});

/** What users of other compactors complain about most, each as a history in which it would show. */
describe('complaints', () => {
  const strings = (value: unknown): string[] => stringsIn(value);

  /** As an agent's loop sends it, call by call, each judged. */
  async function playAll(player: Player, host: readonly Message[], from = 1): Promise<void> {
    for (let end = from; end <= host.length; end += 2) {
      await player.send(host.slice(0, end), { goesOn: end > from, sound: true });
    }
    assertSound(player);
  }

  it('C1: no loop of rewrites that gain nothing, where what must stay is over the trigger', async () => {
    const replies = new Replies('c1');
    const player = open({ contextWindow: 3_000, maxOutputTokens: 300 }, replies);
    const host = [user(prose(2_600, 'rules')), ...conversation(30).slice(1)];
    await playAll(player, host);
    const rewrites = player.calls.flatMap(rewritesOf);
    for (const { tokensBefore, tokensAfter } of rewrites) assert.ok(tokensAfter < tokensBefore);
    assert.ok(
      rewrites.length < player.calls.length,
      `${rewrites.length} of ${player.calls.length}`,
    );
    const asked = player.requests.length;
    for (let i = 0; i < 5; i += 1) await player.sendAgain();
    assert.equal(player.requests.length, asked);
    assertSound(player);
  });

  it('C5: the cached prefix changes at rewrites alone, and they are few', async () => {
    const trim = { over: 400, head: 100, tail: 100, protect: { results: 3 } };
    const results = { trim, clear: { protect: { results: 6 } }, batch: 0.1 };
    const player = open({ contextWindow: 16_000, results }, new Replies('c5'));
    const host = conversation(120, { tokens: 160 });
    await playAll(player, host);
    const rewrites = player.calls.flatMap(rewritesOf);
    assert.ok(rewrites.length > 0 && rewrites.length < host.length / 4, `${rewrites.length}`);
    // The record comes behind the opening, which no rewrite touches.
    for (const { view } of player.calls) assert.equal(view[0], host[0]);
  });

  it('C19: no cut goes through a pair, and halves that a host has are mended and told', async () => {
    for (let shift = 0; shift < 8; shift += 1) {
      const emoji = `${'x'.repeat(shift)}${'\u{1F9D1}\u{1F3FD}\u200D\u{1F680}'.repeat(900)}`;
      const results = { arrival: 700 + shift };
      const player = open({ contextWindow: 16_000, results });
      const host = [user('Go.'), callMessage('c1'), resultMessage('c1', emoji)];
      const view = await player.send(host, { sound: true });
      for (const text of strings(view)) assert.ok(text.isWellFormed());
      assert.match(JSON.stringify(view), / characters shown; /);
      assertSound(player);
    }
    const player = open();
    const view = await player.send([user('Half \ud83d of it.'), assistant('Yes \udc00.')]);
    for (const text of strings(view)) assert.ok(text.isWellFormed());
    const told = player.calls
      .flatMap(({ events }) => events)
      .filter(({ type }) => type === 'repair');
    assert.equal(told.length, 1);
    assertSound(player);
  });
});
