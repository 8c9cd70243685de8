// promise: 1 always valid
/** `@ai-sdk/google` and Gemini's rules. */
import { google } from './sessions/google.ts';
import { checkViews } from './views.ts';

checkViews(google, {
  edits: ['reasoning'],
  bodies: [/"thoughtSignature":"/, /"thought":true/, /"toolResponse":/, /"functionResponse":/],
});
