/** Reads what the host's turn before a fold is about (`encode` in `bindings/wire.h`). */
import type { HostMessage } from '../dialects/dialect.ts';
import type { CompactionRequest, FlushFact } from '../types.ts';
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

/** What the core knows of a turn. */
export interface CoreTurn {
  request: Pick<
    CompactionRequest,
    'messages' | 'tokens' | 'prompt' | 'silentToken' | 'facts' | 'fits'
  >;
  /** The agent is to save what it wants to keep. */
  flushes: boolean;
  /** The fold is made now, unless the host puts it off. */
  announces: boolean;
}

export function readTurn(answer: OutputReader, host: readonly HostMessage[]): CoreTurn {
  const messages: HostMessage[] = [];
  for (let count = answer.word(); count > 0; count -= 1) messages.push(host[answer.word()]);
  const tokens = answer.word();
  const [flushes, announces, fits] = [answer.word(), answer.word(), answer.word()];
  const prompt = answer.text();
  const silentToken = answer.text();
  const facts: FlushFact[] = [];
  for (let count = answer.word(); count > 0; count -= 1) {
    const kind = factKinds[answer.word()] ?? 'symbol';
    facts.push({ kind, message: answer.word(), text: answer.text() });
  }
  const request = { messages, tokens, prompt, silentToken, facts, fits: fits === 1 };
  return { request, flushes: flushes === 1, announces: announces === 1 };
}
