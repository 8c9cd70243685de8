// promise: 4 never breaks the agent
/**
 * A request that is refused for its size, on the first and the latest release of the AI SDK 5, 6 and 7 and on every
 * supported Node. Prints the table.
 */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { packagedNode } from '../../../bindings/toolchain/node.mjs';

const program = fileURLToPath(new URL('matrix.mjs', import.meta.url));
const nodes = { 20: packagedNode('node20'), 22: packagedNode('node22'), 24: packagedNode() };

/** The program's lines, by the Node that ran it. */
const rows = {};

before(async () => {
  const env = { ...process.env, NODE_TEST_CONTEXT: undefined, NODE_OPTIONS: '' };
  const runs = Object.entries(nodes).map(async ([node, path]) => {
    const { stdout } = await promisify(execFile)(path, [program], { env, maxBuffer: 2 ** 26 });
    rows[node] = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
  });
  await Promise.all(runs);
});

/** `ai` 7 asks for Node 22; where it runs on 20 all the same, it has to work. */
const isLeftOut = (node, { release, fault }) =>
  node === '20' && release.startsWith('ai7') && fault?.startsWith('import:') === true;

describe('a refusal in mid-loop', () => {
  for (const node of Object.keys(nodes)) {
    it(`ends in an answer, and no tool runs twice, on Node ${node}`, (t) => {
      const own = rows[node].filter((row) => !isLeftOut(node, row));
      for (const release of new Set(rows[node].map(({ release }) => release))) {
        const cells = rows[node].filter((row) => row.release === release);
        const [{ version }] = cells;
        const marks = cells.map((row) => (isLeftOut(node, row) ? '–' : row.fault ? '✗' : '✓'));
        t.diagnostic(`Node ${node}, ai ${version}: ${marks.join(' ')}`);
      }
      t.diagnostic('generateText, streamText, agent × middleware, prepareStep, both');
      assert.deepEqual(
        own.filter(({ fault }) => fault !== undefined),
        [],
      );
      // Six releases called in three ways, prepared in three; two of them may be left out.
      assert.ok(own.length >= 4 * 9);
      assert.equal(rows[node].length, 6 * 9);
    });
  }
});
