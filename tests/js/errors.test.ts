/** What an error tells whoever logs it, and what an option says that can't be meant. */
import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, it } from 'node:test';
import { type CompactorEvent, createCompactor, EpitomeError, fromFetch } from 'epitome';

describe('errors survive JSON.stringify', () => {
  it('those that are thrown, with their causes', () => {
    const cause = new TypeError('no route', { cause: 'a cable' });
    const error = new EpitomeError('store-failed', 'nothing was saved', { cause });
    assert.deepEqual(JSON.parse(JSON.stringify({ error })), {
      error: {
        name: 'EpitomeError',
        code: 'store-failed',
        message: 'nothing was saved',
        cause: { name: 'TypeError', message: 'no route', cause: { message: 'a cable' } },
      },
    });
  });

  it('an error that is its own cause', () => {
    const error = new EpitomeError('internal', 'again');
    Object.defineProperty(error, 'cause', { value: error });
    assert.match(JSON.stringify(error), /"message":"again"/);
  });

  it('those of events, whatever was thrown', async () => {
    for (const [thrown, told] of [
      [new RangeError('too far'), { name: 'RangeError', message: 'too far' }],
      ['words', { message: 'words' }],
    ] as const) {
      const lines: string[] = [];
      const events: CompactorEvent[] = [];
      const compactor = await createCompactor({
        contextWindow: 8_000,
        pin: () => {
          throw thrown;
        },
        onEvent: (event) => {
          events.push(event);
          lines.push(JSON.stringify(event));
        },
      });
      await compactor.session('a').prepare([{ role: 'user', content: 'Hi.' }]);
      compactor.dispose();
      const at = events.findIndex(({ type }) => type === 'error');
      const { type, sessionId, error } = JSON.parse(lines[at] ?? '{}');
      assert.deepEqual({ type, sessionId }, { type: 'error', sessionId: 'a' });
      const said = error.cause ?? error;
      assert.deepEqual({ ...said }, told);
    }
  });
});

describe('what can’t be fetched is named with its address', () => {
  it('the engine', async () => {
    const server = createServer((_, response) => response.writeHead(404).end('nothing here'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
    const { port } = server.address() as AddressInfo;
    const wasm = `http://127.0.0.1:${port}/core.wasm`;
    await assert.rejects(createCompactor({ contextWindow: 8_000, wasm }), {
      code: 'load-failed',
      message: new RegExp(`127\\.0\\.0\\.1:${port}/core\\.wasm: HTTP status 404`),
    });
    await new Promise((resolve) => server.close(resolve));
    await assert.rejects(createCompactor({ contextWindow: 8_000, wasm }), (error: Error) => {
      assert.match(error.message, new RegExp(`127\\.0\\.0\\.1:${port}/core\\.wasm: `));
      assert.ok(error.cause instanceof Error && error.cause.cause instanceof Error);
      return true;
    });
  });

  it('a summary, without what may be a key', async () => {
    const fetch = async () => new Response('no such model', { status: 404 });
    const url = 'https://user:secret-word@host.test/v1?key=secret-key';
    const summarize = fromFetch({ url, model: 'm', fetch });
    const request = {
      kind: 'fold',
      system: 's',
      prompt: 'p',
      maxOutputTokens: 9,
      attempt: 1,
    } as const;
    await assert.rejects(
      summarize(request, { signal: new AbortController().signal }),
      (error: Error) => {
        assert.match(
          error.message,
          /endpoint https:\/\/host\.test\/v1\S* answered 404: no such model/,
        );
        assert.doesNotMatch(error.message, /secret/);
        return true;
      },
    );
  });
});

describe('thresholds that can’t be meant are refused', () => {
  const refused = (options: object, message: RegExp) =>
    assert.rejects(createCompactor({ contextWindow: 32_000, ...options }), {
      code: 'invalid-option',
      message,
    });

  it('a target above its trigger, and either above the window', async () => {
    await refused(
      { trigger: 0.4, target: 0.6 },
      /`target` \(0\.6\) must be at most `trigger` \(0\.4\)/,
    );
    await refused({ trigger: 9_000, target: 9_001 }, /`target` \(9001\)/);
    await refused(
      { trigger: 40_000 },
      /`trigger` \(40000\) must be at most `contextWindow` \(32000\)/,
    );
    await refused({ target: 40_000 }, /`target` \(40000\) must be at most `contextWindow`/);
    await refused({ preset: { trigger: 0.4, target: 0.6 } }, /preset: `target`/);
    await refused({ agents: { a: { trigger: 0.4, target: 0.6 } } }, /agent 'a': `target`/);
    const compactor = await createCompactor({ contextWindow: 32_000 });
    assert.throws(() => compactor.session('a', { trigger: 0.4, target: 0.6 }), {
      code: 'invalid-option',
      message: /compactor\.session: `target`/,
    });
    compactor.dispose();
  });

  it('but not those of a preset in a window that is small for it', async () => {
    for (const options of [
      { preset: 'rolling' as const },
      { trigger: 0.9, target: 20_000 },
      { trigger: 0.5, target: 0.5 },
      { trigger: 20_000, target: 0.9 },
    ]) {
      (await createCompactor({ contextWindow: 32_000, ...options })).dispose();
    }
  });
});
