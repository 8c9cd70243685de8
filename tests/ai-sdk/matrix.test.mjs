/**
 * Each release of the AI SDK, each way of driving it, by model middleware and by `prepareStep`: a long run
 * stays within a small window, and one whose provider has less than it is thought to have is brought there.
 */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { createCompactor } from 'epitome';
import { withCompaction } from 'epitome/ai-sdk';
import { checkPairs, checkPrefixes } from './support/checks.mjs';
import { modes, play, releases, scriptedModel } from './support/loop.mjs';

const window = 6_000;
const steps = 40;
const request = 'Read all files of the project, and say what is wrong. Never change one.';
/** `npm test` plays the newest releases, `npm run test:all` all. */
const chosen = process.env.EPITOME_RELEASES?.split(',') ?? Object.keys(releases);

let compactor;
before(async () => {
  compactor = await createCompactor({ contextWindow: window, maxOutputTokens: 400 });
});
after(() => compactor.dispose());

for (const release of chosen) {
  const { name, specification } = releases[release];
  describe(`ai ${release}`, async () => {
    const sdk = await import(name);
    for (const mode of modes) {
      it(`keeps ${mode} within the window by middleware and by prepareStep`, async () => {
        for (const way of ['middleware', 'prepareStep']) {
          const events = [];
          const session = compactor.session(`${release} ${mode} ${way}`, {
            onEvent: (event) => events.push(event),
          });
          const model = scriptedModel({ specification, steps, window });
          const result = await play({
            ...{ sdk, mode, steps, request, system: 'You review code.' },
            ...(way === 'middleware'
              ? { model: withCompaction(model, session) }
              : { model, prepareStep: session.prepareStep }),
          });
          assert.equal(result.text, `Done after ${steps} steps.`);
          assert.equal(model.log.refused, 0, `${way}: something was too long`);
          assert.ok(
            events.some(({ type }) => type === 'compaction'),
            way,
          );
          assert.deepEqual(
            events.filter(({ type }) => type === 'error'),
            [],
          );
          model.log.sent.forEach(checkPairs);
          const rewrites = checkPrefixes(model.log.sent);
          assert.ok(rewrites >= 1 && rewrites <= 12, `${way}: ${rewrites} rewrites`);
          session.dispose();
        }
      });

      it(`recovers ${mode} in mid-loop from a limit that is lower than documented`, async () => {
        const events = [];
        const session = compactor.session(`${release} ${mode} lower`, {
          onEvent: (event) => events.push(event),
        });
        const model = scriptedModel({ specification, steps, window: 3_500 });
        // A provider of its own: what one says of its models holds for all sessions.
        model.provider = `${release} ${mode}`;
        const result = await play({
          ...{ sdk, mode, steps, request },
          model: withCompaction(model, session),
        });
        assert.equal(result.text, `Done after ${steps} steps.`);
        const overflows = events.filter(({ type }) => type === 'overflow');
        assert.deepEqual([overflows[0].kind, overflows[0].limit], ['refused', 3_500]);
        // The limit is learned: later steps know it before they are sent.
        assert.equal(model.log.refused, 1);
        model.log.sent.forEach(checkPairs);
        session.dispose();
      });
    }
  });
}
