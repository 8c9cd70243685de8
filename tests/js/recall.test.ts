// promise: api
/**
 * Recall: what the view shows no more is found and read again, without secrets, within the session, and never as
 * anybody's words.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Session } from 'epitome';
import type { Message } from '../../js/testing/shapes.ts';
import { type Given, maker } from './support/compactors.ts';
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
import { dialects, talkIn } from './support/talk.ts';

const make = maker({ contextWindow: 8_000, system: '', quiet: true });
const sessionFor = async (options: Given = {}) => (await make(options)).compactor.session();

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
  it('finds a folded message by its words, with its number and its role', async () => {
    const session = await sessionFor();
    const fact = resultMessage('fact', 'The token bucket refills at 17 permits a second.');
    await fold(session, around(callMessage('fact'), fact));
    assert.equal(fateOf(session, 5), 'folded');
    const [first] = await session.recall('how fast does the bucket refill?');
    assert.equal(first?.message, 5);
    assert.equal(first?.role, 'tool');
    assert.equal(first?.text, 'The token bucket refills at 17 permits a second.');
  });

  it('looks where role, tool and numbers say', async () => {
    const session = await sessionFor();
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

  it('gives the parts that were asked for, whatever was asked before', async () => {
    const tools = ['read_file', 'search'];
    for (const dialect of dialects) {
      const talk = talkIn(dialect);
      const made = tools.map((tool) => ({
        tool,
        input: `by ${tool}`,
        result: `wombat of ${tool}`,
      }));
      const session = await sessionFor({ dialect });
      await fold(session, [...talk.user('Find it.'), ...talk.calls(made), ...talk.reads(16)]);
      for (const asked of [undefined, ...tools, undefined, ...tools.toReversed()]) {
        const found = await session.recall('wombat', asked === undefined ? {} : { tool: asked });
        const texts = JSON.stringify(found);
        for (const tool of tools) {
          const isAsked = asked === undefined || asked === tool;
          assert.equal(texts.includes(`wombat of ${tool}`), isAsked, `${dialect}: ${asked}`);
        }
      }
    }
  });

  it('reaches results that the view shows cut or not at all, and nothing that it shows', async () => {
    const session = await sessionFor({ results: { clear: {}, trim: false, repeats: false } });
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

  it('gives back an excerpt around what fits of a long message', async () => {
    const session = await sessionFor();
    const long = `${prose(20_000, 'a')}\nThe quokka lives on Rottnest.\n${prose(20_000, 'b')}`;
    await fold(session, around(callMessage('l'), resultMessage('l', long)));
    const [found] = await session.recall('quokka');
    assert.match(found?.text ?? '', /The quokka lives on Rottnest\./);
    assert.ok((found?.text.length ?? 0) < 2_000);
  });

  it('leaves secrets, reasoning and hidden fields out', async () => {
    const key = `sk-ant-api03-${'aB3dE5gH'.repeat(12)}AA`;
    const session = await sessionFor();
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

  it('gives well-formed texts of messages that are not', async () => {
    const session = await sessionFor();
    await fold(session, around(assistant(`wombat \ud800 ${'😀'.repeat(3_000)}`)));
    const [found] = await session.recall('wombat');
    assert.ok(found?.text.isWellFormed());
  });

  it('goes on in a session that was restored, and never looks into another', async () => {
    const { compactor } = await make();
    const messages = around(assistant('The password hint is aardvark.'));
    const session = compactor.session('one');
    await fold(session, messages);
    const other = compactor.session('two');
    await fold(other, around(assistant('Nothing of the kind.')));
    assert.deepEqual(await other.recall('aardvark'), []);
    const again = (await make()).compactor.session('one', { state: session.snapshot() });
    await again.prepare(jsonClone(messages));
    assert.deepEqual(await again.recall('aardvark'), await session.recall('aardvark'));
    assert.equal((await again.recall('aardvark')).length, 1);
  });
});

describe('rank', () => {
  it('decides the order, also among what words do not find', async () => {
    const session = await sessionFor();
    const early = [assistant('apples and pears'), user('Go on.'), assistant('only pears')];
    await fold(session, around(...early));
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
});
