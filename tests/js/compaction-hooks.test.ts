/**
 * What a host may say before a fold and hears after it, and what operators see.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { AfterCompaction, BeforeCompaction, CompactorEvent, SummaryRequest } from 'epitome';
import {
  conversation,
  goodSummary,
  recordingSummarizer,
  segmentText,
  story,
  user,
} from './support/conversation.ts';
import { opener } from './support/opener.ts';
import { validateView } from './support/validator.ts';

const open = opener({ contextWindow: 8_000, windowGuard: { warn: 0 } });
const history = conversation(60);
/** Over the trigger, and within the budget. */
const growing = async (
  session: Awaited<ReturnType<typeof open>>['session'],
  until: () => boolean,
) => {
  for (let end = 1; end <= history.length; end += 2) {
    const sent = history.slice(0, end);
    const { messages } = await session.prepare(sent);
    if (until()) return { sent, messages };
  }
  throw new Error('nothing came');
};

for (const withModel of [true, false]) {
  describe(withModel ? 'before a model writes' : 'before code writes', () => {
    const model = () => (withModel ? { summarize: recordingSummarizer().summarize } : {});

    it('the host is told and waited for', async () => {
      const told: BeforeCompaction[] = [];
      let isOver = false;
      const { session, log } = await open({
        ...model(),
        beforeCompaction: async (info) => {
          told.push(info);
          await new Promise((resolve) => setTimeout(resolve, 1));
          isOver = true;
        },
      });
      const { sent } = await growing(session, () => log.of('compaction').length > 0);
      assert.ok(isOver);
      const [info] = told;
      assert.equal(told.length, 1);
      const [fold] = log.of('compaction').flatMap(({ folds }) => folds);
      const { firstMessage = 0, lastMessage = 0 } = fold ?? {};
      assert.ok(firstMessage > 0 && lastMessage < sent.length, 'a part of what was sent');
      const folded = sent.slice(firstMessage - 1, lastMessage);
      assert.equal(info?.messages.length, folded.length);
      info?.messages.forEach((message, i) => {
        assert.equal(message, folded[i], 'the host’s own object');
      });
      assert.equal(info?.requests.length, withModel ? 1 : 0);
      assert.equal(info?.mustFit, false);
    });

    it('a veto leaves the view as it was, until it does not fit', async () => {
      let asked = 0;
      const { session, log } = await open({
        ...model(),
        beforeCompaction: () => {
          asked += 1;
          return { veto: true };
        },
      });
      const vetoed = await growing(session, () => asked > 0);
      assert.deepEqual(vetoed.messages, vetoed.sent);
      const { sent, messages } = await growing(session, () => log.of('compaction').length > 0);
      assert.ok(asked > 2, 'it is asked at each step');
      assert.deepEqual(validateView(messages, sent, {}), []);
      assert.ok(messages.length < sent.length);
      assert.deepEqual(log.of('error'), []);
    });

    it('a hook that fails is told of and done without', async () => {
      const { session, log } = await open({
        ...model(),
        beforeCompaction: () => {
          throw new Error('the hook broke');
        },
      });
      await session.compact({ messages: history });
      assert.equal(log.of('compaction').length, 1);
      assert.match(String(log.of('error')[0]?.error), /the hook broke/);
    });
  });
}

describe('advice before a fold', () => {
  it('adds instructions to what the model is told', async () => {
    const { summarize, requests } = recordingSummarizer();
    const { session } = await open({
      summarize,
      beforeCompaction: () => ({ instructions: 'Keep every price.' }),
    });
    await session.compact({ messages: history });
    assert.ok(requests.length > 0);
    for (const { system } of requests) assert.ok(system.endsWith('\n\nKeep every price.'));
  });

  it('takes the place of the model’s summary, and is checked like one', async () => {
    const { summarize, requests } = recordingSummarizer();
    const summary = goodSummary({ prompt: '' } as SummaryRequest);
    const { session, log } = await open({
      summarize,
      summarizerWindow: 200_000,
      beforeCompaction: () => ({ summary }),
    });
    const { messages } = await session.compact({ messages: history });
    assert.deepEqual(log.of('summary-rejected'), []);
    const [fold] = log.of('compaction').flatMap(({ folds }) => folds);
    assert.equal(fold?.source, 'model');
    assert.equal(requests.length, 0);
    assert.ok(segmentText(messages).includes(summary.split('\n').at(-1) ?? '?'));
  });
});

