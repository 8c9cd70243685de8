/**
 * A store in another runtime, as a store. Decides how calls and answers travel as text; runs on both
 * sides, in Workers and pages too.
 */

import { EpitomeError } from 'epitome';
import { messageOf, textOf } from '../../../build/modules/stores/message-text.js';

const methods = ['load', 'save', 'archive', 'records', 'list', 'delete', 'expire'];

/** `send(text)` resolves with what `answer` returned on the other side. */
export function remoteStore(send, { compareAndSet = true, name = '' } = {}) {
  const call =
    (method) =>
    async (...given) => {
      // As text, what is not given would be null.
      const args = given.filter((arg, at) => arg !== undefined || at === 0);
      const answer = messageOf(await send(textOf({ name, method, args })));
      if (answer.code === undefined) return answer.value;
      throw new EpitomeError(answer.code, answer.message);
    };
  return {
    compareAndSet,
    ...Object.fromEntries(methods.map((method) => [method, call(method)])),
    close: async () => {},
  };
}

/** Carries out one call on the store that `open(name)` returns. */
export async function answer(open, text) {
  const { name, method, args } = messageOf(text);
  try {
    return textOf({ value: (await (await open(name))[method](...args)) ?? null });
  } catch (error) {
    return textOf({ code: error.code ?? 'unknown', message: error.message });
  }
}
