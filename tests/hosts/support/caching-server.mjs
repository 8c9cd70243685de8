/**
 * A provider's prompt cache, as far as a client can see it: it has every prompt that it read, reads a new one
 * from there as far as it is the same, and says why it could not read on.
 */
import { billed } from './play.mjs';

/** `parts` names what stands before the messages in a prompt, in order. */
export function promptCache(parts) {
  const prompts = [];
  return (body, messages) => {
    const prompt = [
      ...parts.map((name) => [name, body[name]]),
      ...messages.map((each) => ['messages', each]),
    ].map(([name, value]) => ({ name, text: JSON.stringify(value ?? null) }));
    let best = 0;
    for (const known of prompts) {
      let at = 0;
      while (at < known.length && at < prompt.length && known[at].text === prompt[at].text) at += 1;
      best = Math.max(best, at);
    }
    const before = prompts.at(-1);
    prompts.push(prompt);
    const tokens = (items) => billed(items.map(({ text }) => text));
    // A prompt that does not go on from the one before has left the cached prefix.
    const diverges = before?.findIndex(({ text }, at) => prompt[at]?.text !== text) ?? -1;
    return {
      read: best === 0 ? 0 : tokens(prompt.slice(0, best)),
      written: tokens(prompt.slice(best)),
      isFirst: before === undefined,
      missed:
        diverges < 0
          ? undefined
          : { name: before[diverges].name, tokens: tokens(before.slice(diverges)) },
    };
  };
}
