// promise: api, 2 never mutates, 6 pays once
/**
 * What a session does for a host, call by call: which objects it hands back, how it recognises what it
 * is given, what it tells, and that it never touches what is not its own.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { CompactorEvent, Session, SummaryRequest } from 'epitome';
import type { Message } from '../../js/testing/shapes.ts';
import { turn, until } from './support/clock.ts';
import { type Given, maker } from './support/compactors.ts';
import {
  assistant,
  callMessage,
  conversation,
  goodSummary,
  isSegments,
  jsonClone,
  model,
  type Played,
  playCarried,
  playRaw,
  prose,
  resultMessage,
  segmentText,
  step,
  story,
  user,
} from './support/conversation.ts';
import { validateView } from './support/validator.ts';

const make = maker({ contextWindow: 8_000, windowGuard: { warn: 0 } }, { writes: true });

async function open(options: Given = {}) {
  const made = await make(options);
  return { ...made, session: made.compactor.session('chat') };
}

/** One step of a run of its own. */
async function once(
  session: Pick<Session, 'prepareStep'>,
  messages: Message[],
  steps: object[] = [],
) {
  const answer = await session.prepareStep({ messages, steps, stepNumber: steps.length, model });
  return answer?.messages ?? messages;
}

function assertValid(view: readonly unknown[], host: readonly unknown[], options = {}): void {
  assert.deepEqual(validateView(view, host, options), []);
}

/** What follows from the rules that every played run has to keep. */
function assertPlayedWell(played: Played, history: readonly Message[], first = 1): void {
  played.views.forEach((view, i) => {
    assertValid(view, history.slice(0, first + 2 * i));
  });
}

/** The array, which counts how often a message is taken out of it. */
function readCounted<T extends object>(array: T[], reads: { count: number }): T[] {
  return new Proxy(array, {
    get(target, key, receiver) {
      if (typeof key === 'string' && /^\d+$/.test(key)) reads.count += 1;
      return Reflect.get(target, key, receiver);
    },
  });
}

describe('prepareStep', () => {
  it('returns undefined as long as nothing has to change', async () => {
    const { session, log } = await open();
    const history = conversation(15);
    const { answers } = await playRaw(session, history);
    assert.deepEqual(new Set(answers), new Set([undefined]));
    const told = log.all.filter(({ type }) => type !== 'view');
    assert.deepEqual(told, [{ type: 'aligned', sessionId: 'chat', how: 'new', common: 0 }]);
    assert.deepEqual(
      await session.prepareStep({ messages: [], steps: [], stepNumber: 0 }),
      undefined,
    );
  });

  it('is bound, and rests on messages alone', async () => {
    const { session } = await open();
    const { prepareStep } = session;
    const messages = conversation(60);
    const bare = { messages } as unknown as Parameters<typeof prepareStep>[0];
    const answer = await prepareStep(bare);
    assert.ok(answer !== undefined && answer.messages.length < messages.length);
  });

  it('reads a message once, however many steps follow, until a rewrite wants its text', async () => {
    const { session, log } = await open();
    const reads: number[] = [];
    const watched = conversation(60).map(({ role, content }, i): Message => {
      reads[i] = 0;
      return {
        role,
        get content() {
          (reads[i] as number) += 1;
          return content;
        },
      } as Message;
    });
    await playRaw(session, watched);
    assert.ok(log.rewrites.length > 1);
    const ends = log.rewrites.map(({ folds, kept }) => {
      const folded = Math.max(...folds.map(({ lastMessage }) => lastMessage));
      return { folded, size: folded + kept.messages };
    });
    reads.forEach((count, i) => {
      // Folded ones are read for the summary, the opening by each rewrite, and those that stay by the
      // rewrite that leaves them, for what became of its range and what need not be told twice; the
      // first messages tell the dialect as well. While one is among the newest 32, its lengths are
      // compared at each step, which comes with two messages.
      const folds = ends.some(({ folded }) => i < folded) ? 1 : 0;
      const looks = ends.filter(({ folded, size }) => i >= folded && i < size);
      const rewrites = i === 0 ? ends.length : folds + looks.length;
      const most = 1 + rewrites + (i <= 2 ? 2 : 0) + 17;
      assert.ok(count >= 1 && count <= most, `message ${i + 1} was read ${count} times`);
    });
  });

  it('looks at each known message once a step, sent whole or carried on, with edits or without', async () => {
    const odd = [callMessage('odd'), resultMessage('odd', 'one half of a pair: \ud83d')];
    for (const edited of [[], odd]) {
      for (const carries of [false, true]) {
        const { session } = await open({ contextWindow: 400_000 });
        const history = [...conversation(5), ...edited, ...conversation(300).slice(1)];
        let sent = history;
        const steps: object[] = [];
        for (let count = 0; count < 5; count += 1) {
          const reads = { count: 0 };
          const messages = readCounted(sent, reads);
          const view = await once(session, messages, steps);
          assert.equal(
            view === messages,
            carries ? count > 0 || edited.length === 0 : edited.length === 0,
          );
          assert.equal(view.length, sent.length);
          // What is new is read on arrival, and a rewrite looks at all of it.
          if (count > 1) {
            assert.ok(reads.count <= sent.length + 20, `${reads.count} of ${sent.length}`);
          }
          sent = [...(carries && view !== messages ? view : sent), ...step(`s${count}`)];
          steps.push({});
        }
      }
    }
  });

  it('hands untouched messages back by reference and made ones as the same objects at every step', async () => {
    const { session, log } = await open();
    const history = story(70);
    const played = await playRaw(session, history);
    assertPlayedWell(played, history);
    const hosts = new Set<unknown>(history);
    const madeAt = new Map<string, unknown>();
    let edited = 0;
    for (const view of played.views) {
      for (const message of view) {
        if (hosts.has(message)) continue;
        const key = JSON.stringify(message);
        if (madeAt.has(key))
          assert.equal(message, madeAt.get(key), 'a second copy of one decision');
        madeAt.set(key, message);
        if (!isSegments(message)) edited += 1;
      }
    }
    assert.ok(log.rewrites.some(({ edits }) => edits.length > 0) && edited > 5, 'results were cut');
    assert.ok(
      log.rewrites.some(({ folds }) => folds.length > 0),
      'ranges were folded',
    );
  });

  it('owns the arrays that it hands out: what the host does to them changes nothing', async () => {
    const history = story(60);
    const { session } = await open();
    const expected = await playRaw(session, history);
    const { session: other } = await open();
    const steps: object[] = [];
    for (let end = 1, i = 0; end <= history.length; end += 2, i += 1) {
      const messages = history.slice(0, end);
      const answer = await other.prepareStep({ messages, steps, stepNumber: i, model });
      assert.deepEqual(answer?.messages ?? messages, expected.views[i]);
      answer?.messages.splice(1, 3, user('intruder'));
      messages.reverse();
      steps.push({});
    }
  });
});

