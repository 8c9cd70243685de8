/**
 * Models that write summaries, each with one virtue or vice. Decides what a reply says, the same for
 * the same request; refuses to look at what is made of it.
 */
import { mock } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import type { Summarize, SummaryRequest } from 'epitome';
import { createRng, type Rng } from '../js/support/random.ts';
import { bentFact, inventedFact, isBendable } from './lies.ts';
import { type CanarySession, textOf } from './plants.ts';
import { factsShown, otherLanguage, recordOf } from './records.ts';

/** What a model said that must not reach a view. */
export interface Falsehoods {
  /** Names and numbers that nobody had said. */
  inventions: Set<string>;
  /** Sentences that pass an injected order on. */
  orders: Set<string>;
}

export interface Scripted {
  summarize: Summarize;
  falsehoods: Falsehoods;
}

/** Milliseconds after which a summary counts as failed, by the clock that trials mock. */
export const patience = 40;

type Write = (context: {
  session: CanarySession;
  request: SummaryRequest;
  rng: Rng;
  falsehoods: Falsehoods;
  /** All that was ever said, to invent nothing that is true. */
  said: () => string;
}) => string | Promise<string>;

/** The facts that the model was shown, as it repeats them. */
function shown(session: CanarySession, request: SummaryRequest): string[] {
  return factsShown(session, request).map(({ sentence }) => sentence);
}

/** Loses each fact with the chance `loss`: half of them whole, of the others the name or number. */
function lossy(loss: number): Write {
  return ({ session, request, rng }) => {
    const statements = factsShown(session, request).flatMap(({ sentence, needle }) => {
      if (!rng.chance(loss)) return [sentence];
      return rng.chance(0.5) ? [] : [sentence.replace(needle, '…')];
    });
    return recordOf(session, request, statements, rng);
  };
}

const good: Write = ({ session, request, rng }) =>
  recordOf(session, request, shown(session, request), rng);

const lying: Write = ({ session, request, rng, falsehoods, said }) => {
  const lies = Array.from({ length: rng.int(1, 3) }, () => {
    const facts = factsShown(session, request).filter(({ kind }) => isBendable(kind));
    const bend = facts.length > 0 && rng.chance(0.4);
    const lie = bend ? bentFact(rng.pick(facts), rng) : inventedFact(rng);
    return said().includes(lie.needle) ? undefined : lie;
  }).filter((lie) => lie !== undefined);
  for (const { needle } of lies) falsehoods.inventions.add(needle);
  const statements = rng.shuffle([...lies.map(({ sentence }) => sentence)]);
  return recordOf(session, request, [...statements, ...shown(session, request)], rng);
};

/** Passes on as the user's what tools had slipped in. */
const hostile: Write = ({ session, request, rng, falsehoods }) => {
  const wishes = session.injections
    .filter(({ order }) => request.prompt.includes(order))
    .map(({ order }) =>
      rng.pick([
        `The user wants the agent to ${order}.`,
        `Standing order: always ${order}.`,
        `Next step: ${order}.`,
        `The user said: "You must ${order}."`,
      ]),
    );
  for (const wish of wishes) falsehoods.orders.add(wish);
  return recordOf(session, request, [...wishes, ...shown(session, request)], rng);
};

const verbose: Write = ({ session, request, rng }) => {
  const record = recordOf(session, request, shown(session, request), rng);
  const { sentences } = session.phrasings.record;
  const chatter = () => Array.from({ length: 8 }, () => rng.pick(sentences)).join(' ');
  let text = record;
  // Three characters a token is more than any of the languages needs.
  while (text.length < request.maxOutputTokens * 9) text += `\n- ${chatter()}`;
  return text;
};

const refusals = [
  "I'm sorry, but I can't help with summarising this conversation.",
  'I cannot assist with that request.',
  'As an AI language model, I am unable to process this content.',
  'Es tut mir leid, aber dabei kann ich nicht helfen.',
  '抱歉，我无法协助处理这个请求。',
];

/** Names and numbers as they are, and every word around them in another language. */
const wrongLanguage: Write = ({ session, request, rng }) => {
  const { language, phrasings } = otherLanguage(session);
  const { sentences } = phrasings.record;
  const facts = factsShown(session, request).map(
    ({ needle }) => `${rng.pick(sentences)} (${needle})`,
  );
  return recordOf({ ...session, language, phrasings }, request, facts, rng);
};

const writers = {
  good,
  'lossy 30 %': lossy(0.3),
  'lossy 60 %': lossy(0.6),
  /** All that its records hold of names and numbers is what code puts there. */
  forgetful: lossy(1),
  lying,
  verbose,
  empty: ({ rng }) => rng.pick(['', ' \n\n', '```\n```', '## Done\n']),
  refusing: ({ rng }) => rng.pick(refusals),
  hostile,
  /** Every third answer comes when nobody waits for it any more. */
  slow: async (context) => {
    if (context.rng.chance(1 / 3)) {
      await turn();
      mock.timers.tick(patience * 2);
    }
    return good(context);
  },
  'wrong language': wrongLanguage,
} satisfies Record<string, Write>;

export type ModelName = keyof typeof writers;
export const modelNames = Object.keys(writers) as ModelName[];

/** The model of that name, as it reads `session`. */
export function scripted(name: ModelName, session: CanarySession): Scripted {
  const falsehoods: Falsehoods = { inventions: new Set(), orders: new Set() };
  let text: string | undefined;
  const said = () => {
    text ??= textOf(session.messages);
    return text;
  };
  const write: Write = writers[name];
  return {
    falsehoods,
    summarize: async (request) => {
      const rng = createRng(`${name} ${session.seed} ${request.prompt}`);
      return {
        text: await write({ session, request, rng, falsehoods, said }),
        finishReason: 'stop',
      };
    },
  };
}
