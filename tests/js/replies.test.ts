// promise: 9 loses nothing silently
/**
 * Which replies of a model stand for what was folded: records in whatever shape do; questions back,
 * promises, a transcript that goes on, and the same again and again do not.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createCompactor } from 'epitome';
import { EventLog } from './support/conversation.ts';
import { faithful, type Row, unfaithful, workIn } from './support/reply-table.ts';

async function fold({ text, tongue = 'en' }: Pick<Row, 'text' | 'tongue'>) {
  const log = new EventLog();
  let asked = 0;
  using compactor = await createCompactor({
    contextWindow: 24_000,
    onEvent: log.onEvent,
    summarize: async () => {
      asked += 1;
      return text;
    },
  });
  const { messages } = await compactor.session('chat').compact({ messages: workIn(tongue) });
  const folds = log.rewrites.flatMap((rewrite) => rewrite.folds);
  assert.equal(folds.length, 1);
  const rejected = log.of('summary-rejected');
  return { asked, source: folds[0]?.source, rejected, view: JSON.stringify(messages) };
}

describe('a reply stands that is a record:', () => {
  for (const row of faithful) {
    it(row.name, async () => {
      const { asked, source, rejected, view } = await fold(row);
      assert.deepEqual(
        rejected.map(({ reason }) => reason),
        [],
      );
      assert.equal(source, 'model');
      assert.equal(asked, 1);
      if (/<(think|thinking|reasoning|analysis)>/.test(row.text) || row.name.includes('lone end')) {
        assert.doesNotMatch(view, /(think|thinking|reasoning|analysis)>/);
        assert.doesNotMatch(
          view,
          /Okay, so I have|wants a record|will eine Zusammenfassung|Let me go/,
        );
      }
    });
  }
});

describe('a reply is asked for once more, and then given up, that is none:', () => {
  for (const row of unfaithful) {
    it(row.name, async () => {
      const { asked, source, rejected } = await fold(row);
      assert.equal(source, 'code');
      assert.equal(asked, 2);
      assert.equal(rejected.length, 2);
    });
  }
});
