/**
 * What a fold will take is read a few messages a step before it is due. How that is spread changes
 * nothing that a host or a model can see.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { CompactorEvent, CompactorOptions, SummaryRequest } from 'epitome';
import { EngineSession } from '../../build/modules/core/engine-session.js';
import { createCompactor } from '../../build/modules/index.js';
import { goodSummary, story } from './support/conversation.ts';
import type { Message } from './support/shapes.ts';

const { readEarly } = EngineSession.prototype;

const summarize = async (request: SummaryRequest) => goodSummary(request);

/** Plays a history, read ahead behind every `every`-th step alone; 0 for never. */
async function played(options: CompactorOptions, history: readonly Message[], every: number) {
  let steps = 0;
  EngineSession.prototype.readEarly = function (...args) {
    steps += 1;
    return every > 0 && steps % every === 0 ? readEarly.apply(this, args) : 0;
  };
  try {
    const seen: unknown[] = [];
    const onEvent = (event: CompactorEvent) => {
      if (event.type === 'error' || event.type === 'fault') throw new Error(JSON.stringify(event));
      seen.push('summarizeMillis' in event ? { ...event, summarizeMillis: 0 } : event);
    };
    const told: CompactorOptions = { ...options, onEvent };
    if (options.summarize !== undefined) {
      told.summarize = async (request) => {
        seen.push(request);
        return goodSummary(request);
      };
    }
    const compactor = await createCompactor(told);
    const session = compactor.session('s');
    for (let end = 1; end <= history.length; end += 2) {
      const { messages } = await session.prepare(history.slice(0, end));
      seen.push(messages, session.snapshot());
    }
    compactor.dispose();
    return seen;
  } finally {
    EngineSession.prototype.readEarly = readEarly;
  }
}

const settings: Record<string, CompactorOptions> = {
  'without a model': { contextWindow: 16_000 },
  'with a model': { contextWindow: 16_000, summarize },
  'with one summary': { contextWindow: 16_000, summarize, oneSummary: true },
  'with summaries in the background': {
    contextWindow: 16_000,
    summarize,
    background: true,
  },
};

describe('reading ahead of a fold', () => {
  for (const [name, options] of Object.entries(settings)) {
    it(`changes nothing ${name}`, async () => {
      const history = story(160);
      const never = await played(options, history, 0);
      assert.ok(never.some((one) => (one as CompactorEvent).type === 'compaction'));
      for (const every of [1, 3]) {
        assert.deepEqual(await played(options, history, every), never, `every ${every}`);
      }
    });
  }

  it('leaves a fold little to read', async () => {
    const history = story(160);
    const wanted: number[] = [];
    const { read } = EngineSession.prototype;
    EngineSession.prototype.read = function (run, dialect) {
      const next = read.call(this, run, dialect);
      wanted.push(this.folding.end - this.folding.begin);
      return next;
    };
    let early = 0;
    EngineSession.prototype.readEarly = function (run, dialect) {
      const count = readEarly.call(this, run, dialect);
      early += count;
      return count;
    };
    try {
      const compactor = await createCompactor({ contextWindow: 16_000 });
      const session = compactor.session('s');
      for (let end = 1; end <= history.length; end += 2) {
        await session.prepare(history.slice(0, end));
      }
      compactor.dispose();
    } finally {
      EngineSession.prototype.read = read;
      EngineSession.prototype.readEarly = readEarly;
    }
    const folded = wanted.reduce((sum, count) => sum + count, 0);
    assert.ok(folded > 40, String(folded));
    assert.ok(early > folded / 2, `${early} of ${folded}`);
  });
});
