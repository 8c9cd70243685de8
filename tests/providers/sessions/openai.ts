/**
 * OpenAI's two APIs: Responses with items that the server keeps or that travel encrypted, and chat
 * completions, which know neither reasoning nor tools of their own.
 */
import { createOpenAI } from '@ai-sdk/openai';
import { faultText } from '../../../js/testing/fault.ts';
import { checkOpenAIChat } from '../../../js/testing/rules/openai-chat.ts';
import { checkOpenAIResponses } from '../../../js/testing/rules/openai-responses.ts';
import type { PlannedReply } from './plan.ts';
import { type Fields, seal, type Voice } from './voice.ts';

const { tools } = createOpenAI({ apiKey: 'none' });

function itemsOf({ thought, text, search, code, calls }: PlannedReply, step: number): Fields[] {
  const items: Fields[] = [];
  const think = (part: string, summaries: readonly string[]) =>
    items.push({
      type: 'reasoning',
      id: `rs_${step}_${part}`,
      encrypted_content: seal(`reasoning ${part}`, step),
      summary: summaries.map((summary) => ({ type: 'summary_text', text: summary })),
    });
  if (search !== undefined) {
    think('search', []);
    const action = {
      type: 'search',
      query: search,
      sources: [{ type: 'url', url: 'https://example.org/' }],
    };
    items.push({ type: 'web_search_call', id: `ws_${step}`, status: 'completed', action });
  }
  if (code !== undefined) {
    const results = Array.from({ length: 3 }, (_, i) => ({
      attributes: {},
      file_id: `file_${i}`,
      filename: `notes-${i}.md`,
      score: 0.5,
      text: `${code} `.repeat(30),
    }));
    items.push({
      type: 'file_search_call',
      id: `fs_${step}`,
      status: 'completed',
      queries: [code],
      results,
    });
  }
  if (thought !== undefined) {
    // Reasoning often has no summary, and sometimes several parts.
    const summaries = thought.redacted
      ? []
      : [thought.text, ...(step % 3 === 0 ? ['Then on.'] : [])];
    think('last', summaries);
  }
  if (text !== undefined) {
    const content = [{ type: 'output_text', text, annotations: [] }];
    items.push({
      type: 'message',
      id: `msg_${step}`,
      role: 'assistant',
      status: 'completed',
      content,
    });
  }
  for (const [i, { tool, input }] of calls.entries()) {
    items.push({
      type: 'function_call',
      id: `fc_${step}_${i}`,
      call_id: `call_${step}_${i}`,
      name: tool,
      arguments: JSON.stringify(input),
      status: 'completed',
    });
  }
  return items;
}

function responses(store: boolean): Voice {
  return {
    name: `OpenAI Responses, ${store ? 'kept by the server' : 'not stored'}`,
    model: (fetch) => createOpenAI({ apiKey: 'none', fetch })('gpt-5.1'),
    providerTools: {
      web: tools.webSearch({}),
      notes: tools.fileSearch({ vectorStoreIds: ['vs_1'] }),
    },
    providerOptions: {
      openai: { store, include: ['reasoning.encrypted_content'], reasoningSummary: 'auto' },
    },
    say: itemsOf,
    answer: (output, step, tokens) => ({
      id: `resp_${step}`,
      object: 'response',
      created_at: 1_700_000_000,
      model: 'gpt-5.1',
      status: 'completed',
      output,
      usage: { input_tokens: tokens, output_tokens: 200 },
    }),
    check: (body, emitted) => checkOpenAIResponses(body, emitted).map(faultText),
  };
}

export const openaiStored = responses(true);
export const openaiUnstored = responses(false);

export const openaiChat: Voice = {
  name: 'OpenAI chat completions',
  model: (fetch) => createOpenAI({ apiKey: 'none', fetch }).chat('gpt-4.1'),
  providerTools: {},
  providerOptions: {},
  say: ({ text, calls }, step) => [
    {
      role: 'assistant',
      content: text ?? null,
      ...(calls.length > 0 && {
        tool_calls: calls.map(({ tool, input }, i) => ({
          id: `call_${step}_${i}`,
          type: 'function',
          function: { name: tool, arguments: JSON.stringify(input) },
        })),
      }),
    },
  ],
  answer: ([message], step, tokens) => ({
    id: `chatcmpl_${step}`,
    object: 'chat.completion',
    created: 1_700_000_000,
    model: 'gpt-4.1',
    choices: [
      {
        index: 0,
        message,
        finish_reason: message?.tool_calls === undefined ? 'stop' : 'tool_calls',
      },
    ],
    usage: { prompt_tokens: tokens, completion_tokens: 200, total_tokens: tokens + 200 },
  }),
  check: (body, emitted) => checkOpenAIChat(body, emitted).map(faultText),
};
