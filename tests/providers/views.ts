/**
 * Every view of a long session, sent through the provider's own package, and what it sends held
 * against the provider's rules. Decides what is sent and what has to have happened on the way.
 */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import {
  type CompactorEvent,
  type CompactorOptions,
  createCompactor,
} from '../../build/modules/index.js';
import { Replies } from '../js/support/replies.ts';
import { histories, type Moment } from './histories.ts';
import { ways } from './policies.ts';
import { type Message, type Played, play, Sender } from './sessions/play.ts';
import type { Fields, Voice } from './sessions/voice.ts';

/** What only some sessions hold. */
export interface Occurrences {
  /** Kinds of edits that should have been made. */
  edits: readonly string[];
  /** What requests after a rewrite should hold: else a rule had nothing to look at. */
  bodies: readonly RegExp[];
}

const everywhere: Occurrences = {
  edits: ['trim', 'clear', 'repeat', 'outdated', 'media'],
  bodies: [/%|JVBERi/, /iVBOR/, /exit 1: /, /Not on a Friday\./],
};

const repairs = ['ill-formed-text', 'aborted-call'];

const unicodeRule = /^unicode: /;

/** The first fault of each rule, and how many there are: one mistake is often made at every step. */
function shown(faults: readonly string[]): string {
  const byRule = new Map<string, string[]>();
  for (const fault of faults) {
    const rule = /^request \d+: ([\w-]+)/.exec(fault)?.[1] ?? '';
    byRule.set(rule, [...(byRule.get(rule) ?? []), fault]);
  }
  const lines = [...byRule.values()].map((all) => `${all.length} times: ${all[0]}`);
  return `${faults.length} faults\n${lines.join('\n')}`;
}

/** What happened over all sessions of a provider. */
class Census {
  readonly kinds = new Map<string, number>();
  readonly bodies: string[] = [];

  count(kind: string): void {
    this.kinds.set(kind, (this.kinds.get(kind) ?? 0) + 1);
  }

  take(event: CompactorEvent): void {
    if (event.type === 'repair') for (const { repair } of event.repairs) this.count(repair);
    if (event.type !== 'compaction') return;
    for (const { kind } of event.edits) this.count(kind);
    for (const { kind, source } of event.folds) this.count(`${kind} by ${source}`);
  }
}

/** Halves of surrogate pairs are told of; all else that can't be read is a mistake of the test's. */
function isTrouble(event: CompactorEvent): boolean {
  return event.type === 'error' || (event.type === 'fault' && event.fault !== 'lone-surrogate');
}

export function checkViews(voice: Voice, own: Occurrences): void {
  describe(`views of a long session, as requests: ${voice.name}`, () => {
    let raw: Played;
    const census = new Census();
    const sender = new Sender(voice);

    before(async () => {
      raw = await play(voice);
    });
    after(() => census.bodies.splice(0));

    function optionsOf(options: CompactorOptions, summaries: boolean, faults: string[]) {
      const replies = new Replies('providers', ['good', 'good', 'good', 'throws', 'empty']);
      return {
        ...options,
        ...(summaries && { summarize: async (request) => replies.answer(request) as string }),
        onEvent: (event) => {
          census.take(event);
          if (isTrouble(event)) faults.push(JSON.stringify(event));
        },
      } satisfies CompactorOptions;
    }

    it('the session as it is breaks no rule but that of Unicode', () => {
      const faults = raw.bodies.flatMap((body, step) =>
        voice.check(body, raw.emitted.slice(0, step)),
      );
      assert.ok(raw.bodies.length >= 60, `${raw.bodies.length} requests`);
      assert.deepEqual(
        faults.filter((fault) => !unicodeRule.test(fault)),
        [],
      );
      assert.ok(faults.length > 0, 'tools of the session cut surrogate pairs in halves');
    });

    for (const [index, { name, options }] of ways.entries()) {
      for (const summaries of index % 3 === 0 ? [true, false] : [true]) {
        it(`${name}, ${summaries ? 'summaries by a model' : 'digests'}`, async () => {
          const moments = raw.transcripts.map((messages, step) => ({ step, messages }));
          await follow(moments, options, summaries);
        });
      }
    }

    for (const [name, history] of Object.entries(histories)) {
      for (const way of ways.filter((_, index) => index % 6 === 0)) {
        it(`a session that ${name}: ${way.name}`, async () => {
          await follow(history(raw.transcripts), way.options, true);
        });
      }
    }

    /** Has a session make a view of each history, and holds what is sent of it against the rules. */
    async function follow(
      moments: readonly (Omit<Moment, 'restart'> & { restart?: boolean })[],
      options: CompactorOptions,
      summaries: boolean,
    ): Promise<void> {
      const faults: string[] = [];
      using compactor = await createCompactor(optionsOf(options, summaries, faults));
      let session = compactor.session();
      for (const { step, messages, restart } of moments) {
        const { messages: view } = await session.prepare<Message>(messages);
        faults.push(...(await judged(view, step, view.length !== messages.length)));
        if (restart !== true) continue;
        const state = session.snapshot();
        session.dispose();
        session = compactor.session(undefined, { state });
      }
      assert.equal(faults.length, 0, shown(faults));
    }

    async function judged(view: readonly Message[], step: number, changed: boolean) {
      const told = (fault: string) => `request ${step}: ${fault}`;
      let sent: { body: Fields; warnings: string[] };
      try {
        sent = await sender.send(view);
      } catch (error) {
        return [told(`the SDK refuses the view: ${error}`)];
      }
      const { body, warnings } = sent;
      if (changed && census.bodies.length < 400) census.bodies.push(JSON.stringify(body));
      // What the package leaves out or replaces, it warns of: nothing that it had not to before.
      const news = warnings.filter((warning) => !raw.warnings.has(warning));
      return [...voice.check(body, raw.emitted.slice(0, step)), ...news].map(told);
    }

    for (const preset of ['epitome', 'tiered'] as const) {
      it(`in the loop itself, preset ${preset}`, async () => {
        const faults: string[] = [];
        const contextWindow = preset === 'epitome' ? 24_000 : 56_000;
        const { system } = ways[0]?.options ?? {};
        const options = { preset, contextWindow, system, tools: {} } as CompactorOptions;
        using compactor = await createCompactor(optionsOf(options, true, faults));
        const session = compactor.session();
        const looped = await play(voice, (step) => session.prepareStep(step));
        assert.equal(looped.bodies.length, raw.bodies.length);
        for (const [step, body] of looped.bodies.entries()) {
          const found = voice.check(body, looped.emitted.slice(0, step));
          faults.push(...found.map((fault) => `request ${step}: ${fault}`));
        }
        assert.ok(session.usage().compactions > 0);
        assert.equal(faults.length, 0, shown(faults));
      });
    }

    it('something was folded, so the rules had something to look at', () => {
      const kinds = [...everywhere.edits, ...own.edits, ...repairs];
      const missing = kinds.filter((kind) => !census.kinds.has(kind));
      if (missing.length > 0) console.log(`${voice.name}: never made: ${missing}`);
      for (const pattern of [...everywhere.bodies, ...own.bodies]) {
        if (census.bodies.some((body) => pattern.test(body))) continue;
        console.log(`${voice.name}: no request after a rewrite holds ${pattern}`);
      }
      assert.ok(census.kinds.has('fold by model') && census.kinds.has('fold by code'));
    });
  });
}
