// promise: api
/**
 * What a search finds: whole identifiers before their pieces, nothing where only common words are there, nothing by a
 * secret, and one word in all of its spellings.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { CompactorEvent, Session } from 'epitome';
import type { Message } from '../../js/testing/shapes.ts';
import { type Given, maker } from './support/compactors.ts';
import { assistant, conversation, prose, user } from './support/conversation.ts';
import { createRng } from './support/random.ts';
import { dialects, talkIn } from './support/talk.ts';

const make = maker({ contextWindow: 8_000, system: '', quiet: true });
const sessionFor = async (options: Given = {}) => (await make(options)).compactor.session();

/** A session that has folded these texts of the agent; and the number of the message that says one. */
async function folded(texts: string[], options: Given = {}) {
  const session = await sessionFor(options);
  const early = texts.flatMap((text) => [assistant(text), user('Go on.')]);
  const messages: Message[] = [user('Begin.'), ...early, ...conversation(40, { name: 'late' })];
  await session.prepare(messages);
  await session.compact();
  const numberOf = (text: string) => messages.findIndex(({ content }) => content === text) + 1;
  for (const text of texts) {
    assert.equal(session.explain().messages[numberOf(text) - 1]?.fate, 'folded', text);
  }
  return { session, numberOf, messages };
}

const numbers = async (session: Session, query: string, limit = 50) =>
  (await session.recall(query, { limit })).map(({ message }) => message);

const random = createRng('recall-search');
const pick = <T>(from: readonly T[]): T => from[random.int(0, from.length - 1)] as T;
const sound = () =>
  `${pick(['br', 'cl', 'dr', 'fl', 'gr', 'kl', 'pr', 'tr', 'v', 'z'])}${pick(['a', 'e', 'i', 'o', 'u'])}${pick(['b', 'ck', 'g', 'm', 'n', 'p', 'x'])}`;
const word = () => sound() + sound();
const big = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
const digits = (count: number) => Array.from({ length: count }, () => random.int(1, 9)).join('');
const hex = (count: number) =>
  Array.from({ length: count }, () => pick([...'0123456789abcdef'])).join('');

/** An identifier, and the pieces that it is made of. */
const identifiers: Record<string, () => { whole: string; pieces: string[] }> = {
  camel() {
    const pieces = [word(), word(), word()];
    return { whole: pieces.map((piece, i) => (i === 0 ? piece : big(piece))).join(''), pieces };
  },
  snake() {
    const pieces = [word(), word()];
    return { whole: pieces.join('_'), pieces };
  },
  constant() {
    const pieces = [word(), digits(4)];
    return { whole: pieces.join('_').toUpperCase(), pieces };
  },
  path() {
    const pieces = [word(), word(), word(), 'ts'];
    return { whole: `${pieces.slice(0, 3).join('/')}.ts`, pieces };
  },
  scoped() {
    const pieces = [word(), word(), word()];
    return { whole: `@${pieces[0]}/${pieces[1]}-${pieces[2]}`, pieces };
  },
  member() {
    const pieces = [word(), word(), word()];
    return { whole: `${pieces[0]}.${pieces[1]}${big(pieces[2] ?? '')}`, pieces };
  },
  uuid() {
    const pieces = [hex(8), hex(4), hex(4), hex(4), hex(12)];
    return { whole: pieces.join('-'), pieces };
  },
};

