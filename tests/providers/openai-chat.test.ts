// promise: 1 always valid
/** `@ai-sdk/openai` with chat completions, and OpenAI's rules for them. */
import { openaiChat } from './sessions/openai.ts';
import { checkViews } from './views.ts';

checkViews(openaiChat, { edits: [], bodies: [/"role":"tool"/, /"tool_calls":\[/] });
