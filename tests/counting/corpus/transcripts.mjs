/**
 * Recorded agent sessions as test data: one record a text, tool input or tool result, with where it
 * stands. Reads JSON Lines in the shape of OpenAI's chat completions from a folder that the caller
 * names; nothing of it is ever trained on.
 */

import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

function* partsOf({ content, reasoning, tool_calls: calls = [] }) {
  if (reasoning) yield ['reasoning', reasoning];
  if (typeof content === 'string') yield ['text', content];
  else for (const part of content ?? []) if (part.text) yield ['text', part.text];
  for (const { function: called } of calls ?? []) {
    const input = called?.arguments;
    if (input) yield ['tool-input', typeof input === 'string' ? input : JSON.stringify(input)];
  }
}

/** Every part of every message: { source, conversation, index, role, kind, category, text }. */
export function readTranscripts(folder) {
  const records = [];
  for (const file of readdirSync(folder)
    .filter((name) => name.endsWith('.jsonl'))
    .sort()) {
    const source = basename(file, '.jsonl');
    for (const line of readFileSync(join(folder, file), 'utf8').split('\n')) {
      if (!line.trim()) continue;
      const { id, messages } = JSON.parse(line);
      messages.forEach((message, index) => {
        for (const [kind, text] of partsOf(message)) {
          if (text.length === 0) continue;
          records.push({
            source,
            conversation: `${source}/${id}`,
            index,
            role: message.role,
            kind: message.role === 'tool' ? 'tool-result' : kind,
            category: source,
            text,
          });
        }
      });
    }
  }
  return records;
}
