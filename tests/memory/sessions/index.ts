/**
 * Generated sessions. Decides which kinds and languages there are; refuses to know what any of them says.
 */
import { createRng } from '../../js/support/random.ts';
import { chatPhrases } from './chat/phrases.ts';
import { ChatSession } from './chat/session.ts';
import { codingPhrases } from './coding/phrases/index.ts';
import { CodingSession } from './coding/session.ts';
import { researchPhrases } from './research/phrases.ts';
import { ResearchSession } from './research/session.ts';
import { servicePhrases } from './service/phrases.ts';
import { ServiceSession } from './service/session.ts';
import type { Session, SessionKind } from './types.ts';

export { type Session, type SessionKind, sessionKinds } from './types.ts';

/** The languages that users speak in each kind of session. */
export const sessionLanguages: Readonly<Record<SessionKind, readonly string[]>> = {
  coding: Object.keys(codingPhrases),
  service: Object.keys(servicePhrases),
  research: Object.keys(researchPhrases),
  chat: Object.keys(chatPhrases),
};

export interface SessionOptions {
  /** At least so many, as roughly as characters tell. */
  readonly tokens: number;
  /** BCP 47; by default the seed decides, and every other session is in English. */
  readonly language?: string;
}

/**
 * A session that no other kind, seed or language has. A longer one with the same seed need not begin
 * like a shorter one.
 */
export function generateSession(
  kind: SessionKind,
  seed: number,
  { tokens, language }: SessionOptions,
): Session {
  const draw = createRng(`${kind} ${seed}`);
  const spoken = language ?? (draw.chance(0.5) ? 'en' : draw.pick(sessionLanguages[kind]));
  const rng = createRng(`${kind} ${seed} ${spoken}`);
  const session = opened(kind, rng, spoken, tokens);
  session.run(tokens);
  const { messages, deeds, superseded, falsehoods } = session.t;
  const name = language === undefined ? `${kind}-${seed}` : `${kind}-${seed}-${spoken}`;
  return { name, kind, language: spoken, messages, deeds, superseded, falsehoods };
}

function opened(
  kind: SessionKind,
  rng: ReturnType<typeof createRng>,
  language: string,
  tokens: number,
) {
  switch (kind) {
    case 'coding':
      return new CodingSession(rng, language);
    case 'service':
      return new ServiceSession(rng, language, tokens);
    case 'research':
      return new ResearchSession(rng, language);
    default:
      return new ChatSession(rng, language);
  }
}
