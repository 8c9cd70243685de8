/**
 * The scripted agent: a language model whose replies come from a plan, a generator that is given
 * what the tools returned and yields what to say and call next. Everything else is the AI SDK's own
 * tool loop.
 */

import { generateText, jsonSchema, stepCountIs, tool } from 'ai7';
import { MockLanguageModelV4 } from 'ai7/test';

/** Results that stand at the end of a prompt: `{ ok, value }` in the order of the calls. */
function lastResults(prompt) {
  const results = new Map();
  let calls = [];
  for (const message of prompt) {
    if (message.role === 'assistant') {
      calls = message.content.filter((part) => part.type === 'tool-call');
    } else if (message.role === 'tool') {
      for (const part of message.content) {
        const ok = part.output.type !== 'error-text';
        // The SDK writes an error as its class name and message.
        const value = ok ? part.output.value : part.output.value.replace(/^Error: /, '');
        results.set(part.toolCallId, { ok, value });
      }
    }
  }
  return calls.map((call) => results.get(call.toolCallId));
}

/**
 * Runs the `turns` one after the other and returns all messages. A turn is `{ user, plan }`; `plan`
 * is a generator function that yields `{ think?, say?, calls }`, receives the calls' results, and
 * returns the turn's last text.
 */
export async function recordSession({ turns, system, tools, toolSchemas, onTurn }) {
  let callCount = 0;
  let active;

  const model = new MockLanguageModelV4({
    modelId: 'scripted-agent',
    doGenerate: async ({ prompt }) => {
      const { value, done } = active.next(lastResults(prompt));
      const content = [];
      if (!done && value.think) content.push({ type: 'reasoning', text: value.think });
      const said = done ? value : value.say;
      if (said) content.push({ type: 'text', text: said });
      for (const [toolName, input] of done ? [] : value.calls) {
        callCount += 1;
        content.push({
          type: 'tool-call',
          toolCallId: `call_${String(callCount).padStart(4, '0')}`,
          toolName,
          input: JSON.stringify(input),
        });
      }
      const reason = done ? 'stop' : 'tool-calls';
      return {
        content,
        finishReason: { unified: reason, raw: reason },
        usage: { inputTokens: {}, outputTokens: {} },
        warnings: [],
      };
    },
  });

  const kit = Object.fromEntries(
    toolSchemas.map(({ name, description, inputSchema }) => [
      name,
      tool({
        description,
        inputSchema: jsonSchema(inputSchema),
        execute: (input) => tools[name](input),
      }),
    ]),
  );

  const messages = [];
  for (const turn of turns) {
    active = turn.plan();
    messages.push({ role: 'user', content: turn.user });
    const result = await generateText({
      model,
      instructions: system,
      messages,
      tools: kit,
      stopWhen: stepCountIs(1000),
    });
    messages.push(...result.responseMessages);
    onTurn?.({ user: turn.user, steps: result.steps.length });
  }
  return messages;
}
