// promise: 8 keeps the user's word
/** The user's words of folded messages, however long they are. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { opener } from './support/opener.ts';
import { createRng, text } from './support/random.ts';
import { dialects, talkIn } from './support/talk.ts';

const open = opener({ system: '', tools: {} });

describe('an order at the start of a message', () => {
  const order = 'Never push to release/4711 before I have looked at it myself.';
  for (const dialect of dialects) {
    for (const contextWindow of [16_000, 64_000]) {
      it(`is carried, whatever follows it: ${dialect}, ${contextWindow}`, async () => {
        for (const units of [100, 3_900, 4_100, 100_000]) {
          const talk = talkIn(dialect);
          const rest = text(createRng(units), units, 'words');
          const words = [...talk.user(`${order}\n${rest}`), ...talk.says('Noted.')];
          const early = [
            ...talk.user('Go on.'),
            ...talk.says('So.'),
            ...words,
            ...talk.user('On.'),
          ];
          const { session, log } = await open({ dialect, contextWindow });
          await session.prepare([...early, ...talk.reads(contextWindow / 500)]);
          const records = session.records().map((record) => record.text);
          assert.ok(records.join('\n').includes(order), `${units}`);
          const [fold] = log.rewrites.flatMap(({ folds }) => folds);
          assert.ok(fold);
          const said = [...early]
            .slice(fold.firstMessage - 1, fold.lastMessage)
            .filter((message) => message.role === 'user' && message !== early.at(-1));
          const { carried, leftOut } = fold.userMessages;
          assert.equal(carried + leftOut, said.length, `${units}`);
        }
      });
    }
  }
});
