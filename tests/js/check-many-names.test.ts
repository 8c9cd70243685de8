// promise: 9 loses nothing silently
/**
 * A model's reply is judged by what was read, however much that was: a line that the model copies from its
 * own request stands, and so does what it says of the range in another way of writing. What was never read
 * does not.
 */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createCompactor } from 'epitome';
import { assistant, EventLog, user } from './support/conversation.ts';
import type { Message } from './support/shapes.ts';

const head = `## Goal
The user wants to know why payments fail; the logs were read shard by shard.
## Done
- Read all the shards of the access log, one after another, and looked for errors of the payments.
- Nothing has been changed yet.
`;

function shell(id: string, command: string, value: string): Message[] {
  return [
    {
      role: 'assistant',
      content: [{ type: 'tool-call', toolCallId: id, toolName: 'bash', input: { command } }],
    },
    {
      role: 'tool',
      content: [
        {
          type: 'tool-result',
          toolCallId: id,
          toolName: 'bash',
          output: { type: 'text', value },
        },
      ],
    },
  ];
}

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

const hex = (n: number) => ((n * 2_654_435_761) >>> 0).toString(16).padStart(8, '0');
const second = (n: number) => String(n % 60).padStart(2, '0');

/** Lines of logs as programs write them, with new names in each. */
const formats: Record<string, (n: number) => string> = {
  access: (n) =>
    `10.7.${n % 250}.9 - - [27/Nov/2026:10:11:${second(n)} +0000] "POST /cart/${hex(n)}/item-${n} HTTP/1.1" 200 ${n * 37}`,
  'a user': (n) =>
    `2026-11-27 10:11:${second(n)} INFO user ${hex(n)} logged in from 10.1.${n % 200}.9, session sess_${hex(n + 1)}`,
  'a request to the reader': (n) =>
    `[10:11:${second(n)}] WARN retry ${n}: please check host-${n}.internal:8${n % 900}`,
  members: (n) =>
    `level=info ts=10:11:${second(n)} user=u-${n} agent=curl/8.${n % 9} path=/api/v1/${hex(n)} took=${n}.5ms`,
  syslog: (n) =>
    `Nov 27 10:11:${second(n)} web-3 sshd[${n}]: accepted key for user deploy-${hex(n)} port ${n}`,
  JSON: (n) =>
    `{"level":"info","user":"u-${n}","path":"/v2/${hex(n)}/view-${n}","host":"web-${n}.internal:8443"}`,
};

describe('a line that a model copies from its request stands', () => {
  for (const [name, format] of Object.entries(formats)) {
    // A line has four names or more.
    for (const count of name === 'a user' ? [600, 2_500, 25_000] : [600, 2_500]) {
      it(`${name}, ${count} lines with names of their own`, async () => {
        const messages = [user('Find out why payments fail. The logs are in logs/.')];
        const shards = 24;
        const each = Math.ceil(count / shards);
        for (let shard = 0; shard < shards; shard += 1) {
          const lines = Array.from({ length: each }, (_, i) => format(shard * each + i + 1));
          messages.push(...shell(`s${shard}`, `cat logs/${shard}.log`, lines.join('\n')));
        }
        messages.push(assistant('All are read.'), user('Go on.'));
        const last = format(shards * each);
        const { lines, lost } = await fold(messages, (request) => {
          const shown = request
            .split('\n')
            .map((line) => line.replace(/^\[\d+\] result: |^ +/, ''));
          // The first one, and the newest if the request has it whole.
          return [format(1), last].filter((line) => shown.includes(line));
        });
        assert.notEqual(lines.length, 0);
        assert.deepEqual(lost, []);
      });
    }
  }
});

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
        const messages = [user('Look after the payments.'), assistant(read)];
        for (let i = 0; i < 30; i += 1) {
          messages.push(
            ...shell(`n${i}`, `cat notes/${i}`, `Nothing of note in part ${i}. `.repeat(60)),
          );
        }
        messages.push(assistant('All is read.'), user('Go on.'));
        const { lost } = await fold(messages, () => [...right, ...wrong], contextWindow);
        assert.deepEqual(lost, wrong);
      });
    }
  }
});
