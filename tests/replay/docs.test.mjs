/** What summaries cost in the session of the demo, as the README and the page on economics say it. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createCompactor } from 'epitome';
import { countMessages, countText } from '../../demo/replay/exact-tokens.mjs';
import { loadSession } from '../../demo/replay/session-file.mjs';
import { root, textOf } from '../js/support/manual.ts';
import { scripted } from '../memory/summarisers.mjs';

/** How far a figure may be off before the pages have to be written anew. */
const tolerance = 0.2;

const session = loadSession(new URL('demo/sessions/repo-tour.json', root).pathname, 1);

/** Tokens that the agent reads; calls for summaries, what they read and what they write. */
async function played(contextWindow) {
  const { messages, system } = session;
  const { summarize } = scripted('faithful', session);
  const figures = { read: 0, calls: 0, input: 0, output: 0 };
  const compactor = await createCompactor({
    contextWindow,
    system,
    summarize: async (request) => {
      const reply = await summarize(request);
      figures.calls += 1;
      figures.input += countText(request.system + request.prompt);
      figures.output += countText(typeof reply === 'string' ? reply : reply.text);
      return reply;
    },
  });
  const compacting = compactor.session();
  for (const [at, { role }] of messages.entries()) {
    if (role !== 'assistant') continue;
    const { messages: view } = await compacting.prepare(messages.slice(0, at));
    figures.read += countMessages(view);
  }
  compactor.dispose();
  return Object.values(figures);
}

const numbersIn = (text) =>
  [...text.matchAll(/\d[\d,]*/g)].map(([number]) => Number(number.replaceAll(',', '')));

it('summaries cost what the page on economics says', async () => {
  const page = textOf('js/docs/economics.md');
  const [, table = ''] = page.match(/\n\| window \|.*\n.*\n((?:\|.*\n)+)/) ?? [];
  const rows = table.trim().split('\n').map(numbersIn);
  assert.equal(rows.length, 2);
  for (const [window = 0, ...told] of rows) {
    const figures = await played(window);
    told.forEach((number, n) => {
      const actual = figures[n] ?? 0;
      const off = Math.abs(number - actual) / actual;
      assert.ok(off < tolerance, `${window}: ${number} is told, ${actual} it is`);
    });
  }
  const [, told = ''] = textOf('README.md').match(/^What it costs: ([\s\S]*?)\n\n/m) ?? [];
  const [window, read, calls, input, output] = rows[0] ?? [];
  const steps = session.messages.filter(({ role }) => role === 'assistant').length;
  const share = Math.round((100 * ((input ?? 0) + (output ?? 0))) / (read ?? 0));
  assert.deepEqual(numbersIn(told), [steps, window, read, calls, input, output, share]);
});