describe('histories as the SDK versions pass them', () => {
  it('C11: may be new objects, the first (streamText of 5) or all (a store): no second summary', async () => {
    const history = story(70);
    const plain = await open();
    const expected = await playRaw(plain.session, history);
    for (const [last, cases] of [
      [0, ['new']],
      [history.length, ['new', 'extended']],
    ] as const) {
      const { session, log, requests } = await open();
      const refresh = (message: Message, index: number) =>
        index <= last ? jsonClone(message) : message;
      const played = await playRaw(session, history, { refresh });
      assert.equal(JSON.stringify(played.views), JSON.stringify(expected.views));
      assert.equal(requests.length, plain.requests.length);
      assert.deepEqual(new Set(log.of('aligned').map(({ how }) => how)), new Set(cases));
    }
  });

  it('keep a steering message that arrives in the step of a rewrite, as the same object', async () => {
    const history = conversation(60);
    const plain = await open();
    const steered = await open();
    await playCarried(plain.session, history);
    const rewriteAt = plain.log.rewrites.length;
    assert.ok(rewriteAt > 0);
    let sent: Message[] = [];
    const steps: object[] = [];
    let met = 0;
    for (let end = 1, from = 0; end <= history.length; from = end, end += 2) {
      const steering = user(`Stop after step ${steps.length}, please.`);
      const messages = [...sent, ...history.slice(from, end), steering];
      const rounds = steered.log.rewrites.length;
      const answer = await steered.session.prepareStep({
        messages,
        steps,
        stepNumber: steps.length,
        model,
      });
      sent = [...(answer?.messages ?? messages)];
      assert.equal(sent.at(-1), steering);
      if (steered.log.rewrites.length > rounds) met += 1;
      steps.push({});
    }
    assert.ok(met > 1, 'steering met rewrites');
  });
});

