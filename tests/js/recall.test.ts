// promise: api
/**
 * Recall: what the view shows no more is found and read again, without secrets, within the session, and never as
 * anybody's words.
 */
import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { type CompactorEvent, type CompactorOptions, createCompactor, type Session } from 'epitome';
import type { Message } from '../../js/testing/shapes.ts';
import {
  assistant,
  callMessage,
  conversation,
  jsonClone,
  prose,
  resultMessage,
  step,
  user,
} from './support/conversation.ts';

const small = { contextWindow: 8_000, system: '', quiet: true } satisfies CompactorOptions;

async function compactorFor(t: TestContext, options: Partial<CompactorOptions> = {}) {
  const compactor = await createCompactor({ ...small, ...options });
  t.after(() => compactor.dispose());
  return compactor;
}

async function sessionFor(t: TestContext, options: Partial<CompactorOptions> = {}) {
  return (await compactorFor(t, options)).session();
}

/** A long conversation in which these messages come early. */
const around = (...early: Message[]): Message[] => [
  user('Repair the build.'),
  ...step('before'),
  ...early,
  ...conversation(40, { name: 'late' }),
];

/** Has the session fold what it may. */
async function fold(session: Session, messages: readonly Message[]) {
  await session.prepare(messages);
  await session.compact();
}

const fateOf = (session: Session, message: number) => session.explain().messages[message - 1]?.fate;

