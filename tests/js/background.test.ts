// promise: 6 pays once, 4 never breaks the agent
/**
 * Summaries that steps do not wait for, and histories that are read in parts: how many calls there are
 * at once, when a step waits, what becomes of answers that come late, elsewhere, or to nobody.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Amount, Session, SummaryRequest } from 'epitome';
import { pass, turn } from './support/clock.ts';
import { conversation, goodSummary, type playRaw } from './support/conversation.ts';
import { opener } from './support/opener.ts';
import { allText } from './support/record-play.ts';
import { dialects, talkIn } from './support/talk.ts';

const open = opener({ contextWindow: 8_000 });

/** A model whose answers come when the test says so. */
function heldBack() {
  const open: {
    request: SummaryRequest;
    signal: AbortSignal;
    answer: (text?: string) => void;
    fail: (error: unknown) => void;
  }[] = [];
  const summarize = (request: SummaryRequest, { signal }: { signal: AbortSignal }) =>
    new Promise<string>((resolve, fail) => {
      open.push({ request, signal, answer: (text = goodSummary(request)) => resolve(text), fail });
    });
  return { open, summarize };
}

/** Plays a history until `enough`; the number of messages played. */
async function playUntil(
  session: Session,
  history: Parameters<typeof playRaw>[1],
  enough: () => boolean,
  from = 1,
): Promise<number> {
  for (let end = from; end <= history.length; end += 2) {
    await session.prepare(history.slice(0, end));
    if (enough()) return end;
  }
  return assert.fail('the history is too short');
}

const history = conversation(130);

describe('a history that is too long for one request', () => {
  it('is read in parts, so many at once, whose summaries become one', async () => {
    const kinds: string[] = [];
    let running = 0;
    let most = 0;
    const { session, log } = await open({
      summarizeParallel: 2,
      summarize: async (request) => {
        kinds.push(request.kind);
        running += 1;
        most = Math.max(most, running);
        await turn();
        running -= 1;
        return goodSummary(request);
      },
    });
    await session.prepare(history);
    const parts = kinds.filter((kind) => kind === 'part').length;
    assert.ok(parts > 2, String(kinds));
    assert.deepEqual(kinds.slice(parts, parts + 1), ['merge']);
    assert.equal(most, 2);
    assert.equal(log.rewrites[0]?.folds.length, 1);
    assert.deepEqual(log.of('error'), []);
  });
});

