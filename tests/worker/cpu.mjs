/**
 * Processor time of workerd for a request whose first step folds, beside the same request in a window that
 * has room: `node tests/worker/cpu.mjs` after `npm run build`. Decides what is measured, and judges nothing.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { copyTemplate, dryRun, start } from './support/template.mjs';

/** Milliseconds of a tick in /proc. */
const tick = 10;
const requests = 60;

/** Milliseconds that workerd, a child of this process, has used. */
function used() {
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      const [name] = stat.slice(stat.indexOf('(') + 1).split(')');
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      if (name !== 'workerd' || Number(fields[1]) !== process.pid) continue;
      return (Number(fields[11]) + Number(fields[12])) * tick;
    } catch {
      // It has ended.
    }
  }
  throw new Error('workerd does not run');
}

/** About `tokens` tokens of questions and answers, different in each chat. */
function history(tokens, chat) {
  const line = (i) => `Line ${i} of chat ${chat}: src/module-${i % 9}.js returns ${i * 7} rows.\n`;
  const messages = [];
  for (let i = 0; messages.length * 400 < tokens; i += 1) {
    const role = i % 2 === 0 ? 'user' : 'assistant';
    messages.push({ role, content: Array.from({ length: 22 }, (_, at) => line(i + at)).join('') });
  }
  return [
    ...messages.slice(0, messages.length - (messages.length % 2)),
    { role: 'user', content: 'Go on.' },
  ];
}

async function perRequest(folder, windowTokens, tokens) {
  const worker = start(folder, {
    bindings: { TOKEN: 'secret', WINDOW_TOKENS: `${windowTokens}` },
    ratelimits: {},
  });
  await worker.ready;
  let folds = 0;
  const send = async (chat) => {
    const response = await worker.dispatchFetch(`http://agent.test/sessions/${chat}/messages`, {
      method: 'POST',
      headers: { authorization: 'Bearer secret', 'content-type': 'application/json' },
      body: JSON.stringify({ messages: history(tokens, chat) }),
    });
    if ((await response.text()).includes('data-compaction')) folds += 1;
  };
  for (let chat = 0; chat < 10; chat += 1) await send(`warm-${chat}`);
  folds = 0;
  const before = used();
  for (let chat = 0; chat < requests; chat += 1) await send(`chat-${chat}`);
  const millis = (used() - before) / requests;
  await worker.dispose();
  return { millis, folds };
}

const folder = copyTemplate();
dryRun(folder);
console.log('history, tokens | request that folds, ms | one that does not, ms | the fold, ms');
for (const window of [8_000, 32_000, 128_000]) {
  const folding = await perRequest(folder, window, window);
  const roomy = await perRequest(folder, window * 4, window);
  if (folding.folds !== requests || roomy.folds !== 0) throw new Error('measures nothing');
  const cells = [window, folding.millis, roomy.millis, folding.millis - roomy.millis];
  console.log(cells.map((cell) => cell.toFixed(1)).join(' | '));
}
