// promise: 9 loses nothing silently
/**
 * What users and the agent wrote reaches the summarizer whole, in one request where its window allows
 * that and in more beyond; what is cut is tool output first, and an event says how much.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createCompactor, type SummaryRequest } from 'epitome';
import { createTokenCounter } from 'epitome/tokens';
import type { Message } from '../../js/testing/shapes.ts';
import {
  assistant,
  callMessage,
  EventLog,
  goodSummary,
  resultMessage,
  step,
  user,
} from './support/conversation.ts';
import { behind, marked } from './support/marked.ts';
import { createRng } from './support/random.ts';

const counter = await createTokenCounter();

async function fold(messages: readonly Message[], summarizerWindow: number) {
  const log = new EventLog();
  const requests: SummaryRequest[] = [];
  using compactor = await createCompactor({
    contextWindow: 48_000,
    summarizerWindow,
    onEvent: log.onEvent,
    summarize: async (request) => {
      requests.push(request);
      return goodSummary(request);
    },
  });
  await compactor.session('chat').compact({ messages });
  const [folded] = log.rewrites.flatMap(({ folds }) => folds);
  assert.ok(folded);
  return { folded, requests, read: requests.map(({ prompt }) => prompt).join('\n') };
}

const tail = behind(120);

describe('a long message is read whole:', () => {
  for (const [name, window] of [
    ['in one request', 200_000],
    ['in several', 24_000],
    ['in many', 12_000],
  ] as const) {
    for (const length of [60_000, 300_000]) {
      for (const [who, write] of [
        ['a user', user],
        ['the agent', assistant],
      ] as const) {
        it(`${length} characters of ${who}, ${name}`, async () => {
          const { text, marks } = marked('m', length);
          const begin = [user('Look at the plan.'), assistant('I will.')];
          const { folded, requests, read } = await fold([...begin, write(text), ...tail], window);
          assert.deepEqual(
            marks.filter((mark) => !read.includes(mark)),
            [],
          );
          assert.equal(folded.review.unread.words, 0);
          if (window === 200_000) assert.equal(requests.length, 1);
        });
      }
    }
  }
});

it('random conversations: all that was said is read, and no request is over the window', async () => {
  for (let seed = 0; seed < 12; seed += 1) {
    const rng = createRng(`read whole ${seed}`);
    const all: string[] = [];
    const messages: Message[] = [user('Look at the plan.')];
    for (let i = 0; i < 12; i += 1) {
      const { text, marks } = marked(`s${seed}m${i}x`, rng.int(100, 20_000));
      all.push(...marks);
      messages.push(i % 2 === 0 ? assistant(text) : user(text));
      messages.push(...step(`c${i}`, rng.int(10, 3_000)));
    }
    const window = rng.pick([16_000, 32_000, 100_000]);
    const { folded, requests, read } = await fold([...messages, ...tail], window);
    for (const { system, prompt, maxOutputTokens } of requests) {
      assert.ok(counter.estimateTokens(system + prompt) + maxOutputTokens <= window);
    }
    const missing = all.filter((mark) => !read.includes(mark));
    assert.deepEqual(missing, [], `seed ${seed}`);
    assert.equal(folded.review.unread.words, 0);
  }
});

it('where not all can be read, tool output is cut first, and the event says how much', async () => {
  const said = marked('u', 60_000);
  const results = Array.from({ length: 40 }, (_, i) => [
    callMessage(`c${i}`),
    resultMessage(`c${i}`, 'x y '.repeat(2_500)),
  ]).flat();
  const messages = [user('Look.'), assistant('Yes.'), user(said.text), ...results, ...tail];
  const { folded, read } = await fold(messages, 200_000);
  assert.deepEqual(
    said.marks.filter((mark) => !read.includes(mark)),
    [],
  );
  const { words, tools } = folded.review.unread;
  assert.equal(words, 0);
  assert.ok(tools > 40 * 2_500 && tools < 60 * 11_000, String(tools));

  // More than there are requests for.
  const endless = marked('e', 900_000);
  const half = endless.text.length / 2;
  const [first, second] = [endless.text.slice(0, half), endless.text.slice(half)];
  const begin = [user('Look.'), assistant(first), user(second)];
  const short = await fold([...begin, ...tail], 12_000);
  assert.ok(short.requests.length <= 17, String(short.requests.length));
  const unseen = endless.marks.filter((mark) => !short.read.includes(mark)).length;
  assert.ok(unseen > 0);
  const share = short.folded.review.unread.words / endless.text.length;
  assert.ok(Math.abs(share - unseen / endless.marks.length) < 0.05, String(share));
});

it('what is not read is told in characters, whatever the script', async () => {
  const scripts: Record<string, string> = {
    latin: 'was looked at before anything else ',
    cyrillic: 'было просмотрено раньше всего остального ',
    japanese: 'これは他の何よりも先に見られました',
    emoji: '🧭🗺️🧱🪵 ',
  };
  for (const [name, filler] of Object.entries(scripts)) {
    const marks: string[] = [];
    const results = Array.from({ length: 12 }, (_, i) => {
      let text = '';
      for (let k = 0; text.length < 8_000; k += 1) {
        const mark = `r${i}k${k}q`;
        marks.push(mark);
        text += `${mark} ${filler.repeat(6)}\n`;
      }
      return { text, messages: [callMessage(`c${i}`), resultMessage(`c${i}`, text)] };
    });
    const messages = results.flatMap((result) => result.messages);
    const { folded, read } = await fold([user('Look.'), ...messages, ...tail], 64_000);
    const all = results.reduce((sum, { text }) => sum + text.length, 0);
    const unseen = marks.filter((mark) => !read.includes(mark)).length / marks.length;
    assert.ok(unseen > 0.1, name);
    const share = folded.review.unread.tools / all;
    assert.ok(Math.abs(share - unseen) < 0.1, `${name}: ${share}, and ${unseen}`);
  }
});
