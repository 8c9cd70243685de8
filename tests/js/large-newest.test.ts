// promise: 3 never larger, 5 always ends, 8 keeps the user's word
/**
 * A newest message of a third to nine tenths of the budget, pasted by the user or returned by a tool,
 * after a long history: the view is inside the budget, and the user's earlier orders and the newest
 * steps stand beside the message as far as the budget has room.
 */
import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { createCompactor } from 'epitome';
import type { Message } from '../../js/testing/shapes.ts';
import {
  assistant,
  callMessage,
  isSegments,
  prose,
  resultMessage,
  segmentText,
  step,
  user,
} from './support/conversation.ts';
import { opener } from './support/opener.ts';

const open = opener({});
const counter = await createCompactor({ contextWindow: 8_000 });
after(() => counter.dispose());
const count = (messages: readonly unknown[]) => counter.estimateMessagesTokens(messages as never);

const orders = [
  'Keep the public names of lib/net exactly as they are.',
  'Never touch the migrations folder without asking me first.',
  'Write every commit message in plain English, in one line.',
  'Use pnpm, not npm, for everything in this repository.',
  'The release branch is stable-7: merge nothing into it.',
];
const callsPerOrder = 7;
const later = 30;

function history(perCall: number): Message[] {
  const messages = [user('Look after this repository.'), assistant('I will.')];
  for (const [i, order] of orders.entries()) {
    messages.push(user(order));
    for (let n = 0; n < callsPerOrder; n += 1) messages.push(...step(`o${i}c${n}`, perCall));
    messages.push(assistant(`Done with order ${i}.`));
  }
  return messages;
}

const newest: Record<string, (text: string) => Message[]> = {
  paste: (text) => [user(text)],
  result: (text) => [callMessage('large', { path: 'a' }), resultMessage('large', text)],
};

for (const contextWindow of [32_000, 200_000]) {
  for (const [kind, messagesOf] of Object.entries(newest)) {
    for (const billed of [false, true]) {
      const bills = billed ? 'bills' : 'no bills';
      describe(`a large ${kind} in a window of ${contextWindow}, ${bills}`, () => {
        for (const share of [1 / 3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9]) {
          it(`of ${Math.round(share * 100)} % of the budget`, async (t) => {
            const { session, log } = await open({ contextWindow });
            let inputTokens = 0;
            const send = async (host: readonly Message[]) => {
              const bill = billed && inputTokens > 0 ? { usage: { inputTokens } } : {};
              const { messages } = await session.prepare([...host], bill);
              inputTokens = count(messages) + 500;
              assert.ok(count(messages) <= session.usage().budget);
              return messages;
            };

            const perCall = contextWindow / 128;
            const host = history(perCall);
            for (let end = 1; end <= host.length; end += 1) {
              if (host[end]?.role !== 'tool') await send(host.slice(0, end));
            }
            const large = messagesOf(prose(share * session.usage().budget, kind));
            host.push(...large);
            const view = await send(host);

            const { budget } = session.usage();
            const text = JSON.stringify(view);
            assert.deepEqual(
              orders.filter((order) => !text.includes(order)),
              [],
            );

            // Beside what is never folded: room for the next steps, and, while the view can stay
            // below its trigger, for estimates that are too low, a third of the budget at most.
            if (kind === 'paste') {
              const stays = count([host[0], ...large]);
              const limit = stays > budget * 0.8 ? budget : (budget * 2) / 3;
              const room = limit - stays - budget / 20 - count(orders.map(user));
              const tail = count(view.filter((message) => !isSegments(message))) - stays;
              const least = Math.min((budget * 0.4) / 3, room / 2) - 2 * perCall;
              assert.ok(tail >= least, `a tail of ${tail} tokens where ${room} are free`);
            }

            log.all.length = 0;
            for (let i = 0; i < later; i += 1) {
              host.push(...step(`later${i}`, perCall));
              await send(host);
            }
            const records = count([user(segmentText(view))]);
            t.diagnostic(`records of ${records} tokens, ${log.rewrites.length} rewrites later`);
            assert.ok(log.rewrites.length <= later / 4);
          });
        }
      });
    }
  }
}
