/**
 * Serves the demo page on the loopback interface, under the strict Content-Security-Policy that it is
 * made for, with a session to open if there is one.
 */

import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';

/** What a page may do: its own files, WebAssembly, and nothing else. */
const policy = (connect) =>
  [
    "default-src 'none'",
    "script-src 'self' 'wasm-unsafe-eval'",
    "style-src 'self'",
    `connect-src ${connect}`,
    "img-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

export const contentSecurityPolicy = policy("'self'");
/** The live page alone may call the API or server that its reader names. */
const livePolicy = policy("'self' https: http://localhost:* http://127.0.0.1:*");

const types = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.bin': 'application/octet-stream',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
};

/**
 * Starts serving the built page in `folder` and returns `{ address, close }`. With a `session`, the page at
 * that address opens it in a window of `windowTokens`. Port 0 takes any free one.
 */
export async function serve({ folder, session, windowTokens, port = 0 }) {
  const given = session && JSON.stringify(session);

  async function answer(path) {
    if (path === '/given.json' && given) return { type: types['.json'], body: given };
    const name = path === '/' ? 'index.html' : normalize(path).replace(/^\/+/, '');
    const type = types[extname(name)];
    if (!type || name.startsWith('..')) return undefined;
    try {
      return { type, body: await readFile(join(folder, name)) };
    } catch {
      return undefined;
    }
  }

  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost');
    const found =
      request.method === 'GET' || request.method === 'HEAD' ? await answer(pathname) : undefined;
    response.writeHead(found ? 200 : 404, {
      'content-type': found?.type ?? 'text/plain; charset=utf-8',
      'content-security-policy': pathname === '/live.html' ? livePolicy : contentSecurityPolicy,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
    });
    response.end(request.method === 'HEAD' ? undefined : (found?.body ?? 'not found\n'));
  });

  await new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return {
    address: `http://127.0.0.1:${server.address().port}/${given ? `?session=given.json&window=${windowTokens}` : ''}`,
    close: () =>
      new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      }),
  };
}
