/**
 * The current request, the newest user messages, stays whole in every view while it and the initial
 * messages fit in half of the budget: long turns in several windows, under every preset, with images
 * in the request, with a summarizer and without one.
 */
import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { type CompactorOptions, createCompactor } from 'epitome';
import { presets } from '../../js/options/presets.ts';
import type { Message } from '../../js/testing/shapes.ts';
import type { PresetName } from '../../js/types.ts';
import { scaled } from './support/amount.ts';
import { assistant, goodSummary, prose, segmentText, step, user } from './support/conversation.ts';
import { png } from './support/media-bytes.ts';
import { opener } from './support/opener.ts';
import { createRng, type Rng } from './support/random.ts';

const open = opener({});
const counter = await createCompactor({ contextWindow: 8_000 });
after(() => counter.dispose());
const count = (messages: readonly Message[]) => counter.estimateMessagesTokens(messages as never);

const image = () => ({ type: 'image', image: png(1024, 768), mediaType: 'image/png' });

function spoken(text: string, images = 0): Message {
  const content = [{ type: 'text', text }, ...Array.from({ length: images }, image)];
  return { role: 'user', content } as Message;
}

/** About `tokens` tokens of orders, each different. */
function rules(tokens: number): string {
  const lines = Array.from({ length: Math.ceil(tokens / 14) }, (_, i) => {
    return `Rule ${i}: never touch lib/area${i}/part.ts.`;
  });
  return lines.join('\n');
}

const isUser = ({ role }: Message) => role === 'user';
const initialOf = (host: readonly Message[]): Message[] => {
  const first = host.findIndex(({ role }) => role === 'assistant');
  return host.slice(0, first < 0 ? host.length : first).filter(isUser);
};

/** The newest user messages with no assistant message among them. */
function requestOf(host: readonly Message[]): Message[] {
  const end = host.findLastIndex(isUser) + 1;
  const before = host.slice(0, end).findLastIndex(({ role }) => role === 'assistant');
  return host.slice(before + 1, end).filter(isUser);
}

/** A message itself, or a copy that has all its parts themselves: records may stand beside them. */
function shows(shown: Message, message: Message): boolean {
  if (shown === message) return true;
  const parts = shown.content;
  if (shown.role !== 'user' || !Array.isArray(parts)) return false;
  const own = message.content;
  if (typeof own === 'string') return (parts[0] as { text?: string }).text === own;
  return Array.isArray(own) && own.every((part, at) => parts[at] === part);
}

/** They stand in the view in this order. */
function holds(view: readonly unknown[], messages: readonly Message[]): boolean {
  let at = -1;
  return messages.every((message) => {
    at = view.findIndex((shown, index) => index > at && shows(shown as Message, message));
    return at >= 0;
  });
}

interface Course {
  views: number;
  /** Views without the current request; of these, those that had room for it. */
  without: number;
  lacking: number;
  last: unknown[];
  took: string[];
  folds: number;
}

/** Plays a history step by step, and counts the views that lack what they must hold. */
async function play(history: readonly Message[], options: Partial<CompactorOptions>, from = 1) {
  let { session, log } = await open(options);
  const course: Course = { views: 0, without: 0, lacking: 0, last: [], took: [], folds: 0 };
  for (let end = from; end <= history.length; end += 1) {
    // A call waits for its result.
    if (history[end]?.role === 'tool') continue;
    const host = history.slice(0, end);
    const { messages } = await session.prepare(host);
    for (const { folds } of log.rewrites) {
      course.folds += folds.length;
      for (const { took } of folds) if (took !== undefined) course.took.push(took);
    }
    log.all.length = 0;
    // What has given way to one request does not come back for the next.
    const initial = course.took.includes('initial-messages') ? [] : initialOf(host);
    const request = requestOf(host);
    course.views += 1;
    course.last = messages;
    if (!holds(messages, request)) course.without += 1;
    const both = [...new Set([...initialOf(host), ...request])];
    const fits = count(both) <= session.usage().budget / 2;
    if (fits && !holds(messages, [...new Set([...initial, ...request])])) course.lacking += 1;
    // Another machine goes on from the state.
    if (end % 17 === 0) ({ session, log } = await open(options, session.snapshot()));
  }
  return course;
}

/** An opening, its answer, some short turns, then one turn that takes many steps. */
function longTurn(request: Message, steps: number, tokens = 500): Message[] {
  const history = [user('Look after this repository.'), assistant('I will.')];
  for (const n of [1, 2, 3, 4]) history.push(user(`Question ${n}?`), assistant(`Answer ${n}.`));
  history.push(request);
  for (let i = 0; i < steps; i += 1) history.push(...step(`c${i}`, tokens));
  return history;
}

