// promise: api, presets
/**
 * What hosts may ask of the form of summaries: each preset its shape, a host's own on top, and that
 * the core is told just that. The core's side is `tests/core/request_test.cc`.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { coreOptions, summaryShapes } from '../../js/options/core-options.ts';
import { compactorOptions, optionsOf } from '../../js/options/options.ts';
import { presetNames } from '../../js/options/presets.ts';
import type { SummaryPolicy } from '../../js/types/policy.ts';
import type { CompactorOptions } from '../../js/types.ts';

const facts = { family: 0, media: 0 } as Parameters<typeof coreOptions>[2];

/** The style as the core reads it. */
function told(options: Partial<CompactorOptions>) {
  const all = { contextWindow: 8_000, ...options };
  compactorOptions(all);
  return JSON.parse(coreOptions(optionsOf(all, undefined), {}, facts)).summary;
}

const section = { heading: 'Leads', instruction: 'Every company.' };

describe('the form of summaries', () => {
  it('has a shape for each preset, ours where nothing is said', () => {
    const shapes = presetNames.map((preset) => [
      preset,
      summaryShapes[told({ preset })?.shape ?? 0],
    ]);
    assert.deepEqual(Object.fromEntries(shapes), {
      epitome: 'epitome',
      aiSdk: 'record',
      tiered: 'brief',
      rolling: 'rolling',
      checkpoint: 'checkpoint',
      microAgent: 'narrative',
      openclaw: 'epitome',
    });
  });

  it('lets a host add to what its preset asks, and change it', () => {
    const record = summaryShapes.indexOf('record');
    assert.deepEqual(told({ preset: 'aiSdk', summary: { instructions: 'Keep prices.' } }), {
      shape: record,
      instructions: 'Keep prices.',
    });
    assert.deepEqual(told({ preset: 'aiSdk', summary: { sections: [section] } }), {
      shape: record,
      sections: [section],
    });
    assert.deepEqual(told({ preset: 'aiSdk', summary: { shape: 'brief' } }), {
      shape: summaryShapes.indexOf('brief'),
    });
    const unset = { shape: undefined } as unknown as SummaryPolicy;
    assert.deepEqual(told({ preset: 'aiSdk', summary: unset }), { shape: record });
    const preset = { summary: { shape: 'rolling', instructions: 'Ours.' } } as const;
    assert.deepEqual(told({ preset, summary: { instructions: 'Theirs.' } }), {
      shape: summaryShapes.indexOf('rolling'),
      instructions: 'Theirs.',
    });
  });

  it('tells the core well-formed text only', () => {
    const lone = 'a\ud800b';
    const style = told({
      summary: { instructions: lone, sections: [{ heading: lone, instruction: lone }] },
    });
    assert.deepEqual(style, {
      instructions: 'a\ufffdb',
      sections: [{ heading: 'a\ufffdb', instruction: 'a\ufffdb' }],
    });
  });

  it('takes texts up to their limits', () => {
    const longest = { heading: 'h'.repeat(120), instruction: 'i'.repeat(500) };
    const style = {
      instructions: 'x'.repeat(2_000),
      sections: Array.from({ length: 16 }, () => longest),
    };
    assert.deepEqual(told({ summary: style }), style);
  });
});