describe('a summary in the background', () => {
  it('holds up no step while the view fits', async () => {
    const { open: calls, summarize } = heldBack();
    const { session, log } = await open({ background: true, summarize });
    let end = 1;
    for (let round = 0; round < 3; round += 1) {
      const before = calls.length;
      end = await playUntil(session, history, () => calls.length > before, end);
      assert.equal(log.rewrites.length, round);
      assert.equal(session.pending().length, 1);
      calls.at(-1)?.answer();
      await turn();
      end += 2;
      await session.prepare(history.slice(0, end));
      assert.equal(log.rewrites.length, round + 1);
      assert.equal(log.rewrites.at(-1)?.reason, 'background');
      assert.equal(log.rewrites.at(-1)?.folds[0]?.source, 'model');
    }
    assert.deepEqual(log.of('error'), []);
    assert.equal(session.usage().summariesAccepted, 3);
  });

  it('is waited for where the view does not fit', async () => {
    const { open: calls, summarize } = heldBack();
    const { session, log } = await open({ background: { at: 0.5 }, summarize });
    let end = await playUntil(session, history, () => calls.length > 0);
    let waits = false;
    while (!waits) {
      end += 2;
      const step = session.prepare(history.slice(0, end));
      waits = await Promise.race([
        step.then(() => false),
        turn()
          .then(turn)
          .then(() => true),
      ]);
      if (waits) {
        calls[0]?.answer();
        await step;
      }
    }
    assert.equal(calls.length, 1);
    assert.equal(log.rewrites[0]?.reason, 'budget');
    assert.equal(log.rewrites[0]?.folds[0]?.source, 'model');
  });

  it('is given up with the step that waits for it', async () => {
    const { open: calls, summarize } = heldBack();
    const { session, log } = await open({ background: { at: 0.5 }, summarize });
    await playUntil(session, history, () => calls.length > 0);
    const controller = new AbortController();
    const step = session.prepare(history.slice(0, 61), { abortSignal: controller.signal });
    await turn();
    controller.abort(new Error('the user left'));
    await step;
    assert.equal(calls[0]?.signal.aborted, true);
    assert.equal(log.of('summary-failed')[0]?.reason, 'aborted');
    assert.ok(log.rewrites.length > 0);
  });

  it('is used as far as it has come where another part of it fails for good', async () => {
    for (const at of [0, 1, 2]) {
      const { open: calls, summarize } = heldBack();
      const windows = { contextWindow: 24_000, summarizerWindow: 4_096 };
      const { session, log } = await open({ ...windows, background: true, summarize });
      const end = await playUntil(session, history, () => calls.length > 0);
      assert.equal(calls.length, 3);
      const [answered, failed] = [calls[at], calls[(at + 1) % 3]];
      const text = goodSummary(answered?.request ?? assert.fail());
      answered?.answer(text);
      await turn();
      failed?.fail(Object.assign(new Error('no such key'), { status: 401 }));
      await turn();
      const { messages } = await session.prepare(history.slice(0, end + 2));
      assert.equal(log.rewrites.length, 1);
      const [, line = ''] = text.split('\n');
      assert.ok(allText(messages).includes(line), `part ${at}`);
    }
  });

  it('is dropped, and told of, when the host compacts meanwhile', async () => {
    const { open: calls, summarize } = heldBack();
    const { session, log } = await open({ background: true, summarize });
    const end = await playUntil(session, history, () => calls.length > 0);
    const compacting = session.compact();
    await turn();
    calls.at(-1)?.answer();
    await compacting;
    calls[0]?.answer();
    await session.prepare(history.slice(0, end + 2));
    assert.equal(calls.length, 2);
    assert.deepEqual(
      log.of('summary-rejected').map(({ reason }) => reason),
      ['stale'],
    );
    assert.deepEqual(session.pending(), []);
  });

  it('goes away with the session', async () => {
    const { open: calls, summarize } = heldBack();
    const { session } = await open({ background: true, summarize });
    await playUntil(session, history, () => calls.length > 0);
    session.dispose();
    assert.equal(calls[0]?.signal.aborted, true);
  });

  it('is asked for again after a restart', async () => {
    const first = heldBack();
    const one = await open({ background: true, summarize: first.summarize });
    const end = await playUntil(one.session, history, () => first.open.length > 0);
    const second = heldBack();
    const two = await open(
      { background: true, summarize: second.summarize },
      one.session.snapshot(),
    );
    await two.session.prepare(history.slice(0, end + 2));
    assert.equal(second.open.length, 1);
    assert.equal(second.open[0]?.request.prompt, first.open[0]?.request.prompt);
    second.open[0]?.answer();
    await turn();
    await two.session.prepare(history.slice(0, end + 4));
    assert.equal(two.log.rewrites[0]?.reason, 'background');
  });

  it('may be written elsewhere, and delivered to another process', async () => {
    const background = { external: true };
    const one = await open({ background });
    const end = await playUntil(one.session, history, () => one.session.pending().length > 0);
    const [job] = JSON.parse(JSON.stringify(one.session.pending()));
    const two = await open({ background }, one.session.snapshot());
    assert.equal(two.session.deliver('0123456789abcdef', 'nobody asked'), false);
    assert.equal(two.session.deliver(job.id, goodSummary(job)), true);
    await two.session.prepare(history.slice(0, end + 2));
    assert.equal(two.log.rewrites[0]?.reason, 'background');
    assert.equal(two.log.rewrites[0]?.folds[0]?.source, 'model');
    assert.equal(two.session.deliver(job.id, goodSummary(job)), false);
  });

  for (const dialect of dialects) {
    it(`is asked for once for each range, in a chat of words (${dialect})`, async () => {
      for (const [contextWindow, length] of [
        [32_000, 60],
        [24_000, 25],
        [16_000, 90],
      ] as const) {
        const talk = talkIn(dialect);
        const asked: string[] = [];
        const { session, log } = await open({
          ...{ contextWindow, dialect, background: true },
          summarize: async (request) => {
            asked.push(`${request.kind} ${request.firstMessage}-${request.lastMessage}`);
            return goodSummary(request);
          },
        });
        const chat: Parameters<typeof session.prepare>[0][number][] = [];
        for (let at = 0; at < 100; at += 1) {
          chat.push(...talk.user(`Question ${at}: ${'what is it for? '.repeat(length)}`));
          await session.prepare([...chat]);
          await pass(5);
          chat.push(...talk.says(`Answer ${at}: ${'it is for that. '.repeat(length)}`));
        }
        assert.ok(log.rewrites.length > 1, `${log.rewrites.length}`);
        const stale = log.of('summary-rejected').filter(({ reason }) => reason === 'stale');
        assert.deepEqual(stale, []);
        assert.equal(asked.length, new Set(asked).size, asked.join());
      }
    });
  }

  it('that nobody has delivered when a step needs it is told of with an error', async () => {
    const { session, log } = await open({ background: { external: true }, summarize: undefined });
    await session.prepare(history);
    const failed = log.of('summary-failed');
    assert.ok(failed.length > 0);
    for (const { error } of failed) assert.equal(error?.code, 'timed-out');
  });
});

