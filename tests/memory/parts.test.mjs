/** The parts of the measure on sessions made by hand, with policies that keep all, little, or a note. */

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sessionOf } from './load.mjs';
import { Future, recallOf } from './parts/recall.mjs';
import { recordAlone } from './parts/record-alone.mjs';
import { truthOf } from './parts/truth.mjs';
import { play } from './play.mjs';
import { clearAndKeepLast, keepLast } from './policies/plain.mjs';

const step = (n, input, output) => [
  {
    role: 'assistant',
    content: [{ type: 'tool-call', toolCallId: `c${n}`, toolName: 'cancel_booking', input }],
  },
  {
    role: 'tool',
    content: [
      {
        type: 'tool-result',
        toolCallId: `c${n}`,
        toolName: 'cancel_booking',
        output: { type: 'text', value: output },
      },
    ],
  },
];

/** Booking QX7RT2 is cancelled in the first step and asked for again in the last; between them is talk. */
const session = sessionOf({
  name: 'made',
  kind: 'service',
  messages: [
    { role: 'user', content: 'Cancel QX7RT2 please.' },
    ...step(0, { booking: 'QX7RT2' }, 'cancelled QX7RT2'),
    ...Array.from({ length: 15 }, (_, n) =>
      step(n + 1, { booking: `other${n}00` }, `nothing ${'and more of it '.repeat(9)}`),
    ).flat(),
    ...step(99, { booking: 'QX7RT2' }, 'it is'),
  ],
  deeds: [{ at: 1, tool: 'cancel_booking', target: 'QX7RT2', kind: 'domain' }],
});

const all = { name: 'all', open: () => ({ prompt: ({ messages }) => messages }) };

/** Folds everything but the newest two messages into a note, from the tenth step on. */
const noted = (text) => ({
  name: 'note',
  open() {
    let events = [];
    return {
      prompt({ messages, index }) {
        events = index === 9 ? [{ type: 'compaction', folds: [{ kind: 'fold' }] }] : [];
        if (index < 9) return messages;
        const note = {
          role: 'user',
          content: [{ type: 'text', text }],
          providerOptions: { epitome: {} },
        };
        return [note, ...messages.slice(-2)];
      },
      about: () => ({ events }),
    };
  },
});

async function measured(policy, from) {
  const future = new Future(session);
  const parts = [
    recallOf(future, { from }),
    recordAlone(session, future),
    truthOf(session, future),
  ];
  const observers = parts.map(({ observe }) => observe);
  await play({ session, policy, window: 8_000, observers });
  return parts.map((part) => part.figures());
}

describe('recall', () => {
  it('is whole where nothing is folded', async () => {
    const [recall] = await measured(all, 9);
    assert.deepEqual(recall.tally.get('all'), { held: 1, total: 1 });
    assert.deepEqual(recall.tally.get('31–100'), { held: 1, total: 1 });
  });

  it('is none where only the newest messages are left', async () => {
    for (const peer of [keepLast, clearAndKeepLast]) {
      const policy = peer.at(500);
      const [recall] = await measured(
        {
          name: peer.name,
          open: () => ({
            prompt: ({ messages }) => policy.open().prompt({ messages: messages.slice(1) }),
          }),
        },
        9,
      );
      assert.deepEqual(recall.tally.get('all'), { held: 0, total: 1 });
    }
  });
});

describe('the record alone', () => {
  it('holds what it names, and no more', async () => {
    for (const [text, held] of [
      ['Cancelled: QX7RT2', 1],
      ['Cancelled: something of which nobody has kept the name', 0],
    ]) {
      const [recall, record, truth] = await measured(noted(text));
      assert.equal(recall.from, 9);
      assert.deepEqual(recall.tally.get('all'), { held, total: 1 });
      assert.deepEqual(record.tally.get('record'), { held, total: 1 });
      assert.deepEqual(record.tally.get('oracle'), { held: 1, total: 1 });
      assert.deepEqual(truth.tally.get('deeds, domain'), { held, total: 1 });
    }
  });

  it('is credited to its sections', async () => {
    const [, record] = await measured(noted('## Deeds\ncancelled QX7RT2\n## Else\nnothing'));
    const hits = Object.fromEntries(record.sections.map(({ name, unique }) => [name, unique]));
    assert.deepEqual(hits, { Deeds: 1, Else: 0 });
  });
});