describe('several runs at once', () => {
  it('with their own `steps` share a session and don’t disturb each other', async () => {
    const histories = [story(50, 'a'), story(50, 'b')] as const;
    const alone = await Promise.all(
      histories.map(async (history) => playRaw((await open()).session, history)),
    );
    const { session, log } = await open();
    const steps: object[][] = [[], []];
    const views: unknown[][][] = [[], []];
    for (let end = 1; end <= histories[0].length; end += 2) {
      for (const which of [0, 1] as const) {
        const messages = (histories[which] as Message[]).slice(0, end);
        views[which]?.push(await once(session, messages, steps[which]));
        steps[which]?.push({});
      }
    }
    for (const which of [0, 1] as const) {
      assert.equal(JSON.stringify(views[which]), JSON.stringify(alone[which]?.views));
    }
    assert.deepEqual(
      log.of('aligned').map(({ how }) => how),
      ['new', 'unrelated'],
    );
    assert.deepEqual(log.of('error'), []);
  });

  it('more than a session remembers are matched anew, without errors or second summaries', async () => {
    const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
    const histories = names.map((name) => conversation(45, { name }));
    const { session, log, requests } = await open();
    const steps: object[][] = names.map(() => []);
    for (let end = 71; end <= 91; end += 2) {
      // The order changes, so that the run used last is not the one opened last.
      const order = end % 4 === 1 ? [0, 1, 2, 3, 4, 5, 6] : [3, 0, 6, 2, 2, 5, 1, 4];
      for (const which of order) {
        const host = (histories[which] as Message[]).slice(0, end);
        assertValid(await once(session, host, steps[which]), host);
        assertValid(await once(session, host, steps[which]), host);
        steps[which]?.push({});
      }
    }
    assert.deepEqual(log.of('error'), []);
    // Records of other conversations read alike: what is merged may be the same.
    const ranges = requests.filter(({ kind }) => kind !== 'merge').map(({ prompt }) => prompt);
    assert.equal(new Set(ranges).size, ranges.length, 'a range was summarised twice');
  });

  it('stay known while another is matched again and again', async () => {
    const { session, requests, log } = await open();
    const history = conversation(60);
    const other = conversation(5, { name: 'other' });
    const view = await once(session, history);
    const asked = requests.length;
    for (let i = 0; i < 8; i += 1) await once(session, jsonClone(other), [{}]);
    const handed = jsonClone(view);
    assert.deepEqual(await once(session, handed, [{}]), view);
    for (let i = 0; i < 8; i += 1) await once(session, jsonClone(other), [{}]);
    const suffix = jsonClone(history.slice(-24));
    const answer = await once(session, suffix, [{}]);
    assert.deepEqual(answer, view);
    assert.equal(answer[0], handed[0], 'the opening as it was last given');
    assert.equal(requests.length, asked);
    assert.deepEqual(log.of('error'), []);
  });

  it('of one history in two runs are served alike', async () => {
    const history = conversation(60);
    const alone = await open();
    await playRaw(alone.session, history);
    const { session, log, requests } = await open();
    const [one, two] = [[], []] as [object[], object[]];
    for (let end = 1; end <= history.length; end += 2) {
      const first = await once(session, history.slice(0, end), one);
      const second = await once(session, jsonClone(history.slice(0, end)), two);
      const again = await once(session, history.slice(0, end), one);
      assert.deepEqual(second, first);
      assert.deepEqual(again, first);
      one.push({});
      two.push({});
    }
    assert.deepEqual(log.of('error'), []);
    assert.equal(requests.length, alone.requests.length);
  });

  it('through one hook of the compactor have a session each', async () => {
    const { compactor, requests, log } = await open();
    type Step = Parameters<ReturnType<typeof compactor.prepareStep>>[0] & { chat?: string };
    const hook = compactor.prepareStep<Step>({
      sessionId: ({ chat = '?' }) => chat,
      overrides: { contextWindow: 6_000 },
    });
    const chats = Array.from({ length: 12 }, (_, i) => `chat-${i}`);
    const histories = chats.map((name) => conversation(40, { name }));
    const alone = await Promise.all(
      histories.map(async (history) => {
        const own = await open({ contextWindow: 6_000 });
        return { ...own, played: await playRaw(own.session, history) };
      }),
    );
    const steps: object[][] = chats.map(() => []);
    const views: unknown[][][] = chats.map(() => []);
    for (let end = 1; end <= 81; end += 2) {
      await Promise.all(
        chats.map(async (chat, i) => {
          const messages = (histories[i] as Message[]).slice(0, end);
          const own = steps[i] as object[];
          const given = { messages, steps: own, stepNumber: own.length, chat };
          const view = (await hook(given))?.messages ?? messages;
          views[i]?.push([...view]);
          own.push({});
        }),
      );
    }
    const prompts = (asked: readonly SummaryRequest[]) => asked.map(({ prompt }) => prompt).sort();
    assert.deepEqual(prompts(requests), prompts(alone.flatMap((each) => each.requests)));
    alone.forEach(({ played, log: expected }, i) => {
      assert.equal(JSON.stringify(views[i]), JSON.stringify(played.views));
      const chat = chats[i] as string;
      const rewrites = log.rewrites.filter(({ sessionId }) => sessionId === chat).length;
      assert.ok(rewrites > 1 && rewrites === expected.rewrites.length);
      assert.equal(compactor.session(chat).usage().compactions, rewrites);
    });
  });

  it('while a summary is pending wait for it, and share it', async () => {
    let release = (_: string) => {};
    const pending = new Promise<string>((resolve) => {
      release = resolve;
    });
    let asked = 0;
    const summarize = (): Promise<string> => {
      asked += 1;
      return pending;
    };
    const { session, log } = await open({ summarize });
    const history = conversation(24);
    const more = [...history, ...step('later')];
    const calls = [
      once(session, history),
      once(session, [...history]),
      once(session, jsonClone(history)),
      once(session, more),
      once(session, conversation(3, { name: 'other' })),
    ];
    const settled: number[] = [];
    calls.forEach((call, i) => {
      call.then(() => settled.push(i));
    });
    await until(() => asked > 0);
    await turn();
    assert.deepEqual(settled, []);
    assert.equal(asked, 1);
    release(goodSummary({ firstMessage: 2, lastMessage: 9 }));
    const [first, second, third, fourth, other] = await Promise.all(calls);
    assert.equal(asked, 1);
    assert.ok(first?.some(isSegments));
    assert.deepEqual(second, first);
    assert.deepEqual(third, first);
    assert.deepEqual(fourth?.slice(0, first?.length), first);
    assert.equal(other?.length, 7);
    assert.deepEqual(log.of('error'), []);
  });
});

