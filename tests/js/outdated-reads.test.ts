// promise: 9 loses nothing silently
/** A read that failed stands in no other's place, however much it says. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { prose } from './support/conversation.ts';
import { opener } from './support/opener.ts';
import { dialects, talkIn } from './support/talk.ts';

const open = opener({
  maxOutputTokens: 1_000,
  system: '',
  tools: {},
  results: { batch: 50 },
});

/** All texts of a view. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

describe('a read', () => {
  for (const dialect of dialects) {
    if (dialect === 'openai-chat') continue;
    it(`gives way only to one that succeeded: ${dialect}`, async () => {
      for (const contextWindow of [8_000, 24_000]) {
        for (const length of [1, 1.1, 2]) {
          for (const failed of [false, true]) {
            const talk = talkIn(dialect);
            const size = contextWindow / 9;
            const first = prose(size, 'good');
            const later = prose(size * length, 'late');
            const read = { tool: 'read_file', input: { path: 'src/gate.ts' } };
            const history = [
              ...talk.user('Go.'),
              ...talk.calls([{ ...read, result: first }]),
              ...talk.calls([{ ...read, result: later, failed }]),
            ];
            for (let i = 0; i < 16; i += 1) {
              const result = prose(contextWindow / 130, `s${i}`);
              history.push(...talk.step('read_file', { path: `src/s${i}.ts` }, result));
            }
            const { session, log } = await open({ dialect, contextWindow });
            const { messages } = await session.prepare(history);
            const edits = log.rewrites.flatMap((event) => event.edits);
            const outdated = edits.filter(({ kind }) => kind === 'outdated');
            const where = `${contextWindow}, ${length}`;
            // One that succeeded shows that the first is in reach of the rule.
            assert.equal(outdated.length, failed ? 0 : 1, where);
            assert.equal(textsIn(messages).includes(first), failed, where);
          }
        }
      }
    });
  }
});
