/**
 * LangChain's `summarizationMiddleware` with a scripted model that is faithful, and `trimMessages`.
 * Decides how messages go there and come back; knobs are the trigger and the size, in exact tokens.
 */

import { AIMessage, HumanMessage, ToolMessage, trimMessages } from '@langchain/core/messages';
import { FakeListChatModel } from '@langchain/core/utils/testing';
import { summarizationMiddleware } from 'langchain';
import { countMessages, countText } from '../../../demo/replay/exact-tokens.mjs';
import { scripted } from '../summarisers.mjs';

const knob = [500, 400_000];

const textOf = (content) =>
  typeof content === 'string'
    ? content
    : content.flatMap(({ type, text }) => (type === 'text' ? [text] : [])).join('\n');

const outputOf = ({ output }) =>
  typeof output?.value === 'string' ? output.value : JSON.stringify(output?.value ?? '');

/** LangChain's messages of one of the host's; ids say where they come from. */
function converted(message, index) {
  const id = `m${index}`;
  const { role, content } = message;
  if (role === 'assistant') {
    const calls = typeof content === 'string' ? [] : content;
    return [
      new AIMessage({
        id,
        content: textOf(content),
        tool_calls: calls.flatMap(({ type, toolCallId, toolName, input }) =>
          type === 'tool-call' ? [{ id: toolCallId, name: toolName, args: input }] : [],
        ),
      }),
    ];
  }
  if (role !== 'tool') return [new HumanMessage({ id, content: textOf(content) })];
  return content.map(
    (part, nth) =>
      new ToolMessage({
        id: `${id}.${nth}`,
        tool_call_id: part.toolCallId,
        name: part.toolName,
        content: outputOf(part),
      }),
  );
}

/** The host's messages that LangChain's stand for, and what it wrote itself. */
function returned(messages, host) {
  const view = [];
  let last;
  for (const { id, content, additional_kwargs: more } of messages) {
    const [, index, nth] = /^m(\d+)(?:\.(\d+))?$/.exec(id ?? '') ?? [];
    if (more?.lc_source === 'summarization' || index === undefined) {
      view.push({ role: 'user', content });
    } else if (nth === undefined) {
      view.push(host[index]);
    } else if (last === index) {
      view.at(-1).content.push(host[index].content[nth]);
    } else {
      view.push({ role: 'tool', content: [host[index].content[nth]] });
    }
    last = index;
  }
  return view;
}

const sizes = new WeakMap();

function sizeOf(message) {
  let size = sizes.get(message);
  if (size === undefined) {
    const { content, tool_calls: calls = [] } = message;
    size = 4 + countText(textOf(content));
    for (const { name, args } of calls)
      size += 8 + countText(name) + countText(JSON.stringify(args));
    if (message.tool_call_id !== undefined) size += 8;
    sizes.set(message, size);
  }
  return size;
}

const tokenCounter = (messages) => messages.reduce((sum, message) => sum + sizeOf(message), 0);

/** Conversions of a host's messages, kept from step to step. */
function converter() {
  const known = new Map();
  return (message, index) => {
    const found = known.get(index);
    if (found !== undefined) return found;
    const made = converted(message, index);
    known.set(index, made);
    return made;
  };
}

/** A chat model that answers with what `summarize` writes. */
class ScriptedChatModel extends FakeListChatModel {
  summarize;

  constructor(summarize) {
    super({ responses: [''] });
    this.summarize = summarize;
  }

  async _call(messages) {
    const prompt = messages.map(({ content }) => textOf(content)).join('\n');
    const { text } = await this.summarize({ kind: 'fold', prompt, maxOutputTokens: 1_000 });
    return text;
  }
}

export const langchainSummary = {
  name: 'LangChain summarization, faithful',
  knob,
  at: (tokens) => ({
    name: 'LangChain summarization, faithful',
    open({ session }) {
      const model = new ScriptedChatModel(scripted('faithful', session).summarize);
      const middleware = summarizationMiddleware({ model, trigger: { tokens }, tokenCounter });
      const { beforeModel } = middleware;
      const hook = typeof beforeModel === 'function' ? beforeModel : beforeModel.hook;
      const convert = converter();
      let state = [];
      let taken = 0;
      return {
        async prompt({ messages }) {
          state = [
            ...state,
            ...messages.slice(taken).flatMap((each, n) => convert(each, taken + n)),
          ];
          taken = messages.length;
          const update = await hook({ messages: state }, { context: {} });
          if (update?.messages !== undefined) state = update.messages.slice(1);
          return returned(state, messages);
        },
      };
    },
  }),
};

export const langchainTrim = {
  name: 'LangChain trimMessages',
  knob,
  isStateless: true,
  at: (maxTokens) => ({
    name: 'LangChain trimMessages',
    open() {
      const convert = converter();
      return {
        async prompt({ messages }) {
          if (countMessages(messages) <= maxTokens) return messages;
          const kept = await trimMessages(messages.flatMap(convert), {
            maxTokens,
            strategy: 'last',
            tokenCounter,
            startOn: ['human', 'ai'],
          });
          return returned(kept, messages);
        },
      };
    },
  }),
};
