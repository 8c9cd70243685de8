/** Codex rollouts: items of the Responses API in an envelope, or bare as older releases wrote them. */

import { readItem } from './openai-responses.ts';
import { isObject, type Transcript } from './transcript.ts';
import type { Fields } from './types.ts';

const envelopes = new Set([
  'session_meta',
  'response_item',
  'event_msg',
  'turn_context',
  'compacted',
  'world_state',
  'inter_agent_communication',
  'inter_agent_communication_metadata',
]);

export function isCodex(line: Fields): boolean {
  if (typeof line.record_type === 'string') return true;
  if (typeof line.type === 'string') return envelopes.has(line.type) && isObject(line.payload);
  return (
    typeof line.id === 'string' && typeof line.timestamp === 'string' && 'instructions' in line
  );
}

export function readCodex(line: unknown, out: Transcript) {
  if (!isObject(line)) return readItem(line, out);
  const { type, payload, record_type: record } = line;
  if (record !== undefined) return;
  if (type === undefined && line.role === undefined) return readMeta(line, out);
  if (typeof type !== 'string' || !envelopes.has(type)) return readItem(line, out);
  if (!isObject(payload)) return out.fault(`a line of the kind "${type}" has no payload`);
  if (type === 'session_meta') readMeta(payload, out);
  else if (type === 'response_item') readItem(payload, out);
  else if (type === 'compacted') out.leaveOut("of Codex's own summaries");
  else if (payload.type === 'thread_rolled_back') rollBack(payload.num_turns, out);
}

/** A fork repeats the opening of the session that it comes from: only the first one counts. */
function readMeta(meta: Fields, out: Transcript) {
  const { base_instructions: base, instructions } = meta;
  const words = isObject(base) ? base.text : (base ?? instructions);
  if (typeof words === 'string' && words !== '' && out.system === undefined) out.instruct(words);
}

/** What Codex itself says as the user begins like this. */
const injected = /^(?:<|# AGENTS\.md)/;

function rollBack(turns: unknown, out: Transcript) {
  for (let left = Number(turns); left >= 1 && out.messages.length > 0; ) {
    const message = out.messages.pop();
    out.leaveOut('messages that were taken back');
    const isTurn = message?.role === 'user' && !injected.test(textOf(message.content));
    if (isTurn) left -= 1;
  }
}

function textOf(content: unknown): string {
  return typeof content === 'string' ? content : '';
}
