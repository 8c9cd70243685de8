/** Events as lines, for a developer who watches a session with `debug: true`. */
import type { CompactionEvent, CompactorEvent } from '../types.ts';

/** UTF-16 code units of a text in a line. */
const mostText = 300;
const mostItems = 5;

export function debugLine(event: CompactorEvent): string {
  const { type, sessionId, ...fields } = event;
  const told = event.type === 'compaction' ? compaction(event) : listed(fields);
  return `epitome [${inOneLine(sessionId)}] ${type}: ${told}`;
}

function compaction(event: CompactionEvent): string {
  const { round, reason, tokensBefore, tokensAfter, budget, folds, edits, summarizeMillis } = event;
  const records = folds.map(
    ({ firstMessage, lastMessage, source, codeReason }) =>
      `; messages ${firstMessage} to ${lastMessage} became a record by ${
        source === 'model' ? 'the model' : `code (${codeReason})`
      }`,
  );
  return [
    `round ${round}, ${reason}: ${tokensBefore} tokens became ${tokensAfter}, of at most ${budget}`,
    ...records,
    edits.length > 0 ? `; ${edits.length} parts were edited` : '',
    summarizeMillis > 0 ? `; the model took ${Math.round(summarizeMillis)} ms` : '',
  ].join('');
}

/** `contextWindow: 8000` is `context window 8000`. */
function listed(fields: object): string {
  return Object.entries(fields)
    .map(([name, value]) => {
      const words = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
      return `${words} ${shown(value)}`;
    })
    .join(', ');
}

function shown(value: unknown): string {
  if (typeof value === 'number') return String(Math.round(value * 100) / 100);
  if (Array.isArray(value)) {
    const more = value.length > mostItems ? `, and ${value.length - mostItems} more` : '';
    return `[${value.slice(0, mostItems).map(shown).join(', ')}${more}]`;
  }
  if (typeof value === 'object' && value !== null) return `(${listed(value)})`;
  return inOneLine(String(value));
}

function inOneLine(text: string): string {
  const line = text.slice(0, mostText).replace(/\s+/g, ' ').trim();
  return text.length > mostText ? `${line}…` : line;
}
