// promise: dialects
/** A view beside the prompt that the real AI SDK makes of it: each part is found, and written as the SDK writes it. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { aligned, written } from '../../js/middleware/align.ts';
import { known, printsOf, withMergedResults } from '../../js/middleware/prompt.ts';
import type { Message } from '../../js/testing/shapes.ts';
import { convertWithSdk, type SdkVersion, sdkVersions } from './support/agents.ts';
import { jsonClone, user } from './support/conversation.ts';
import { createRng } from './support/random.ts';
import { randomTranscript } from './support/transcripts.ts';

const rounds = 300;
const system = { role: 'system', content: 'You mend what fails.' };

/** Transcripts that the SDK converts, and their prompts. */
async function converted(version: SdkVersion) {
  const found: { view: Message[]; prompt: unknown[] }[] = [];
  for (let seed = 0; seed < rounds; seed += 1) {
    const wellFormed = seed % 3 > 0;
    const view = randomTranscript(createRng(`align ${seed}`), { version, wellFormed, units: 10 });
    const result = await convertWithSdk(version, view);
    if ('prompt' in result) found.push({ view, prompt: result.prompt });
  }
  return found;
}

for (const version of sdkVersions) {
  describe(`ai ${version}`, () => {
    const model = { specificationVersion: `v${version - 3}` };

    it('every prompt is found to be its view’s, and no other’s', async () => {
      const all = await converted(version);
      assert.ok(all.length > rounds / 2);
      for (const [i, { view, prompt }] of all.entries()) {
        if (prompt.length === 0) continue;
        const found = aligned(view, [system, ...prompt]);
        assert.equal(found?.lead, 1, JSON.stringify([view, prompt]).slice(0, 2_000));
        const again = withMergedResults(written(view, found.pairs) ?? [], model);
        const expected = (prompt as Message[]).filter(({ content }) => content.length > 0);
        assert.deepEqual(jsonClone(again), jsonClone(expected));
        assert.equal(aligned([...view, user('More.')], prompt), undefined);
        assert.equal(aligned(view, [...prompt, user('More.')]), undefined);
        const other = all[(i + 1) % all.length];
        if (other !== undefined && JSON.stringify(other.prompt) !== JSON.stringify(prompt)) {
          assert.equal(aligned(view, other.prompt), undefined);
        }
      }
    });

    it('a prompt made anew has the objects of the one before, and its prints', async () => {
      for (const { view, prompt } of await converted(version)) {
        const again = await convertWithSdk(version, [...view, user('More.')]);
        if (!('prompt' in again)) continue;
        const merged = known(prompt, again.prompt);
        assert.deepEqual(merged, again.prompt);
        prompt.forEach((message, i) => {
          const binary = JSON.stringify(message)?.includes('{"0":') === true;
          if (binary || i === prompt.length - 1) return;
          assert.ok(merged[i] === message || !merged.slice(0, i).every((m, j) => m === prompt[j]));
        });
        assert.deepEqual(printsOf(again.prompt).slice(0, prompt.length), printsOf(prompt));
        const changed = [user('Another beginning.'), ...prompt.slice(1)];
        assert.notEqual(printsOf(changed).at(-1), printsOf(prompt).at(-1));
      }
    });
  });
}
