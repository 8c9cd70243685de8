// promise: counting
/**
 * Counting where it matters: the engine and `countMessages` come to the same numbers; estimates are
 * near what an exact count says; what a provider bills corrects them; every decision follows them.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { createCompactor } from 'epitome';
import { countMessages, createTokenCounter, estimateTokens, tokenFamilies } from 'epitome/tokens';
import { countTokens as encodeAndCount } from 'gpt-tokenizer/encoding/o200k_base';
import type { Message } from '../../js/testing/shapes.ts';
import { toChat } from './support/chat.ts';
import { EventLog } from './support/conversation.ts';
import { png } from './support/media-bytes.ts';
import { createRng } from './support/random.ts';
import { randomShapes } from './support/scenarios.ts';
import { randomTranscript } from './support/transcripts.ts';

const counter = await createTokenCounter();
const exact = {
  count: (text: string) => encodeAndCount(text, { disallowedSpecial: new Set<string>() }),
};

/** A recorded session of an agent that reads this repository. */
const tour: Message[] = JSON.parse(
  readFileSync(new URL('../../demo/sessions/repo-tour.json', import.meta.url), 'utf8'),
).messages;

describe('the engine and countMessages', () => {
  const pictures: Message = {
    role: 'user',
    content: [
      { type: 'image', image: png(900, 1_700) },
      { type: 'image', image: 'https://example.org/a.png' },
      { type: 'file', data: new Uint8Array(70_000), mediaType: 'application/pdf' },
    ],
  };
  const seen: Message = {
    role: 'tool',
    content: [
      {
        type: 'tool-result',
        toolCallId: 'c',
        toolName: 'look',
        output: {
          type: 'content',
          value: [
            { type: 'text', text: 'two' },
            { type: 'image-data', data: png(30, 40), mediaType: 'image/png' },
            { type: 'image-data', data: png(1_000, 400), mediaType: 'image/png' },
          ],
        },
      },
    ],
  };
  const sealed: Message = {
    role: 'assistant',
    content: [
      {
        type: 'reasoning',
        text: '',
        providerOptions: { openai: { itemId: 'rs', reasoningEncryptedContent: 'x'.repeat(999) } },
      },
      { type: 'hologram' },
    ],
  };

  /** Histories of every dialect, with all that they may hold. */
  function histories(seed: number): Message[][] {
    const rng = createRng(`count ${seed}`);
    const five = randomTranscript(rng, { ...randomShapes(rng), dialect: 'ai-sdk' });
    const four = randomTranscript(rng, { ...randomShapes(rng), dialect: 'ai-sdk-4' });
    return [[...five, pictures, seen, sealed], four, toChat(five, new Map())];
  }

  it('count every message of generated histories alike, for every family', async () => {
    for (const family of tokenFamilies) {
      const compactor = await createCompactor({ contextWindow: 100_000, family });
      for (let seed = 0; seed < 12; seed++) {
        for (const messages of histories(seed)) {
          // The engine prices media by the model, and here nothing but the family is known.
          const options = { family, model: '' };
          const { tokens } = counter.countMessages(messages, { ...options, lenient: true });
          assert.equal(compactor.estimateMessagesTokens(messages), tokens, `${family}, ${seed}`);
        }
      }
      compactor.dispose();
    }
  });

  it('price images alike, for models of every provider', async () => {
    for (const model of [
      'gpt-4o',
      'gpt-5.5',
      'claude-sonnet-4-5',
      'claude-opus-5',
      'gemini-2.5-pro',
    ]) {
      const compactor = await createCompactor({ contextWindow: 100_000, model });
      const messages = [pictures, seen, sealed];
      const { tokens, breakdown } = counter.countMessages(messages, { model });
      assert.equal(compactor.estimateMessagesTokens(messages), tokens, model);
      assert.ok(breakdown.media > 1_000);
      compactor.dispose();
    }
  });
});

describe('estimates', () => {
  it('are within a fifth of the exact count, in all and for nearly every message', () => {
    const estimated = counter.countMessages(tour, { model: 'gpt-4o' });
    const counted = counter.countMessages(tour, { model: 'gpt-4o', exact });
    const off = estimated.tokens / counted.tokens;
    assert.ok(off > 0.8 && off < 1.2, `${off}`);
    const ratios = estimated.messages
      .map((tokens, i) => [tokens, counted.messages[i] ?? 0] as const)
      .filter(([, truth]) => truth >= 100)
      .map(([tokens, truth]) => tokens / truth);
    const near = ratios.filter((ratio) => ratio > 0.8 && ratio < 1.2).length;
    assert.ok(ratios.length > 50 && near / ratios.length > 0.95, `${near} of ${ratios.length}`);
  });

  it('give way to exact counts on demand, where a vocabulary is carried', async () => {
    const messages = tour.slice(0, 20);
    for (const model of ['gpt-4o', 'gpt-4-turbo']) {
      const counted = await countMessages(messages, { model, exact: true });
      const estimated = await countMessages(messages, { model, exact: false });
      assert.notEqual(counted.tokens, estimated.tokens);
      if (model === 'gpt-4o') {
        assert.deepEqual(counted, counter.countMessages(messages, { model, exact }));
      }
    }
    await assert.rejects(countMessages(messages, { model: 'claude-opus-5', exact: true }), {
      code: 'invalid-option',
      message: /claude/,
    });
  });

  it('are 0 for no text', async () => {
    for (const nothing of [null, undefined, '']) assert.equal(await estimateTokens(nothing), 0);
  });
});

describe('what is estimated and billed', () => {
  it('decides before every call: a prompt over the trigger is never sent as it is', async () => {
    const model = 'gpt-4o';
    const log = new EventLog();
    const compactor = await createCompactor({ contextWindow: 30_000, model, onEvent: log.onEvent });
    const session = compactor.session();
    let over = 0;
    for (let length = 1; length <= 60; length++) {
      const messages = tour.slice(0, length);
      const rewrites = log.of('compaction').length;
      const view = (await session.prepareStep({ messages, steps: [], stepNumber: 0 }))?.messages;
      const { budget } = session.explain();
      const { tokens } = counter.countMessages(view ?? messages, { model, lenient: true });
      assert.ok(tokens <= budget.total, `${tokens} of ${budget.total}`);
      if (tokens > budget.trigger && log.of('compaction').length === rewrites) over += 1;
    }
    assert.ok(log.of('compaction').length > 0);
    assert.equal(over, 0);
    compactor.dispose();
  });

  it('an average moves a tenth of the way towards each bill, and past bills that are none', async () => {
    const compactor = await createCompactor({
      contextWindow: 100_000,
      calibration: 'moving-average',
      system: '',
      family: 'o200k',
    });
    const session = compactor.session();
    const messages = tour.slice(0, 5);
    const steps: object[] = [];
    const viewTokens = async (inputTokens?: number) => {
      if (inputTokens !== undefined) steps.push({ usage: { inputTokens, outputTokens: 1 } });
      await session.prepareStep({ messages, steps, stepNumber: steps.length });
      return session.explain().viewTokens;
    };
    const estimate = await viewTokens();
    const overhead = session.explain().budget.hostOverhead;
    let slope = 1;
    for (const ratio of [2, 2, 1.5]) {
      slope += (ratio - slope) / 10;
      const tokens = await viewTokens(Math.round(ratio * estimate) + overhead);
      assert.ok(Math.abs(tokens / estimate - slope) < 0.01, `${tokens / estimate}, not ${slope}`);
      for (const none of [0, -7, Number.NaN]) assert.equal(await viewTokens(none), tokens);
    }
    compactor.dispose();
  });
});
