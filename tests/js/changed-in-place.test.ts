// promise: 2 never mutates, 3 never larger, 6 pays once
/**
 * A host that changes a message which it has sent before: a loop that streams into its own object, a result
 * that is filled in later. The next step counts and sends what the message says by then.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { deepFreeze } from './support/compare.ts';
import { assistant, conversation, isSegments, prose, user } from './support/conversation.ts';
import { opener } from './support/opener.ts';
import { type AnyDialect, allDialects, talkIn } from './support/talk.ts';

// biome-ignore lint/suspicious/noExplicitAny: dialects that the types do not mix.
type Anything = any;

const open = opener({ maxOutputTokens: 500, system: '', tools: {} });
const text = prose(3_000, 'later');

/** A call and its result, which says nothing at first. */
const stepIn = (dialect: AnyDialect, id: string): Anything[] =>
  talkIn(dialect).calls([{ tool: 'read', input: { path: 'a' }, result: '', id }]);

/** Fills in the result of a step. */
function fill(dialect: string, [, result]: Anything[], value: string): void {
  const part = result.content[0];
  if (dialect === 'ai-sdk') part.output.value = value;
  else if (dialect === 'ai-sdk-4') part.result = value;
  else if (dialect === 'openai-chat') result.content = value;
  else part.content = value;
}

/** What a host may do to messages that it has sent; each takes the message or the step that it made. */
const talk: Record<string, { make: () => Anything; change: (message: Anything) => void }> = {
  'text grows': {
    make: () => assistant('It'),
    change: (message) => {
      for (const word of text.split(' ')) message.content += ` ${word}`;
    },
  },
  'text of a part grows': {
    make: () => ({ role: 'assistant', content: [{ type: 'text', text: 'It' }] }),
    change: (message) => {
      message.content[0].text += text;
    },
  },
  'a part is pushed': {
    make: () => ({ role: 'assistant', content: [{ type: 'text', text: 'It' }] }),
    change: (message) => message.content.push({ type: 'text', text }),
  },
  'a part is replaced by a longer one': {
    make: () => ({ role: 'user', content: [{ type: 'text', text: 'See:' }] }),
    change: (message) => {
      message.content[0] = { type: 'text', text };
    },
  },
  'a string becomes parts': {
    make: () => user('See:'),
    change: (message) => {
      message.content = [{ type: 'text', text }];
    },
  },
  'parts become a string': {
    make: () => ({ role: 'user', content: [{ type: 'text', text: 'See:' }] }),
    change: (message) => {
      message.content = text;
    },
  },
  'a message shrinks': {
    make: () => user(text),
    change: (message) => {
      message.content = 'Never mind.';
    },
  },
};