it('after a fold the host is told what stands for it', async () => {
  const told: AfterCompaction[] = [];
  const { session, log } = await open({ afterCompaction: (info) => told.push(info) });
  await session.compact({ messages: history });
  assert.equal(told.length, 1);
  assert.deepEqual(told[0]?.event, log.of('compaction')[0]);
  assert.deepEqual(
    told[0]?.summaries,
    session.records().filter(({ inView }) => inView),
  );
  assert.deepEqual(told[0]?.messages, history);
});

it('a logger gets a line for each event', async () => {
  const lines: [string, CompactorEvent][] = [];
  const { session, log } = await open({ debug: { debug: (...line) => lines.push(line) } });
  await session.compact({ messages: history });
  assert.deepEqual(
    lines.map(([, event]) => event),
    log.all,
  );
  assert.equal(lines[0]?.[0], 'epitome: aligned in chat');
});

it('a meter gets tokens and time of summaries, in the names of OpenTelemetry', async () => {
  const recorded: [string, number, Record<string, string>][] = [];
  const bounds = new Map<string, number[]>();
  const { summarize, requests } = recordingSummarizer(() => ({
    text: '## Done\n- Nothing of note was done here, and that is all that there is to say of it.',
    usage: { inputTokens: 900, outputTokens: 30 },
  }));
  const { session } = await open({
    summarize: Object.assign(summarize, { modelId: 'small-model', provider: 'anthropic' }),
    meter: {
      createHistogram: (name, { advice }) => {
        bounds.set(name, advice.explicitBucketBoundaries);
        return { record: (value, attributes) => recorded.push([name, value, attributes]) };
      },
    },
  });
  const { event } = await session.compact({ messages: [...story(12), user('Go on.')] });
  const of = (name: string) => recorded.filter(([other]) => other === name);
  assert.deepEqual(
    of('gen_ai.client.token.usage').map(([, value, with_]) => [value, with_['gen_ai.token.type']]),
    requests.flatMap(() => [
      [900, 'input'],
      [30, 'output'],
    ]),
  );
  const durations = of('gen_ai.client.operation.duration');
  assert.equal(durations.length, requests.length, 'one for each call');
  for (const [, seconds, attributes] of durations) {
    assert.ok(seconds >= 0 && seconds < 60);
    assert.deepEqual(attributes, {
      'gen_ai.operation.name': 'chat',
      'gen_ai.provider.name': 'anthropic',
      'gen_ai.request.model': 'small-model',
    });
  }
  assert.deepEqual(bounds.get('gen_ai.client.token.usage')?.slice(0, 4), [1, 4, 16, 64]);
  assert.deepEqual(bounds.get('gen_ai.client.operation.duration')?.at(-1), 81.92);
  assert.deepEqual(
    of('epitome.compaction.tokens').map(([, value]) => value),
    [event?.tokensBefore, event?.tokensAfter],
  );
});

it('a meter gets calls that failed, and one that throws fails no step', async () => {
  const recorded: [string, Record<string, string>][] = [];
  const { session } = await open({
    summarize: async () => Promise.reject(new Error('no')),
    meter: {
      createHistogram: (name) => ({
        record: (_, attributes) => {
          recorded.push([name, attributes]);
          throw new Error('the exporter is gone');
        },
      }),
    },
  });
  const { compacted } = await session.compact({ messages: [...story(12), user('Go on.')] });
  assert.equal(compacted, true);
  const durations = recorded.filter(([name]) => name === 'gen_ai.client.operation.duration');
  assert.ok(durations.length > 0);
  for (const [, attributes] of durations) assert.equal(attributes['error.type'], 'failed');
  assert.ok(!recorded.some(([name]) => name === 'gen_ai.client.token.usage'));
});
