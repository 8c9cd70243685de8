// promise: api
/**
 * The four functions that look at one array and forget it: threshold, boundary, and a compaction that
 * either succeeds whole or changes nothing.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  type CompactionConfig,
  compact,
  safeCompact,
  selectMessagesToCompact,
  shouldCompact,
} from 'epitome';
import { countMessages, createTokenCounter } from 'epitome/tokens';
import { deepFreeze } from './support/compare.ts';
import {
  assistant,
  callMessage,
  conversation,
  goodSummary,
  isSegments,
  jsonClone,
  prose,
  recordingSummarizer,
  step,
  story,
  user,
} from './support/conversation.ts';
import type { Message, Part } from './support/shapes.ts';
import { validateView } from './support/validator.ts';

// biome-ignore lint/suspicious/noExplicitAny: what the types forbid is the subject.
type Anything = any;

const counter = await createTokenCounter();

async function tokensOf(messages: readonly Message[]): Promise<number> {
  return (await countMessages(messages)).tokens;
}

/** An array of `count` short messages that costs exactly `tokens`. */
async function arrayOf(count: number, tokens: number): Promise<Message[]> {
  const messages = Array.from({ length: count }, (_, i) =>
    i % 2 === 0 ? user('x') : assistant('x'),
  );
  const rest = tokens - (await tokensOf(messages)) + 1;
  // A text of the size that is missing, in which nothing repeats.
  const words = Array.from(
    { length: rest },
    (_, i) => ` ${((i * 7_919) % 46_656).toString(36)}`,
  ).join('');
  let [fits, most] = [0, words.length];
  while (fits < most) {
    const length = Math.ceil((fits + most) / 2);
    if (counter.estimateTokens(words.slice(0, length)) <= rest) fits = length;
    else most = length - 1;
  }
  // Where a letter more is two tokens, a little less and another end are just as many.
  for (let length = fits; length > fits - 10; length -= 1) {
    for (const end of ['', '.', ' a', ' of', '\n', '!?']) {
      messages[0] = user(words.slice(0, length) + end);
      if ((await tokensOf(messages)) === tokens) return messages;
    }
  }
  assert.fail(`no text of ${tokens} tokens was found`);
}

describe('shouldCompact', () => {
  it('is true from 93,600 tokens on, that number included', async () => {
    assert.equal(await shouldCompact(await arrayOf(40, 93_599)), false);
    assert.equal(await shouldCompact(await arrayOf(40, 93_600)), true);
    assert.equal(await shouldCompact(await arrayOf(40, 93_601)), true);
  });

  it('is never true for an array that would be kept as it is', async () => {
    const huge = user('x'.repeat(4_000_000));
    for (const count of [0, 1, 5, 11]) {
      assert.equal(await shouldCompact(new Array(count).fill(huge)), false, `${count} messages`);
    }
    assert.equal(await shouldCompact(new Array(12).fill(huge)), true);
    const config = { recentMessagesToKeep: 30 };
    assert.equal(await shouldCompact(new Array(31).fill(huge), config), false);
    assert.equal(await shouldCompact(new Array(32).fill(huge), config), true);
  });

  it('follows the configuration', async () => {
    const sizes = { modelContextLimit: 10_000, systemReserve: 1_000, outputReserve: 500 };
    const config = { ...sizes, safetyBuffer: 500, thresholdPercent: 0.5 };
    assert.equal(await shouldCompact(await arrayOf(20, 3_999), config), false);
    assert.equal(await shouldCompact(await arrayOf(20, 4_000), config), true);
    const unset = { thresholdPercent: undefined } as unknown as CompactionConfig;
    assert.equal(await shouldCompact(await arrayOf(40, 93_599), unset), false);
  });

  it('refuses a wrong configuration by name, as compact does', async () => {
    const wrong: Record<string, unknown[]> = {
      modelContextLimit: [0, 100, '128000', Number.NaN],
      systemReserve: [-1, 0.5, null],
      outputReserve: [0, -1, '4000'],
      safetyBuffer: [-1, Number.NaN],
      thresholdPercent: [0, 1.1, -0.5, '0.8', Number.NaN],
      recentMessagesToKeep: [-1, 2.5, '10'],
      summarize: [null, 'gpt', {}],
      abortSignal: [null, {}],
      keepLast: [10],
    };
    for (const [name, values] of Object.entries(wrong)) {
      for (const value of values) {
        const config = { [name]: value } as Anything;
        const expected = { code: 'invalid-option', message: new RegExp(`\`${name}\``) };
        await assert.rejects(shouldCompact([], config), expected);
        await assert.rejects(compact([], config), expected);
      }
    }
    await assert.rejects(shouldCompact([], null as Anything), { code: 'invalid-option' });
  });
});