describe('a whole identifier', () => {
  for (const [kind, make] of Object.entries(identifiers)) {
    it(`comes before messages that have its pieces (${kind})`, async () => {
      for (const contextWindow of [8_000, 24_000]) {
        const made = Array.from({ length: 6 }, make);
        const texts = made.flatMap(({ whole, pieces }, i) => {
          const mixed = [...pieces].reverse();
          return [
            // Short, and often: what a search by words likes best.
            `${mixed.join(' ')} ${mixed.join(' ')} ${mixed.join(', ')}`,
            `${pieces.join(' ')}`,
            `${prose(90, `a${kind}${i}`)} ${pick(['', './', '/srv/app/'])}${whole}${pick(['', ':12', '()', '.'])} ${prose(90, `b${kind}${i}`)}`,
            `${mixed.join('\n')}\n${pieces.join(' or ')}`,
          ];
        });
        const { session, numberOf } = await folded(texts, { contextWindow });
        for (const [i, { whole }] of made.entries()) {
          const wanted = numberOf(texts[4 * i + 2] as string);
          for (const query of [whole, whole.toUpperCase(), `where is ${whole}?`, `\`${whole}\``]) {
            if (kind === 'camel' && query === whole.toUpperCase()) continue;
            assert.equal((await numbers(session, query))[0], wanted, `${query} of ${kind}`);
          }
        }
      }
    });
  }

  it('is found inside a longer one, at the borders of its words', async () => {
    const texts = [
      'Open /srv/app/lib/gate/throttle.ts:31 first.',
      'It is req.user.email.length that fails.',
    ];
    const { session, numberOf } = await folded([
      ...texts,
      'gate lib throttle ts, lib gate throttle ts.',
      'user email, email user.',
    ]);
    for (const [query, at] of [
      ['lib/gate', 0],
      ['gate/throttle.ts', 0],
      ['app/lib/gate/throttle.ts', 0],
      ['user.email', 1],
    ] as const) {
      assert.equal((await numbers(session, query))[0], numberOf(texts[at] as string), query);
    }
  });
});

describe('an identifier in the input of a call', () => {
  for (const dialect of dialects) {
    it(`is whole behind a break, too (${dialect})`, async () => {
      const talk = talkIn(dialect);
      const session = await sessionFor({ dialect, contextWindow: 16_000 });
      const made = [
        identifiers.camel,
        identifiers.path,
        identifiers.snake,
        identifiers.uuid,
      ].flatMap((make) => (make === undefined ? [] : [make(), make()]));
      const early = made.flatMap(({ whole, pieces }, i) => [
        ...talk.step(
          'write',
          { path: `f${i}.txt`, content: `first\n${whole} {\n\t\t${word()}\r\n}` },
          'Done.',
        ),
        ...talk.user(`${pieces.join(' ')}, ${pieces.join(' ')}`),
      ]);
      const messages = [...talk.user('Begin.'), ...early, ...talk.reads(80)];
      await session.prepare(messages);
      await session.compact();
      for (const { whole } of made) {
        const [first] = await session.recall(whole);
        assert.ok(first?.text.includes(whole), `${whole}: ${first?.text}`);
      }
    });
  }
});

describe('a query of which only common words are there', () => {
  it('finds nothing, and the tool says so', async () => {
    const texts = Array.from(
      { length: 24 },
      (_, i) => `The build of module ${word()} ${i} failed.`,
    );
    texts.push('The zeppelin build is green.');
    const { session, numberOf } = await folded(texts);
    session.tools();
    for (const query of [
      'quokka build',
      'xylophone module failed',
      'FLUX_99321 build',
      `${identifiers.uuid?.().whole} failed`,
    ]) {
      assert.deepEqual(await numbers(session, query), [], query);
      assert.match((await session.runTool('recall', { query })) ?? '', /^Nothing .*`query`/, query);
    }
    // What is rare counts, and so does a query of nothing but common words.
    assert.equal(
      (await numbers(session, 'quokka zeppelin build'))[0],
      numberOf('The zeppelin build is green.'),
    );
    assert.ok((await numbers(session, 'build failed')).length > 20);
  });
});

