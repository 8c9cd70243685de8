/** How a host sends the messages of a session. Decides which objects are new; runs in Node and in pages. */

/**
 * Walks the steps as AI SDK 6 does: every request loads its history afresh, and within a run each step
 * sends the same objects and what came since. Yields `{ index, messages, steps, cold, opensRun }`;
 * `steps` is the run's own list, to which the caller pushes each step's bill.
 */
export function* requestsOf({ messages, steps }) {
  const fresh = (from, to) => JSON.parse(JSON.stringify(messages.slice(from, to)));
  let sent = [];
  let run = [];
  for (const [index, { length, opensRun, cold }] of steps.entries()) {
    if (opensRun) {
      sent = fresh(0, length);
      run = [];
    } else {
      sent = [...sent, ...fresh(sent.length, length)];
    }
    yield { index, messages: sent, steps: run, cold, opensRun };
  }
}
