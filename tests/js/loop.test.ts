// promise: 1 always valid, 5 always ends, 6 pays once
/**
 * One agent turn of many steps in a window of 8,000 tokens, through the real tool loops of AI SDK 5, 6
 * and 7. Shows that the model never gets more than the budget, that every view is valid, that no range
 * is summarised twice, and that the three versions see the same.
 */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { CompactionEvent, Compactor, CompactorEvent, SummaryRequest } from 'epitome';
import { createCompactor } from 'epitome';
import {
  convertWithSdk,
  type Loop,
  loopModes,
  normalisePrompt,
  runLoop,
  sdkVersions,
} from './support/agents.ts';
import { plenty } from './support/amount.ts';
import { countMessages } from './support/tokens.ts';
import { checkNotLarger, checkPrefix, validateView } from './support/validator.ts';

/** What an SDK does at a step grows with the steps before it. */
const steps = plenty ? 200 : 120;
/** Each version and each mode; in runs of many cases each version in each mode. */
const loops = sdkVersions.flatMap((version, i) =>
  loopModes.flatMap((mode, j) => (plenty || i === j ? [{ version, mode }] : [])),
);
const contextWindow = 8_000;
const maxOutputTokens = 1_000;
const overheadTokens = 600;
const budget = contextWindow - maxOutputTokens - overheadTokens;

interface Played {
  loop: Loop;
  events: CompactorEvent[];
  requests: SummaryRequest[];
}

/** A summary that names what it was asked for, so that equal requests give equal replies. */
function summaryOf({ firstMessage, lastMessage }: SummaryRequest): string {
  return [
    '## Task',
    'Find out why the tests fail, and fix it.',
    '## Done',
    `- read the material of messages ${firstMessage} to ${lastMessage}`,
    '- one passage after the other was looked at, and what they showed was noted step by step',
    '## State',
    '- the search for the failing tests goes on; the next file of the list is to be read',
  ].join('\n');
}

async function play(version: 5 | 6 | 7, mode: (typeof loopModes)[number]): Promise<Played> {
  const events: CompactorEvent[] = [];
  const requests: SummaryRequest[] = [];
  using compactor: Compactor = await createCompactor({
    contextWindow,
    maxOutputTokens,
    onEvent: (event) => events.push(event),
    summarize: async (request) => {
      requests.push(request);
      return { text: summaryOf(request), finishReason: 'stop' };
    },
  });
  const session = compactor.session();
  const { prepareStep } = session;
  const loop = await runLoop({ version, mode, steps, prepareStep, freeze: true, overheadTokens });
  return { loop, events, requests };
}

describe(`${steps} steps in one turn, in a window of 8,000 tokens`, () => {
  const played = new Map<string, Played>();

  before(async () => {
    for (const { version, mode } of loops) {
      played.set(`${version} ${mode}`, await play(version, mode));
    }
  });
  after(() => played.clear());

  for (const { version, mode } of loops) {
    const get = () => played.get(`${version} ${mode}`) as Played;

    it(`ai ${version}, ${mode}: runs to its end, folding on the way`, () => {
      const { loop, events } = get();
      assert.deepEqual(loop.errors, []);
      assert.equal(loop.prompts.length, steps);
      assert.deepEqual(
        events.filter(({ type }) => type === 'error' || type === 'fault'),
        [],
      );
      const rewrites = events.filter(({ type }) => type === 'compaction');
      assert.ok(rewrites.length > 1, `${rewrites.length} rewrites`);
      const raw = countMessages(loop.transcripts.at(-1) as unknown[]);
      assert.ok(raw > 10 * contextWindow, `the transcript has only ${raw} tokens`);
    });

    it(`ai ${version}, ${mode}: the model never gets more than the budget`, () => {
      const most = Math.max(...get().loop.promptTokens);
      assert.ok(most <= budget, `${most} tokens of ${budget}`);
    });

    it(`ai ${version}, ${mode}: every view is valid, and extends the last between rewrites`, async () => {
      const { loop, events } = get();
      const rewrites = events.filter(({ type }) => type === 'compaction').length;
      let breaks = 0;
      for (const [i, view] of loop.views.entries()) {
        const host = loop.transcripts[i] as unknown[];
        assert.deepEqual(validateView(view, host), [], `step ${i}`);
        assert.deepEqual(checkNotLarger(view, host), [], `step ${i}`);
        if (i > 0)
          breaks += checkPrefix(loop.views[i - 1] as unknown[], view, false).length > 0 ? 1 : 0;
        if (i % 20 === 0) {
          const converted = await convertWithSdk(version, view);
          assert.ok('prompt' in converted, `step ${i}`);
        }
      }
      assert.ok(breaks <= rewrites, `${breaks} views do not extend the last, ${rewrites} rewrites`);
    });

    it(`ai ${version}, ${mode}: each range is summarised once`, () => {
      const { events, requests } = get();
      const folds = events
        .filter((event): event is CompactionEvent => event.type === 'compaction')
        .flatMap((event) => event.folds)
        .filter(({ kind }) => kind === 'fold');
      let next = 2;
      for (const fold of folds) {
        assert.equal(fold.firstMessage, next, 'folds follow one another without a gap');
        assert.equal(fold.source, 'model');
        next = fold.lastMessage + 1;
      }
      // Asked for once more, it is the same question.
      const asked = requests.filter(({ kind, attempt }) => kind === 'fold' && attempt === 1);
      assert.equal(asked.length, folds.length);
      assert.equal(new Set(requests.map(({ prompt }) => prompt)).size, requests.length);
    });
  }

  it('views, requests and prompts are the same on every version and in every mode', () => {
    const [first, ...others] = [...played.values()] as [Played, ...Played[]];
    const views = JSON.stringify(first.loop.views);
    const prompts = JSON.stringify(first.loop.prompts.map(normalisePrompt));
    for (const { loop, requests } of others) {
      assert.equal(JSON.stringify(loop.views), views);
      assert.deepEqual(requests, first.requests);
      assert.equal(JSON.stringify(loop.prompts.map(normalisePrompt)), prompts);
    }
  });
});
