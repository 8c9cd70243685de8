// promise: 1 always valid, 2 never mutates, 3 never larger, 6 pays once, 7 keeps the prefix
// promise: 8 keeps the user's word, 9 loses nothing silently
/**
 * The instruments of the property tests: each contract is broken on purpose in one call of a real
 * session, and has to be seen.
 */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Compactor, createCompactor, type SummaryRequest } from 'epitome';
import type { Message, Part } from '../../js/testing/shapes.ts';
import { chatShape } from './support/chat.ts';
import { type Call, judge, rewritesOf, sdkShape } from './support/contracts.ts';
import { conversation, isSegments, jsonClone, step, user } from './support/conversation.ts';
import { Payments } from './support/payments.ts';
import { Player } from './support/play.ts';
import { badMark, Replies } from './support/replies.ts';

let compactor: Compactor;
let player: Player;
const order = 'Keep it short, please.';
/** A call that folded, and the one after it. */
let folding: Call;
let next: Call;

before(async () => {
  compactor = await createCompactor({ contextWindow: 5_000 });
  const overrides = { maxOutputTokens: 1_000, system: '', tools: {} };
  player = new Player({ compactor, overrides, replies: new Replies('contracts') });
  const host = conversation(40).toSpliced(7, 0, user('Go on.')).toSpliced(5, 0, user(order));
  // Step by step, so that the fold comes before the budget presses on the user's words.
  for (let end = 1; end <= host.length; end += 1) {
    await player.send(host.slice(0, end), { goesOn: end > 1 });
    if (rewritesOf(player.calls.at(-1) as Call).length > 0) break;
  }
  folding = player.calls.at(-1) as Call;
  await player.send([...folding.host, ...step('next')], { goesOn: true });
  next = player.calls.at(-1) as Call;
});
after(() => {
  player.dispose();
  compactor.dispose();
});

function faultsOf(call: Call): string[] {
  return judge(call, compactor, sdkShape);
}

/** The folding call with another text in its segments. */
function retold(change: (text: string) => string): Call {
  const at = folding.view.findIndex(isSegments);
  const segments = jsonClone(folding.view[at] as Message);
  const [part] = segments.content as Part[];
  (part as Part).text = change(String(part?.text));
  return { ...folding, view: folding.view.with(at, segments) };
}

/** The folding call with other words of the user in its records. */
function rewordedTo(text: string | undefined): Call {
  const records = folding.records.map((record) => ({
    ...record,
    words: record.words.flatMap((words) => {
      if (words.text !== order) return [words];
      return text === undefined ? [] : [{ ...words, text }];
    }),
  }));
  return { ...folding, records };
}

describe('the judge of a call', () => {
  it('has nothing against what the session did', () => {
    assert.deepEqual(player.faults, []);
    assert.deepEqual([...faultsOf(folding), ...faultsOf(next)], []);
    assert.match(String(rewritesOf(folding)[0]?.reason), /^(trigger|budget)$/);
  });

  const cases: [string, () => Call, RegExp][] = [
    [
      'an invalid view',
      () => ({ ...folding, view: folding.view.slice(0, -1) }),
      /^(real-result|lost)/,
    ],
    [
      'an error',
      () => ({
        ...folding,
        events: [{ type: 'error', sessionId: '', error: { name: 'Error', message: 'x' } }],
      }),
      /^error event/,
    ],
    ['a larger view', () => retold((text) => text + 'and more words '.repeat(3_000)), /^larger/],
    [
      'a wrong count',
      () => ({ ...folding, usage: { ...folding.usage, viewTokens: 1 } }),
      /^viewTokens/,
    ],
    [
      'a view over the budget',
      () => ({ ...next, usage: { ...next.usage, budget: 100 } }),
      /^over budget/,
    ],
    [
      'a misfit that fits',
      () => {
        const { viewTokens, budget } = next.usage;
        const zero = {
          outputReserve: 0,
          hostOverhead: 0,
          margin: 0,
          system: 0,
          initial: 0,
          records: 0,
          viewBytes: 0,
          requestBytes: 0,
          viewImages: 0,
        };
        const rest = { contextWindow: budget, budget, recent: viewTokens, view: viewTokens };
        const breakdown = { ...zero, ...rest };
        return { ...next, events: [{ type: 'cannot-fit', sessionId: '', breakdown }] };
      },
      /do fit/,
    ],
    [
      'a report of another view',
      () => ({
        ...folding,
        events: rewritesOf(folding).map((rewrite) => ({ ...rewrite, tokensAfter: 1 })),
      }),
      /^tokensAfter/,
    ],
    [
      'a second copy',
      () => {
        const at = next.view.findIndex(isSegments);
        return { ...next, view: next.view.with(at, jsonClone(next.view[at] as Message)) };
      },
      /^a copy was made twice/,
    ],
    [
      'another beginning',
      () => ({ ...next, previous: { ...folding, view: folding.view.toSpliced(1, 1) } }),
      /^prefix/,
    ],
    ['a bad reply', () => retold((text) => `${text}${badMark}`), /^a bad reply/],
    [
      'words that are not the user’s',
      () => rewordedTo('Step c0.'),
      /^words of message 6 are not the user's/,
    ],
    [
      'words that the view does not show',
      () => retold((text) => text.replace(order, 'Be brief.')),
      /^words of message 6 are not in the view/,
    ],
    ['words that are missing', () => rewordedTo(undefined), /message 6 is not carried/],
  ];
  for (const [what, make, expected] of cases) {
    it(`sees ${what}`, () => {
      const faults = faultsOf(make());
      assert.ok(
        faults.some((fault) => expected.test(fault)),
        `saw ${JSON.stringify(faults)}`,
      );
    });
  }
});

describe('the book of payments', () => {
  const request = (first: number, last: number): SummaryRequest => ({
    kind: 'fold',
    system: '',
    prompt: `${first} to ${last}`,
    maxOutputTokens: 100,
    attempt: 1,
    firstMessage: first,
    lastMessage: last,
  });

  it('sees that a range is bought again, and not what was edited', () => {
    const host = conversation(10);
    const payments = new Payments(() => 1_000);
    assert.deepEqual(payments.take([request(2, 7)], host), []);
    assert.deepEqual(payments.take([request(8, 9)], host), []);
    assert.equal(payments.take([request(6, 11)], host).length, 1);
    const edited = host.with(3, user('No.'));
    assert.deepEqual(payments.take([request(2, 5)], edited), []);
    assert.equal(payments.take([request(2, 9)], edited).length, 1);
  });
});

describe('the judge of chat completions', () => {
  it('sees orphans, open calls, lost requests and strangers', () => {
    const shape = chatShape(() => 0);
    const call = (id: string) => ({
      role: 'assistant',
      content: null,
      tool_calls: [{ id, type: 'function', function: { name: 'read', arguments: '{}' } }],
    });
    const result = (id: string) => ({ role: 'tool', tool_call_id: id, content: 'x' });
    const host = [user('Go.'), call('a'), result('a'), user('On.')] as unknown as Message[];
    const count = (view: unknown[]): number =>
      shape.validate({ ...folding, host, view: view as Message[] }).length;
    assert.equal(count(host), 0);
    assert.ok(count(host.toSpliced(1, 1)) > 0, 'a result without its call');
    assert.ok(count(host.toSpliced(2, 1)) > 0, 'a call without its result');
    assert.ok(count(host.slice(0, 3)) > 0, 'the latest request is lost');
    assert.ok(count(host.toSpliced(3, 0, call('b') as never)) > 0, 'a strange call');
    assert.ok(count([...host, { role: 'assistant', content: '' }]) > 0, 'an empty message');
  });
});
