/** A history of 200,000 tokens, estimated once by a process that has just started. */

import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { median } from '../bench/support/stats.mjs';
import { agentStrings } from './exact/texts.mjs';
import { judged } from './figures.mjs';

const historyUnits = 822_000;
const samples = 15;
const probe = fileURLToPath(new URL('estimator/probe.mjs', import.meta.url));

export const title = 'Cold start: a history of 200,000 tokens in a fresh Node process';

/** Texts of messages of the usual sizes, as long together as 200,000 tokens. */
async function history(transcripts) {
  const texts = [];
  let left = historyUnits;
  const strings = await agentStrings(transcripts);
  for (let at = 0; left > 0; at += 1) {
    const string = strings[at % strings.length];
    // Most messages are short, a few are long.
    const text = string.slice(0, [400, 900, 1800, 4096][at % 4]).slice(0, left);
    texts.push(text);
    left -= text.length;
  }
  return texts;
}

export async function measure({ transcripts } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'epitome-cold-'));
  try {
    const file = join(folder, 'history.json');
    writeFileSync(file, JSON.stringify(await history(transcripts)));
    const run = (counter) =>
      JSON.parse(execFileSync(process.execPath, [probe, counter, file], { encoding: 'utf8' }));
    const runs = { epitome: [], tokenx: [] };
    for (let sample = 0; sample < samples; sample += 1) {
      for (const [counter, list] of Object.entries(runs)) list.push(run(counter));
    }
    const of = (counter, name) => median(runs[counter].map((one) => one[name]));
    return [
      judged('start-up and history', of('epitome', 'whole'), 'ms', {
        floor: 12,
        goal: 5,
        best: { name: 'tokenx', value: of('tokenx', 'whole') },
        note: `start-up ${of('epitome', 'start').toFixed(1)}, ${of('epitome', 'tokens')} tokens`,
      }),
    ];
  } finally {
    rmSync(folder, { recursive: true });
  }
}
