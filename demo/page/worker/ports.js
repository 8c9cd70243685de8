/**
 * Questions and answers over a port: the worker's side and the page's side. Decides how a failure
 * crosses; refuses to know what is asked.
 */

/** Answers `{ id, call, given }` on `port` with the function of that name. */
export function answer(port, functions) {
  port.addEventListener('message', async ({ data, ports }) => {
    const { id, call, given } = data;
    if (functions[call] === undefined) return;
    try {
      port.postMessage({ id, value: await functions[call](given, ports) });
    } catch (error) {
      const { name, message, code, line } = error;
      port.postMessage({ id, failure: { name, message, code, line } });
    }
  });
}

/** What went wrong in a worker, as it was told there. */
export class WorkerFailure extends Error {
  constructor({ name, message, code, line }) {
    super(message);
    this.name = name;
    this.code = code;
    this.line = line;
  }
}

/**
 * The page's side: `ask(call, given, transfer)` resolves to the answer; everything that is no answer
 * goes to `onNews`. A worker that cannot start fails whatever is asked of it.
 */
export function asker(worker, onNews = () => {}) {
  const open = new Map();
  let next = 1;
  let broken;
  worker.addEventListener('message', ({ data }) => {
    const waiting = open.get(data.id);
    if (waiting === undefined) {
      onNews(data);
      return;
    }
    open.delete(data.id);
    if (data.failure) waiting.reject(new WorkerFailure(data.failure));
    else waiting.resolve(data.value);
  });
  worker.addEventListener('error', (event) => {
    broken = new WorkerFailure({ name: 'Error', message: event.message || 'the worker stopped' });
    for (const { reject } of open.values()) reject(broken);
    open.clear();
  });
  return function ask(call, given, transfer = []) {
    if (broken) return Promise.reject(broken);
    const id = next;
    next += 1;
    return new Promise((resolve, reject) => {
      open.set(id, { resolve, reject });
      worker.postMessage({ id, call, given }, transfer);
    });
  };
}