describe('selectMessagesToCompact', () => {
  it('keeps the opening and the newest messages, and takes what is between', async () => {
    const messages = [{ role: 'system', content: 'You help.' }, ...conversation(30)];
    const { messagesToCompact, messagesToKeep, previousSummary } =
      await selectMessagesToCompact(messages);
    assert.equal(previousSummary, null);
    assert.deepEqual(messagesToKeep.slice(0, 2), messages.slice(0, 2));
    assert.deepEqual(messagesToCompact, messages.slice(2, 2 + messagesToCompact.length));
    assert.equal(messagesToKeep.length, 2 + 10);
    assert.equal(messagesToCompact[0], messages[2], 'by reference');
  });

  it('never splits a call from its results, wherever the boundary would fall', async () => {
    const messages = story(40);
    for (let keepLast = 0; keepLast < messages.length; keepLast += 1) {
      const { messagesToCompact, messagesToKeep } = await selectMessagesToCompact(
        messages,
        keepLast,
      );
      assert.equal(messagesToCompact.length + messagesToKeep.length, messages.length);
      const from = messagesToKeep.indexOf(messages[messages.length - 1] as Message);
      assert.ok(
        messagesToKeep.length - 1 >= Math.min(keepLast, messages.length - 1),
        `${keepLast}`,
      );
      assert.equal(from, messagesToKeep.length - 1, 'the newest message stays');
      for (const half of [messagesToCompact, messagesToKeep]) {
        assert.notEqual(half[half === messagesToKeep ? 1 : 0]?.role, 'tool');
        assert.deepEqual(new Set(idsOf(half, 'tool-call')), new Set(idsOf(half, 'tool-result')));
      }
    }
  });

  it('leaves a call that is still open, and the latest request', async () => {
    const open = [...conversation(20), callMessage('open')];
    const { messagesToKeep } = await selectMessagesToCompact(open, 0);
    assert.ok(messagesToKeep.includes(open.at(-1) as Message));
    const asked = [...conversation(20), user('And now?')];
    assert.ok(
      (await selectMessagesToCompact(asked, 0)).messagesToKeep.includes(asked.at(-1) as Message),
    );
  });

  it('has nothing to take from an array of at most keepLast + 1', async () => {
    for (const [count, keepLast] of [
      [0, 10],
      [1, 0],
      [11, 10],
      [5, 4],
    ] as const) {
      const messages = conversation(10).slice(0, count);
      const selection = await selectMessagesToCompact(messages, keepLast);
      assert.deepEqual(selection, {
        messagesToCompact: [],
        messagesToKeep: messages,
        previousSummary: null,
      });
    }
  });

  it('refuses what it can’t select from', async () => {
    for (const keepLast of [-1, 1.5, Number.NaN, '10', null]) {
      const call = selectMessagesToCompact([], keepLast as Anything);
      await assert.rejects(call, { code: 'invalid-argument' });
    }
    await assert.rejects(selectMessagesToCompact(null as Anything), { code: 'invalid-argument' });
  });
});

function idsOf(messages: readonly Message[], type: string): string[] {
  return messages
    .flatMap(({ content }) => (Array.isArray(content) ? content : []))
    .filter((part: Part) => part.type === type)
    .map((part) => part.toolCallId as string);
}

