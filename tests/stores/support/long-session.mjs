/**
 * A session of 300 steps as a host tells it anew each time: what is sent at a step, what a model would answer, and
 * what has to come out the same wherever the session goes on. Runs in Node and in Workers.
 */

export const steps = 300;

/** Options of the compactor, but for its store. `onBuy` is called with each summary that is bought. */
export function optionsWith(onBuy) {
  return {
    contextWindow: 12_000,
    windowGuard: { warn: 0 },
    summarize: async ({ prompt, kind }) => {
      onBuy(kind);
      const range = /messages (\d+) to (\d+)/i.exec(prompt)?.[0] ?? 'earlier ones';
      return {
        text: `## Done\n- Work on ${range}: the files were read in order, and the parser was changed.`,
        usage: { inputTokens: 900, outputTokens: 60 },
      };
    },
  };
}

/** The history at a step: calls and results of different lengths, repeats, errors, other scripts, a user who asks. */
export function historyAt(step) {
  const messages = [
    { role: 'user', content: 'Read every file and fix the parser. Never touch tests/.' },
  ];
  for (let turn = 1; turn <= step; turn += 1) {
    const toolCallId = `call-${turn}`;
    const path = `src/${turn % 9}/file-${turn % 40}.ts`;
    const line =
      turn % 11 === 0 ? '第三行显示解析器失败了。' : 'some line of the file and more of it ';
    const value =
      turn % 7 === 3
        ? `Error: ENOENT: no such file ${path}`
        : `${line.repeat(4 + (turn % 23))}${turn % 13}`;
    messages.push({
      role: 'assistant',
      content: [
        { type: 'text', text: `Step ${turn}: ${path}.` },
        { type: 'tool-call', toolCallId, toolName: 'read', input: { path } },
      ],
    });
    const output = { type: 'text', value };
    messages.push({
      role: 'tool',
      content: [{ type: 'tool-result', toolCallId, toolName: 'read', output }],
    });
    if (turn % 25 === 0) {
      messages.push({ role: 'assistant', content: `Files up to ${turn} are read.` });
      messages.push({ role: 'user', content: `Go on, and keep limit ${turn} in mind.` });
    }
  }
  return messages;
}

/** Plays one step of a session, opened for it alone, as JSON of the view. */
export async function playStep(compactor, step) {
  const session = await compactor.open('long');
  const { messages } = await session.prepare(historyAt(step));
  await session.close();
  return JSON.stringify(messages);
}

/** The views of a run that nothing interrupts, and how many summaries it bought. */
export async function uninterrupted(createCompactor) {
  let bought = 0;
  const compactor = await createCompactor(
    optionsWith(() => {
      bought += 1;
    }),
  );
  const session = compactor.session('long');
  const views = [];
  const history = historyAt(steps);
  for (let step = 1; step <= steps; step += 1) {
    const end = historyAt(step).length;
    const { messages } = await session.prepare(history.slice(0, end));
    views.push(JSON.stringify(messages));
  }
  const { compactions } = session.usage();
  compactor.dispose();
  return { views, bought, compactions };
}
