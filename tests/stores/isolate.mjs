/**
 * An isolate that serves many stored sessions, as a worker thread: each is opened, stepped and let go again and again, and
 * its store is outside. `workerData`: `sessions`, `closes` (or the compactor lets go by itself), `options` of the compactor.
 */

import { getHeapStatistics } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { parentPort, workerData } from 'node:worker_threads';
import { createCompactor } from 'epitome';
import { talkIn } from '../js/support/talk.ts';
import { validateView } from '../js/support/validator.ts';

const { sessions, closes, options } = workerData;
const messagesOfEach = 200;
/** Requests that a session has, and sessions that have theirs by turns. */
const requests = 4;
const atOnce = 40;

/** Every memory that WebAssembly has here. */
const memories = new Set();
const { Instance } = WebAssembly;
WebAssembly.Instance = new Proxy(Instance, {
  construct(target, args) {
    const made = Reflect.construct(target, args);
    const { exports } = made;
    for (const own of Object.values(exports)) {
      if (own instanceof WebAssembly.Memory) memories.add(own);
    }
    return made;
  },
});
const wasmBytes = () => [...memories].reduce((sum, { buffer }) => sum + buffer.byteLength, 0);
/** What V8 holds, and what lies outside of its heap: buffers, WebAssembly among them in some releases. */
const bytes = () => {
  const { used_heap_size: heap, external_memory: external } = getHeapStatistics();
  return heap + Math.max(external, wasmBytes());
};
const collect = runInNewContext('gc');
let most = 0;
const look = () => {
  most = Math.max(most, bytes());
};

/** A store whose calls the other thread answers. */
const waiting = new Map();
let calls = 0;
parentPort.on('message', ({ call, answer, failed }) => {
  const { resolve, reject } = waiting.get(call);
  waiting.delete(call);
  if (failed === undefined) resolve(answer);
  else reject(new Error(failed));
});
const methods = [
  ...['load', 'save', 'saveMeter', 'lease', 'release'],
  ...['rounds', 'messages', 'list', 'delete', 'expire'],
];
const store = Object.fromEntries(
  methods.map((method) => [
    method,
    (...args) =>
      new Promise((resolve, reject) => {
        calls += 1;
        waiting.set(calls, { resolve, reject });
        parentPort.postMessage({ call: calls, method, args });
      }),
  ]),
);

/** Messages of one session: texts that no other has. */
function historyOf(number, length) {
  const talk = talkIn('ai-sdk');
  const history = [...talk.user(`Begin with the first file of project ${number}.`)];
  for (let at = 0; history.length < length; at += 1) {
    if (at > 0 && at % 12 === 0) {
      history.push(...talk.says(`Part ${at / 12} is done.`), ...talk.user(`Go on with ${at}.`));
    }
    const path = `src/project${number}/part${at}.ts`;
    const lines = Array.from({ length: 20 }, (_, line) => `const p${number}x${at}x${line} = 1;`);
    history.push(...talk.step('read_file', { path }, lines.join('\n')));
  }
  return history.slice(0, length);
}

const failures = [];
let folds = 0;
let views = 0;
const compactor = await createCompactor({
  contextWindow: 16_000,
  store,
  ...options,
  onEvent(event) {
    if (event.type === 'compaction') folds += 1;
    if (event.type === 'error') failures.push(event.error.message);
    // A machine that is busy may answer late.
    if (event.type === 'store-failed' && event.reason !== 'timed-out') {
      failures.push(`${event.doing} ${event.reason}`);
    }
  },
  summarize: async ({ firstMessage, lastMessage }) =>
    `## Done\n- The files of messages ${firstMessage} to ${lastMessage} were read in order, and every one of them was as expected.\n## Current state\n- All of it is read; the next file comes now, and nothing is left open.`,
});

/** One request: some steps, of messages that were loaded for it. */
async function serve(number, request) {
  const session = await compactor.open(`chat ${number}`, { scope: `user ${number % 97}` });
  const part = messagesOfEach / requests;
  const history = historyOf(number, part * (request + 1));
  for (let length = part * request + 25; length <= history.length; length += 25) {
    const messages = history.slice(0, length);
    const { messages: view } = await session.prepare(messages);
    views += 1;
    const faults = validateView(view, messages);
    if (faults.length > 0) failures.push(`chat ${number}, ${length} messages: ${faults[0]}`);
    look();
  }
  if (closes) await session.close();
}

/** Heap and WebAssembly after so many sessions, without what nobody holds. */
const settled = [];
for (let first = 0; first < sessions; first += atOnce) {
  const numbers = Array.from({ length: Math.min(atOnce, sessions - first) }, (_, at) => first + at);
  for (let request = 0; request < requests; request += 1) {
    for (const number of numbers) await serve(number, request);
  }
  collect();
  collect();
  settled.push({ sessions: first + numbers.length, bytes: bytes(), wasm: wasmBytes() });
}
await compactor.close();
parentPort.postMessage({ told: { most, settled, folds, views, failures: failures.slice(0, 5) } });
parentPort.close();
