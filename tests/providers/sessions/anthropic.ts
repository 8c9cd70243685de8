/** Anthropic's Messages API: thinking that is signed or redacted, its search and its sandbox. */
import { createAnthropic } from '@ai-sdk/anthropic';
import { faultText } from '../../../js/testing/fault.ts';
import { checkAnthropic } from '../../../js/testing/rules/anthropic.ts';
import { type Fields, seal, type Voice } from './voice.ts';

const { tools } = createAnthropic({ apiKey: 'none' });

export const anthropic: Voice = {
  name: 'Anthropic Messages',
  model: (fetch) => createAnthropic({ apiKey: 'none', fetch })('claude-opus-4-5'),
  providerTools: {
    web: tools.webSearch_20250305({}),
    sandbox: tools.codeExecution_20250825(),
  },
  providerOptions: { anthropic: { thinking: { type: 'enabled', budgetTokens: 1_024 } } },

  say({ thought, text, search, code, calls }, step) {
    const said: Fields[] = [];
    if (thought?.redacted) {
      said.push({ type: 'redacted_thinking', data: seal('redacted', step) });
    }
    if (thought !== undefined) {
      said.push({ type: 'thinking', thinking: thought.text, signature: seal('signature', step) });
    }
    if (search !== undefined) {
      const id = `srvtoolu_web_${step}`;
      said.push({ type: 'server_tool_use', id, name: 'web_search', input: { query: search } });
      const content = Array.from({ length: 3 }, (_, i) => ({
        type: 'web_search_result',
        url: `https://example.org/${step}/${i}`,
        title: `Result ${i} for ${search}`,
        page_age: null,
        encrypted_content: seal(`result ${i}`, step, 600),
      }));
      said.push({ type: 'web_search_tool_result', tool_use_id: id, content });
    }
    if (code !== undefined) {
      const id = `srvtoolu_code_${step}`;
      said.push({
        type: 'server_tool_use',
        id,
        name: 'bash_code_execution',
        input: { command: code },
      });
      const content = {
        type: 'bash_code_execution_result',
        stdout: 'line\n'.repeat(40),
        stderr: '',
        return_code: 0,
        content: [],
      };
      said.push({ type: 'bash_code_execution_tool_result', tool_use_id: id, content });
    }
    if (text !== undefined) said.push({ type: 'text', text });
    for (const [i, { tool, input }] of calls.entries()) {
      said.push({ type: 'tool_use', id: `toolu_${step}_${i}`, name: tool, input });
    }
    return said;
  },

  answer: (content, step, tokens) => ({
    type: 'message',
    id: `msg_${step}`,
    role: 'assistant',
    model: 'claude-opus-4-5',
    content,
    stop_reason: content.some(({ type }) => type === 'tool_use') ? 'tool_use' : 'end_turn',
    stop_sequence: null,
    usage: { input_tokens: tokens, output_tokens: 200 },
  }),

  check: (body, emitted) => checkAnthropic(body, emitted).map(faultText),
};
