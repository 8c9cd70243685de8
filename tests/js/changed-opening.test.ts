// promise: 6 pays once
/** What a model wrote with one request before its eyes does not stand behind another. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createCompactor, type SummaryRequest } from 'epitome';
import type { Message } from '../../js/testing/shapes.ts';
import {
  conversation,
  goodSummary,
  jsonClone,
  recordingSummarizer,
  user,
} from './support/conversation.ts';

const asked = 'Migrate the files under src to the new parser, and delete the old tables of ZEBRA.';
const changed = 'Only review the files under src. Change nothing.';

function summary(request: SummaryRequest): string {
  const goal = request.prompt.includes('ZEBRA') ? 'delete the old tables of ZEBRA' : 'a review';
  return `## Goal\n- The user asked for this: ${goal}.\n${goodSummary(request)}`;
}

function history(opening: Message[], steps = 70): Message[] {
  return [...opening, ...conversation(steps).slice(1)];
}

describe('a record behind initial messages that changed', () => {
  const forms: Record<string, [before: Message[], after: Message[]]> = {
    'other words': [[user(asked)], [user(changed)]],
    'a message less': [[user(asked), user('Be quick.')], [user(changed)]],
    'another last message': [
      [user('Look at this.'), user(asked)],
      [user('Look at this.'), user(changed)],
    ],
    parts: [
      [{ role: 'user', content: [{ type: 'text', text: asked }] }],
      [{ role: 'user', content: [{ type: 'text', text: changed }] }],
    ],
  };
  for (const [name, [before, after]] of Object.entries(forms)) {
    for (const restored of [false, true]) {
      it(`is not in the view: ${name}, ${restored ? 'restored' : 'live'}`, async () => {
        const { requests, summarize } = recordingSummarizer(summary);
        const options = { contextWindow: 16_000, summarize };
        using compactor = await createCompactor(options);
        let session = compactor.session('one');
        const told = async (opening: Message[], steps?: number): Promise<string> =>
          JSON.stringify((await session.prepare(jsonClone(history(opening, steps)))).messages);
        assert.ok((await told(before)).includes('tables of ZEBRA.'));
        const paid = requests.length;
        assert.ok(paid > 0);
        if (restored) session = compactor.session('two', { state: session.snapshot() });
        assert.ok(!(await told(after)).includes('ZEBRA'));
        assert.ok(requests.length > paid);
        // Who comes back to the first words has paid for them.
        const all = requests.length;
        assert.ok((await told(before, 71)).includes('tables of ZEBRA.'));
        assert.ok((await told(after, 71)).includes('a review'));
        assert.equal(requests.length, all);
      });
    }
  }

  it('stays where they did not change, however they are spelt', async () => {
    const { requests, summarize } = recordingSummarizer(summary);
    using compactor = await createCompactor({ contextWindow: 16_000, summarize });
    const session = compactor.session('one');
    await session.prepare(history([user(asked)]));
    const paid = requests.length;
    const parts = [{ role: 'user', content: [{ type: 'text', text: `${asked} \n` }] }];
    await session.prepare(jsonClone(history(parts, 71)));
    assert.equal(requests.length, paid);
  });
});
