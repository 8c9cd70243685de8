/**
 * How a scripted model writes a record: which of the planted facts it was shown, under which headings
 * it puts them, how long it gets. Refuses to know which model writes, and what is made of it.
 */
import type { SummaryRequest } from 'epitome';
import type { Rng } from '../js/support/random.ts';
import { countText } from '../js/support/tokens.ts';
import { chinese } from './phrasings/chinese.ts';
import { english } from './phrasings/english.ts';
import type { Phrasings } from './phrasings/phrasings.ts';
import type { Canary, CanarySession, Language } from './plants.ts';

/** What agents and tools stated and the request shows, newest first. */
export function factsShown({ canaries }: CanarySession, { prompt }: SummaryRequest): Canary[] {
  return canaries
    .filter(({ by, needle }) => (by === 'assistant' || by === 'tool') && prompt.includes(needle))
    .reverse();
}

/** The headings that the task asks for, in the user's language where they are ours to choose. */
function headingsOf({ language, phrasings }: CanarySession, { prompt }: SummaryRequest): string[] {
  const asked = [...prompt.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading as string);
  const own = [...phrasings.record.headings];
  return language === 'english' && asked.length > 0 ? asked.slice(-Math.max(own.length, 5)) : own;
}

/** `statements` under headings, up to nine tenths of what the request allows, the first ones first. */
export function recordOf(
  session: CanarySession,
  request: SummaryRequest,
  statements: readonly string[],
  rng: Rng,
): string {
  const { sentences } = session.phrasings.record;
  const headings = headingsOf(session, request);
  const under = headings.map((): string[] => []);
  under[0]?.push(`- ${rng.pick(sentences)}`);
  let left = request.maxOutputTokens * 0.9 - countText(headings.join('\n## ')) - 60;
  for (const [i, statement] of statements.entries()) {
    const line = `- ${statement}`;
    left -= countText(line) + 1;
    if (left < 0) break;
    under[1 + (i % (headings.length - 1))]?.push(line);
  }
  return headings
    .map((heading, i) => ({ heading, lines: under[i] ?? [] }))
    .filter(({ lines }) => lines.length > 0)
    .map(({ heading, lines }) => `## ${heading}\n${lines.join('\n')}`)
    .join('\n');
}

/** A language that is not the session's. */
export function otherLanguage({ language }: CanarySession): {
  language: Language;
  phrasings: Phrasings;
} {
  return language === 'english'
    ? { language: 'chinese', phrasings: chinese }
    : { language: 'english', phrasings: english };
}
