// promise: 5 always ends, 9 loses nothing silently
/**
 * Views that nothing makes fit: what the model has called for last stays in sight with what came of it, so that an
 * agent gets on, and no record is written that says nothing.
 */
import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { type CompactorOptions, createCompactor, type SummaryRecord } from 'epitome';
import { goodSummary, prose, recordingSummarizer } from './support/conversation.ts';
import { opener } from './support/opener.ts';
import { type Dialect, dialects, talkIn } from './support/talk.ts';

// biome-ignore lint/suspicious/noExplicitAny: dialects that the types do not mix.
type Anything = any;

const open = opener({ maxOutputTokens: 500, system: '', tools: {} });
const counter = await createCompactor({ contextWindow: 8_000 });
after(() => counter.dispose());

/** What comes back from the command with a number: short, a failure, or a log that fills the window by itself. */
function resultOf(step: number, budget: number): string {
  if (step % 4 === 2) return prose(budget * 2, `log${step}`);
  if (step % 4 === 3) return `FAILED suite${step}: expected 3, got ${step}`;
  return `suite${step} passed. ${prose(60, `suite${step}`)}`;
}

/** The text of a record below its heading. */
const told = ({ text }: SummaryRecord): string => text.split('\n').slice(1).join('\n').trim();

/** Works a list of commands off; each view is judged by what an agent needs to go on. */
async function work(dialect: Dialect, options: Partial<CompactorOptions>, begin: Anything[]) {
  const { session, log } = await open({ ...options, dialect: dialect as 'anthropic' });
  const { step } = talkIn(dialect);
  const host = [...begin];
  let budget = 0;
  let before = 0;
  for (let turn = 0; turn < 16; turn += 1) {
    const { messages } = await session.prepare([...host] as never);
    ({ budget } = session.usage());
    const shown = JSON.stringify(messages);
    const misfits = log.of('cannot-fit').length;
    if (turn > 0) {
      const [id, result] = [`call-${turn - 1}`, resultOf(turn - 1, budget)];
      assert.ok(shown.includes(id), `turn ${turn}: the newest call is gone`);
      const newest = (messages as Anything[]).slice(-1);
      const begins = JSON.stringify(newest).includes(result.slice(0, 60));
      const tokens = counter.estimateMessagesTokens(newest);
      // Where a view fits, the result has what room there is.
      if (misfits > before) {
        assert.ok(begins, `turn ${turn}: its result is gone`);
        assert.ok(tokens <= budget / 4 + 200, `turn ${turn}: it has ${tokens} of ${budget}`);
      }
    }
    before = misfits;
    for (const record of session.records()) {
      assert.notEqual(told(record), '', `turn ${turn}: an empty record: ${record.text}`);
    }
    const input = { command: `npm test -- suite${turn}` };
    host.push(...step('run', input, resultOf(turn, budget), `call-${turn}`));
  }
  return { session, log, host };
}

const windows: [string, Partial<CompactorOptions>, number][] = [
  ['a paste above an assumed window', { model: 'house-1' }, 32_500],
  ['a cap far below the first message', { contextWindow: 4_000 }, 240_000],
  ['a paste just above the budget', { contextWindow: 16_000 }, 16_400],
  ['a paste that leaves a little', { contextWindow: 16_000 }, 15_000],
  [
    'a small window, one summary',
    { contextWindow: 8_000, preset: 'rolling', trigger: 6_000 },
    9_000,
  ],
];

describe('a view that cannot fit', () => {
  for (const dialect of dialects) {
    for (const [name, options, tokens] of windows) {
      it(`keeps the newest call in sight: ${dialect}, ${name}`, async () => {
        await work(dialect, options, [{ role: 'user', content: `Run them. ${prose(tokens)}` }]);
      });
    }

    it(`keeps it behind a later paste: ${dialect}`, async () => {
      const before = [
        { role: 'user', content: 'Run the first one.' },
        ...talkIn(dialect).step('run', { command: 'npm test' }, 'passed', 'call-x'),
        { role: 'assistant', content: 'It passed.' },
        { role: 'user', content: `Run the rest, here is the log. ${prose(20_000)}` },
      ];
      await work(dialect, { contextWindow: 16_000 }, before);
    });
  }

  it('does not ask for a summary at every step', async () => {
    const model = recordingSummarizer(goodSummary);
    const options = { contextWindow: 16_000, summarize: model.summarize };
    const { log } = await work('ai-sdk', options, [{ role: 'user', content: prose(17_000) }]);
    const rewrites = log.of('compaction').filter(({ folds }) => folds.length > 0);
    assert.ok(rewrites.length <= 8, `${rewrites.length} folds in 16 steps`);
    assert.ok(model.requests.length <= 8, `${model.requests.length} requests in 16 steps`);
    for (const { tokensBefore, tokensAfter } of rewrites) {
      assert.ok(tokensBefore - tokensAfter >= 16_000 / 25, `${tokensBefore} to ${tokensAfter}`);
    }
  });
});

describe('a large newest result that fits', () => {
  for (const dialect of dialects) {
    for (const contextWindow of [160_000, 200_000, 1_000_000]) {
      it(`is read beside what led to it: ${dialect}, ${contextWindow}`, async () => {
        const { session, log } = await open({
          contextWindow,
          preset: 'checkpoint',
          dialect: dialect as 'anthropic',
        });
        const { step } = talkIn(dialect);
        const host: Anything[] = [{ role: 'user', content: 'Compare both files.' }];
        await session.prepare([...host] as never);
        const { budget } = session.usage();
        const files = {
          first: prose(Math.round(budget * 0.3), 'first'),
          second: prose(Math.round(budget * 0.55), 'second'),
        };
        for (const [id, text] of Object.entries(files)) {
          host.push(...step('read_file', { path: `src/${id}.ts` }, text, id));
          const { messages } = await session.prepare([...host] as never);
          assert.deepEqual(messages, host, `${id}: nothing has to give way yet`);
        }
        host.push(...step('read_file', { path: 'src/third.ts' }, 'A few words.', 'third'));
        const { messages } = await session.prepare([...host] as never);
        const shown = JSON.stringify(messages);
        const [{ tokensAfter, trigger } = assert.fail('no rewrite')] = log.of('compaction');
        assert.ok(tokensAfter <= trigger, `${tokensAfter} of ${trigger}`);
        for (const text of Object.values(files)) assert.ok(shown.includes(text.slice(0, 2_000)));
      });
    }
  }
});

describe('calls that alone are too large', () => {
  it('give way, and the record tells of them', async () => {
    const { session } = await open({ contextWindow: 8_000 });
    const input = { path: 'src/big.ts', content: prose(9_000, 'big') };
    const talk = talkIn('ai-sdk');
    const host = [...talk.user('Write it.'), ...talk.step('write', input, 'wrote 9,000 tokens')];
    await session.prepare(host);
    const { viewTokens, budget } = session.usage();
    assert.ok(viewTokens <= budget, `${viewTokens} of ${budget}`);
    assert.match(session.records().map(told).join(), /src\/big\.ts/);
  });
});
