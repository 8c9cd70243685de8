// promise: 5 always ends
/**
 * The room that there is, is used: a fold stops at the target, a summarizer is shown what its window
 * takes, and prose pushes no rows out of a record.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createCompactor, type SummaryRequest } from 'epitome';
import type { Message } from '../../js/testing/shapes.ts';
import {
  assistant,
  callMessage,
  conversation,
  EventLog,
  goodSummary,
  resultMessage,
  user,
} from './support/conversation.ts';
import { behind, marked } from './support/marked.ts';
import { createRng } from './support/random.ts';

const words =
  'build cache parser token stream config module request worker queue index merge branch'.split(
    ' ',
  );

/** A coding session of about `tokens`, no unit of which is large. */
function session(tokens: number, seed: string): Message[] {
  const rng = createRng(seed);
  const said = (count: number) => Array.from({ length: count }, () => rng.pick(words)).join(' ');
  const messages = [user('Port the service to the new runtime and keep the tests green.')];
  let characters = 0;
  for (let i = 0; characters < tokens * 4; i += 1) {
    const path = `src/${rng.pick(words)}/${rng.pick(words)}${i}.ts`;
    const lines = Array.from({ length: rng.int(2, 60) }, (_, n) => `${n}: ${said(8)};`).join('\n');
    if (i % 10 === 9) messages.push(user(`Also look at ${path}, but leave port ${3_000 + i}.`));
    const found = `I found that ${said(8)} in ${path}, so the ${said(6)}.`;
    messages.push(assistant(found), callMessage(`c${i}`, { path }), resultMessage(`c${i}`, lines));
    characters += found.length + lines.length;
  }
  return messages;
}

describe('the mean size after a fold is near the target:', () => {
  for (const window of [32_000, 64_000, 128_000]) {
    for (const summarize of [undefined, async (asked: SummaryRequest) => goodSummary(asked)]) {
      it(`window ${window}, ${summarize ? 'with a summarizer' : 'without one'}`, async () => {
        const messages = session(window * 3, `room ${window}`);
        const log = new EventLog();
        using compactor = await createCompactor({
          contextWindow: window,
          onEvent: log.onEvent,
          ...(summarize && { summarize }),
        });
        const chat = compactor.session('chat');
        for (let end = 1; end <= messages.length; end += 1) {
          if (messages[end - 1]?.role === 'assistant') continue;
          await chat.prepareStep({ messages: messages.slice(0, end), steps: [], stepNumber: 0 });
        }
        const sizes = log.rewrites
          .filter(({ folds }) => folds.length > 0)
          .map(({ tokensAfter, target = 0 }) => tokensAfter / target);
        assert.ok(sizes.length >= 4);
        const mean = sizes.reduce((sum, size) => sum + size, 0) / sizes.length;
        assert.ok(mean > 0.85 && mean < 1.1, `${mean}: ${sizes.map((size) => size.toFixed(2))}`);
      });
    }
  }
});

async function compacted(
  messages: readonly Message[],
  options: {
    contextWindow?: number;
    summarizerWindow?: number;
    write?: (asked: SummaryRequest) => string;
  },
) {
  const { contextWindow = 64_000, summarizerWindow, write } = options;
  const log = new EventLog();
  const requests: SummaryRequest[] = [];
  using compactor = await createCompactor({
    contextWindow,
    onEvent: log.onEvent,
    ...(summarizerWindow && { summarizerWindow }),
    ...(write && {
      summarize: async (request: SummaryRequest) => {
        requests.push(request);
        return write(request);
      },
    }),
  });
  const chat = compactor.session('chat');
  await chat.compact({ messages });
  const [folded] = log.rewrites.flatMap(({ folds }) => folds);
  assert.ok(folded);
  const [record] = chat.records();
  assert.ok(record);
  return { folded, requests, record, read: requests.map(({ prompt }) => prompt).join('\n') };
}

describe('results are shown as far as the window of the summarizer takes them:', () => {
  const results = Array.from({ length: 24 }, (_, i) => marked(`r${i}x`, 2_000 + i * 250));
  const messages = [
    user('Look at the plan.'),
    ...results.flatMap(({ text }, i) => [callMessage(`c${i}`), resultMessage(`c${i}`, text)]),
    ...behind(59),
  ];
  it('whole, where all fits', async () => {
    const { folded, requests, read } = await compacted(messages, {
      summarizerWindow: 200_000,
      write: goodSummary,
    });
    assert.equal(requests.length, 1);
    const unseen = results.flatMap(({ marks }) => marks).filter((mark) => !read.includes(mark));
    assert.deepEqual(unseen, []);
    assert.equal(folded.review.unread.tools, 0);
  });
  it('in fair shares and in one request, where not', async () => {
    const { folded, requests, read } = await compacted(messages, {
      summarizerWindow: 48_000,
      write: goodSummary,
    });
    assert.equal(requests.length, 1);
    assert.ok(folded.review.unread.tools > 0);
    const shown = results.map(({ marks }) => marks.filter((mark) => read.includes(mark)).length);
    const least = Math.min(...shown.slice(-6));
    // More than a preview, and none gets much more than another.
    assert.ok(least > 10 && Math.max(...shown.slice(-6)) - least <= 4, String(shown));
  });
});

it('prose pushes no row out of a record', async () => {
  for (const contextWindow of [16_000, 64_000]) {
    const messages = [...session(contextWindow / 2, `rows ${contextWindow}`), ...conversation(2)];
    const rowsOf = (text: string) => text.split('\n').filter((line) => line.startsWith('- '));
    const without = await compacted(messages, { contextWindow });
    const write = (asked: SummaryRequest) => goodSummary(asked);
    const beside = await compacted(messages, { contextWindow, write });
    assert.equal(beside.folded.source, 'model');
    const kept = new Set(rowsOf(beside.record.text));
    const lost = rowsOf(without.record.text).filter((row) => !kept.has(row));
    assert.deepEqual(lost, [], `window ${contextWindow}`);
  }
});
