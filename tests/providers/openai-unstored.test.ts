// promise: 1 always valid
/** `@ai-sdk/openai` with Responses that are not stored, and OpenAI's rules for them. */
import { openaiUnstored } from './sessions/openai.ts';
import { checkViews } from './views.ts';

checkViews(openaiUnstored, {
  edits: ['reasoning'],
  bodies: [/"type":"reasoning","id":"rs_/, /"encrypted_content":"/, /"type":"web_search_call"/],
});