describe('more sessions than the engine holds', () => {
  it('park the one that was at work the longest ago, and never a hot one', async () => {
    const { compactor, session, log, requests } = await open();
    const host = [user('Go.')];
    const hot = () => log.of('aligned').filter(({ sessionId }) => sessionId === session.id);
    await once(session, [...host]);
    const set = compactor.session('set aside');
    const view = await once(set, conversation(60));
    const others = Array.from({ length: 520 }, (_, i) => compactor.session(`other-${i}`));
    for (const other of others) {
      await once(other, [user('Hi.')]);
      host.push(assistant('On it.'), user('More.'));
      await once(session, [...host]);
    }
    assert.equal(hot().length, 1, 'the hot session read its history once');
    const [first] = others;
    assert.ok(first);
    await once(first, [user('Hi.'), assistant('Yes?'), user('So.')]);
    const told = log.of('aligned').filter(({ sessionId }) => sessionId === first.id);
    assert.equal(told.length, 2, 'the one that slept was parked, and works on');
    const paid = requests.length;
    assert.deepEqual(await once(set, conversation(60)), view);
    assert.equal(requests.length, paid, 'it pays for nothing again');
  });
});

describe('snapshot and state', () => {
  const history = story(80);

  /** So that edits are made as well as segments. */
  const trims = { results: { trim: { over: 400, head: 100, tail: 100 }, batch: 0.05 } };

  /** A session that has gone through the history, its last view, and its state. */
  async function gone() {
    const opened = await open(trims);
    const { views } = await playRaw(opened.session, history);
    const view = views.at(-1) as Message[];
    return { ...opened, view, state: opened.session.snapshot() };
  }

  it('go on with a suffix of the history', async () => {
    const { view, state } = await gone();
    const { compactor, requests, log } = await open(trims);
    const restored = compactor.session('restored', { state });
    // What stands behind the segments, and a few messages more: hosts load what is active.
    const tail = view.length - 1 - view.findIndex(isSegments);
    const suffix = jsonClone(history.slice(-tail - 4));
    const answer = await once(restored, suffix);
    assert.equal(requests.length, 0);
    assert.equal(log.of('aligned')[0]?.how, 'suffix');
    assert.equal(segmentText(answer), segmentText(view));
    assertValid(answer, suffix, { suffix: true });
  });

  it('go on with a suffix as well where the one before came as new objects', async () => {
    const { view, state } = await gone();
    const behind = view.length - 1 - view.findIndex(isSegments);
    /**
     * What is shown of a short suffix after a host sent all that follows the records, with `folded` messages before,
     * `arrays` times as new objects.
     */
    const shownAfter = async (folded: number, arrays: number, before: number, after: number) => {
      const one = await open(trims);
      const first = one.compactor.session('one', { state });
      const suffix = history.slice(-behind - folded);
      for (let i = 0; i < arrays; i += 1) await once(first, jsonClone(suffix));
      const two = await open(trims);
      const second = two.compactor.session('two', { state: first.snapshot() });
      const end = history.length - behind;
      const short = jsonClone(history.slice(end - before, end + after));
      const answer = await once(second, short);
      const how = two.log.of('aligned')[0]?.how;
      return { how, answer, asked: one.requests.length + two.requests.length };
    };
    for (const folded of [0, 1]) {
      for (const before of [2, 4, 6]) {
        for (const after of [1, 3, behind]) {
          const sent = `${folded}, ${before}, ${after}`;
          const expected = await shownAfter(folded, 1, before, after);
          assert.deepEqual([expected.how, expected.asked], ['suffix', 0], sent);
          assert.equal(segmentText(expected.answer), segmentText(view));
          assert.deepEqual(await shownAfter(folded, 3, before, after), expected, sent);
        }
      }
    }
  });

  it('of a session that was restored, pinned in and looked at, and not yet used, lose nothing', async () => {
    const { view, state } = await gone();
    const { compactor, requests } = await open(trims);
    const between = compactor.session('between', { state });
    between.pin('Answer in French.');
    between.usage();
    await between.prepare([user('Name this chat.'), assistant('Harbour')]);
    const restored = compactor.session('restored', { state: between.snapshot() });
    assert.deepEqual(await once(restored, jsonClone(history)), view);
    assert.deepEqual(restored.pins, ['Answer in French.']);
    assert.equal(requests.length, 0);
  });

  it('count by the tokeniser of the model that the first step named', async () => {
    const messages = jsonClone(history.slice(0, 21));
    const claude = { model: 'claude-sonnet-4-5' };
    const { compactor } = await open({ contextWindow: 200_000 });
    const tokens = async (session: Session, options: { model?: string } = claude) => {
      await session.prepare(messages, options);
      return session.usage().viewTokens;
    };
    const session = compactor.session('first');
    const expected = await tokens(session);
    assert.notEqual(await tokens(compactor.session('other'), {}), expected);

    const asked = compactor.session('asked');
    assert.deepEqual([asked.usage().compactions, asked.pins, asked.children], [0, [], []]);
    asked.pin('Answer in French.');
    assert.equal(await tokens(asked), expected);
    assert.deepEqual(asked.pins, ['Answer in French.']);

    const early = compactor.session('early', { state: asked.snapshot() });
    early.pin('Use tabs.');
    const state = early.snapshot();
    for (const used of [early, compactor.session('later', { state })]) {
      assert.equal(await tokens(used), expected);
    }
    // Whatever model comes next: the state's numbers are of that tokeniser.
    const restored = compactor.session('restored', { state: session.snapshot() });
    await restored.prepare(messages, { model: 'gpt-5' });
    assert.equal(await tokens(restored), expected);

    const pinned = compactor.session('pinned');
    pinned.pin('Use tabs.');
    const fresh = compactor.session('fresh', { state: pinned.snapshot() });
    assert.equal(await tokens(fresh), expected);
  });

  it('of a session that has seen nothing restore to one that has seen nothing', async () => {
    const { compactor, session, log } = await open();
    const restored = compactor.session('b', { state: session.snapshot() });
    await once(restored, conversation(2));
    assert.equal(log.of('aligned')[0]?.how, 'new');
  });
});