describe('what stands behind the records', () => {
  for (const dialect of dialects) {
    it(`is the same whether a step waited for them or not: ${dialect}`, async () => {
      for (const contextWindow of [8_000, 24_000]) {
        const talk = talkIn(dialect);
        const decision = talk.says('DECISION: the store is SQLite.').map((message) => {
          return { ...message, metadata: { decision: true } };
        });
        const todos = [{ id: '1', content: 'Port the walrus parser', status: 'pending' }];
        const host = [
          ...talk.user('Go on.'),
          ...talk.step('TodoWrite', { todos }, 'Todos have been modified.'),
          ...talk.user('What is decided?'),
          ...decision,
          ...talk.user('On.'),
          ...talk.reads(contextWindow / 500),
        ];
        const lists = [
          'DECISION: the store is SQLite.',
          'Port the walrus parser',
          'Keep port 8443.',
          'The branch is chore/relay.',
        ];
        for (const background of [false, true, { at: 0.6 }]) {
          const { session, log } = await open({
            contextWindow,
            background,
            dialect,
            system: '',
            tools: {},
            priority: { metadata: 'metadata' },
            reinject: () => [{ name: 'branch', text: 'The branch is chore/relay.' }],
            summarize: async (request) => goodSummary(request),
          });
          await session.prepare(host.slice(0, 1));
          session.pin('Keep port 8443.');
          let view: readonly unknown[] = [];
          for (let end = 3; end <= host.length && log.rewrites.length === 0; end += 2) {
            ({ messages: view } = await session.prepare(host.slice(0, end)));
            await turn();
          }
          const [rewrite] = log.rewrites;
          assert.equal(rewrite?.reason, background === false ? 'trigger' : 'background');
          assert.equal(rewrite?.folds[0]?.source, 'model');
          const where = `${contextWindow}, ${JSON.stringify(background)}`;
          for (const text of lists) {
            assert.ok(allText(view).includes(text), `${text}, ${where}`);
          }
        }
      }
    });
  }
});

