/**
 * Where a transcript comes from: an address of the page's own, a file, or a text. Decides how it is
 * fetched, and the window that it is played in first.
 */

import { readTranscript } from 'epitome/formats';
import { sessionOf } from '../../replay/session-text.mjs';

/** Windows to choose from; the first that a transcript outgrows twice shows what compaction does. */
const windows = [1_000_000, 400_000, 200_000, 128_000, 64_000, 32_000, 16_000, 8_000];
/** Bytes of JSON for a token, roughly: only to choose a window by. */
const unitsPerToken = 4;
const smallest = windows.at(-1);

/** The session at an address of the page's own: `{ session, windowTokens }` as it was built. */
async function fetched(url) {
  const response = await fetch(url);
  if (!response.ok) {
    throw new Error(`the transcript could not be loaded: status ${response.status}`);
  }
  return response.json();
}

const formatNames = {
  'claude-code': 'a Claude Code session',
  codex: 'a Codex rollout',
  'openai-chat': 'OpenAI chat completions',
  'openai-responses': 'OpenAI Responses items',
  anthropic: 'Anthropic messages',
  'ai-sdk': 'AI SDK messages',
  'ai-sdk-ui': 'AI SDK UI messages',
};

/** Reads `{ url }`, `{ file }` or `{ text }`: `{ session, windowTokens }`. `onProgress` gets 0 to 1. */
export async function readSource({ url, file, text }, onProgress) {
  if (url !== undefined) return fetched(url);
  const transcript = await readTranscript(file ?? text, {
    onProgress: ({ fraction }) => onProgress(fraction),
  });
  const { format, notes, ...session } = sessionOf(
    transcript,
    file?.name.replace(/\.[^.]*$/, '') ?? 'pasted',
  );
  if (!session.messages.some(({ role }) => role === 'assistant')) {
    throw new Error('no message is the assistant’s: nothing was sent to a model');
  }
  const { conversations } = transcript;
  const which = conversations > 1 ? [`The first of ${conversations} conversations.`] : [];
  const tokens = (file?.size ?? text.length) / unitsPerToken;
  return {
    session: {
      ...session,
      format: formatNames[format] ?? format,
      notes: [...which, ...notes.map(({ text }) => text)],
    },
    windowTokens: windows.find((each) => tokens > 2 * each) ?? smallest,
  };
}
