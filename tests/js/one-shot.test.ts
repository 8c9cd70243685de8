// promise: api
/**
 * The functions that look at one array and forget it: threshold, boundary, prompt, and a compaction that
 * either succeeds whole or changes nothing.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  buildSummaryPrompt,
  compact,
  createCompactor,
  safeCompact,
  selectMessagesToCompact,
  shouldCompact,
} from 'epitome';
import type { Message, Part } from '../../js/testing/shapes.ts';
import { deepFreeze } from './support/compare.ts';
import {
  assistant,
  callMessage,
  conversation,
  EventLog,
  goodSummary,
  isSegments,
  jsonClone,
  prose,
  recordingSummarizer,
  step,
  story,
  user,
} from './support/conversation.ts';
import { talkIn } from './support/talk.ts';
import { validateView } from './support/validator.ts';

// biome-ignore lint/suspicious/noExplicitAny: what the types forbid is the subject.
type Anything = any;

const nothingRecent = { keepRecent: { messages: 0 } };

describe('shouldCompact', () => {
  it('is true from the trigger on, as a session counts', async () => {
    const messages = conversation(60);
    using compactor = await createCompactor({ contextWindow: 16_000 });
    const session = compactor.session();
    await session.prepare(messages.slice(0, 5));
    const { trigger } = session.explain().budget;
    const reached = await Promise.all(
      [...messages.keys()].map(async (end) => {
        const part = messages.slice(0, end);
        const tokens = compactor.estimateMessagesTokens(part);
        const should = await shouldCompact(part, { contextWindow: 16_000 });
        if (should) assert.ok(tokens >= trigger, `${tokens} of ${trigger}`);
        return should;
      }),
    );
    assert.ok(reached.includes(false) && reached.at(-1));
    const early = { contextWindow: 16_000, trigger: 2_000 };
    assert.ok(reached.indexOf(true) > 20 && (await shouldCompact(messages.slice(0, 40), early)));
  });

  it('has a window of 128,000 tokens, or that of the model', async () => {
    const messages = conversation(200);
    assert.equal(await shouldCompact(messages), false);
    assert.equal(await shouldCompact(messages, { model: 'gpt-4' }), true);
  });

  it('calls nobody', async () => {
    const never = () => assert.fail('called');
    const options = { contextWindow: 8_000, summarize: never, reinject: never, onEvent: never };
    assert.equal(await shouldCompact(conversation(60), options as Anything), true);
  });

  it('refuses wrong options by name, as the others do', async () => {
    const wrong = { contextWindow: 0, trigger: -1, keepRecent: 10, summarize: null, keepLast: 10 };
    const only = { abortSignal: {}, background: true };
    for (const call of [shouldCompact, selectMessagesToCompact, buildSummaryPrompt, compact]) {
      for (const [name, value] of Object.entries({ ...wrong, ...only })) {
        const expected = { code: 'invalid-option', message: new RegExp(`\`${name}[.\`]`) };
        await assert.rejects(call([], { [name]: value } as Anything), expected);
      }
      await assert.rejects(call([], null as Anything), { code: 'invalid-option' });
      await assert.rejects(call(null as Anything), { code: 'invalid-argument' });
    }
  });
});

describe('selectMessagesToCompact', () => {
  it('keeps the opening and the newest messages, and takes what is between', async () => {
    const messages = [{ role: 'system', content: 'You help.' }, ...conversation(30)];
    const { messagesToCompact, messagesToKeep } = await selectMessagesToCompact(messages);
    assert.deepEqual(messagesToKeep.slice(0, 2), messages.slice(0, 2));
    assert.deepEqual(messagesToCompact, messages.slice(2, 2 + messagesToCompact.length));
    assert.equal(messagesToKeep.length, 2 + 10);
    assert.equal(messagesToCompact[0], messages[2], 'by reference');
  });

  it('C2: never splits a call from its results, wherever the boundary would fall', async () => {
    const messages = story(40);
    for (let keepLast = 0; keepLast < messages.length; keepLast += 1) {
      const { messagesToCompact, messagesToKeep } = await selectMessagesToCompact(messages, {
        keepRecent: { messages: keepLast },
      });
      assert.equal(messagesToCompact.length + messagesToKeep.length, messages.length);
      const from = messagesToKeep.indexOf(messages[messages.length - 1] as Message);
      // Beside the newest, the request at the start and the user's current one stay.
      const newest = messages.slice(messages.length - Math.min(keepLast, messages.length));
      for (const message of newest) assert.ok(messagesToKeep.includes(message), `${keepLast}`);
      assert.equal(from, messagesToKeep.length - 1, 'the newest message stays');
      for (const half of [messagesToCompact, messagesToKeep]) {
        assert.notEqual(half[half === messagesToKeep ? 1 : 0]?.role, 'tool');
        assert.deepEqual(new Set(idsOf(half, 'tool-call')), new Set(idsOf(half, 'tool-result')));
      }
    }
  });

  it('keeps as many messages as it is told, where each may go alone', async () => {
    const replies = (count: number): Message[] => [
      user('Go.'),
      ...Array.from({ length: count }, (_, i) => assistant(`Note ${i}: ${prose(120, `n${i}`)}`)),
    ];
    for (const messages of [replies(40), replies(31)]) {
      for (let keepLast = 1; keepLast < 20; keepLast += 1) {
        const { messagesToCompact, messagesToKeep } = await selectMessagesToCompact(messages, {
          keepRecent: { messages: keepLast },
        });
        assert.deepEqual(
          messagesToKeep,
          [messages[0], ...messages.slice(-keepLast)],
          `${keepLast}`,
        );
        assert.equal(messagesToCompact.length, messages.length - keepLast - 1);
      }
    }
  });

  it('leaves a call that is still open, and the latest request', async () => {
    const open = [...conversation(20), callMessage('open')];
    const { messagesToKeep } = await selectMessagesToCompact(open, nothingRecent);
    assert.ok(messagesToKeep.includes(open.at(-1) as Message));
    const asked = [...conversation(20), user('And now?')];
    const { messagesToKeep: kept } = await selectMessagesToCompact(asked, nothingRecent);
    assert.ok(kept.includes(asked.at(-1) as Message));
  });

  it('has nothing to take from an array that stays as it is', async () => {
    for (const [count, keepLast] of [
      [0, 10],
      [1, 1],
      [11, 10],
      [5, 4],
    ] as const) {
      const messages = conversation(10).slice(0, count);
      const options = { keepRecent: { messages: keepLast } };
      assert.deepEqual(await selectMessagesToCompact(messages, options), {
        messagesToCompact: [],
        messagesToKeep: messages,
      });
    }
  });
});

function idsOf(messages: readonly Message[], type: string): string[] {
  return messages
    .flatMap(({ content }) => (Array.isArray(content) ? content : []))
    .filter((part: Part) => part.type === type)
    .map((part) => part.toolCallId as string);
}

describe('buildSummaryPrompt', () => {
  it('is the request that summarize would get', async () => {
    const { requests, summarize } = recordingSummarizer();
    const messages = conversation(40);
    const options = { summary: { instructions: 'Name every file.' }, keepRecent: { messages: 4 } };
    const request = await buildSummaryPrompt(messages, options);
    await compact(messages, { ...options, summarize });
    assert.equal(requests.length, 1);
    assert.deepEqual(request, requests[0]);
    assert.ok(`${request?.system}${request?.prompt}`.includes('Name every file.'));
  });

  it('is undefined where there is nothing to summarise', async () => {
    for (const messages of [[], [user('hi')], conversation(3)]) {
      assert.equal(await buildSummaryPrompt(messages), undefined);
    }
  });
});

describe('compact', () => {
  it('puts a summary in the place of the old messages: a full cycle', async () => {
    const { requests, summarize } = recordingSummarizer();
    const messages = deepFreeze(conversation(40));
    const done = await compact(messages, { summarize });
    assert.deepEqual(validateView(done.messages, messages), []);
    assert.equal(requests.length, 1);
    assert.equal(done.compacted, true);
    const event = done.event ?? assert.fail();
    assert.ok(event.tokensAfter < event.tokensBefore / 2);
    const [record] = done.records;
    assert.match(record?.text ?? '', /SUMMARY of messages 2 to 71/);
    const { messagesToCompact } = await selectMessagesToCompact(messages);
    assert.deepEqual(messagesToCompact, messages.slice(1, 71));
    assert.equal(done.messages[0], messages[0]);
    assert.deepEqual(done.messages.slice(-10), messages.slice(-10));
    assert.equal(await shouldCompact(done.messages), false);
  });

  it('C9: compacts what has long been larger than the window', async () => {
    const messages = story(400);
    const { summarize } = recordingSummarizer();
    const options = { contextWindow: 20_000, summarize };
    assert.equal(await shouldCompact(messages, options), true);
    const compacted = await compact(messages, options);
    assert.deepEqual(validateView(compacted.messages, messages), []);
    assert.equal(await shouldCompact(compacted.messages, options), false);
  });

  it('takes the options of sessions: a preset, its placement and listeners', async () => {
    const log = new EventLog();
    const messages = conversation(40);
    const options = { preset: 'rolling', contextWindow: 128_000, onEvent: log.onEvent } as const;
    const done = await compact(messages, options);
    assert.deepEqual(log.rewrites, [done.event]);
    assert.deepEqual(done.messages.slice(-6), messages.slice(-6));
    assert.ok(!done.messages.includes(messages.at(-8) as Message), 'six messages stay');
  });

  it('chains: a second one keeps the first one’s summary, once', async () => {
    const first = recordingSummarizer();
    const once = await compact(conversation(40), { summarize: first.summarize });
    // As a host loads it from its store.
    const grown = [...jsonClone(once.messages), ...conversation(30, { name: 'd' }).slice(1)];
    assert.ok(!(await selectMessagesToCompact(grown)).messagesToCompact.some(isSegments));

    const second = recordingSummarizer((request) =>
      `${goodSummary(request)}\n- SECOND.`.replace('SUMMARY', ''),
    );
    const twice = await compact(grown, { summarize: second.summarize });
    assert.equal(second.requests.length, 1);
    const text = JSON.stringify(twice.messages);
    assert.equal(text.split('SUMMARY of messages').length, 2, 'the first summary is there once');
    assert.equal(text.split('SECOND').length, 2);
    assert.deepEqual(twice.messages.slice(-10), grown.slice(-10));
    assert.deepEqual(idsOf(twice.messages, 'tool-call'), idsOf(twice.messages, 'tool-result'));
    const third = await compact([...twice.messages, ...conversation(20, { name: 'e' }).slice(1)]);
    assert.match(JSON.stringify(third.messages), /SUMMARY of messages.*SECOND/s);
  });

  it('leaves arrays alone that have nothing to give', async () => {
    const { requests, summarize } = recordingSummarizer();
    for (const messages of [
      [],
      [user('hi')],
      conversation(5),
      [user(prose(9_000)), ...step('a')],
      Array.from({ length: 40 }, (_, i) => user(`Wish ${i}: ${prose(50)}`)),
    ]) {
      const nothing = { messages, compacted: false, event: undefined, records: [] };
      assert.deepEqual(await compact(messages, { summarize }), nothing);
    }
    assert.equal(requests.length, 0);
  });

  it('compacts messages of AI SDK 4 and of chat-completions', async () => {
    const { summarize } = recordingSummarizer();
    const talk = talkIn('openai-chat');
    const four: Anything[] = [user('Go.')];
    const chat = talk.user('Go.');
    for (let i = 0; i < 40; i += 1) {
      const call = { toolCallId: `call-${i}`, toolName: 'read' };
      const result = prose(120, `f${i}`);
      four.push(
        { role: 'assistant', content: [{ type: 'tool-call', ...call, args: { i } }] },
        { role: 'tool', content: [{ type: 'tool-result', ...call, result }] },
      );
      chat.push(...talk.step('read', { i }, result));
    }
    for (const messages of [four, chat]) {
      const compacted = await compact(messages, { summarize });
      assert.match(compacted.records[0]?.text ?? '', /SUMMARY of messages 2 to 71/);
      assert.equal(compacted.messages.length, 12);
      assert.deepEqual(compacted.messages.slice(-10), messages.slice(-10));
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
    const { summarize } = recordingSummarizer();
    const messages = conversation(40);
    const compacted = await safeCompact(messages, { summarize });
    assert.deepEqual(compacted, (await compact(messages, { summarize })).messages);
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
    assert.equal(await safeCompact(messages, { trigger: -5 }), messages);
    const throwing = [user('a'), new Proxy({} as Message, { get: () => assert.fail('trap') })];
    assert.deepEqual(await safeCompact(throwing), throwing);
  });
});
