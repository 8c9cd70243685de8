/** A session of 300 steps, each in a process of its own: the prompts are those of a run that nothing interrupts. */

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createCompactor } from 'epitome';
import { steps, uninterrupted } from './support/long-session.mjs';

const script = fileURLToPath(new URL('support/play-step.mjs', import.meta.url));
const run = promisify(execFile);

test('a fresh process for each of 300 steps', { timeout: 1_200_000 }, async (context) => {
  const folder = mkdtempSync(join(tmpdir(), 'epitome-restarts-'));
  context.after(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'sessions.db');
  const whole = await uninterrupted(createCompactor);
  assert.ok(whole.compactions >= 10, `${whole.compactions} rewrites`);
  let bought = 0;
  for (let step = 1; step <= steps; step += 1) {
    const args = ['--no-warnings', script, file, `${step}`];
    const { stdout } = await run(process.execPath, args, { maxBuffer: 2 ** 26 });
    const answer = JSON.parse(stdout);
    assert.equal(answer.view, whole.views[step - 1], `step ${step}`);
    bought += answer.bought;
  }
  assert.equal(bought, whole.bought, 'nothing is bought again');
  console.log(
    `${steps} steps in ${steps} processes: prompts byte-equal, ${whole.compactions} rewrites, ${bought} summaries`,
  );
});