describe('the size at which a summary is begun', () => {
  /** How many messages there were at the first request, and how large the views of that step and the one before. */
  async function begun(at: Amount | undefined, contextWindow: number) {
    const { open: calls, summarize } = heldBack();
    const terms = { contextWindow, target: 0.2, system: '', tools: {} };
    const { session } = await open({ ...terms, background: { at }, summarize });
    let before = 0;
    const end = await playUntil(session, conversation(300), () => {
      if (calls.length > 0) return true;
      before = session.usage().viewTokens;
      return false;
    });
    const { viewTokens, budget } = session.usage();
    return { end, before, viewTokens, budget };
  }

  it('is that of `at`, as a fraction or in tokens', async () => {
    for (const contextWindow of [8_000, 16_000]) {
      for (const at of [0.4, 0.55, 0.7]) {
        const asked = await begun(at, contextWindow);
        const size = at * asked.budget;
        const { before, viewTokens } = asked;
        // Of what nobody has billed yet a margin is kept.
        assert.ok(before <= size && viewTokens > size * 0.85, JSON.stringify(asked));
        const told = await begun(Math.floor(size), contextWindow);
        const { viewTokens: other } = told;
        assert.ok(other > size * 0.85 && other < size * 1.1, JSON.stringify(told));
      }
    }
  });
});

describe('what a summary in the background cost', () => {
  it('is counted once for each reply, however often a step reads it', async () => {
    for (const summarizeParallel of [1, 3]) {
      let replies = 0;
      const { session, log } = await open({
        contextWindow: 16_000,
        background: true,
        summarizerWindow: 4_096,
        summarizeParallel,
        summarize: async (request) => {
          replies += 1;
          return { text: goodSummary(request), usage: { inputTokens: 1_000, outputTokens: 10 } };
        },
      });
      for (let end = 1; end <= history.length; end += 2) {
        await session.prepare(history.slice(0, end));
        for (let i = 0; i < 4; i += 1) await turn();
      }
      assert.ok(log.of('summary-call').some(({ reason }) => reason === 'parts'));
      const { summaryInputTokens, summaryOutputTokens } = session.usage();
      assert.deepEqual([summaryInputTokens, summaryOutputTokens], [1_000 * replies, 10 * replies]);
    }
  });
});

describe('a restored session that waits for a summary', () => {
  it('lists it at once, and its text as soon as a step has brought the messages', async () => {
    for (const external of [true, false]) {
      // Without `external` nobody answers here.
      const background = external ? { external } : true;
      const idle = {
        background,
        ...(!external && { summarize: () => new Promise<string>(() => {}) }),
      };
      const one = await open(idle);
      const end = await playUntil(one.session, history, () => one.session.pending().length > 0);
      const [asked] = one.session.pending();
      assert.ok(asked?.prompt !== undefined);
      const two = await open(idle, one.session.snapshot());
      const { id, firstMessage, lastMessage } = asked;
      const unread = { id, firstMessage, lastMessage, prompt: undefined };
      assert.deepEqual(two.session.pending(), [unread]);
      await two.session.prepare(history.slice(0, end));
      assert.deepEqual(two.session.pending(), [asked]);
    }
  });

  it('reads its text of messages that it is given, and is the same as before', async () => {
    const background = { external: true };
    const one = await open({ background });
    const end = await playUntil(one.session, history, () => one.session.pending().length > 0);
    const asked = one.session.pending();
    for (const more of [0, 2, 8]) {
      const two = await open({ background }, one.session.snapshot());
      const before = [two.session.snapshot(), two.session.usage()];
      const longer = history.slice(0, end + more);
      assert.deepEqual(two.session.pending(longer), asked);
      assert.deepEqual(two.session.pending(structuredClone(longer)), asked);
      assert.deepEqual([two.session.snapshot(), two.session.usage()], before);
      assert.deepEqual(two.log.all, []);
      // Another history says nothing of it, and what is no history is refused.
      const [summary] = two.session.pending(conversation(9, { name: 'other' }));
      assert.equal(summary?.prompt, undefined);
      assert.throws(() => two.session.pending('x' as never), { code: 'invalid-argument' });
      await two.session.prepare(longer);
      assert.deepEqual(two.session.pending(), asked);
    }
  });

  it('takes the reply before it knows the text', async () => {
    const background = { external: true };
    const one = await open({ background });
    const end = await playUntil(one.session, history, () => one.session.pending().length > 0);
    const [asked] = one.session.pending();
    assert.ok(asked?.prompt !== undefined);
    const two = await open({ background }, one.session.snapshot());
    assert.equal(two.session.deliver(asked.id, { text: goodSummary(asked) }), true);
    assert.deepEqual(two.session.pending(), []);
    await two.session.prepare(history.slice(0, end + 2));
    assert.equal(two.log.rewrites[0]?.folds[0]?.source, 'model');
  });

  it('refuses what is no reply, and still takes one', async () => {
    const background = { external: true };
    const { session, log } = await open({ background });
    const end = await playUntil(session, history, () => session.pending().length > 0);
    const [asked] = session.pending();
    assert.ok(asked?.prompt !== undefined);
    // biome-ignore lint/suspicious/noExplicitAny: what the type forbids.
    const wrong: any[] = [undefined, null, 5, {}, [], Promise.resolve('x'), { text: 5 }, () => 'x'];
    for (const reply of wrong) {
      assert.throws(() => session.deliver(asked.id, reply), { code: 'invalid-argument' });
    }
    assert.equal(session.deliver(asked.id, goodSummary(asked)), true);
    await session.prepare(history.slice(0, end + 2));
    assert.equal(log.rewrites[0]?.folds[0]?.source, 'model');
  });
});

