/**
 * The records that the page on memory shows, written again from the generated sessions.
 * `EPITOME_RECORDS=write` puts them into the page.
 */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { it } from 'node:test';
import { createCompactor } from 'epitome';
import { generateSession, type SessionKind } from '../memory/sessions/index.ts';
import { root, textOf } from './support/manual.ts';

const page = 'js/docs/records.md';
const contextWindow = 12_000;
const titles: Readonly<Record<SessionKind, string>> = {
  coding: 'An agent that writes code',
  service: 'An agent of customer service',
  research: 'An agent that does research',
  chat: 'A chat',
};

/** The first record of a session, as the page shows it. */
async function shown(kind: SessionKind, seed: number): Promise<string> {
  const { messages } = generateSession(kind, seed, { tokens: 2 * contextWindow, language: 'en' });
  const compactor = await createCompactor({ contextWindow });
  const session = compactor.session();
  for (const [at, { role }] of messages.entries()) {
    if (role !== 'assistant') continue;
    await session.prepare(messages.slice(0, at));
    const [record] = session.records();
    if (record === undefined) continue;
    compactor.dispose();
    const { firstMessage, lastMessage, tokens, replacedTokens, text } = record;
    const numbers = [tokens, replacedTokens].map((count) => count.toLocaleString('en'));
    return [
      `### ${titles[kind]}`,
      `Messages ${firstMessage} to ${lastMessage}: ${numbers[1]} tokens became ${numbers[0]}.`,
      `\`\`\`\`text\n${text.trimEnd()}\n\`\`\`\``,
    ].join('\n\n');
  }
  throw new Error(`the session ${kind} ${seed} was not folded`);
}

it('the page shows three records as they are written now', async () => {
  const text = textOf(page);
  const places = [...text.matchAll(/<!-- record (\w+) (\d+) -->\n[\s\S]*?<!-- end -->/g)];
  assert.equal(places.length, 3);
  let written = text;
  for (const [whole, kind = '', seed = ''] of places) {
    const body = await shown(kind as SessionKind, Number(seed));
    written = written.replace(
      whole,
      () => `<!-- record ${kind} ${seed} -->\n\n${body}\n\n<!-- end -->`,
    );
  }
  if (process.env.EPITOME_RECORDS === 'write') writeFileSync(new URL(page, root), written);
  else
    assert.equal(text, written, `EPITOME_RECORDS=write node --test tests/js/docs-records.test.ts`);
});