describe('compact', () => {
  it('puts a summary in the place of the old messages: a full cycle', async () => {
    const { requests, summarize } = recordingSummarizer();
    const messages = deepFreeze(conversation(40));
    const { compactedMessages, compactionEvent } = await compact(messages, { summarize });
    assert.deepEqual(validateView(compactedMessages, messages), []);
    assert.equal(requests.length, 1);
    assert.equal(compactionEvent.round, 1);
    assert.equal(compactionEvent.tokensBefore, await tokensOf(messages));
    assert.equal(compactionEvent.tokensAfter, await tokensOf(compactedMessages));
    assert.ok(compactionEvent.tokensAfter < compactionEvent.tokensBefore / 2);
    assert.match(compactionEvent.summaryContent, /SUMMARY of messages 2 to 71/);
    const taken = compactionEvent.compactedMessageIndexes;
    assert.deepEqual(
      taken,
      Array.from({ length: 70 }, (_, i) => i + 1),
    );
    const { messagesToCompact } = await selectMessagesToCompact(messages);
    assert.deepEqual(
      taken.map((i) => messages[i]),
      messagesToCompact,
    );
    assert.equal(compactedMessages[0], messages[0]);
    assert.deepEqual(compactedMessages.slice(-10), messages.slice(-10));
    assert.equal(await shouldCompact(compactedMessages), false);
  });

  it('compacts what has long been larger than the window', async () => {
    const messages = story(400);
    assert.equal(await shouldCompact(messages, { modelContextLimit: 20_000 }), true);
    const { summarize } = recordingSummarizer();
    const config = { modelContextLimit: 20_000, summarize };
    const { compactedMessages } = await compact(messages, config);
    assert.deepEqual(validateView(compactedMessages, messages), []);
    assert.equal(await shouldCompact(compactedMessages, config), false);
  });

  it('chains: a second one keeps the first one’s summary, once, and counts on', async () => {
    const first = recordingSummarizer();
    const once = await compact(conversation(40), { summarize: first.summarize });
    // As a host loads it from its store.
    const grown = [
      ...jsonClone(once.compactedMessages),
      ...conversation(30, { name: 'd' }).slice(1),
    ];
    const selection = await selectMessagesToCompact(grown);
    assert.equal(selection.previousSummary, once.compactionEvent.summaryContent);
    assert.ok(!selection.messagesToCompact.some(isSegments));

    const second = recordingSummarizer((request) =>
      `${goodSummary(request)}\n- SECOND.`.replace('SUMMARY', ''),
    );
    const twice = await compact(grown, { summarize: second.summarize });
    assert.equal(twice.compactionEvent.round, 2);
    assert.match(twice.compactionEvent.summaryContent, /SECOND/);
    assert.equal(second.requests.length, 1);
    const text = JSON.stringify(twice.compactedMessages);
    assert.equal(text.split('SUMMARY of messages').length, 2, 'the first summary is there once');
    assert.equal(text.split('SECOND').length, 2);
    assert.deepEqual(twice.compactedMessages.slice(-10), grown.slice(-10));
    const left = twice.compactedMessages;
    assert.deepEqual(idsOf(left, 'tool-call'), idsOf(left, 'tool-result'));
    const third = await compact([
      ...twice.compactedMessages,
      ...conversation(20, { name: 'e' }).slice(1),
    ]);
    assert.equal(third.compactionEvent.round, 3);
    const both = (await selectMessagesToCompact(third.compactedMessages)).previousSummary ?? '';
    assert.match(both, /SUMMARY of messages.*SECOND/s);
  });

  it('works without a model: the digest writes', async () => {
    const { compactionEvent } = await compact(conversation(40));
    assert.match(compactionEvent.summaryContent, /src\/c/);
  });

  it('leaves arrays alone that have nothing to give: round 0', async () => {
    const { requests, summarize } = recordingSummarizer();
    for (const messages of [
      [],
      [user('hi')],
      conversation(5),
      [user(prose(9_000)), ...step('a')],
    ]) {
      const { compactedMessages, compactionEvent } = await compact(messages, { summarize });
      assert.deepEqual(compactedMessages, messages);
      const tokens = await tokensOf(messages);
      assert.deepEqual(compactionEvent, {
        round: 0,
        tokensBefore: tokens,
        tokensAfter: tokens,
        summaryContent: '',
        compactedMessageIndexes: [],
      });
    }
    const onlyUsers = Array.from({ length: 40 }, (_, i) => user(`Wish ${i}: ${prose(50)}`));
    assert.equal((await compact(onlyUsers, { summarize })).compactionEvent.round, 0);
    assert.equal(requests.length, 0);
  });

  it('compacts messages of AI SDK 4 and of chat-completions', async () => {
    const { summarize } = recordingSummarizer();
    const four: Anything[] = [user('Go.')];
    const chat: Anything[] = [user('Go.')];
    for (let i = 0; i < 40; i += 1) {
      const toolCallId = `call-${i}`;
      const result = prose(120, `f${i}`);
      four.push({
        role: 'assistant',
        content: [{ type: 'tool-call', toolCallId, toolName: 'read', args: { i } }],
      });
      four.push({
        role: 'tool',
        content: [{ type: 'tool-result', toolCallId, toolName: 'read', result }],
      });
      const call = {
        id: toolCallId,
        type: 'function',
        function: { name: 'read', arguments: `{"i":${i}}` },
      };
      chat.push({ role: 'assistant', content: null, tool_calls: [call] });
      chat.push({ role: 'tool', tool_call_id: toolCallId, content: result });
    }
    for (const messages of [four, chat]) {
      const { compactedMessages, compactionEvent } = await compact(messages, { summarize });
      assert.match(compactionEvent.summaryContent, /SUMMARY of messages 2 to 71/);
      assert.equal(compactedMessages.length, 12);
      assert.deepEqual(compactedMessages.slice(-10), messages.slice(-10));
    }
  });
});