describe('session.recall', () => {
  it('finds a folded message by its words, with its number and its role', async (t) => {
    const session = await sessionFor(t);
    const fact = resultMessage('fact', 'The token bucket refills at 17 permits a second.');
    await fold(session, around(callMessage('fact'), fact));
    assert.equal(fateOf(session, 5), 'folded');
    const [first] = await session.recall('how fast does the bucket refill?');
    assert.equal(first?.message, 5);
    assert.equal(first?.role, 'tool');
    assert.equal(first?.text, 'The token bucket refills at 17 permits a second.');
  });

  it('finds code, paths, numbers, versions and scripts without spaces', async (t) => {
    const session = await sessionFor(t);
    const said: [string, string[]][] = [
      ['parseHTTPHeader is slow', ['parseHTTPHeader', 'http header', 'PARSEHTTPHEADER']],
      ['retry_after_seconds is ignored', ['retry_after_seconds', 'retry after']],
      [
        'look at /srv/app/lib/gate/throttle.ts',
        ['lib/gate/throttle.ts', 'throttle.ts', 'throttle'],
      ],
      ['C:\\tools\\fetch\\agent.exe crashed', ['tools/fetch/agent.exe', 'agent.exe']],
      ['pinned to 4.19.3 for now', ['4.19.3']],
      ['ticket 883412 is closed', ['883412']],
      ['東京の天気は晴れでした', ['天気', '東京の天気']],
      ['Die Überprüfung schlug fehl', ['überprüfung', 'ÜBERPRÜFUNG']],
      ['Проверка завершена', ['проверка']],
      ['서울 날씨는 맑음', ['날씨']],
    ];
    const messages = around(...said.flatMap(([text]) => [assistant(text), user('Go on.')]));
    await fold(session, messages);
    for (const [text, queries] of said) {
      const number = messages.findIndex(({ content }) => content === text) + 1;
      assert.equal(fateOf(session, number), 'folded');
      for (const query of queries) {
        const found = await session.recall(query);
        assert.ok(
          found.some(({ message }) => message === number),
          `${query} finds "${text}"`,
        );
      }
    }
  });

  it('looks where role, tool and numbers say', async (t) => {
    const session = await sessionFor(t);
    const fact = resultMessage('q', 'zebra in a result');
    const messages = around(
      assistant('zebra in a reply'),
      user('zebra by the user'),
      callMessage('q'),
      fact,
    );
    await fold(session, messages);
    const found = async (options: object) =>
      (await session.recall('zebra', options)).map(({ message }) => message).sort((a, b) => a - b);
    assert.deepEqual(await found({}), [4, 5, 7]);
    assert.deepEqual(await found({ role: 'user' }), [5]);
    assert.deepEqual(await found({ tool: 'read' }), [7]);
    assert.deepEqual(await found({ from: 5, to: 6 }), [5]);
    assert.equal((await found({ limit: 1 })).length, 1);
  });

  it('reaches results that the view shows cut or not at all, and nothing that it shows', async (t) => {
    const session = await sessionFor(t, { results: { clear: {}, trim: false, repeats: false } });
    const messages = conversation(30, { name: 'r' });
    messages[2] = resultMessage('r0', `${prose(200, 'r0')} quagga ${prose(200, 'r0')}`);
    messages.push(callMessage('k'), resultMessage('k', 'okapi'), assistant('okapi'));
    await session.prepare(messages);
    assert.equal(fateOf(session, 3), 'cleared');
    const [quagga] = await session.recall('quagga');
    assert.equal(quagga?.message, 3);
    assert.match(quagga?.text ?? '', /quagga/);
    assert.deepEqual(await session.recall('okapi'), []);
  });

  it('gives back an excerpt around what fits of a long message', async (t) => {
    const session = await sessionFor(t);
    const long = `${prose(20_000, 'a')}\nThe quokka lives on Rottnest.\n${prose(20_000, 'b')}`;
    await fold(session, around(callMessage('l'), resultMessage('l', long)));
    const [found] = await session.recall('quokka');
    assert.match(found?.text ?? '', /The quokka lives on Rottnest\./);
    assert.ok((found?.text.length ?? 0) < 2_000);
  });

  it('leaves secrets, reasoning and hidden fields out', async (t) => {
    const key = `sk-ant-api03-${'aB3dE5gH'.repeat(12)}AA`;
    const session = await sessionFor(t);
    const thinking: Message = {
      role: 'assistant',
      content: [
        { type: 'reasoning', text: 'numbat thoughts' },
        { type: 'text', text: 'I set it.', providerOptions: { own: { hidden: 'numbat field' } } },
      ],
    };
    const filler = prose(12_000, 'fill');
    const messages = around(
      user(`numbat key: ${key}`),
      thinking,
      assistant(`${filler} numbatlong ${key} ${filler}`),
    );
    await fold(session, [...messages]);
    const found = await session.recall('numbat numbatlong', { limit: 20 });
    assert.deepEqual(found.map(({ message }) => message).sort(), [4, 6]);
    for (const { text } of found) {
      assert.ok(!text.includes(key.slice(0, 40)));
      assert.match(text, /\[redacted/);
    }
    assert.deepEqual(await session.recall('thoughts hidden field'), []);
  });

  it('answers hostile queries, and refuses what is no query', async (t) => {
    const session = await sessionFor(t);
    await assert.rejects(session.recall('x'), { code: 'invalid-argument' });
    await fold(session, around(assistant('needle')));
    const hostile = [
      '',
      '(((.*)+)+$',
      '\\',
      '[',
      '\ud800',
      'x\udc00y',
      '\0',
      'a'.repeat(1_000_000),
      '😀'.repeat(500_000),
      'needle '.repeat(200_000),
    ];
    for (const query of hostile) assert.ok(Array.isArray(await session.recall(query)));
    for (const wrong of [undefined, null, 5, {}, []]) {
      await assert.rejects(session.recall(wrong as never), { code: 'invalid-argument' });
    }
    for (const options of [
      { limit: 0 },
      { limit: 51 },
      { from: 1.5 },
      { role: 3 },
      { rank: 'x' },
    ]) {
      await assert.rejects(session.recall('x', options as never), { code: 'invalid-argument' });
    }
  });

  it('gives well-formed texts of messages that are not', async (t) => {
    const session = await sessionFor(t);
    await fold(session, around(assistant(`wombat \ud800 ${'😀'.repeat(3_000)}`)));
    const [found] = await session.recall('wombat');
    assert.ok(found?.text.isWellFormed());
  });

  it('goes on in a session that was restored, and never looks into another', async (t) => {
    const compactor = await compactorFor(t);
    const messages = around(assistant('The password hint is aardvark.'));
    const session = compactor.session('one');
    await fold(session, messages);
    const other = compactor.session('two');
    await fold(other, around(assistant('Nothing of the kind.')));
    assert.deepEqual(await other.recall('aardvark'), []);
    const again = (await compactorFor(t)).session('one', { state: session.snapshot() });
    await again.prepare(jsonClone(messages));
    assert.deepEqual(await again.recall('aardvark'), await session.recall('aardvark'));
    assert.equal((await again.recall('aardvark')).length, 1);
  });

  it('changes neither the messages nor the state nor the view', async (t) => {
    const session = await sessionFor(t);
    const messages = around(assistant('needle'));
    await fold(session, messages);
    const before = JSON.stringify(messages);
    const { messages: view } = await session.prepare(messages);
    const state = session.snapshot();
    await session.recall('needle');
    assert.equal(JSON.stringify(messages), before);
    assert.equal(session.snapshot(), state);
    assert.deepEqual((await session.prepare(messages)).messages, view);
  });
});

describe('rank', () => {
  async function ranked(t: TestContext) {
    const events: CompactorEvent[] = [];
    const session = await sessionFor(t, { onEvent: (event) => events.push(event) });
    await fold(
      session,
      around(assistant('apples and pears'), user('Go on.'), assistant('only pears')),
    );
    return { session, errors: () => events.filter(({ type }) => type === 'error') };
  }

  it('decides the order, also among what words do not find', async (t) => {
    const { session } = await ranked(t);
    let asked: unknown;
    const found = await session.recall('fruit', {
      limit: 1,
      rank: async (query, candidates) => {
        asked = query;
        return candidates.map(({ text }) => (text === 'only pears' ? 1 : 0.5));
      },
    });
    assert.equal(asked, 'fruit');
    assert.deepEqual(
      found.map(({ text }) => text),
      ['only pears'],
    );
  });

  it('gives way to the words where it fails, and an event says so', async (t) => {
    const { session, errors } = await ranked(t);
    const plain = await session.recall('apples');
    const wrong: unknown[] = [undefined, 5, [], [1], ['a'], [Number.NaN]];
    const ranks = [
      ...wrong.map((value) => () => value),
      () => {
        throw new Error('no model');
      },
      () => Promise.reject(new Error('no network')),
    ];
    for (const [i, rank] of ranks.entries()) {
      assert.deepEqual(await session.recall('apples', { rank: rank as never }), plain);
      assert.equal(errors().length, i + 1);
    }
  });
});
