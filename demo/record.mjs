/**
 * Records the demo's session: a scripted agent works on this repository with real tools through the
 * real tool loop of `ai` 7, and every message is kept. Run it when the tree has changed enough:
 * `node demo/record.mjs [FILE]`.
 */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { recordSession } from './record/agent.mjs';
import { createTools, toolSchemas } from './record/tools.mjs';
import { createTurns, system } from './record/turns.mjs';
import { countMessages } from './replay/exact-tokens.mjs';

const root = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '');
const target = resolve(process.argv[2] ?? join(root, 'demo/sessions/repo-tour.json'));
const scratch = mkdtempSync(join(tmpdir(), 'epitome-record-'));

try {
  const messages = await recordSession({
    turns: createTurns(),
    system,
    tools: createTools({ root, scratch }),
    toolSchemas,
    onTurn: ({ user, steps }) =>
      console.log(`${String(steps).padStart(4)} steps  ${user.slice(0, 70)}`),
  });
  // One message a line, so that two recordings can be compared.
  const rows = messages.map((message) => JSON.stringify(message)).join(',\n');
  const head = JSON.stringify({ name: 'repo-tour', system, tools: toolSchemas }).slice(1, -1);
  const text = `{${head},"messages":[\n${rows}\n]}\n`;
  writeFileSync(target, text);
  console.log(
    `${messages.length} messages, ${countMessages(messages)} tokens, ${Buffer.byteLength(text)} bytes: ${target}`,
  );
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
