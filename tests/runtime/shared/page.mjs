/**
 * A Chromium without a window and a server on the loopback interface. Decides how both are started;
 * refuses to know what a page does.
 */

import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import { chromium } from 'playwright-core';

const defaultPath = '/usr/bin/chromium';

/** Milliseconds that anything may take: a busy machine is no fault of a page. */
export const patience = 300_000;

/** Starts the Chromium at CHROME_PATH. */
export async function launch() {
  const executablePath = process.env.CHROME_PATH ?? defaultPath;
  if (!existsSync(executablePath)) {
    throw new Error(
      `There is no Chromium at ${executablePath}. Run "npm run setup -- --browser", or set CHROME_PATH.`,
    );
  }
  return chromium.launch({
    executablePath,
    args: [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}

/**
 * Serves what `answer(path)` returns: `{ type, body, headers }`, or undefined for a path that is not
 * there. Resolves with `{ address, close }`; the address ends without a slash.
 */
export async function serve(answer) {
  const server = createServer((request, response) => {
    const found = answer(new URL(request.url ?? '/', 'http://localhost').pathname);
    response.writeHead(found ? 200 : 404, {
      'content-type': found?.type ?? 'text/plain',
      ...found?.headers,
    });
    response.end(found?.body);
  });
  await new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    address: `http://127.0.0.1:${server.address().port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      }),
  };
}