describe('histories that change', () => {
  const history = conversation(60);

  async function folded() {
    const opened = await open();
    const view = await once(opened.session, history);
    const asked = opened.requests.length;
    assert.ok(asked > 0 && view.some(isSegments));
    const alignedBefore = opened.log.of('aligned').length;
    const how = () =>
      opened.log
        .of('aligned')
        .slice(alignedBefore)
        .map((event) => event.how);
    return { ...opened, view, asked, how };
  }

  const cutAt = (at: number, ...more: Message[]) => [...jsonClone(history.slice(0, at)), ...more];
  /** What becomes of the history, how it is told, and whether the records stay. */
  const changes: Record<string, [Message[], how: string, stay: boolean]> = {
    'edited behind the fold': [
      cutAt(119, callMessage('other'), resultMessage('other', 'something else')),
      'regenerated',
      true,
    ],
    'regenerated from a message on': [
      cutAt(113, ...conversation(4, { name: 'x' }).slice(1)),
      'regenerated',
      true,
    ],
    'unrelated: a run of its own': [conversation(3, { name: 'other' }), 'unrelated', false],
  };
  for (const [name, [changed, told, stay]] of Object.entries(changes)) {
    it(`${name}, and the way back costs nothing`, async () => {
      const { session, requests, asked, how, view, log } = await folded();
      const answer = await once(session, changed);
      assertValid(answer, changed);
      assert.deepEqual(answer[0], changed[0]);
      assert.deepEqual(how(), [told]);
      assert.equal(segmentText(answer) === segmentText(view), stay);
      const paid = told === 'regenerated' ? asked : requests.length;
      assert.deepEqual(await once(session, history), view);
      assert.equal(requests.length, paid);
      assert.deepEqual(log.of('error'), []);
    });
  }

  it('whose opening request was edited', async () => {
    const { session } = await folded();
    const edited = [user('Please translate the c module.'), ...jsonClone(history.slice(1))];
    const answer = await once(session, edited);
    assertValid(answer, edited);
    assert.equal(answer[0], edited[0]);
  });

  it('edited inside the fold: its segment goes, and the way back costs nothing', async () => {
    const { session, requests, asked, how, view } = await folded();
    const edited = jsonClone(history);
    edited.splice(1, 2, ...step('edited'));
    const answer = await once(session, edited);
    assertValid(answer, edited);
    assert.notDeepEqual(answer.find(isSegments), view.find(isSegments));
    assert.deepEqual(how(), ['regenerated']);
    const paid = requests.length;
    assert.ok(paid > asked);
    assert.deepEqual(await once(session, jsonClone(history)), view);
    assert.deepEqual(await once(session, jsonClone(edited)), answer);
    assert.equal(requests.length, paid, 'a branch was paid for twice');
  });

  it('truncated behind the fold, inside it, and to nothing', async () => {
    const { session, requests, asked, how, view } = await folded();
    for (const length of [115, 21, 1, 0]) {
      const shorter = jsonClone(history.slice(0, length));
      const answer = await once(session, shorter);
      assertValid(answer, shorter);
      if (length === 115) assert.equal(segmentText(answer), segmentText(view));
      else assert.deepEqual(answer, shorter);
    }
    assert.deepEqual(new Set(how()), new Set(['truncated']));
    assert.deepEqual(await once(session, jsonClone(history)), view);
    assert.equal(requests.length, asked);
  });

  it('cut back and restored by the very same objects: a branch by identity costs nothing', async () => {
    const { session, requests, asked, view } = await folded();
    for (const length of [115, 21, 1]) {
      const shorter = history.slice(0, length);
      assertValid(await once(session, shorter), shorter);
      assert.deepEqual(await once(session, history), view);
      assert.equal(requests.length, asked, `paid again after ${length} messages`);
    }
  });

  it('of a host that edits one object in place are noticed when it is a new array of new objects', async () => {
    const { session } = await folded();
    const copy = jsonClone(history);
    const first = await once(session, copy);
    const changed = copy.slice();
    changed[119] = callMessage('c59', { path: 'elsewhere' });
    changed[120] = resultMessage('c59', 'changed');
    const second = await once(session, changed);
    assert.equal(second.at(-1), changed[120]);
    assert.notDeepEqual(second, first);
    assertValid(second, changed);
  });
});