describe('a search', () => {
  const alphabet = [...'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'];
  const chars = (count: number) => Array.from({ length: count }, () => pick(alphabet)).join('');
  const secrets: Record<string, () => string> = {
    'an OpenAI key': () => `sk-proj-${chars(48)}`,
    'an Anthropic key': () => `sk-ant-api03-${chars(93)}AA`,
    'a GitHub token': () => `ghp_${chars(36)}`,
    'an AWS key': () =>
      `AKIA${chars(16)
        .toUpperCase()
        .replace(/[^A-Z2-7]/g, 'Q')}`,
    'a password': () => `${word()}${digits(3)}${word()}`,
  };
  for (const dialect of dialects) {
    it(`confirms no secret (${dialect})`, async () => {
      const talk = talkIn(dialect);
      const session = await sessionFor({ dialect });
      const made = Object.entries(secrets).map(([kind, make]) => ({ kind, secret: make() }));
      const early = made.flatMap(({ kind, secret }) =>
        talk.user(`Keep this: ${kind === 'a password' ? 'password=' : ''}${secret} is mine.`),
      );
      await session.prepare([...talk.user('Begin.'), ...early, ...talk.reads(60)]);
      await session.compact();
      session.tools(dialect === 'ai-sdk' ? {} : ({ dialect } as never));
      for (const { kind, secret } of made) {
        const half = secret.length >> 1;
        for (const query of [
          secret,
          secret.slice(0, half),
          secret.slice(half),
          secret.slice(4, -4),
          secret.toUpperCase(),
        ]) {
          // Nothing but that: another word of the message would find it.
          assert.deepEqual(await numbers(session, query), [], `${kind}: ${query}`);
          const answer = (await session.runTool('recall', { query })) ?? '';
          assert.ok(!answer.includes('\n> '), `${kind}: ${answer}`);
        }
        // With a word beside it the secret changes nothing, right or wrong.
        const [right, wrong] = [secret, secrets[kind]?.() ?? ''].map((one) =>
          session.recall(`mine ${one}`, { limit: 50 }),
        );
        assert.deepEqual(await right, await wrong, kind);
      }
    });
  }

  it('finds a word in all of its spellings', async () => {
    const pairs: [string, ...queries: string[]][] = [
      ['parseHTTPHeader is slow', 'parseHTTPHeader', 'http header', 'PARSEHTTPHEADER'],
      ['retry_after_seconds is ignored', 'retry_after_seconds', 'retry after'],
      ['look at /srv/app/lib/gate/throttle.ts', 'lib/gate/throttle.ts', 'throttle.ts', 'throttle'],
      ['C:\\tools\\fetch\\agent.exe crashed', 'tools/fetch/agent.exe', 'agent.exe'],
      ['pinned to 4.19.3 for now', '4.19.3'],
      ['ticket 883412 is closed', '883412'],
      ['東京の天気は晴れでした', '天気', '東京の天気'],
      ['Проверка завершена', 'проверка'],
      ['서울 날씨는 맑음', '날씨'],
      ['Die Straße ist gesperrt.', 'strasse'],
      ['In der HAUPTSTRASSE 5.', 'Hauptstraße'],
      ['The résumé is late.', 'RESUME'],
      ['A cafe in Lyon.', 'café'],
      ['Un re\u0301sultat net.', 'résultat'],
      ['Uçak İzmir yolunda.', 'izmir'],
      ['Isparta gülü.', 'ısparta'],
      ['ＦＵＬＬｗｉｄｔｈ ｃｏｄｅ７７', 'fullwidth code77'],
      ['ｶﾞﾗｽの橋', 'ガラス'],
      ['The ﬁnal oﬃce.', 'office'],
      ['Smørrebrød her.', 'smorrebrod'],
      ['Łódź czeka.', 'lodz'],
      ['Ещё один ёжик.', 'ежик'],
      ['ΟΔΟΣ και πόλη', 'οδός'],
      ['Über\u00adprüfung läuft.', 'Überprüfung'],
      ['Đà Nẵng mưa to.', 'da nang'],
      ['L’œuvre complète.', 'OEUVRE'],
      ['שָׁלוֹם לכם', 'שלום'],
      ['مَدْرَسَة كبيرة', 'مدرسة'],
    ];
    const { session, numberOf } = await folded(pairs.map(([text]) => text));
    for (const [text, ...queries] of pairs) {
      const forms = queries.flatMap((one) => [one, one.normalize('NFD'), one.normalize('NFC')]);
      for (const query of forms) {
        const found = await numbers(session, query);
        assert.ok(found.includes(numberOf(text)), `${query} finds ${text}`);
      }
    }
  });

  it('keeps apart what marks keep apart', async () => {
    const pairs: [string, string][] = [
      ['कल मिलेंगे', 'कुल'],
      ['ซื้อเสื้อ', 'เสือ'],
      ['мой дом', 'мои'],
      ['かき氷', 'がぎ'],
    ];
    const { session, numberOf } = await folded(pairs.map(([text]) => text));
    for (const [text, other] of pairs) {
      const [first] = text.split(' ') as [string];
      assert.ok((await numbers(session, first)).includes(numberOf(text)), first);
      const found = await session.recall(other);
      const same = await session.recall(first);
      const score = (results: typeof found) =>
        results.find(({ message }) => message === numberOf(text))?.score ?? 0;
      assert.ok(score(found) < score(same), `${other} is not ${first}`);
    }
  });
});

