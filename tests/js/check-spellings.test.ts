// promise: 9 loses nothing silently
/**
 * A model's reply is judged by what was read: what it says of the range in another way of writing stands, what
 * was never read does not.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createCompactor } from 'epitome';
import type { Message } from '../../js/testing/shapes.ts';
import { assistant, EventLog, user } from './support/conversation.ts';
import { talkIn } from './support/talk.ts';

const head = `## Goal
The user wants to know why payments fail; the logs were read shard by shard.
## Done
- Read all the shards of the access log, one after another, and looked for errors of the payments.
- Nothing has been changed yet.
`;

/** Folds the messages; the model replies with lines that it takes from its request. */
async function fold(
  messages: Message[],
  write: (request: string) => string[],
  contextWindow = 64_000,
) {
  const log = new EventLog();
  let lines: string[] = [];
  using compactor = await createCompactor({
    contextWindow,
    onEvent: log.onEvent,
    summarize: async ({ prompt }) => {
      lines = write(prompt);
      return head + lines.map((line) => `- ${line}\n`).join('');
    },
  });
  const { messages: view } = await compactor.session('chat').compact({ messages });
  const folds = log.rewrites.flatMap((rewrite) => rewrite.folds);
  assert.deepEqual(
    folds.map(({ source }) => source),
    ['model'],
  );
  const seen = JSON.stringify(view);
  const lost = lines.filter((line) => !seen.includes(JSON.stringify(`- ${line}`).slice(1, -1)));
  return { lines, lost };
}

/** What was read, how a reply may say it, and what it may not say. */
const spellings: [read: string, right: string[], wrong: string[]][] = [
  [
    'The log says: pay-gateway v2.3.1, upstream pay-3.internal:8443, https://status.example.com/pay/.',
    [
      'Version 2.3.1 of the gateway was running.',
      'The gateway is at v2.3.1.',
      'The upstream is pay-3.internal.',
      'The upstream is pay-3.internal:8443, which is down.',
      'Its page is status.example.com/pay.',
      'Its page is http://status.example.com/pay, too.',
    ],
    ['Version 2.4.7 of the gateway was running.', 'Its page is https://status.example.org/buy.'],
  ],
  [
    'The invoice is 4300 EUR.',
    [
      'The invoice is 4.300 EUR.',
      'The invoice is 4 300 EUR.',
      'The invoice is 4\u00a0300 EUR.',
      'The invoice is 4\u202f300 EUR.',
      "The invoice is 4'300 EUR.",
      'The invoice is 4\u2019300 EUR.',
      'The invoice is 4,300 EUR.',
      'The invoice is 4.300,00 EUR.',
      'The invoice is \u20ac4,300.00 in all.',
    ],
    ['The invoice is 4.3 EUR.', 'The invoice is 9 300 EUR.', 'The invoice is 47.31 EUR.'],
  ],
  [
    'Das kostet 4.300 EUR, im Schnitt 3,5 je Monat.',
    [
      'It costs 4,300 EUR.',
      'It costs 4300 EUR.',
      'The mean is 3.5 a month.',
      'Es kostet 4 300 EUR.',
    ],
    ['It costs 4.31 EUR.', 'The mean is 7.5 a month.'],
  ],
  [
    'Budget: 1 250 000 EUR, of which 12 500,50 EUR are spent.',
    ['1.250.000 EUR are planned.', '1,250,000 EUR are planned.', '12,500.50 EUR are spent.'],
    ['1.350.000 EUR are planned.', '12,600.50 EUR are spent.'],
  ],
  [
    'The part weighs 3.5 kg and costs 1.250.000 EUR.',
    ['Das Teil wiegt 3,5 kg.', 'It costs 1250000 EUR.', 'It costs 1 250 000 EUR.'],
    ['Das Teil wiegt 5,3 kg.', 'It costs 1260000 EUR.'],
  ],
];

describe('a reply may write what was read in another way', () => {
  for (const contextWindow of [16_000, 64_000]) {
    for (const [read, right, wrong] of spellings) {
      it(`${read} (window ${contextWindow})`, async () => {
        const talk = talkIn('ai-sdk');
        const messages = [user('Look after the payments.'), assistant(read)];
        for (let i = 0; i < 30; i += 1) {
          const said = `Nothing of note in part ${i}. `.repeat(60);
          messages.push(...talk.step('bash', { command: `cat notes/${i}` }, said));
        }
        messages.push(assistant('All is read.'), user('Go on.'));
        const { lost } = await fold(messages, () => [...right, ...wrong], contextWindow);
        assert.deepEqual(lost, wrong);
      });
    }
  }
});