describe('a change of model', () => {
  const models = {
    large: { contextWindow: 64_000 },
    small: { contextWindow: 8_000 },
    tiny: { contextWindow: 3_000 },
  };
  const at = async (session: Session, messages: Message[], modelId: string) => {
    const answer = await session.prepareStep({
      messages,
      steps: [],
      stepNumber: 0,
      model: { modelId },
    });
    return answer?.messages ?? messages;
  };

  it('to a smaller window replans; to a larger one undoes nothing', async () => {
    const { session, requests } = await open({ contextWindow: undefined, model: 'large', models });
    const history = conversation(60);
    assert.deepEqual(await at(session, history, 'large'), history);
    assert.equal(session.usage().budget, 64_000 - 8_000 - 8_000);
    const small = await at(session, history, 'small');
    assert.ok(small.some(isSegments));
    assert.ok(session.usage().viewTokens <= session.usage().budget);
    const tiny = await at(session, history, 'tiny');
    assert.ok(session.usage().viewTokens <= session.usage().budget);
    assertValid(tiny, history);
    const paid = requests.length;
    assert.deepEqual(await at(session, history, 'large'), tiny);
    assert.equal(session.explain().budget.contextWindow, 64_000);
    assert.equal(requests.length, paid);
  });

  it('that the step does not name leaves the window as it was set', async () => {
    const { session } = await open({ contextWindow: undefined, model: 'small', models });
    for (const odd of [undefined, null, {}, 5, { modelId: 5 }]) {
      await session.prepareStep({ messages: [user('hi')], steps: [], stepNumber: 0, model: odd });
      assert.equal(session.explain().budget.contextWindow, 8_000);
    }
  });
});

describe('prepare and compact', () => {
  it('prepare always answers with a view of its own', async () => {
    const { session } = await open();
    const short = conversation(3);
    const same = await session.prepare(short);
    assert.deepEqual(same.messages, short);
    assert.notEqual(same.messages, short);
    const history = conversation(60);
    const { messages } = await session.prepare(history);
    assertValid(messages, history);
    assert.ok(messages.length < history.length);
  });

  it('compact folds what is not protected, however small the view', async () => {
    const { session, log, requests } = await open({ contextWindow: 100_000 });
    const history = conversation(200);
    assert.deepEqual(await once(session, history), history);
    const { messages, compacted, event } = await session.compact<Message>();
    assert.equal(compacted, true);
    assert.equal(event?.reason, 'manual');
    assert.deepEqual(log.rewrites, [event]);
    assert.equal(requests.length, 1);
    assertValid(messages, history);
    assert.deepEqual(await once(session, history), messages, 'the next step goes on from it');
    const again = await session.compact<Message>();
    assert.equal(again.compacted, false);
    assert.equal(again.event, undefined);
    assert.deepEqual(again.messages, messages);
    assert.equal(requests.length, 1);
  });

  it('compact leaves the copies that it makes to the steps that follow', async () => {
    const { session } = await open({ contextWindow: 100_000 });
    const history = [user('a lone half: \ud800'), ...conversation(200)];
    const steps = [{}];
    await once(session, history, steps);
    // The SDK may bring a new object with the same content.
    const again = [jsonClone(history[0] as Message), ...history.slice(1)];
    const { messages } = await session.compact({ messages: again });
    const view = await once(session, again, steps);
    assert.equal(view.length, messages.length);
    for (const [at, message] of view.entries()) assert.equal(message, messages[at]);
  });

  it('compact takes an array, and refuses none', async () => {
    const { session } = await open();
    await assert.rejects(session.compact(), { code: 'invalid-argument' });
    const wrong = { messages: 'all' } as unknown as { messages: Message[] };
    await assert.rejects(session.compact(wrong), { code: 'invalid-argument' });
    assert.throws(() => session.explain(), { code: 'invalid-argument' });
    const { compacted } = await session.compact({ messages: conversation(40) });
    assert.equal(compacted, true);
    const empty = await session.compact({ messages: [] });
    assert.deepEqual(empty, { messages: [], compacted: false, event: undefined });
  });
});

describe('events', () => {
  it('tell sizes, folds and edits that agree with each other', async () => {
    const { session, log } = await open({ warn: 0.5, windowGuard: { warn: 10_000 } });
    const history = story(80);
    await playRaw(session, history);
    const aborted = [...history, callMessage('never'), user('Leave that.')];
    await once(session, aborted);
    await once(session, [...aborted, null as unknown as Message, user('?')]);
    await once(session, [user(prose(9_000, 'flood'))]);
    await once(session, 'nothing' as unknown as Message[]);

    for (const event of log.all) assert.equal(event.sessionId, 'chat');
    for (const event of log.rewrites) {
      assert.ok(event.tokensAfter < event.tokensBefore);
      assert.ok((event.target ?? 0) <= event.trigger && event.trigger <= event.budget);
      for (const fold of event.folds) {
        assert.ok(fold.firstMessage >= 2 && fold.firstMessage <= fold.lastMessage);
        assert.match(fold.id, /^[0-9a-f]{16}$/);
        assert.equal(fold.source, 'model');
        assert.equal('codeReason' in fold, false);
      }
      for (const edit of event.edits) {
        assert.equal(edit.toolName, 'read');
        assert.ok(edit.kept < edit.total);
        assert.equal(history[edit.message - 1]?.role, 'tool');
      }
    }
    assert.deepEqual(
      log.rewrites.map(({ round }) => round),
      [...log.rewrites.keys()].map((i) => i + 1),
    );
    const [repair] = log.of('repair');
    assert.deepEqual(repair?.repairs, [{ repair: 'aborted-call', message: history.length + 1 }]);
    const [fault] = log.of('fault');
    assert.equal(fault?.messageIndex, aborted.length);
    assert.equal(fault?.fault, 'not-an-object');
    const [cannotFit] = log.of('cannot-fit');
    const { system, initial, records, recent, view, budget } =
      cannotFit?.breakdown ?? assert.fail();
    assert.equal(system + initial + records + recent, view);
    assert.ok(view > budget);
    const [error] = log.of('error');
    assert.equal(error?.error.code, 'invalid-argument');
  });

  it('go to listeners whose faults are not the agent’s', async () => {
    const quiet = await open();
    const history = story(60);
    const expected = await playRaw(quiet.session, history);
    let calls = 0;
    const { session } = await open({
      onEvent: () => {
        calls += 1;
        throw new RangeError('a listener failed');
      },
    });
    const played = await playRaw(session, history);
    assert.equal(JSON.stringify(played.views), JSON.stringify(expected.views));
    assert.equal(calls, quiet.log.all.length);
  });

  it('may be listened to by one that calls back, even to dispose', async () => {
    const history = conversation(60);
    const sizes: number[] = [];
    const { compactor, session } = await open({
      onEvent: () => {
        sizes.push(session.usage().viewTokens + session.snapshot().length);
        sizes.push(compactor.estimateTokens('x'.repeat(5_000)));
      },
    });
    const { views } = await playRaw(session, history);
    assertValid(views.at(-1) as unknown[], history);
    assert.ok(sizes.length >= 6);
    const events: CompactorEvent[] = [];
    const { compactor: other } = await open({
      onEvent: (event) => {
        events.push(event);
        other.session('x').dispose();
      },
    });
    assertValid(await once(other.session('x'), history), history);
    assert.deepEqual([events[0]?.type, events.at(-2)?.type], ['aligned', 'compaction']);
  });
});

