// promise: 6 pays once, 4 never breaks the agent
/**
 * What users of other compactors complain about, where sessions outlive their process: by the number of the complaint.
 * Every session is in a store.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { SummaryRequest } from 'epitome';
import { memoryStore } from 'epitome/stores/memory';
import { stringsIn } from '../../js/testing/values.ts';
import { goodSummary } from './support/conversation.ts';
import { answering, last, play, processOn, stepsOf, writes } from './support/stored.ts';
import { dialects, talkIn } from './support/talk.ts';
import { validateView } from './support/validator.ts';

describe('complaints about sessions that outlive their process', () => {
  it('C12: of two processes that are asked during a compaction, each shows what it was sent, once', async () => {
    const store = memoryStore();
    const answers: (() => void)[] = [];
    const asked: string[] = [];
    const summarize = async (request: SummaryRequest) => {
      asked.push(`${request.firstMessage}-${request.lastMessage} ${request.attempt}`);
      await new Promise<void>((resolve) => answers.push(resolve));
      return goodSummary(request);
    };
    const [one, other] = [
      await processOn(store, { summarize }),
      await processOn(store, { summarize }),
    ];
    const talk = talkIn('ai-sdk');
    for (const messages of stepsOf(40)) {
      const queued = [
        ...messages,
        ...talk.says('Done.'),
        ...talk.user(`One more thing: QX${messages.length}XQ.`),
      ];
      const both = Promise.all([one.session.prepare(messages), other.session.prepare(queued)]);
      const [early, late] = await answering(both, answers);
      assert.deepEqual(validateView(early.messages, messages), []);
      assert.deepEqual(validateView(late.messages, queued), []);
      const said = stringsIn(late.messages).filter((text) => text.includes(`QX${messages.length}`));
      assert.equal(said.length, 1);
    }
    assert.ok(asked.length > 2);
    assert.equal(new Set(asked).size, asked.length, `bought twice: ${asked}`);
    for (const { log } of [one, other]) assert.deepEqual(log.of('error'), []);
  });

  it('C21: a host looks ahead, compacts when it likes, edits and takes back, and a restart changes none of it', async () => {
    const store = memoryStore();
    const arrays = stepsOf(24);
    const messages = last(arrays);
    const options = { ...writes, contextWindow: 64_000, keepRecent: { messages: 4 } };
    const { compactor, session } = await processOn(store, options);
    await play(session, arrays);
    const before = session.plan(messages);
    assert.deepEqual([before.folds, before.edits], [[], []]);
    const { compacted } = await session.compact();
    assert.equal(compacted, true);
    const [record] = session.records().filter(({ inView }) => inView);
    assert.ok(record !== undefined);
    await session.editRecord(record.id, 'The user wants blue doors.');
    const edited = await session.prepare(messages);
    assert.match(stringsIn(edited.messages).join('\n'), /blue doors/);
    await compactor.close();

    const restarted = await processOn(store, options);
    const again = await restarted.session.prepare(messages);
    assert.deepEqual(again.messages, edited.messages);
    assert.equal(await restarted.session.rewind(), true);
    const unedited = await restarted.session.prepare(messages);
    assert.doesNotMatch(stringsIn(unedited.messages).join('\n'), /blue doors/);
    assert.equal(await restarted.session.rewind(), true);
    await restarted.compactor.close();

    const third = await processOn(store, options);
    const { messages: whole } = await third.session.prepare(messages);
    assert.deepEqual(whole, messages, 'all messages are there again');
    assert.equal(await third.session.rewind(), false);
  });

  for (const dialect of dialects) {
    it(`C25: what was pruned and folded stays so after a restart, and the full history never overflows (${dialect})`, async () => {
      const store = memoryStore();
      const arrays = stepsOf(40, dialect);
      const policy = {
        dialect,
        keepRecent: { messages: 6 },
        results: { trim: { over: 1_000, head: 200, tail: 200, protect: { results: 2 } } },
      } as const;
      const asked: SummaryRequest[] = [];
      const summarize = async (request: SummaryRequest) => {
        asked.push(request);
        return goodSummary(request);
      };
      const first = await processOn(store, { ...policy, summarize });
      const views = await play(first.session, arrays, { dialect });
      const edits = first.log.rewrites.flatMap((rewrite) => rewrite.edits);
      const folds = first.log.rewrites.flatMap((rewrite) => rewrite.folds);
      assert.ok(
        edits.length > 0 && folds.length > 0,
        `${edits.length} edits, ${folds.length} folds`,
      );
      await first.compactor.close();
      asked.length = 0;

      const second = await processOn(store, { ...policy, summarize });
      // The host replays its full history, in objects that nobody has seen.
      const history = structuredClone(last(arrays));
      const { messages: view } = await second.session.prepare(history);
      assert.deepEqual(view, last(views));
      assert.deepEqual([asked.length, second.log.rewrites.length], [0, 0]);
      const [{ viewTokens, budget } = { viewTokens: 1, budget: 0 }] = second.log.of('view');
      assert.ok(viewTokens <= budget, `${viewTokens} of ${budget}`);
    });
  }
});
