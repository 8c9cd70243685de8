/** The harness: where plants come to stand, how knobs are found, how a report and its floors read. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createRng } from '../js/support/random.ts';
import { judged } from './floors.ts';
import { matchMean } from './match-mean.ts';
import { plantIn } from './measure/planting.ts';
import { Tally } from './measure/shares.ts';
import { textOfMessage } from './measure/texts.ts';
import type { Plant, Planted } from './plants/types.ts';
import { Report } from './report.ts';
import { allRules, optionsWithout, UnknownRuleError } from './rules.ts';

const step = (n: number) => [
  {
    role: 'assistant',
    content: [
      { type: 'text', text: `step ${n}` },
      { type: 'tool-call', toolCallId: `c${n}`, toolName: 'go', input: {} },
    ],
  },
  {
    role: 'tool',
    content: [
      {
        type: 'tool-result',
        toolCallId: `c${n}`,
        toolName: 'go',
        output: { type: 'text', value: `line\nline ${n}` },
      },
    ],
  },
];
const session = [
  { role: 'user', content: 'begin' },
  ...Array.from({ length: 30 }, (_, n) => step(n)).flat(),
];

function plantOf(id: string, source: Plant['source'], more: object = {}): [Plant, Planted] {
  const planted = { text: `planted ${id}`, value: id, about: [], ...more };
  return [{ id, source, type: 'made', language: 'en', plant: () => planted }, planted];
}

describe('plants', () => {
  const plants = [
    plantOf('said', 'user'),
    plantOf('ordered', 'user', {
      revokes: { text: 'not any more', at: 'later', value: 'not any more' },
    }),
    plantOf('printed', 'tool'),
    plantOf('called', 'tool', { tool: { name: 'probe', input: { depth: 2 } } }),
    plantOf('decided', 'assistant'),
  ];

  for (const seed of [1, 2, 3, 4, 5]) {
    it(`stand where the report says, in a legal history (${seed})`, () => {
      const before = JSON.stringify(session);
      const { messages, places } = plantIn(session, plants, createRng(seed));
      assert.equal(JSON.stringify(session), before);
      assert.equal(places.length, plants.length);
      for (const { plant, planted, at, revokedAt } of places) {
        const message = messages[at];
        assert.ok(textOfMessage(message ?? {}).includes(planted.text), plant.id);
        assert.equal(message?.role, plant.source);
        assert.equal(plant.id === 'ordered', revokedAt !== undefined);
        if (revokedAt === undefined) continue;
        assert.ok(revokedAt > at);
        assert.equal(messages[revokedAt]?.content, 'not any more');
      }
      for (const [at, message] of messages.entries()) {
        const calls =
          typeof message.content === 'string'
            ? []
            : message.content.filter(({ type }) => type === 'tool-call');
        assert.equal(messages[at + 1]?.role === 'tool', calls.length > 0);
      }
    });
  }
});

describe('a knob', () => {
  it('is found where the mean is as wanted', async () => {
    const { knob, mean } = await matchMean(async (knob) => 3 * knob + 7, 9_000, [1, 100_000]);
    assert.ok(Math.abs(mean - 9_000) <= 45);
    assert.equal(3 * knob + 7, mean);
  });

  it('is the nearest where no mean is as wanted', async () => {
    const { mean } = await matchMean(async (knob) => 20_000 + knob, 9_000, [0, 100_000]);
    assert.ok(mean < 20_010);
  });
});

it('a rule that the engine does not know is told', async () => {
  const noBuild = () => assert.fail('nothing is to be built');
  assert.ok(allRules().includes('rare-words'));
  assert.deepEqual(await optionsWithout([], noBuild), {});
  await assert.rejects(optionsWithout(['no-such-rule'], noBuild), UnknownRuleError);
});

describe('a report', () => {
  const column = { window: 32_000, policy: 'digest' };
  const report = new Report();
  const tally = new Tally();
  for (const isHeld of [true, false, true, true]) tally.count('x', isHeld);
  report.share('recall', column, tally.get('x'));
  report.share('nothing', column, tally.get('never counted'));
  report.number('tokens', column, 12_345.6, 1);

  it('shows shares with their totals where these are small, and leaves out what was not measured', () => {
    const lines = report.table().split('\n');
    assert.equal(lines.length, 3);
    assert.match(lines[1] ?? '', /^recall +75\.0 % of 4$/);
    assert.match(lines[2] ?? '', /^tokens +12,345\.6$/);
  });

  it('shows details where they are asked for', () => {
    const more = new Report();
    more.number('plain', column, 1);
    more.number(more.asDetail('by type'), column, 2);
    assert.equal(more.table().split('\n').length, 2);
    assert.equal(more.table({ details: true }).split('\n').length, 3);
    assert.equal(more.valueOf('by type', '32k digest'), 2);
  });

  it('is held against floors, of which one without a figure does not hold', () => {
    const floor = { row: 'recall', column: '32k digest' };
    const holds = judged(report, [
      { ...floor, least: 75 },
      { ...floor, least: 76 },
      { ...floor, most: 74 },
      { ...floor, row: 'nothing', least: 0 },
    ]).map((judgement) => judgement.holds);
    assert.deepEqual(holds, [true, false, false, false]);
  });
});