describe('blocks that a host gives', () => {
  const history = story(40);

  /** What the host was told, and what it gets to hear, where it gives `blocks`. */
  async function giving(
    blocks: (tokens: number, compactor: Awaited<ReturnType<typeof open>>['compactor']) => unknown,
    options: Given = {},
  ) {
    const told: number[] = [];
    const opened = await open({
      contextWindow: 16_000,
      reinject: ({ tokens }) => {
        told.push(tokens);
        return blocks(tokens, opened.compactor) as [];
      },
      ...options,
    });
    const { messages, compacted } = await opened.session.compact({ messages: history });
    assert.ok(compacted);
    assert.equal(told.length, 1);
    const errors = opened.log.of('error').map(({ error }) => error as Error & { code: string });
    assert.ok(errors.every(({ code }) => code === 'invalid-argument'));
    return {
      text: segmentText(messages),
      told: told[0] ?? 0,
      faults: errors.map((e) => e.message),
    };
  }

  it('may be as long as it was told', async () => {
    for (const budgets of [undefined, { blocks: 0.05 }, { blocks: 700 }]) {
      let rules = '';
      const given = await giving(
        (tokens, compactor) => {
          rules = prose(tokens * 2, 'rules');
          while (compactor.estimateTokens(rules) > tokens) rules = rules.slice(0, -1);
          while (compactor.estimateTokens(rules) < tokens) rules += '\nand';
          return [{ name: 'the rules of this house, as they were agreed', text: rules }];
        },
        { budgets },
      );
      assert.ok(given.told > 100 && given.told <= 1_600);
      assert.ok(given.text.includes(rules));
      assert.deepEqual(given.faults, []);
    }
  });

  it('are told of where they are left out', async () => {
    const entry = { name: 'rules', text: 'RULE: use tabs.' };
    const long = prose(20_000, 'long');
    const { text, faults } = await giving(() => [
      { name: 'log', text: long },
      { name: 'bad' },
      undefined,
      { name: 'silent', text: '' },
      entry,
      ...new Array(100_000).fill(entry),
    ]);
    assert.ok(text.includes(entry.text) && !text.includes(long.slice(0, 100)));
    const expected = [
      /entry 1 has no text/,
      /entry 2 has no text/,
      /99989 more/,
      /'log' has no room/,
    ];
    assert.equal(faults.length, expected.length);
    for (const [i, pattern] of expected.entries()) assert.match(faults[i] ?? '', pattern);
  });

  it('are none where they are no array', async () => {
    for (const bad of [undefined, null, 'rules', { name: 'rules', text: 'x' }]) {
      const { faults } = await giving(() => bad);
      assert.equal(faults.length, 1);
      assert.match(faults[0] ?? '', /no array/);
    }
  });
});