describe('a message that changed in place is read again', () => {
  for (const contextWindow of [16_000, 200_000]) {
    for (const dialect of allDialects) {
      const step = (id: string) => stepIn(dialect, id);
      const start = async () => {
        const opened = await open({ dialect, contextWindow });
        const host: Anything[] = [user('Hello'), ...step('first'), assistant('Yes?')];
        return { ...opened, host };
      };
      /** What a session that never saw the messages as they were counts. */
      const anew = async (host: Anything[]) => {
        const { session } = await open({ dialect, contextWindow });
        const { messages } = await session.prepare([...host]);
        return { messages, tokens: session.usage().viewTokens };
      };

      for (const [name, { make, change }] of Object.entries(talk)) {
        it(`${dialect}, ${contextWindow}: ${name}`, async () => {
          for (const behind of [0, 1, 20]) {
            const { session, host, log } = await start();
            const message = make();
            host.push(message);
            await session.prepare([...host]);
            for (let i = 0; i < behind; i += 1) {
              host.push(user(`And ${i}?`), assistant('Yes.'));
              if (i % 3 === 0) await session.prepare([...host]);
            }
            await session.prepare([...host]);
            if (behind > 15) continue;
            change(message);
            const { messages } = await session.prepare([...host]);
            assert.deepEqual(messages, (await anew(host)).messages);
            assert.equal(session.usage().viewTokens, (await anew(host)).tokens);
            host.push(user('Go on.'));
            await session.prepare([...host]);
            assert.equal(session.usage().viewTokens, (await anew(host)).tokens);
            assert.deepEqual(log.of('error'), []);
          }
        });
      }

      it(`${dialect}, ${contextWindow}: a result is filled in`, async () => {
        const { session, host, log } = await start();
        const steps = Array.from({ length: 40 }, (_, i) => step(`c${i}`));
        const calls = { ...steps[0]?.[0] };
        for (const field of ['content', 'tool_calls']) {
          if (Array.isArray(calls[field])) calls[field] = steps.flatMap(([call]) => call[field]);
        }
        // Forty calls at once, whose results come in late and out of order.
        host.push(calls, ...steps.map(([, result]) => result));
        await session.prepare([...host]);
        for (const at of [39, 0, 17]) {
          fill(dialect, steps[at] as Anything[], prose(3_000, `later ${at}`));
          const { messages } = await session.prepare([...host]);
          assert.deepEqual(messages, (await anew(host)).messages);
          assert.equal(session.usage().viewTokens, (await anew(host)).tokens);
        }
        assert.deepEqual(log.of('error'), []);
      });
    }
  }

  it('in the tail behind a record, which stays', async () => {
    const { session, log } = await open({ contextWindow: 6_000 });
    const host: Anything[] = conversation(40);
    let { messages } = await session.prepare([...host]);
    const record = messages.find(isSegments);
    assert.ok(record !== undefined);
    const message: Anything = { role: 'assistant', content: [{ type: 'text', text: 'It' }] };
    host.push(message);
    await session.prepare([...host]);
    message.content[0].text += ` ${prose(300, 'grown')}`;
    ({ messages } = await session.prepare([...host]));
    assert.deepEqual(messages.find(isSegments), record);
    assert.ok(messages.includes(message));
    assert.ok(session.usage().viewTokens > 300);
    assert.deepEqual(log.of('error'), []);
  });

  it('and a result that was cut is cut anew', async () => {
    for (const carried of [false, true]) {
      const { session, log } = await open({ contextWindow: 6_000 });
      const [call, result] = stepIn('ai-sdk', 'cut');
      result.content[0].output.value = prose(9_000, 'one');
      let host = [user('Hello'), call, result];
      const { messages } = await session.prepare([...host]);
      assert.notEqual(messages[2], result);
      // AI SDK 7 goes on from the view.
      if (carried) host = [...messages, ...stepIn('ai-sdk', 'next')];
      else result.content[0].output.value = prose(12_000, 'two');
      if (carried) host[4].content[0].output.value = prose(20, 'short');
      await session.prepare([...host]);
      if (carried) host[4].content[0].output.value = prose(12_000, 'two');
      const { messages: next } = await session.prepare([...host]);
      assert.ok(JSON.stringify(next).includes(prose(12_000, 'two').slice(0, 200)));
      assert.ok(JSON.stringify(next).length < 6_000 * 6);
      assert.deepEqual(log.of('error'), []);
      assert.deepEqual(log.of('cannot-fit'), []);
    }
  });
});

describe('a host that changes nothing', () => {
  for (const dialect of allDialects) {
    const step = (id: string) => stepIn(dialect, id);
    it(`${dialect}: is taken to go on, frozen or not, with its own array and with views`, async () => {
      for (const contextWindow of [2_000, 200_000]) {
        for (const carries of [false, true]) {
          const { session, log } = await open({ dialect, contextWindow });
          let host: Anything[] = deepFreeze([user('Hello')]);
          let steps = 0;
          for (let i = 0; i < 60; i += 1) {
            const made = step(`c${i}`);
            fill(dialect, made, prose(60, `r${i}`));
            const given = deepFreeze([...host, ...made]);
            const { messages } = await session.prepare(given);
            host = carries ? messages : given;
            steps += 1;
          }
          assert.equal(steps, 60);
          const how = log.of('aligned').map((event) => event.how);
          assert.deepEqual(how, ['new']);
          assert.deepEqual(log.of('error'), []);
        }
      }
    });
  }
});
