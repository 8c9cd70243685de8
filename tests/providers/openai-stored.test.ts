// promise: 1 always valid
/** `@ai-sdk/openai` with Responses whose items the server keeps, and OpenAI's rules for them. */
import { openaiStored } from './sessions/openai.ts';
import { checkViews } from './views.ts';

checkViews(openaiStored, {
  edits: ['reasoning'],
  bodies: [/"type":"item_reference","id":"rs_/, /"type":"item_reference","id":"ws_/, /"id":"msg_/],
});