describe('usage and explain', () => {
  it('agree with the events and with what was asked', async () => {
    const { session, log, requests } = await open({
      summarize: undefined,
    });
    const history = story(60);
    const { views } = await playRaw(session, history);
    const usage = session.usage();
    assert.equal(usage.compactions, log.rewrites.length);
    assert.equal(usage.summariesRequested, 0);
    assert.equal(requests.length, 0);
    assert.ok(usage.viewTokens <= usage.budget);

    const explained = session.explain();
    assert.equal(explained.viewTokens, usage.viewTokens);
    assert.equal(explained.budget.total, usage.budget);
    assert.equal(explained.messages.length, history.length);
    const view = views.at(-1) as unknown[];
    explained.messages.forEach(({ message, role, fate, reason, tokens }, i) => {
      assert.equal(message, i + 1);
      assert.equal(role, history[i]?.role);
      assert.ok(reason.length > 3 && tokens > 0);
      assert.equal(view.includes(history[i]), fate === 'kept', `message ${message} is ${fate}`);
    });
    const folded = explained.messages.filter(({ fate }) => fate === 'folded');
    const inSegments = explained.messages.filter(({ message }) =>
      explained.records.some((s) => s.firstMessage <= message && message <= s.lastMessage),
    );
    assert.ok(folded.length > 0);
    // The current request stays, though what is around it is folded.
    const staying = inSegments.filter(({ fate }) => fate === 'kept');
    assert.deepEqual(
      inSegments.filter(({ fate }) => fate !== 'kept'),
      folded,
    );
    assert.ok(staying.every(({ role }) => role === 'user'));
    const segments = view.find(isSegments) as {
      providerOptions: { epitome: { segments: string[] } };
    };
    assert.deepEqual(
      explained.records.map(({ id }) => id),
      segments.providerOptions.epitome.segments,
    );
    const trimmed = explained.messages.filter(({ fate }) => fate === 'trimmed').length;
    const edited = view.filter((m) => !isSegments(m) && !history.includes(m as Message)).length;
    assert.equal(trimmed, edited);
  });

  it('count the host’s own messages where a view would have none', async () => {
    const { session } = await open();
    const stray = resultMessage('nobody', prose(1_000));
    assert.deepEqual(await once(session, [stray]), [stray]);
    assert.ok(session.usage().viewTokens > 900);
    const request = user('Go on.');
    assert.deepEqual(await once(session, [stray, request]), [request]);
    assert.ok(session.usage().viewTokens < 100);
  });

  it('count what summaries cost, over a restart too', async () => {
    const { compactor, session } = await open({
      summarize: async (request) => ({
        text: goodSummary(request),
        finishReason: 'stop',
        usage: { inputTokens: 500, outputTokens: 40 },
      }),
    });
    await playRaw(session, conversation(60));
    const restored = compactor.session('restored', { state: session.snapshot() });
    for (const { summariesRequested, summariesAccepted, ...usage } of [session, restored].map(
      (each) => each.usage(),
    )) {
      assert.ok(summariesRequested > 0);
      assert.equal(summariesAccepted, summariesRequested);
      assert.equal(usage.summaryInputTokens, 500 * summariesRequested);
      assert.equal(usage.summaryOutputTokens, 40 * summariesRequested);
    }
  });
});

describe('dispose', () => {
  it('lets a loop that runs go on, and has the rest refuse', async () => {
    const { session, log, compactor } = await open();
    const history = conversation(60);
    const view = await once(session, history);
    const { prepareStep } = session;
    session.dispose();
    session.dispose();
    const step = { messages: history, steps: [], stepNumber: 0 };
    assert.deepEqual((await prepareStep(step))?.messages, view);
    assert.deepEqual((await session.prepare(history)).messages, view);
    assert.deepEqual(log.of('error'), []);
    await assert.rejects(session.compact({ messages: history }), { code: 'disposed' });
    for (const call of [() => session.explain(), () => session.usage()]) {
      assert.throws(call, { code: 'disposed' });
    }
    assert.notEqual(compactor.session('chat'), session);
  });

  it('of a compactor ends its sessions and hooks', async () => {
    const { session, compactor, log } = await open();
    const hook = compactor.prepareStep({ sessionId: () => 'chat' });
    const anonymous = compactor.session();
    compactor.dispose();
    compactor.dispose();
    const given = { messages: conversation(60), steps: [], stepNumber: 0 };
    assert.equal(await session.prepareStep(given), undefined);
    assert.equal(await anonymous.prepareStep(given), undefined);
    assert.equal(await hook(given), undefined);
    assert.equal(log.of('error').length, 3);
    assert.throws(() => anonymous.usage(), { code: 'disposed' });
  });

  it('while a summary is pending lets the step end with that summary', async () => {
    let asked = false;
    let answer: (text: string) => void = () => {};
    // Of all requests: the range may take more than one.
    const text = new Promise<string>((resolve) => {
      answer = resolve;
    });
    const { session, log } = await open({
      summarize: () => {
        asked = true;
        return text;
      },
    });
    const history = conversation(60);
    const pending = session.prepareStep({ messages: history, steps: [], stepNumber: 0 });
    await until(() => asked);
    session.dispose();
    answer('## Done\n- late, and long enough to be taken for a summary of these messages.');
    assertValid((await pending)?.messages ?? [], history);
    assert.deepEqual(log.of('error'), []);
    assert.throws(() => session.usage(), { code: 'disposed' });
  });

  it('works by `using`', async () => {
    let kept: Session | undefined;
    {
      using compactor = (await open()).compactor;
      using session = compactor.session('s');
      kept = session;
      assert.equal(session.usage().compactions, 0);
    }
    assert.throws(() => kept?.usage(), { code: 'disposed' });
  });
});

describe('an assistant’s last word', () => {
  it('and an answered question are as foldable as tool calls', async () => {
    const { session } = await open();
    const history: Message[] = [];
    for (let i = 0; i < 60; i += 1)
      history.push(user(`Question ${i}?`), assistant(prose(120, `a${i}`)));
    const view = await once(session, history);
    assertValid(view, history);
    const words = session.records().flatMap((record) => record.words);
    assert.ok(words.length > 20);
    for (const { message, text } of words) assert.equal(text, `Question ${(message - 1) / 2}?`);
  });
});
