/**
 * Which model the demo Worker's agent talks to: an OpenAI-compatible endpoint when one is configured,
 * else a scripted one that calls a tool and echoes. Both are language models of `ai` 7.
 */

const none = undefined;
const noUsage = {
  inputTokens: { total: none, noCache: none, cacheRead: none, cacheWrite: none },
  outputTokens: { total: none, text: none, reasoning: none },
};

function reply(content, reason, usage = noUsage) {
  return { content, finishReason: { unified: reason, raw: reason }, usage, warnings: [] };
}

function textOf({ content }) {
  if (typeof content === 'string') return content;
  return content.map((part) => (part.type === 'text' ? part.text : '')).join('');
}

/** Counts the words of what the user said with the tool, then says what it counted. */
function echo({ prompt }) {
  const last = prompt.at(-1);
  const asked = textOf(prompt.findLast((message) => message.role === 'user') ?? { content: '' });
  if (last?.role !== 'tool') {
    const call = {
      type: 'tool-call',
      toolCallId: `count_${prompt.length}_${asked.length}`,
      toolName: 'countWords',
      input: JSON.stringify({ text: asked }),
    };
    return reply([call], 'tool-calls');
  }
  const { words } = last.content[0].output.value;
  const text = `You wrote ${words} words, beginning with: ${asked.slice(0, 60)}`;
  return reply([{ type: 'text', text }], 'stop');
}

function chatMessages(prompt) {
  return prompt.flatMap((message) => {
    switch (message.role) {
      case 'system':
        return [{ role: 'system', content: message.content }];
      case 'assistant':
        return [assistantMessage(message)];
      case 'tool':
        return message.content
          .filter((part) => part.type === 'tool-result')
          .map((part) => ({
            role: 'tool',
            tool_call_id: part.toolCallId,
            content: outputText(part.output),
          }));
      default:
        return [{ role: 'user', content: textOf(message) }];
    }
  });
}

function assistantMessage(message) {
  const calls = message.content.filter((part) => part.type === 'tool-call');
  return {
    role: 'assistant',
    content: textOf(message) || null,
    ...(calls.length > 0 && {
      tool_calls: calls.map((call) => ({
        id: call.toolCallId,
        type: 'function',
        function: { name: call.toolName, arguments: JSON.stringify(call.input) },
      })),
    }),
  };
}

function outputText(output) {
  return typeof output.value === 'string' ? output.value : JSON.stringify(output.value ?? '');
}

function chatTools(tools) {
  const functions = (tools ?? []).filter((tool) => tool.type === 'function');
  if (functions.length === 0) return {};
  return {
    tools: functions.map(({ name, description, inputSchema }) => ({
      type: 'function',
      function: { name, description, parameters: inputSchema },
    })),
  };
}

const reasons = {
  stop: 'stop',
  length: 'length',
  tool_calls: 'tool-calls',
  content_filter: 'content-filter',
};

/** One call of an OpenAI-compatible endpoint. */
async function ask({ MODEL_URL: url, MODEL_ID: model, MODEL_KEY: key }, options) {
  const response = await fetch(url, {
    method: 'POST',
    signal: options.abortSignal,
    headers: { 'content-type': 'application/json', ...(key && { authorization: `Bearer ${key}` }) },
    body: JSON.stringify({
      model,
      messages: chatMessages(options.prompt),
      ...chatTools(options.tools),
    }),
  });
  if (!response.ok) throw new Error(`the model's endpoint answered ${response.status}`);
  const { choices, usage } = await response.json();
  const [{ message, finish_reason: reason }] = choices;
  const content = [
    ...(message.content ? [{ type: 'text', text: message.content }] : []),
    ...(message.tool_calls ?? []).map((call) => ({
      type: 'tool-call',
      toolCallId: call.id,
      toolName: call.function.name,
      input: call.function.arguments,
    })),
  ];
  return reply(content, reasons[reason] ?? 'other', {
    inputTokens: { ...noUsage.inputTokens, total: usage?.prompt_tokens },
    outputTokens: { ...noUsage.outputTokens, total: usage?.completion_tokens },
  });
}

/** The model that the bindings ask for. */
export function modelOf(env) {
  const configured = env.MODEL_URL && env.MODEL_ID;
  return {
    specificationVersion: 'v4',
    provider: 'demo',
    modelId: configured ? env.MODEL_ID : 'echo',
    supportedUrls: {},
    doGenerate: async (options) => (configured ? ask(env, options) : echo(options)),
    doStream: async () => {
      throw new Error('the demo does not stream');
    },
  };
}