describe('one long turn', () => {
  const policies: Partial<CompactorOptions>[] = [
    {},
    { media: {} },
    { media: {}, results: { batch: 0.05 } },
    { media: {}, preset: 'tiered' },
    { media: {}, preset: 'openclaw' },
    ...(Object.keys(presets) as PresetName[]).map((preset) => ({ preset })),
  ];
  const summarize = async (request: Parameters<typeof goodSummary>[0]) => goodSummary(request);

  for (const policy of policies) {
    it(`keeps its request and the image in it: ${JSON.stringify(policy)}`, async (t) => {
      const history = longTurn(spoken(rules(400), 1), 70);
      for (const more of [{}, { summarize }]) {
        const options = { contextWindow: 24_000, ...policy, ...more } as CompactorOptions;
        const { views, without, lacking, folds } = await play(history, options, 11);
        t.diagnostic(`${without} of ${views} views lack the request, ${folds} folds`);
        assert.equal(views, 71);
        assert.equal(without, 0);
        assert.equal(lacking, 0);
      }
    });
  }

  it('keeps requests of 9 and of 30 percent of the budget', async (t) => {
    for (const share of [0.09, 0.3]) {
      const request = spoken(rules(share * 80_000), 2);
      const course = await play(longTurn(request, 100, 1_800), { contextWindow: 100_000 }, 11);
      t.diagnostic(`${share}: ${course.without} of ${course.views} views lack the request`);
      assert.ok(course.folds > 0);
      assert.equal(course.without, 0);
    }
  });

  it('says behind which message the records stand', async () => {
    const { last } = await play(longTurn(spoken(rules(400)), 70), { contextWindow: 24_000 });
    const number = 11;
    assert.match(segmentText(last), new RegExp(`message ${number}\\b`));
  });
});

describe('a request that is over', () => {
  it('goes into the next record with its words, and is bought once', async () => {
    const order = 'Keep the public names of lib/net as they are, always.';
    const history = longTurn(spoken(order), 40);
    history.push(assistant('Done.'), user('Now the next one, please.'));
    for (let i = 0; i < 60; i += 1) history.push(...step(`d${i}`, 500));
    const { last } = await play(history, { contextWindow: 24_000 });
    assert.ok(!holds(last, [history[10] as Message]));
    assert.ok(segmentText(last).includes(order));
  });
});

describe('initial messages and a request that have no room together', () => {
  const opening = user(rules(6_000));
  const turn = (request: Message, steps = 60): Message[] => [
    opening,
    assistant('I will.'),
    request,
    ...Array.from({ length: steps }, (_, i) => step(`c${i}`, 400)).flat(),
  ];

  it('the initial ones give way, and an event says so', async () => {
    const request = user(rules(5_000));
    const course = await play(turn(request), { contextWindow: 24_000 }, 3);
    assert.equal(course.without, 0);
    assert.deepEqual([...new Set(course.took)], ['initial-messages']);
    assert.ok(!holds(course.last, [opening]));
  });

  it('a request of more than half goes like any message, and an event says so', async () => {
    const course = await play(turn(user(rules(9_500))), { contextWindow: 24_000 }, 3);
    assert.ok(course.took.includes('current-request'));
    assert.ok(holds(course.last, [opening]));
  });
});

describe('any session of long turns', () => {
  function session(rng: Rng): Message[] {
    const history: Message[] = [user(prose(rng.int(20, 400), 'opening'))];
    for (let turn = 0; turn < rng.int(2, 4); turn += 1) {
      if (turn > 0) {
        for (let i = rng.int(1, 2); i > 0; i -= 1) {
          history.push(spoken(rules(rng.int(15, 1_500)), rng.int(0, 2)));
        }
      }
      for (let i = rng.int(2, 40); i > 0; i -= 1) {
        history.push(...step(`t${turn}s${i}`, rng.int(20, 900)));
        // A host that steers between two results.
        if (rng.chance(0.03)) history.push(spoken(rules(rng.int(15, 200)), rng.int(0, 1)));
      }
      if (rng.chance(0.7)) history.push(assistant('That is it.'));
    }
    return history;
  }

  for (const preset of Object.keys(presets) as PresetName[]) {
    it(`keeps its current request in every view: ${preset}`, async () => {
      for (let seed = 0; seed < scaled(8); seed += 1) {
        const rng = createRng(`${preset} ${seed}`);
        const contextWindow = rng.pick([12_000, 24_000, 48_000]);
        const options: Partial<CompactorOptions> = { preset, contextWindow };
        if (rng.chance(0.5)) options.summarize = async (request) => goodSummary(request);
        if (rng.chance(0.5)) options.media = {};
        const { lacking } = await play(session(rng), options);
        assert.equal(lacking, 0, `seed ${seed} in ${contextWindow}`);
      }
    });
  }
});