it('answers hostile queries, refuses what is no query, and changes nothing', async () => {
  const { session, messages } = await folded(['needle']);
  const before = JSON.stringify(messages);
  const { messages: view } = await session.prepare(messages);
  const state = session.snapshot();
  const odd = ['', '(((.*)+)+$', '\\', '[', '\ud800', 'x\udc00y', '\0'];
  const long = ['a'.repeat(1_000_000), '😀'.repeat(500_000), 'needle '.repeat(200_000)];
  for (const query of [...odd, ...long]) assert.ok(Array.isArray(await session.recall(query)));
  const refused = { code: 'invalid-argument' };
  for (const wrong of [undefined, null, 5, {}, []]) {
    await assert.rejects(session.recall(wrong as never), refused);
  }
  for (const wrong of [{ limit: 0 }, { limit: 51 }, { from: 1.5 }, { role: 3 }, { rank: 'x' }]) {
    await assert.rejects(session.recall('x', wrong as never), refused);
  }
  assert.equal(JSON.stringify(messages), before);
  assert.equal(session.snapshot(), state);
  assert.deepEqual((await session.prepare(messages)).messages, view);
});

describe('a host’s rank', () => {
  it('is told apart in the event where it fails, and is given no secret', async () => {
    const events: CompactorEvent[] = [];
    const onEvent = (event: CompactorEvent) => void events.push(event);
    const { session } = await folded(['apples and pears'], { onEvent });
    const key = `sk-proj-${'aB3dE5gH7jK9mN1pQ'.repeat(3)}`;
    let asked = '';
    await session.recall(`apples ${key}`, {
      rank: (query, candidates) => {
        asked = query;
        return candidates.map(() => 1);
      },
    });
    assert.match(asked, /^apples \[redacted/);
    const fails = [
      () => {
        throw new TypeError('no model');
      },
      () => Promise.reject(new Error('no network')),
      ...[undefined, 5, [], [1, 1]].map((value) => () => value),
      ...['x', Number.NaN].map(
        (value) => (_: string, all: readonly unknown[]) => all.map(() => value),
      ),
    ];
    const plain = await session.recall('apples');
    assert.equal(plain.length, 1);
    for (const [i, rank] of fails.entries()) {
      assert.deepEqual(await session.recall('apples', { rank: rank as never }), plain);
      const errors = events.flatMap((event) => (event.type === 'error' ? [event.error] : []));
      assert.equal(errors.length, i + 1);
      assert.equal(errors.at(-1)?.code, 'rank-failed');
      if (i === 0) assert.match(errors.at(-1)?.message ?? '', /no model/);
    }
  });
});