describe('a request that is under way elsewhere', () => {
  const long = conversation(60);
  /** A session that has handed a request out, and how often its own summarizer was asked. */
  async function handedOut(options: { summarizeTimeout?: number } = {}) {
    let asked = 0;
    const summarize = async () => {
      asked += 1;
      return 'Another summary: the files under src were read in order.';
    };
    const { session, log } = await open({ background: { external: true }, summarize, ...options });
    const end = await playUntil(session, long, () => session.pending().length > 0);
    const [job] = session.pending();
    assert.ok(job?.prompt !== undefined);
    return { session, log, end, job, asked: () => asked };
  }

  it('is waited for by a step that needs it, and not bought again', async () => {
    const { session, log, end, job, asked } = await handedOut();
    const step = session.prepare(long.slice(0, end + 24));
    await turn();
    assert.equal(session.deliver(job.id, goodSummary(job)), true);
    await step;
    assert.equal(asked(), 0);
    assert.equal(log.rewrites[0]?.folds[0]?.source, 'model');
    assert.ok(session.usage().viewTokens <= session.usage().budget);
  });

  it('is not waited for longer than a summary may take', async () => {
    const { session, log, end, asked } = await handedOut({ summarizeTimeout: 40 });
    await session.prepare(long.slice(0, end + 24));
    assert.equal(asked(), 0);
    assert.deepEqual(
      [log.rewrites[0]?.folds[0]?.source, log.rewrites[0]?.folds[0]?.codeReason],
      ['code', 'timed-out'],
    );
  });

  it('is waited for after a restart, too', async () => {
    const { session, end, job } = await handedOut();
    let asked = 0;
    const summarize = async (request: SummaryRequest) => {
      asked += 1;
      return goodSummary(request);
    };
    const two = await open({ background: { external: true }, summarize }, session.snapshot());
    const step = two.session.prepare(long.slice(0, end + 24));
    await turn();
    assert.equal(two.session.deliver(job.id, goodSummary(job)), true);
    await step;
    assert.equal(asked, 0);
    assert.equal(two.log.rewrites[0]?.folds[0]?.source, 'model');
  });

  it('that nobody was told of is made by the step itself', async () => {
    let asked = 0;
    const summarize = async (request: SummaryRequest) => {
      asked += 1;
      return goodSummary(request);
    };
    const { session } = await open({ background: { external: true }, summarize });
    for (let end = 1; end <= long.length; end += 24) await session.prepare(long.slice(0, end));
    assert.ok(asked > 0);
    assert.ok(session.usage().viewTokens <= session.usage().budget);
  });
});
