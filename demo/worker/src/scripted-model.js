/**
 * A language model without a network, for demos and tests: reads files, calculates and takes notes when it
 * is asked to, and answers questions with what its prompt has of their words. Follows the interface of
 * `ai` 7's models.
 */

const none = undefined;
const inputTokens = { total: none, noCache: none, cacheRead: none, cacheWrite: none };
const outputTokens = { total: none, text: none, reasoning: none };
const usage = { inputTokens, outputTokens };

const finish = (unified) => ({ finishReason: { unified, raw: unified }, usage });

const textOf = ({ content }) =>
  typeof content === 'string'
    ? content
    : content.map((part) => (part.type === 'text' ? part.text : '')).join('\n');

/** `{ text }` or `{ tool, input }`. */
export function nextStep(prompt) {
  const asked = textOf(prompt.findLast(({ role }) => role === 'user') ?? { content: '' });
  const last = prompt.at(-1);
  if (last?.role === 'tool') return { text: afterTool(last.content.at(-1), asked) };
  const path = /\b(?:src\/)?[\w-]+\.(?:js|md)\b/.exec(asked)?.[0];
  if (path) return { tool: 'readFile', input: { path } };
  if (/\bfiles\b/i.test(asked)) return { tool: 'listFiles', input: {} };
  const sum = /[\d(][\d\s.()]*[-+*/][-+*/\d\s.()]*\d\)*/.exec(asked)?.[0];
  if (sum) return { tool: 'calculate', input: { expression: sum.trim() } };
  if (/\b(?:note|remember)\b/i.test(asked)) {
    return { tool: 'writeNote', input: { name: asked.slice(0, 40), text: asked.slice(0, 2_000) } };
  }
  return {
    text: asked.includes('?') ? recalled(prompt, asked) : `Understood: ${asked.slice(0, 120)}`,
  };
}

function afterTool({ toolName, output }, asked) {
  const value = typeof output.value === 'string' ? output.value : JSON.stringify(output.value);
  if (toolName === 'readFile') {
    const { length, 0: first } = value.split('\n');
    return `I have read it: ${length} line${length === 1 ? '' : 's'}, beginning with "${first}".`;
  }
  if (toolName === 'writeNote') return `Noted: ${asked.slice(0, 120)}`;
  return `${toolName} says ${value.slice(0, 600)}`;
}

const wordsOf = (text) => new Set(text.toLowerCase().match(/[\p{L}\d]{4,}/gu));

/** The line of the prompt that shares most words with the question, where one does. */
function recalled(prompt, question) {
  const wanted = wordsOf(question);
  let best = { shared: 0, line: '' };
  for (const message of prompt.slice(1, -1)) {
    const said =
      message.role === 'tool' ? message.content.map(resultOf).join('\n') : textOf(message);
    for (const line of said.split('\n')) {
      const shared = [...wordsOf(line)].filter((word) => wanted.has(word)).length;
      if (shared > best.shared && line !== question) best = { shared, line: line.trim() };
    }
  }
  if (best.shared === 0) return 'Nothing that I have before me says so.';
  return `What I have before me says: ${best.line.slice(0, 300)}`;
}

const resultOf = ({ output }) =>
  typeof output?.value === 'string' ? output.value : JSON.stringify(output?.value ?? '');

/** A model for `ai` 7. */
export function scriptedModel() {
  let calls = 0;
  const step = ({ prompt }) => {
    const { text, tool, input } = nextStep(prompt);
    if (tool === undefined) return { text };
    calls += 1;
    const toolCallId = `call-${prompt.length}-${calls}`;
    return {
      call: { type: 'tool-call', toolCallId, toolName: tool, input: JSON.stringify(input) },
    };
  };
  return {
    specificationVersion: 'v4',
    provider: 'demo',
    modelId: 'scripted',
    supportedUrls: {},
    doGenerate: async (options) => {
      const { text, call } = step(options);
      return {
        content: [call ?? { type: 'text', text }],
        ...finish(call ? 'tool-calls' : 'stop'),
        warnings: [],
      };
    },
    doStream: async (options) => {
      const { text, call } = step(options);
      const said = call
        ? [call]
        : [
            { type: 'text-start', id: '1' },
            ...text.split(/(?<=\s)/).map((delta) => ({ type: 'text-delta', id: '1', delta })),
            { type: 'text-end', id: '1' },
          ];
      const chunks = [
        { type: 'stream-start', warnings: [] },
        ...said,
        { type: 'finish', ...finish(call ? 'tool-calls' : 'stop') },
      ];
      const stream = new ReadableStream({
        start(controller) {
          for (const chunk of chunks) controller.enqueue(chunk);
          controller.close();
        },
      });
      return { stream };
    },
  };
}
