// promise: 6 pays once, 7 keeps the prefix
/**
 * A view that a host kept and sends back after a restart, for every dialect and every place where
 * records may stand: it is carried as it is, and nothing is bought again.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type CompactorOptions, createCompactor } from 'epitome';
import { isSpacer } from '../../js/dialects/placement.ts';
import type { Message } from '../../js/testing/shapes.ts';
import { toAnthropic } from './support/anthropic.ts';
import { toChat } from './support/chat.ts';
import {
  assistant,
  conversation,
  EventLog,
  jsonClone,
  prose,
  recordingSummarizer,
  user,
} from './support/conversation.ts';
import { allDialects, talkIn } from './support/talk.ts';

const dialects = {
  'ai-sdk': (host: Message[]) => host,
  'openai-chat': (host: Message[]) => toChat(host, new Map()),
  anthropic: (host: Message[]) => toAnthropic(host, new Map()),
};
const placements = ['user', 'pair', 'alternating', 'assistant', 'system', 'first-user'] as const;

const histories = {
  loop: conversation(40),
  talk: Array.from({ length: 30 }, (_, i) => [
    user(`Question ${i}?`),
    assistant(prose(150, `t${i}`)),
  ]).flat(),
};

describe('a view of ours after a restart', () => {
  for (const [dialect, as] of Object.entries(dialects)) {
    for (const placement of placements) {
      it(`${dialect}, ${placement}: comes through, and goes on`, async () => {
        for (const history of Object.values(histories)) {
          const log = new EventLog();
          const { requests, summarize } = recordingSummarizer();
          const options = { contextWindow: 5_000, maxOutputTokens: 500, system: '', tools: {} };
          const own = { ...options, dialect, placement, summarize, onEvent: log.onEvent };
          using one = await createCompactor(own as CompactorOptions);
          const session = one.session('a');
          const { messages } = await session.prepare(as(history));
          assert.ok(log.rewrites.length > 0);
          const asked = requests.length;
          using other = await createCompactor(own as CompactorOptions);
          const restored = other.session('b', { state: session.snapshot() });
          const view = jsonClone(messages);
          assert.deepEqual((await restored.prepare(view)).messages, view);
          const longer = [...view, ...as([user('And now?')])];
          const { messages: next } = await restored.prepare(longer);
          // Something has to stand between a result and a message of the user.
          const spoken = placement === 'alternating' ? next.filter((one) => !isSpacer(one)) : next;
          const sent =
            placement === 'alternating' ? longer.filter((one) => !isSpacer(one)) : longer;
          assert.deepEqual(spoken, sent);
          assert.equal(requests.length, asked);
          assert.deepEqual(log.of('error'), []);
          const falls = ['user', 'pair', 'alternating'].includes(placement);
          const how = log.of('aligned').map((event) => event.how);
          if (falls) assert.ok(how.includes('own-view'), `${how}`);
        }
      });
    }
  }
});

describe('a view that the host goes on with', () => {
  for (const [dialect, as] of Object.entries(dialects)) {
    it(`${dialect}: has what stays of a folded range once`, async () => {
      for (const rule of ['pin', 'priority'] as const) {
        const kept = (message: unknown) => JSON.stringify(message).includes('KEEP');
        const options = { contextWindow: 6_000, maxOutputTokens: 500, system: '', tools: {} };
        using compactor = await createCompactor({ ...options, [rule]: kept } as CompactorOptions);
        const session = compactor.session('a', { dialect } as CompactorOptions);
        const history = conversation(30);
        let view: Message[] = as(history.slice(0, 1)) as Message[];
        for (let i = 1; i + 1 < history.length; i += 2) {
          const [call, result] = as(history.slice(i, i + 2)) as Message[];
          const kept = i === 3 ? { ...result, note: 'KEEP' } : result;
          const grown = [...view, call, kept] as Message[];
          view = jsonClone((await session.prepare(grown)).messages);
        }
        const ids = JSON.stringify(view).match(/"(?:tool_use_id|tool_call_id)":"[^"]+"/g) ?? [];
        assert.equal(new Set(ids).size, ids.length, rule);
        assert.ok(view.length < history.length, rule);
        assert.ok(session.explain().messages.length <= history.length, rule);
      }
    });

    it(`${dialect}: is not taken for more than it is where a repair took its end`, async () => {
      using compactor = await createCompactor({ contextWindow: 50_000 });
      const session = compactor.session('a', { dialect } as CompactorOptions);
      const whole = as(conversation(2)) as Message[];
      const [orphan] = as(conversation(9)).slice(-1) as Message[];
      const host = [...whole, orphan as Message];
      for (let i = 0; i < 3; i += 1) {
        assert.equal((await session.prepare(host)).messages.length, whole.length);
        assert.equal(session.explain().messages.length, host.length);
      }
      await session.prepare([...host, user('next')]);
      assert.equal(session.explain().messages.length, host.length + 1);
    });
  }
});

describe('what a view has between two messages of one speaker', () => {
  for (const dialect of allDialects) {
    it(`${dialect}: is no message of the host's when it comes back`, async () => {
      for (const copied of [true, false]) {
        using compactor = await createCompactor({
          ...{ contextWindow: 6_000, maxOutputTokens: 500, system: '', tools: {} },
          ...{ dialect, placement: 'alternating', quiet: true },
        });
        const session = compactor.session('a');
        const talk = talkIn(dialect);
        const turns = (at: number) => [
          ...[...talk.user(`Do part ${at}.`), ...talk.user(`And test part ${at}.`)],
          ...[...talk.reads(1), ...talk.says(`Read ${at}.`), ...talk.says(`Done ${at}.`)],
        ];
        const said = Array.from({ length: 12 }, (_, at) => turns(at)).flat();
        let view: Message[] = [];
        let isLonger = false;
        for (const [at, message] of said.entries()) {
          const given = [...(copied ? jsonClone(view) : view), message] as Message[];
          view = (await session.prepare(given)).messages as Message[];
          const { firstMessage, messages, records } = session.explain();
          assert.equal(firstMessage + messages.length - 1, at + 1, `message ${at}`);
          const kept = messages.filter(({ fate }) => fate !== 'folded');
          isLonger ||= view.length > records.length + kept.length;
        }
        assert.ok(isLonger);
      }
    });
  }
});
