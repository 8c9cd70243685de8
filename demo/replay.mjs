/**
 * `npm run demo`: replays a recorded agent session in a window that it would overflow,
 * prints what epitome did and what it cost, and serves the demo page.
 */

import { resolve } from 'node:path';
import { createCompactor, fromFetch } from 'epitome';
import { buildPage } from './build.mjs';
import { command } from './command.mjs';
import { ImportError, importFile } from './import/file.mjs';
import { printAccount } from './replay/account.mjs';
import { replay } from './replay/replay.mjs';
import { loadSdk } from './replay/sdk.mjs';
import { serve } from './server.mjs';

command.parse();
const options = command.opts();

/** The `summarize` option that the command line asks for, if any. */
function summariser() {
  const { model, url, apiKeyEnv } = options;
  if (!model && !url) return undefined;
  if (!model || !url) command.error('error: --model and --url belong together');
  const key = apiKeyEnv && process.env[apiKeyEnv];
  if (apiKeyEnv && !key) command.error(`error: the environment variable ${apiKeyEnv} is not set`);
  return fromFetch({ url, model, ...(key && { headers: { authorization: `Bearer ${key}` } }) });
}

/** A long session takes its time, as does a model: a person at a terminal sees the steps go by. */
function progress() {
  if (!process.stderr.isTTY) return { show() {}, clear() {} };
  let shownAt = 0;
  return {
    show(text) {
      const now = Date.now();
      if (now - shownAt < 100) return;
      shownAt = now;
      process.stderr.write(`\r\x1b[K${text}`);
    },
    clear: () => process.stderr.write('\r\x1b[K'),
  };
}

async function main() {
  if (options.build) {
    const folder = await buildPage({ folder: resolve(options.build) });
    console.log(`The page is in ${folder}. Copy that folder to any static host.`);
    return;
  }
  const summarize = summariser();
  const { show, clear } = progress();
  const { session, formatName, conversations, notes } = importFile(
    options.session,
    options.conversation,
  );
  if (!session.messages.some(({ role }) => role === 'assistant')) {
    throw new ImportError('no-messages', 'there is no reply in it, so there is nothing to replay');
  }
  show(`reading ${session.messages.length} messages`);
  const account = await replay({
    session,
    sdk: await loadSdk(options.ai),
    windowTokens: options.window,
    createCompactor,
    options: summarize ? { summarize } : {},
    onStep: (count, total) => show(`step ${count} of ${total}`),
  });
  clear();
  if (options.json) {
    process.stdout.write(`${JSON.stringify(account, null, 2)}\n`);
    return;
  }
  const coloured = process.stdout.isTTY === true && !process.env.NO_COLOR;
  const which = conversations > 1 && `conversation ${options.conversation} of ${conversations}`;
  const source = [formatName, which, ...notes].filter(Boolean).join(', ');
  const { verbose, model } = options;
  console.log(printAccount(account, { coloured, verbose, summariser: model, source }));
  if (!options.serve) return;
  const folder = await buildPage();
  const { address } = await serve({
    folder,
    session,
    windowTokens: options.window,
    port: options.port,
  });
  console.log(`\nThe same session as a page: ${address}  (Ctrl+C ends it)`);
}

main().catch((error) => {
  if (!(error instanceof ImportError)) throw error;
  console.error(`error: ${error.message}`);
  process.exitCode = 1;
});
