// promise: 12 promises are programs
/** What README tells of the recorded session, counted and priced anew. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { createCompactor } from 'epitome';
import { countMessage, countText, tokensPerMessage } from '../../demo/replay/exact-tokens.mjs';
import { epitome } from '../replay/policies/epitome.mjs';
import { priceSession } from '../replay/price.mjs';
import { stepsOf } from '../replay/session.mjs';

const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');

/** What README says where the pattern's groups are: numbers, their commas left out. */
function said(pattern) {
  const found = pattern.exec(readme);
  assert.ok(found, `README says nothing like ${pattern}`);
  const [, ...groups] = found;
  return groups.map((group) => Number(group.replaceAll(',', '')));
}

const tourFile = new URL('../../demo/sessions/repo-tour.json', import.meta.url);
const tour = JSON.parse(readFileSync(tourFile, 'utf8'));

describe("README's picture", () => {
  it('tells the steps of the session, and how many of them are too large without compaction', () => {
    const [steps, window, over] = said(
      /session of ([\d,]+) steps in a window of ([\d,]+) tokens.*Without compaction ([\d,]+) steps/,
    );
    let [tokens, all, larger] = [tokensPerMessage + countText(tour.system ?? ''), 0, 0];
    for (const message of tour.messages) {
      if (message.role === 'assistant') {
        all += 1;
        if (tokens > window) larger += 1;
      }
      tokens += countMessage(message);
    }
    assert.deepEqual([all, larger], [steps, over]);
  });
});

describe("README's sentence on summaries", () => {
  it('tells how often a model is asked in that session, and what that costs', async () => {
    const [calls, share] = said(
      /that is (\d+) calls\. With a model at a tenth of the price they are (\d+) %/,
    );
    const [window] = said(/in a window of ([\d,]+) tokens/);
    const session = stepsOf({ file: tourFile.pathname });
    const policy = epitome({ createCompactor, prose: 600 });
    const row = await priceSession({ session, policy, window });
    assert.equal(row.summaries, calls);
    const cost = (row.total - row.cost) / 10;
    assert.equal(Math.round((100 * cost) / (row.cost + cost)), share);
  });
});
