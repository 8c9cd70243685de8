// promise: 1 always valid
/** `@ai-sdk/anthropic` and Anthropic's rules. */
import { anthropic } from './sessions/anthropic.ts';
import { checkViews } from './views.ts';

checkViews(anthropic, {
  edits: ['reasoning'],
  bodies: [
    /"type":"thinking"/,
    /"type":"redacted_thinking"/,
    /"type":"web_search_tool_result"/,
    /"type":"bash_code_execution_tool_result"/,
    /"is_error":true/,
  ],
});
