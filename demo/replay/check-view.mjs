/**
 * Says what is wrong with a prompt that is about to reach a model, by the rules that providers share.
 * Reads the finished prompt only and shares no code with the engine.
 */

/** The first fault of `prompt` in words, or undefined. */
export function faultOf(prompt) {
  const first = prompt.find((message) => message.role !== 'system');
  if (!first) return 'no message';
  if (first.role !== 'user') return `starts with ${first.role}`;
  const open = new Set();
  for (const [index, { role, content }] of prompt.entries()) {
    const at = `message ${index + 1} (${role})`;
    if (content.length === 0) return `${at} is empty`;
    if (role === 'system' || typeof content === 'string') {
      if (open.size > 0) return `${at} comes before the result of ${[...open][0]}`;
      continue;
    }
    if (role === 'user' && open.size > 0) {
      return `${at} comes before the result of ${[...open][0]}`;
    }
    for (const part of content) {
      const fault = faultOfPart(part, open);
      if (fault) return `${at}: ${fault}`;
    }
  }
  return open.size > 0 ? `the call ${[...open][0]} has no result` : undefined;
}

function faultOfPart(part, open) {
  switch (part.type) {
    case 'text':
      return part.text === '' ? 'empty text' : undefined;
    case 'tool-call':
      if (open.has(part.toolCallId)) return `the call ${part.toolCallId} stands twice`;
      open.add(part.toolCallId);
      return undefined;
    case 'tool-result':
      return open.delete(part.toolCallId) ? undefined : `the result ${part.toolCallId} has no call`;
    default:
      return undefined;
  }
}
