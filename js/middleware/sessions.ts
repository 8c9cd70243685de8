/** Which session a call of a model belongs to. */
import type { Compactor } from '../compactor/compactor.ts';
import type { Session } from '../session/session.ts';
import { attempt, type Fields, isObject } from '../values/fields.ts';
import { type Prompt, printsOf } from './prompt.ts';

/** Nameless sessions that are kept, the least recent one goes. */
const mostNameless = 256;

/** The conversation of a nameless session, as far as it has come. */
interface Chat {
  session: Session;
  length: number;
  print: string;
}

/** A host may make a middleware for each request. */
const known = new WeakMap<Compactor, Set<Chat>>();

/** A prompt's session: that of the compactor which the call names, or the one whose last prompt it goes on from. */
export function sessionsOf(source: Session | Compactor) {
  if (!('session' in source)) return async () => source;
  const chats = known.get(source) ?? new Set<Chat>();
  known.set(source, chats);
  return async (prompt: Prompt, providerOptions: unknown): Promise<Session> => {
    const named = attempt(() => (providerOptions as Fields).epitome as Fields) ?? {};
    const { sessionId: id, scope } = named;
    if (typeof id === 'string' && id !== '') {
      return source.sessionOf(id, undefined, scope as string | undefined);
    }
    const prints = printsOf(prompt);
    const [chat = { session: await source.sessionOf(undefined), length: 0, print: '' }] = [...chats]
      .filter(({ length, print }) => prints[length - 1] === print)
      .sort((one, other) => other.length - one.length);
    chats.delete(chat);
    chats.add(Object.assign(chat, { length: prints.length, print: prints.at(-1) ?? '' }));
    if (chats.size > mostNameless) {
      const [oldest] = chats as Set<Chat> & Iterable<Chat>;
      if (oldest !== undefined && chats.delete(oldest)) oldest.session.dispose();
    }
    return chat.session;
  };
}

/** What a session may be told of a request besides its messages. */
export function besideOf({ tools, maxOutputTokens }: Fields, leading: Prompt) {
  return {
    system: leading.map(({ content }) => content).join('\n'),
    tools: Array.isArray(tools) ? tools.filter(isObject) : [],
    ...(Number.isSafeInteger(maxOutputTokens) &&
      (maxOutputTokens as number) > 0 && { maxOutputTokens: maxOutputTokens as number }),
  };
}
