/**
 * What the user said is told once: several messages that say the same are one row, a sentence that comes
 * again is told where it was said last, what stands in the view is not told beside it, and blocks of a harness
 * are nobody's words. What is short comes before parts of what is long.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { opener } from './support/opener.ts';
import { createRng } from './support/random.ts';
import { dialects, type Talk, talkIn } from './support/talk.ts';

const open = opener({ contextWindow: 16_000, system: '', tools: [] });

type Session = Awaited<ReturnType<typeof open>>['session'];
const recordsOf = (session: Session) =>
  session
    .records()
    .filter((record) => record.inView)
    .map((record) => record.text);
/** How often a text stands in the newest records, all of them. */
const told = (session: Session, text: string) =>
  recordsOf(session).join('\n').split(text).length - 1;

const begin = (talk: Talk) => [...talk.user('Hi.'), ...talk.says('Hello.')];
const behind = (talk: Talk, steps: number) => [
  ...talk.reads(steps),
  ...talk.says('Read.'),
  ...talk.user('And now?'),
];

describe('a sentence of the user', () => {
  for (const dialect of dialects) {
    it(`is told once for each record, however many messages say it, in ${dialect}`, async () => {
      for (const nudge of [
        'Continue if you have next steps.',
        'weiter so, bis es fertig ist',
        '继续。',
      ]) {
        const talk = talkIn(dialect);
        const { session } = await open({ dialect });
        const nudges = Array.from({ length: 8 }, () => [...talk.user(nudge), ...talk.reads(1)]);
        await session.prepare([...begin(talk), ...nudges.flat(), ...behind(talk, 20)]);
        assert.equal(told(session, nudge), 1, recordsOf(session).join('\n'));
        assert.match(recordsOf(session).join('\n'), /\b8\b/);
      }
    });

    it(`is told once where records became one, in ${dialect}`, async () => {
      const talk = talkIn(dialect);
      const { session } = await open({ dialect, oneSummary: true });
      const history = begin(talk);
      for (let i = 0; i < 40; i += 1) {
        history.push(...talk.user('Continue if you have next steps.'), ...talk.reads(1));
        history.push(...talk.user(`Carry parcel ${i}.\nNever open the parcels on the way.`));
        history.push(...talk.reads(1));
        await session.prepare(history);
      }
      assert.equal(recordsOf(session).length, 1);
      assert.ok(told(session, 'Continue if you have next steps.') <= 1);
      assert.ok(told(session, 'Never open the parcels on the way.') <= 1);
      assert.ok(told(session, 'Carry parcel 2.') === 1, recordsOf(session)[0]);
    });

    it(`is not told where the view says it already, in ${dialect}`, async () => {
      const talk = talkIn(dialect);
      const { session } = await open({ dialect });
      const same = 'Look after the feeds and tell me what is new.';
      const beats = Array.from({ length: 9 }, () => [...talk.user(same), ...talk.reads(5)]);
      await session.prepare([...talk.user(same), ...talk.says('Yes.'), ...beats.flat()]);
      assert.ok(recordsOf(session).length > 0);
      assert.equal(told(session, same), 0);
    });

    it(`is not taken for repeated where it was taken back, in ${dialect}`, async () => {
      const talk = talkIn(dialect);
      const { session } = await open({ dialect });
      const order = 'Never deploy to the north cluster.';
      const lifted = talk.user('You may now deploy to the north cluster.');
      const history = [
        ...talk.user(order),
        ...talk.says('I will not.'),
        ...talk.reads(1),
        ...lifted,
      ];
      history.push(...talk.reads(1), ...talk.user(order), ...behind(talk, 40));
      await session.prepare(history);
      const records = recordsOf(session).join('\n');
      assert.ok(records.indexOf(order) > records.indexOf('You may now deploy'), records);
    });
  }
});

describe('a block of a harness', () => {
  const rules = Array.from({ length: 30 }, (_, i) => `Rule ${i}: keep drawer ${i} closed.`).join(
    '\n',
  );
  const blocks: readonly string[] = [
    `<system-reminder>\n${rules}\n</system-reminder>`,
    `<environment_details>\n# Open tabs\nsrc/a.ts\n${rules}\n</environment_details>`,
    `<context>\n${rules}\n</context>`,
    `<ide_opened_file>The user opened ${rules}</ide_opened_file>`,
    `<user_info>\n${rules}\n</user_info>`,
    `<local-command-stdout>${rules}</local-command-stdout>`,
    `<workspace_state version="2">\n${rules}\n</workspace_state>`,
  ];
  for (const dialect of dialects) {
    it(`takes no room from what the user says in ${dialect}`, async () => {
      for (const block of blocks) {
        for (const first of [true, false]) {
          const talk = talkIn(dialect);
          const { session } = await open({ dialect });
          const asked = Array.from(
            { length: 12 },
            (_, i) => `Never repaint wall ${i} before noon.`,
          );
          const messages = asked.map((text) => (first ? `${block}\n${text}` : `${text}\n${block}`));
          const turns = messages.flatMap((text) => [...talk.user(text), ...talk.reads(1)]);
          await session.prepare([...begin(talk), ...turns, ...behind(talk, 30)]);
          const records = recordsOf(session).join('\n');
          for (const text of asked) assert.ok(records.includes(text), `${text}\n${records}`);
          assert.ok(!records.includes('keep drawer 7 closed'), records);
        }
      }
    });
  }

  it('is what was said where nothing else was', async () => {
    const talk = talkIn('ai-sdk');
    const { session } = await open();
    const alone = '<system-reminder>\nThe job on gate 9 has ended.\n</system-reminder>';
    await session.prepare([...begin(talk), ...talk.user(alone), ...behind(talk, 40)]);
    assert.equal(told(session, 'The job on gate 9 has ended.'), 1);
  });

  it('is no markup, data or section of the user', async () => {
    for (const own of [
      '<div class="gate">\nThe gate stays shut.\n</div>',
      '<instructions>\nThe gate stays shut.\n</instructions>',
      '<order_id>The gate stays shut.</order_id>',
      '<GateKeeper>\nThe gate stays shut.\n</GateKeeper>',
      '```xml\n<context>\nThe gate stays shut.\n</context>\n```',
      'I typed <context> and it says: The gate stays shut.',
      '<system-reminder>\nThe gate stays shut.',
    ]) {
      const talk = talkIn('ai-sdk');
      const { session } = await open();
      const asked = talk.user(`Why is this so?\n${own}\nAnswer soon.`);
      await session.prepare([...begin(talk), ...asked, ...behind(talk, 40)]);
      assert.equal(told(session, 'The gate stays shut.'), 1, own);
    }
  });
});

describe('a short message', () => {
  it('comes before parts of a pasted log', async () => {
    for (const dialect of dialects) {
      const rng = createRng(`log ${dialect}`);
      const line = (i: number) =>
        `2026-03-0${1 + (i % 9)} 10:${10 + (i % 50)} host-${rng.int(100, 999)} GET /api/v2/items/${rng.int(10_000, 99_999)} must not be slower than ${rng.int(1, 900)} ms`;
      const log = Array.from({ length: 250 }, (_, i) => line(i)).join('\n');
      const talk = talkIn(dialect);
      const { session } = await open({ dialect });
      const short = 'The new baker in our street makes bread that my mother would like very much';
      const asked = [...talk.user(short), ...talk.reads(1), ...talk.user(log), ...talk.reads(1)];
      await session.prepare([...begin(talk), ...asked, ...behind(talk, 40)]);
      assert.equal(told(session, short), 1, recordsOf(session).join('\n'));
    }
  });
});