describe('a compaction that fails', () => {
  const failures: Record<string, () => Anything> = {
    rejects: () => Promise.reject(new Error('HTTP 500')),
    'returns nothing': () => undefined,
    'is cut off': () => ({
      text: goodSummary({ firstMessage: 2, lastMessage: 9 }),
      finishReason: 'length',
    }),
    refuses: () => 'I’m sorry, I can’t help with that.',
  };
  it('because the model misbehaves: compact says so, safeCompact returns its input', async () => {
    for (const [name, summarize] of Object.entries(failures)) {
      const messages = conversation(40);
      const expected = { code: 'summarizer-failed', name: 'EpitomeError' };
      await assert.rejects(compact(messages, { summarize }), expected, name);
      assert.equal(await safeCompact(messages, { summarize }), messages, name);
    }
  });

  it('keeps the cause', async () => {
    const cause = new Error('HTTP 500');
    const failing = compact(conversation(40), { summarize: () => Promise.reject(cause) });
    await assert.rejects(failing, { cause });
    const aborted = { summarize: async () => 'x', abortSignal: AbortSignal.abort() };
    await assert.rejects(compact(conversation(40), aborted), { message: /aborted/ });
  });

  it('for any other reason returns the input of safeCompact as it is', async () => {
    for (const wrong of [null, undefined, 5, 'x', {}]) {
      assert.equal(await safeCompact(wrong as Anything), wrong);
      await assert.rejects(compact(wrong as Anything), { code: 'invalid-argument' });
    }
    const messages = conversation(40);
    assert.equal(await safeCompact(messages, { thresholdPercent: 5 }), messages);
    const throwing = [user('a'), new Proxy({} as Message, { get: () => assert.fail('trap') })];
    assert.deepEqual(await safeCompact(throwing), throwing);
  });

  it('does not come about by a safeCompact that succeeds', async () => {
    const { summarize } = recordingSummarizer();
    const messages = conversation(40);
    const compacted = await safeCompact(messages, { summarize });
    assert.deepEqual(compacted, (await compact(messages, { summarize })).compactedMessages);
    assert.deepEqual(await safeCompact([]), []);
  });
});
