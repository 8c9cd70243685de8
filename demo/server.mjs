/**
 * Serves the demo page on the loopback interface: the built folder and the session to play, under the
 * strict Content-Security-Policy that the page is made for.
 */

import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';

/** What the page may do: its own files, WebAssembly, and nothing else. */
export const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const types = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
};

/**
 * Starts serving and returns `{ address, close }`. `folder` holds the built page; `/session.json` is
 * `{ session, windowTokens }`. Port 0 takes any free one.
 */
export async function serve({ folder, session, windowTokens, port = 0 }) {
  const sessionJson = JSON.stringify({ session, windowTokens });

  async function answer(path) {
    if (path === '/session.json') return { type: 'application/json', body: sessionJson };
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
      'content-security-policy': contentSecurityPolicy,
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
    address: `http://127.0.0.1:${server.address().port}/`,
    close: () =>
      new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      }),
  };
}
