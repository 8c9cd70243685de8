// promise: 1 always valid
/**
 * What `expectValid` says of messages, beside what the provider's own package makes of them and what the documented rules
 * say of that: sound sessions, and the same ones with random damage.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Provider, providerFaults } from '../../js/testing/expect.ts';
import { createRng, type Rng } from '../js/support/random.ts';
import { anthropic } from './sessions/anthropic.ts';
import { google } from './sessions/google.ts';
import { openaiUnstored } from './sessions/openai.ts';
import { type Message, play, Sender } from './sessions/play.ts';
import type { Fields, Voice } from './sessions/voice.ts';

const damages: Record<string, (rng: Rng, messages: readonly Message[]) => Message[]> = {
  'a message less': (rng, messages) => messages.toSpliced(rng.int(0, messages.length - 1), 1),
  'a message twice': (rng, messages) => {
    const at = rng.int(0, messages.length - 1);
    return messages.toSpliced(at, 0, messages[at] as Message);
  },
  'two messages exchanged': (rng, messages) => {
    const at = rng.int(1, messages.length - 1);
    return messages.toSpliced(at - 1, 2, messages[at] as Message, messages[at - 1] as Message);
  },
  'a part less': (rng, messages) =>
    inOne(rng, messages, (parts) => parts.toSpliced(rng.int(0, parts.length - 1), 1)),
  'parts turned round': (rng, messages) => inOne(rng, messages, (parts) => parts.toReversed()),
  'a system message': (rng, messages) =>
    messages.toSpliced(rng.int(1, messages.length), 0, { role: 'system', content: 'Be brief.' }),
  'an assistant first': (_, messages) => messages.slice(1),
};

/** One message of several parts, changed. */
function inOne(
  rng: Rng,
  messages: readonly Message[],
  change: (parts: Fields[]) => Fields[],
): Message[] {
  const places = [...messages.keys()].filter((at) => {
    const { content } = messages[at] as Message;
    return Array.isArray(content) && content.length > 1;
  });
  const at = rng.pick(places);
  const message = messages[at] as Message;
  return [...messages].with(at, { ...message, content: change(message.content as Fields[]) });
}

/** Rules of the request as a whole, and of the mark that Google's package puts where Gemini 3 wants a signature. */
const elsewhere = ['unicode', 'cache-breakpoints', 'signature'];

for (const [provider, voice] of [
  ['anthropic', anthropic],
  ['google', google],
  ['openai', openaiUnstored],
] as const satisfies [Provider, Voice][]) {
  describe(`expectValid for ${provider}`, async () => {
    const { transcripts, emitted } = await play(voice);
    const sender = new Sender(voice);
    const rulesOf = (faults: readonly string[]) =>
      new Set(faults.map((fault) => fault.split(/[ :]/)[0] as string));
    /** The rules that are broken: by the messages alone, and by what the package sends. */
    async function both(messages: readonly Message[], step: number) {
      const history = transcripts[step] as readonly Message[];
      const found = providerFaults(messages, provider, history).map(({ rule }) => rule);
      let sent: Set<string>;
      try {
        const { body } = await sender.send(messages);
        sent = rulesOf(voice.check(body, emitted.slice(0, step)));
      } catch {
        return undefined;
      }
      const told = (rules: Iterable<string>) =>
        [...new Set(rules)].filter((rule) => !elsewhere.includes(rule)).sort();
      return { found: told(found), sent: told(sent) };
    }

    it('has nothing against any step of a sound session', async () => {
      for (const [step, messages] of transcripts.entries()) {
        const faults = providerFaults(messages, provider, messages);
        const own = faults.filter(({ rule }) => rule !== 'unicode');
        assert.deepEqual(own, [], `step ${step}`);
      }
    });

    for (const [name, damage] of Object.entries(damages)) {
      it(`says of ${name} what the rules say of the request`, async () => {
        let broken = 0;
        for (let seed = 0; seed < 40; seed += 1) {
          const rng = createRng(`${provider} ${name} ${seed}`);
          const step = rng.int(4, transcripts.length - 1);
          const messages = damage(rng, transcripts[step] as readonly Message[]);
          const rules = await both(messages, step);
          if (rules === undefined) continue;
          if (rules.sent.length > 0) broken += 1;
          assert.deepEqual(rules.found, rules.sent, `seed ${seed}, step ${step}`);
        }
        console.log(`${provider}, ${name}: ${broken} of 40 are refused`);
      });
    }
  });
}
