/**
 * A transcript as the model calls that made it. Decides where a run of the tool loop ends; refuses to
 * know who plays it.
 */

/**
 * The runs of a session, one for each call of generateText: `{ from, steps }`, `from` the index of its
 * first assistant message, a step `{ index, message, outputs }` with outputs by call id. A run ends
 * where a loop ends: no call, a call without a result, or something other than an assistant next.
 */
export function runsOf(messages) {
  const runs = [];
  let open = false;
  for (let i = 0; i < messages.length; i++) {
    const message = messages[i];
    if (message.role !== 'assistant') continue;
    const step = { index: i, message, outputs: new Map() };
    if (!open) runs.push({ from: i, steps: [] });
    runs.at(-1).steps.push(step);
    while (messages[i + 1]?.role === 'tool') {
      i += 1;
      for (const part of messages[i].content) step.outputs.set(part.toolCallId, part.output);
    }
    const calls = callsOf(message);
    open =
      calls.length > 0 &&
      calls.every((call) => step.outputs.has(call.toolCallId)) &&
      messages[i + 1]?.role === 'assistant';
  }
  return runs;
}

/** The calls of an assistant message. */
export function callsOf({ content }) {
  return typeof content === 'string' ? [] : content.filter((part) => part.type === 'tool-call');
}
