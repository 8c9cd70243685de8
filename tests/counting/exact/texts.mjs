/**
 * The texts that the exact counter is timed with: what agents send, in strings of 4 KB, and Chinese.
 */

import { readFileSync } from 'node:fs';

const unitsPerString = 4096;
const mostStrings = 400;

/** Strings of 4,096 UTF-16 code units, cut from texts in their order. */
function strings(texts) {
  const all = texts.join('\n');
  const cut = [];
  for (let at = 0; at + unitsPerString <= all.length; at += unitsPerString) {
    cut.push(all.slice(at, at + unitsPerString));
  }
  // Evenly from the whole: recordings change character as they go.
  const step = Math.max(1, cut.length / mostStrings);
  const picked = [];
  for (let at = 0; at < cut.length; at += step) picked.push(cut[Math.floor(at)]);
  return picked;
}

/** Texts of a value, however deep. */
function* textsIn(value) {
  if (typeof value === 'string') yield value;
  else if (value !== null && typeof value === 'object') {
    for (const inner of Object.values(value)) yield* textsIn(inner);
  }
}

/** From a folder of transcripts, or else from the session that the demo replays. */
export async function agentStrings(transcripts) {
  if (transcripts === undefined) {
    const session = new URL('../../../demo/sessions/repo-tour.json', import.meta.url);
    return strings(
      [...textsIn(JSON.parse(readFileSync(session, 'utf8')))].filter((t) => t.length > 16),
    );
  }
  const { readTranscripts } = await import('../corpus/transcripts.mjs');
  return strings(readTranscripts(transcripts).map(({ text }) => text));
}

/** Chinese of the held-out corpus. */
export async function chineseStrings() {
  const { messagesOfSplit } = await import('../corpus.mjs');
  const messages = await messagesOfSplit('heldout');
  return strings(messages.filter(({ category }) => category === 'zh').map(({ text }) => text));
}
