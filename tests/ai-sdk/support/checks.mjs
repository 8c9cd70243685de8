/** What every provider asks of a prompt, read from the prompts themselves. */
import assert from 'node:assert/strict';

const partsOf = ({ content }) => (Array.isArray(content) ? content : []);

/** Every call has its result, in the messages right behind it, and no result is without its call. */
export function checkPairs(prompt) {
  let open = new Set();
  for (const message of prompt) {
    if (message.role === 'tool') {
      for (const part of partsOf(message)) {
        if (part.type !== 'tool-result') continue;
        assert.ok(open.delete(part.toolCallId), `${part.toolCallId} has no call`);
      }
      continue;
    }
    assert.deepEqual([...open], [], 'a call has no result');
    const calls = partsOf(message).filter(
      ({ type, providerExecuted }) => type === 'tool-call' && !providerExecuted,
    );
    open = new Set(calls.map(({ toolCallId }) => toolCallId));
  }
  assert.deepEqual([...open], [], 'a call has no result');
  const first = prompt.find(({ role }) => role !== 'system');
  assert.equal(first.role, 'user');
}

/** The prompts that don't begin with the one before them. */
export function checkPrefixes(prompts) {
  let rewrites = 0;
  prompts.forEach((prompt, i) => {
    const before = JSON.stringify(prompts[i - 1] ?? []).slice(0, -1);
    if (!JSON.stringify(prompt).startsWith(before)) rewrites += 1;
  });
  return rewrites;
}
