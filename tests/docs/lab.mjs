/** What the programs of the claims share: a compactor of the built package, and sessions that show what an option does. */

import assert from 'node:assert/strict';
import { createCompactor } from 'epitome';
import { fakeClock, scriptedSummarizer } from 'epitome/testing';

export const user = (content) => ({ role: 'user', content });
export const assistant = (content) => ({ role: 'assistant', content });
export const words = (count, seed = 'a') =>
  `The part ${seed} was read and it is fine. `.repeat(count / 8);

/** Messages of a user and an assistant in turn, of some hundred tokens each. */
export const talk = (turns, length = 200) =>
  Array.from({ length: turns }, (_, at) => [
    user(`Question ${at}: ${words(length, `q${at}`)}`),
    assistant(`Answer ${at}: ${words(length, `r${at}`)}`),
  ]).flat();

/** A call of a tool and its result. */
export const call = (id, toolName, input, value) => [
  { role: 'assistant', content: [{ type: 'tool-call', toolCallId: id, toolName, input }] },
  {
    role: 'tool',
    content: [{ type: 'tool-result', toolCallId: id, toolName, output: { type: 'text', value } }],
  },
];

/** A compactor, and all events that it tells. */
export async function listening(options) {
  const events = [];
  const compactor = await createCompactor({
    contextWindow: 16_000,
    ...options,
    onEvent: (event) => events.push(event),
  });
  return { compactor, events, of: (type) => events.filter((event) => event.type === type) };
}

/** The budget of a session that has made a step. */
export async function budgetOf(options, messages = [user('hi')]) {
  const { compactor } = await listening(options);
  const session = compactor.session();
  await session.prepare(messages);
  const { budget } = session.explain();
  compactor.dispose();
  return budget;
}

/** Takes values up to `most` and no more: `make` gives one of that size, `use` throws where it is refused. */
export async function assertMost(most, make, use) {
  await use(make(most));
  await assert.rejects(async () => use(make(most + 1)), `${most + 1} is taken, too`);
}

/** The same from `least` on. */
export async function assertLeast(least, make, use) {
  await use(make(least));
  await assert.rejects(async () => use(make(least - 1)), `${least - 1} is taken, too`);
}

/** An object in which the path of an option has a value. */
export function at(path, value) {
  return path.split('.').reduceRight((inner, name) => ({ [name]: inner }), value);
}

/** Options laid over others, member by member. */
export function over(options, more) {
  const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);
  const joined = { ...options };
  for (const [name, value] of Object.entries(more)) {
    joined[name] = isObject(value) && isObject(options[name]) ? over(options[name], value) : value;
  }
  return joined;
}

const png = (width, height) => {
  const head = [0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52];
  const bytes = new Uint8Array(3_000);
  bytes.set(head);
  new DataView(bytes.buffer).setUint32(16, width);
  new DataView(bytes.buffer).setUint32(20, height);
  return { type: 'file', mediaType: 'image/png', data: bytes };
};
export const image = (width = 200, height = 100) => ({
  role: 'user',
  content: [png(width, height)],
});

/** A history that has of all that options are about. */
function everything() {
  const messages = [user(`Mend the build. ${words(80)}`)];
  for (let i = 0; i < 36; i += 1) {
    const path = `src/part-${i % 5}.ts`;
    const body =
      i % 4 === 3 ? 'Nothing to do here. '.repeat(40) : `${words(260, `f${i % 5}v${i % 3}`)}\n`;
    const [asked, answered] = call(
      `c${i}`,
      'read_file',
      { path },
      i % 9 === 8 ? body.repeat(4) : body,
    );
    asked.content.unshift({ type: 'reasoning', text: `I think of ${i}. ${words(40, `t${i}`)}` });
    messages.push(asked, answered);
    if (i % 6 === 5)
      messages.push(
        assistant(`Part ${i} is done.`),
        user(`Go on with ${i}: ${words(120, `u${i}`)}`),
      );
    if (i % 12 === 7) messages.push(assistant('Show me.'), image());
  }
  return messages;
}

/** All that a host sees of a session with these options, as a text: views, events, requests, calls of functions, lines. */
export async function shown(options) {
  const clock = fakeClock();
  const log = [];
  const { debug, warn } = console;
  console.debug = (...all) => log.push(['debug', ...all]);
  console.warn = (...all) => log.push(['warn', ...all]);
  try {
    await clock.run(async () => {
      const plain = scriptedSummarizer();
      let asked = 0;
      const compactor = await createCompactor({
        contextWindow: 16_000,
        summarize: (request, rest) => {
          log.push(['asked', request.system, request.prompt]);
          asked += 1;
          if (asked === 1) throw Object.assign(new Error('overloaded'), { status: 529 });
          return asked === 2 ? 'No.' : plain(request, rest);
        },
        reinject: async ({ tokens }) => [{ name: 'rules', text: words(8 * tokens, `${tokens}`) }],
        onEvent: (event) => log.push(event),
        ...options,
      });
      const session = compactor.session('one');
      const all = everything();
      for (let end = 7; end < all.length; end += 9) {
        // The provider counts a fifth more than was counted here.
        const inputTokens = Math.round(1.2 * session.usage().viewTokens);
        const usage = inputTokens > 0 ? { inputTokens } : undefined;
        const { messages } = await session.prepare(all.slice(0, end), { usage });
        log.push(messages);
      }
      log.push(session.explain().budget);
      compactor.dispose();
    });
  } finally {
    Object.assign(console, { debug, warn });
  }
  return JSON.stringify(log);
}
