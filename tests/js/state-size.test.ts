/**
 * How large a state gets as it is stored, with what the driver adds: at most 64 KB, whatever the window,
 * the script and the number of folds.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createCompactor, type SummaryRequest } from 'epitome';
import { memoryStore } from 'epitome/stores/memory';
import { callMessage, resultMessage, user } from './support/conversation.ts';
import { createRng, type Rng } from './support/random.ts';
import type { Message } from './support/shapes.ts';

const mostBytes = 64 * 1024;
const folds = 50;
const bytesOf = (text: string) => Buffer.byteLength(text);

/** Words that take one to six bytes a character in JSON. */
const scripts = {
  latin: ['harbour ', 'crane ', 'src/berth.ts ', 'manifest ', 'customs ', 'it failed with 404. '],
  han: ['港口', '货物', '船只', '海关', '清单', '吊车。'],
  emoji: ['🚢', '📦', '⚓️ ', '👩‍🔧', '🏗️ '],
  escapes: ['"a" ', '\\n\\t ', '\\"b\\" ', '\u0001', '\u001f ', '\n'],
  mixed: ['harbour ', '港口', '🚢', '"a" ', '\u0001 ', 'बंदरगाह '],
};

function texts(words: readonly string[], random: Rng) {
  return (count: number) => Array.from({ length: count }, () => random.pick(words)).join('');
}

/** As a model answers that takes all the room it is given. */
function longReply(request: SummaryRequest, text: (count: number) => string): string {
  const lines = ['## Done'];
  for (let i = 0; i < request.maxOutputTokens / 30; i += 1) lines.push(`- ${i} ${text(12)}`);
  return lines.join('\n');
}

function* rounds(text: (count: number) => string): Generator<Message[]> {
  for (let round = 0; ; round += 1) {
    const messages = [user(`Round ${round}: ${text(300)}`)];
    for (let i = 0; i < 6; i += 1) {
      const id = `c${round}-${i}`;
      messages.push(
        callMessage(id, { path: `src/${text(3)}${id}.ts` }),
        resultMessage(id, i % 3 === 0 ? `Error: ${text(30)}` : text(300)),
      );
    }
    yield [...messages, user(`And then? ${text(20)}`)];
  }
}

describe('a stored state', () => {
  const sizes: { bytes: number; name: string }[] = [];
  for (const contextWindow of [8_000, 32_000, 200_000, 1_000_000]) {
    for (const [name, words] of Object.entries(scripts)) {
      it(`has at most 64 KB after ${folds} folds: ${name} in ${contextWindow} tokens`, async () => {
        const random = createRng(`${name} ${contextWindow}`);
        const text = texts(words, random);
        const store = memoryStore();
        let largest = 0;
        let claims = 0;
        const compactor = await createCompactor({
          contextWindow,
          windowGuard: { warn: 0 },
          keepRecent: { tokens: 1 },
          store: {
            ...store,
            save: (id, change) => {
              largest = Math.max(largest, bytesOf(change.state));
              claims += Number(change.state.includes('"claim"'));
              return store.save(id, change);
            },
          },
          summarize: async (request) => longReply(request, text),
        });
        const session = await compactor.open('chat');
        for (let i = 0; i < 5; i += 1) session.pin(`Never forget: ${text(20)}`);
        const history: Message[] = [];
        let folded = 0;
        for (const messages of rounds(text)) {
          history.push(...messages);
          const { event } = await session.compact({ messages: history });
          folded += Number((event?.folds.length ?? 0) > 0);
          if (folded === folds || history.length > 20 * folds) break;
        }
        assert.equal(folded, folds);
        assert.ok(claims > 0, 'the states of claims are measured, too');
        assert.ok(largest <= mostBytes, `${largest} bytes`);
        sizes.push({ bytes: largest, name: `${name} in ${contextWindow}` });
        // What is stored is a state that a fresh process goes on from.
        const { state } = (await store.load('chat')) ?? { state: '' };
        const errors: unknown[] = [];
        const other = compactor.session('other', {
          state,
          onEvent: (event) => event.type === 'error' && errors.push(event.error),
        });
        const [one, two] = await Promise.all([session.prepare(history), other.prepare(history)]);
        assert.deepEqual(two.messages, one.messages);
        assert.deepEqual(errors, []);
        compactor.dispose();
      });
    }
  }

  it('is measured where it is largest', () => {
    const [largest] = sizes.sort((a, b) => b.bytes - a.bytes);
    assert.ok(largest !== undefined && largest.bytes > mostBytes / 4);
    console.log(
      `largest state of ${sizes.length} sessions: ${largest.bytes} bytes, ${largest.name}`,
    );
  });
});
