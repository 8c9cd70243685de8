/**
 * Serves the demo page on the loopback interface: the built folder, under the strict Content-Security-Policy
 * that the page is made for. Decides nothing about its content.
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
  "img-src 'self' blob:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** The live page's: it narrows its own policy to the one origin that the visitor allows. */
const livePolicy = contentSecurityPolicy.replace(
  "connect-src 'self'",
  "connect-src 'self' https: http://127.0.0.1:* http://localhost:*",
);

const types = {
  '.bin': 'application/octet-stream',
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.md': 'text/plain; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
};

/** Starts serving and returns `{ address, close }`. `folder` holds the built page. Port 0 takes any free one. */
export async function serve({ folder, port = 0 }) {
  async function answer(path) {
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
    // Not resolved against a base: of `//` that makes an address without a host.
    const [pathname] = request.url.split('?');
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
    address: `http://127.0.0.1:${server.address().port}/`,
    close: () =>
      new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      }),
  };
}
