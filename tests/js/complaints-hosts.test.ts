// promise: 4 never breaks the agent, 6 pays once
/**
 * What users of other compactors complain about, where the way between host and model is to blame:
 * opaque parts, races, waiting. One test each, by the number of the complaint.
 */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { type Compactor, createCompactor, type SessionOverrides } from 'epitome';
import { type Message, type Part, partsOf, typeOf } from '../../js/testing/shapes.ts';
import { turn } from './support/clock.ts';
import { callMessage, conversation, prose, resultMessage, step } from './support/conversation.ts';
import { allText, base64, listened, plainRecord, playRecords } from './support/record-play.ts';
import { validateView } from './support/validator.ts';

let compactor: Compactor;
before(async () => {
  compactor = await createCompactor({ contextWindow: 8_000, system: '', tools: {} });
});
after(() => compactor.dispose());

/** What makes epitome summarise behind the agent's back. */
const inBackground = { background: true } as SessionOverrides;

function withParts(message: Message, ...parts: Part[]): Message {
  return { ...message, content: [...parts, ...(message.content as Part[])] };
}

describe('complaints about hosts and models', () => {
  it('C10: signed reasoning passes as it is or goes with its message, and its bytes count', async () => {
    const thought = (i: number): Part => ({
      type: 'reasoning',
      text: i % 2 === 0 ? prose(30, `thought${i}`) : '',
      providerOptions:
        i % 2 === 0
          ? { anthropic: { signature: base64(120, `signature ${i}`) } }
          : {
              openai: { itemId: `rs_${i}`, reasoningEncryptedContent: base64(900, `sealed ${i}`) },
            },
    });
    const history = conversation(120).map((message, i) =>
      message.role === 'assistant' ? withParts(message, thought(i)) : message,
    );
    const known = new Set(history.flatMap((message) => partsOf(message)));
    for (const reasoning of ['keep', 'drop'] as const) {
      const { views, log, requests } = await playRecords(history, () => plainRecord, { reasoning });
      assert.ok(log.rewrites.length > 0);
      assert.deepEqual(log.of('error'), []);
      for (const part of views.flat().flatMap((message) => partsOf(message))) {
        if (typeOf(part) === 'reasoning') assert.ok(known.has(part), 'reasoning was changed');
      }
      for (const { prompt } of requests) {
        assert.doesNotMatch(prompt, /[A-Za-z0-9+/]{100}/, 'sealed bytes in a request');
      }
    }
    const bare = history.map((message) => ({
      ...message,
      content: Array.isArray(message.content)
        ? message.content.filter((part) => typeOf(part) !== 'reasoning')
        : message.content,
    }));
    const [sealed, open] = [history, bare].map((messages) =>
      compactor.estimateMessagesTokens(messages as Message[]),
    ) as [number, number];
    assert.ok(sealed > open * 1.3, `${sealed} tokens with, ${open} without`);
  });

  it('C12: a summary that comes late for an edited history is dropped, in the background', async () => {
    const answers: (() => void)[] = [];
    const answerAll = async () => {
      for (const answer of answers.splice(0)) answer();
      await turn();
    };
    let written = 0;
    const { session, log, requests } = listened(
      compactor,
      async ({ prompt }) => {
        await new Promise<void>((resolve) => answers.push(resolve));
        written += 1;
        const mark = prompt.includes('src/c0.ts') ? 'QXSTALEXQ' : 'QXFRESHXQ';
        return `${plainRecord}\n- ${mark}`;
      },
      inBackground,
    );
    const call = async (messages: Message[]) => {
      const answer = await session.prepareStep({ messages, steps: [], stepNumber: 0 });
      return answer?.messages ?? messages;
    };
    let history = conversation(1);
    await call(history);
    // Step by step, until a summary is wanted but not needed yet.
    for (let steps = 2; requests.length === 0 && steps < 60; steps += 1) {
      history = conversation(steps);
      await call(history);
    }
    assert.deepEqual([requests.length, written], [1, 0], 'the step did not wait');
    const edited = history.with(1, callMessage('other')).with(2, resultMessage('other', 'new'));
    const views = [await call(edited)];
    await answerAll();
    for (let i = 0; i < 20; i += 1) {
      edited.push(...step(`more${i}`));
      const view = await call([...edited]);
      assert.deepEqual(validateView(view, edited), []);
      views.push(view);
      await answerAll();
    }
    // What stands for the old range must not stand for the new one, of which it knows nothing.
    assert.ok(!allText(views).includes('QXSTALEXQ'));
    assert.ok(allText(views.at(-1)).includes('QXFRESHXQ'));
    assert.deepEqual(log.of('error'), []);
    session.dispose();
  });
});
