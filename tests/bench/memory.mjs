/**
 * The engine's memory: after a session of 10,000 messages, and after a message of 50 MB. WebAssembly
 * memory never shrinks, so what is read at the end is the peak.
 */

import { memoryOf } from '../js/support/memory.ts';
import { soundCompactor } from './support/engine.mjs';
import { figure } from './support/figures.mjs';
import { history } from './support/histories.mjs';

const mebibyte = 2 ** 20;

/** Runs `work` with a compactor of its own; the size of its engine's memory then, MB. */
async function memoryAfter(options, work) {
  const bytes = await memoryOf(async () => {
    const compactor = await soundCompactor(options);
    await work(compactor);
    compactor.dispose();
  });
  return bytes / mebibyte;
}

async function stepByStep(compactor, messages) {
  const session = compactor.session();
  const steps = [];
  for (let count = 1; count <= messages.length; count += 2) {
    const sent = messages.slice(0, count);
    await session.prepareStep({ messages: sent, steps, stepNumber: steps.length, model: 'm' });
    steps.push({});
  }
}

function huge(length) {
  const [call, result] = history(3).slice(1);
  result.content[0].output.value = 'a line of a log that nobody should have read at once\n'
    .repeat(Math.ceil(length / 53))
    .slice(0, length);
  return [{ role: 'user', content: 'Read the log.' }, call, result];
}

export const title = 'Memory of the engine';

export async function measure() {
  const messages = history(10_000, { userEvery: 20 });
  const window = { contextWindow: 128_000 };
  return [
    figure('at the start', await memoryAfter(window, async () => {}), 'MB'),
    figure(
      '10,000 messages, step by step, folding',
      await memoryAfter(window, (compactor) => stepByStep(compactor, messages)),
      'MB',
      { aim: 4 },
    ),
    figure(
      '10,000 messages at once, folding',
      await memoryAfter(window, (compactor) => compactor.session().prepare(messages)),
      'MB',
      { aim: 4 },
    ),
    figure(
      'a tool result of 50 MB',
      await memoryAfter(window, (compactor) => compactor.session().prepare(huge(50 * mebibyte))),
      'MB',
      { aim: 32 },
    ),
    figure(
      'a user message of 50 MB',
      await memoryAfter(window, (compactor) =>
        compactor.session().prepare([{ role: 'user', content: 'x'.repeat(50 * mebibyte) }]),
      ),
      'MB',
      { aim: 32 },
    ),
  ];
}
