// promise: 6 pays once
/** A record that the user edits while the next one is being written beside the run: what was asked for is used. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Session, SummaryRequest } from 'epitome';
import { goodSummary } from './support/conversation.ts';
import { opener } from './support/opener.ts';
import { allText } from './support/record-play.ts';
import { dialects, talkIn } from './support/talk.ts';

const open = opener({ contextWindow: 8_000, system: '', tools: {} });
const own = 'Only the parser was changed, and the port is 8431.';

const shown = (session: Session) => session.records().filter(({ inView }) => inView);

/** A session whose second summary is being written; the model answers when it is told to. */
async function whileAsked(options: { dialect: (typeof dialects)[number]; contextWindow: number }) {
  const asked: string[] = [];
  const waiting: (() => void)[] = [];
  let isSlow = true;
  const summarize = (request: SummaryRequest) =>
    new Promise<string>((resolve) => {
      asked.push(`${request.kind} ${request.firstMessage}-${request.lastMessage}`);
      waiting.push(() => resolve(goodSummary(request)));
      if (!isSlow) answer();
    });
  const { session } = await open({ ...options, background: true, summarize });
  const talk = talkIn(options.dialect);
  const history = [...talk.user('Read all files, and tell what is wrong.')];
  let view: readonly unknown[] = [];
  const step = async () => {
    history.push(...talk.reads(1));
    view = (await session.prepare([...history])).messages;
  };
  const until = async (isSo: () => boolean) => {
    for (let steps = 0; !isSo(); steps += 1) {
      assert.ok(steps < 200, 'it never came');
      await step();
    }
  };
  function answer() {
    while (waiting.length > 0) waiting.shift()?.();
  }
  await until(() => asked.length === 1);
  answer();
  await until(() => session.records().length > 0 && asked.length === 2);
  const answerAll = () => {
    isSlow = false;
    answer();
  };
  return { session, asked, step, until, answerAll, view: () => view };
}

describe('a record that is edited while the next one is written in the background', () => {
  for (const dialect of dialects) {
    for (const contextWindow of [8_000, 16_000]) {
      for (const takesBack of [false, true]) {
        const what = takesBack ? 'edited and taken back' : 'edited';
        it(`costs no second reading (${dialect}, ${contextWindow}, ${what})`, async () => {
          const { session, asked, step, until, answerAll, view } = await whileAsked({
            dialect,
            contextWindow,
          });
          const before = shown(session);
          assert.equal(before.length, 1);
          await session.editRecord(before[0]?.id ?? '', own);
          if (takesBack) assert.equal(await session.rewind(), true);
          await step();
          answerAll();
          await until(() => shown(session).length === 2);
          assert.deepEqual(asked, [...new Set(asked)]);
          assert.equal(asked.length, 2, asked.join(', '));
          const [first, second] = shown(session);
          assert.equal(second?.source, 'model');
          assert.equal(first?.source, takesBack ? 'model' : 'user');
          assert.equal(allText(view() as never).includes(own), !takesBack);
        });
      }
    }
  }
});
