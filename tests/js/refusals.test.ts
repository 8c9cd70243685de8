// promise: 9 loses nothing silently
/**
 * A model that declines writes no record, whatever form it gives to that; a record that tells of somebody
 * who declined is one.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createCompactor } from 'epitome';
import { EventLog } from './support/conversation.ts';
import { declining, honest, type Talk, talk } from './support/refusal-table.ts';

async function fold(tongue: Talk, text: string) {
  const log = new EventLog();
  using compactor = await createCompactor({
    contextWindow: 24_000,
    onEvent: log.onEvent,
    summarize: async () => text,
  });
  await compactor.session('chat').compact({ messages: talk(tongue) });
  const [rewrite] = log.rewrites;
  return { source: rewrite?.folds[0]?.source, rejected: log.of('summary-rejected') };
}

const talks = Object.keys(honest) as Talk[];

describe('a record stands that tells of a refusal:', () => {
  for (const tongue of talks) {
    for (const text of honest[tongue]) {
      it(`${tongue}: ${text.slice(0, 60)}`, async () => {
        const { source, rejected } = await fold(tongue, text);
        assert.deepEqual([source, rejected], ['model', []]);
      });
    }
  }
});

describe('a refusal stands for nothing:', () => {
  for (const tongue of talks) {
    for (const text of declining[tongue]) {
      it(`${tongue}: ${text.slice(0, 60)}`, async () => {
        const { source, rejected } = await fold(tongue, text);
        assert.equal(source, 'code');
        assert.notEqual(rejected.length, 0);
      });
    }
  }
});
