/** The suite with a model behind a URL, here one on this machine that is scripted; and the command. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { openEndpoint } from './endpoint.ts';
import { buildSession } from './session.ts';
import { runModel } from './suite.ts';
import { scripted } from './summarisers.ts';
import { lengthFor } from './trial.ts';

const window = 16_000;
const good = scripted('good', buildSession(1, 'english', lengthFor(window)));
const keys: unknown[] = [];

const server = createServer(async (request, response) => {
  let body = '';
  for await (const chunk of request) body += chunk;
  keys.push(request.headers.authorization);
  const [system, user] = JSON.parse(body).messages;
  const reply = await good.summarize(
    {
      kind: 'fold',
      system: system.content,
      prompt: user.content,
      maxOutputTokens: 300,
      attempt: 1,
    },
    { signal: new AbortController().signal },
  );
  const content = typeof reply === 'string' ? reply : reply.text;
  response.end(JSON.stringify({ choices: [{ message: { content }, finish_reason: 'stop' }] }));
});

let url: string;
before(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
});
after(() => server.close());

describe('a model behind a URL', () => {
  it('is asked through fromFetch, with the key that a variable holds', async () => {
    const env = { MODEL_KEY: 'secret-for-the-test' };
    const summarize = openEndpoint({ url, model: 'any', keyVariable: 'MODEL_KEY', env });
    const options = { seeds: [1], languages: ['english'], window } as const;
    const [trial] = await runModel('any', summarize, options);
    assert.equal(trial?.rounds.length, 5);
    assert.equal(trial.requests, keys.length);
    assert.ok(trial.accepted > 0);
    assert.deepEqual([...trial.failures], []);
    assert.deepEqual(new Set(keys), new Set(['Bearer secret-for-the-test']));
  });

  it('that cannot be reached is told of, and sends no key that is not there', async () => {
    assert.throws(
      () => openEndpoint({ url, model: 'any', keyVariable: 'UNSET', env: {} }),
      /UNSET/,
    );
    const summarize = openEndpoint({ url: 'http://127.0.0.1:9/v1', model: 'any' });
    const options = { seeds: [1], languages: ['english'], window } as const;
    const [trial] = await runModel('any', summarize, options);
    assert.equal(trial?.accepted, 0);
    assert.match([...trial.failures].join(), /could not be reached/);
  });
});

describe('the command', () => {
  const command = (...args: string[]) =>
    new Promise<{ code: number; output: string }>((resolve) => {
      const script = fileURLToPath(new URL('run.mjs', import.meta.url));
      execFile(process.execPath, [script, ...args], (error, stdout, stderr) => {
        const code = typeof error?.code === 'number' ? error.code : 0;
        resolve({ code, output: stdout + stderr });
      });
    });

  it('says that no real model was asked, where there is no URL', async () => {
    const { output } = await command('--seeds', '1', '--languages', 'english', '--only', 'empty');
    assert.match(output, /^Skipped: a real model, since there is no --url\.$/m);
    assert.match(output, /^\d+ floors hold, \d+ do not$/m);
  });

  it('refuses what it does not know', async () => {
    for (const args of [
      ['--sedes', '2'],
      ['--only', 'nobody'],
    ]) {
      const { code, output } = await command(...args);
      assert.equal(code, 2, output);
      assert.match(output, /npm run canaries/);
    }
  });
});
