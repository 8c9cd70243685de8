/** Reads the core's request for a flush (`encode` in `bindings/wire.h`). */
import type { HostMessage } from '../dialects/dialect.ts';
import type { FlushFact, FlushRequest } from '../types.ts';
import type { OutputReader } from './core.ts';

/** `IdentifierKind` of `src/summary/identifiers.h`. */
export const factKinds: readonly FlushFact['kind'][] = [
  'path',
  'url',
  'hash',
  'uuid',
  'version',
  'number',
  'email',
  'symbol',
  'issue',
  'time',
  'error',
  'flag',
];

/** What the core knows of a request. */
export type CoreFlush = Pick<
  FlushRequest,
  'messages' | 'tokens' | 'prompt' | 'silentToken' | 'facts'
>;

export function readFlush(answer: OutputReader, host: readonly HostMessage[]): CoreFlush {
  const messages: HostMessage[] = [];
  for (let count = answer.word(); count > 0; count -= 1) messages.push(host[answer.word()]);
  const tokens = answer.word();
  const prompt = answer.text();
  const silentToken = answer.text();
  const facts: FlushFact[] = [];
  for (let count = answer.word(); count > 0; count -= 1) {
    const kind = factKinds[answer.word()] ?? 'symbol';
    facts.push({ kind, message: answer.word(), text: answer.text() });
  }
  return { messages, tokens, prompt, silentToken, facts };
}
