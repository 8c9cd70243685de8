// promise: 9 loses nothing silently
/**
 * Tools that print much and say little: logs, dumps, tables, listings. In each session one line of one result
 * tells that something failed. It is in a record afterwards, rows that differ in a number, an id or a time take
 * little of one, and no record that stands for calls is empty.
 */
import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { type CompactorOptions, createCompactor, type SummaryRecord } from 'epitome';
import { opener } from './support/opener.ts';
import { createRng, type Rng } from './support/random.ts';
import { type Dialect, dialects, talkIn } from './support/talk.ts';

const open = opener({ maxOutputTokens: 500, system: '', tools: {} });
const counter = await createCompactor({ contextWindow: 8_000 });
after(() => counter.dispose());
const tokensOf = (content: string): number =>
  counter.estimateMessagesTokens([{ role: 'user', content }]);

const hex = (rng: Rng, length: number): string =>
  Array.from({ length }, () => '0123456789abcdef'[rng.int(0, 15)]).join('');
const uuid = (rng: Rng): string => [8, 4, 4, 4, 12].map((length) => hex(rng, length)).join('-');
const two = (value: number): string => String(value).padStart(2, '0');
const time = (rng: Rng): string =>
  `2026-03-${two(rng.int(1, 28))}T${two(rng.int(0, 23))}:${two(rng.int(0, 59))}:${two(rng.int(0, 59))}.${rng.int(100, 999)}Z`;

interface Kind {
  command: string;
  row(rng: Rng, at: number): string;
  /** Rows that tell a failure, and what of each has to be told. */
  failures: readonly (readonly [row: string, told: string])[];
  /** What of a record's text belongs to rows that differ in numbers, ids and times. */
  series: RegExp;
}

const kinds: Record<string, Kind> = {
  'access logs': {
    command: 'cat access.log',
    row: (rng) =>
      `${time(rng)} req=${hex(rng, 12)} 10.0.${rng.int(0, 255)}.${rng.int(1, 254)} GET /orders/${rng.int(1_000, 99_999)}/items status=200 ${rng.int(1, 900)}ms`,
    failures: [
      [
        '2026-03-04T05:06:07.891Z req=00aa11bb22cc 10.0.3.9 POST /checkout/confirm status=503 30004ms',
        'status=503',
      ],
      [
        '2026-03-04T05:06:07.891Z ERROR pool exhausted: 64 of 64 connections to pay-db are busy',
        'pool exhausted',
      ],
      ['10.0.3.9 - - [04/Mar/2026:05:06:07 +0000] "GET /invoices/latest HTTP/1.1" 502 157', '502'],
    ],
    series: /\/orders\/\d+\/items|\b10\.0\.\d+\.\d+|2026-03-\d\dT[\d:.]+Z|\b[0-9a-f]{12}\b/g,
  },
  'app logs': {
    command: 'kubectl logs worker',
    row: (rng, at) =>
      `[${time(rng)}] INFO worker-${rng.int(1, 40)} took job ${uuid(rng)} of queue-${at % 17} for user${rng.int(100, 9_999)}@shop.example`,
    failures: [
      [
        '[2026-03-04T05:06:07.891Z] FATAL worker-7 lost its lease on the ledger shard',
        'lost its lease',
      ],
      ['panic: runtime error: invalid memory address or nil pointer dereference', 'nil pointer'],
      ['Traceback (most recent call last): in settle_batch of worker', 'settle_batch'],
      [
        '[2026-03-04T05:06:07.891Z] CRITICAL queue depth is above its limit, dropping jobs',
        'dropping jobs',
      ],
    ],
    series:
      /[0-9a-f]{8}-[0-9a-f-]{27}|worker-\d+|queue-\d+|user\d+@shop\.example|2026-03-\d\dT[\d:.]+Z/g,
  },
  'JSON rows': {
    command: 'curl -s http://localhost/events',
    row: (rng) =>
      JSON.stringify({
        id: uuid(rng),
        at: time(rng),
        level: 'info',
        path: `/v1/customers/${rng.int(1_000, 99_999)}`,
        status: 200,
      }),
    failures: [
      [
        '{"id":"00aa11bb","at":"2026-03-04T05:06:07.891Z","level":"error","message":"card vault refused the handshake"}',
        'card vault refused',
      ],
      [
        '{"id":"00aa11bb","at":"2026-03-04T05:06:07.891Z","path":"/v1/vault/rotate","status":500}',
        '/v1/vault/rotate',
      ],
    ],
    series: /[0-9a-f]{8}-[0-9a-f-]{27}|\/v1\/customers\/\d+|2026-03-\d\dT[\d:.]+Z/g,
  },
  CSV: {
    command: 'cat export.csv',
    row: (rng, at) =>
      `${at},INV-${rng.int(10_000, 99_999)},${time(rng)},customer${rng.int(10, 9_999)}@mail.example,${rng.int(1, 900)}.${two(rng.int(0, 99))},ok`,
    failures: [
      ['911,INV-40404,2026-03-04T05:06:07.891Z,,0.00,ERROR currency table has no rate', 'no rate'],
    ],
    series: /INV-\d+|customer\d+@mail\.example|2026-03-\d\dT[\d:.]+Z/g,
  },
  'build logs': {
    command: 'make all',
    row: (rng, at) =>
      `[${at}/4000] CXX obj/part_${rng.int(1, 999)}.o (${rng.int(10, 900)} ms, cache ${hex(rng, 16)})`,
    failures: [
      ['BUILD FAILURE in module storefront after 14 minutes', 'storefront'],
      ['npm ERR! peer dep missing: left-pad of storefront', 'left-pad'],
      ['make: *** [Makefile:88: link] Segmentation fault (core dumped)', 'core dumped'],
      ['g++: fatal error: Killed signal terminated program cc1plus', 'cc1plus'],
      ['linker: assertion failed in relocate_section of storefront', 'relocate_section'],
    ],
    series: /obj\/part_\d+\.o|part_\d+|\b[0-9a-f]{16}\b/g,
  },
  'events of a cluster': {
    command: 'kubectl get events',
    row: (rng) =>
      `${rng.int(1, 59)}m Normal Pulled pod/shop-${hex(rng, 9)}-${rng.int(10_000, 99_999)} Container image "registry.example/shop:${rng.int(1, 9)}.${rng.int(0, 99)}.${rng.int(0, 99)}" already present`,
    failures: [
      [
        '3m Warning OOMKilled pod/ledger-writer Container was above its memory limit',
        'ledger-writer',
      ],
      ['3m Warning Failed pod/ledger-writer container ended with exit code 137', 'ledger-writer'],
    ],
    series: /pod\/shop-[0-9a-f]+-\d+|shop-[0-9a-f]+-\d+|shop:\d+\.\d+\.\d+|\b\d+\.\d+\.\d+\b/g,
  },
  'numbered sources': {
    command: 'grep -rn label src',
    row: (rng, at) =>
      `src/parts/file-${rng.int(1, 40)}.ts-${at}-  export const label${rng.int(1, 9_999)} = 'row ${rng.int(1, 9_999)}';`,
    failures: [
      ['grep: src/parts/secret: FATAL: Input/output error on device sdb1', 'sdb1'],
      ['137: SEVERE index of labels is corrupt, stopping', 'index of labels'],
    ],
    series: /(?:src\/parts\/)?file-\d+\.ts(?:-\d+)?|label\d+/g,
  },
};

interface Told {
  records: readonly SummaryRecord[];
  folds: number;
}

/** Commands with long outputs, one of which holds the failure; what the view's records tell in the end. */
async function played(
  kind: Kind,
  failure: string,
  dialect: Dialect,
  options: Partial<CompactorOptions>,
): Promise<Told> {
  const { session, log } = await open({ ...options, dialect: dialect as 'anthropic' });
  const rng = createRng(`${kind.command} ${failure}`);
  const window = options.contextWindow as number;
  const rows = Math.max(20, Math.round(window / 500));
  const talk = talkIn(dialect);
  const host = talk.user('Find out why orders fail since noon.');
  for (let turn = 0; turn < 40 && log.rewrites.length < 2; turn += 1) {
    const lines = Array.from({ length: rows }, (_, at) => kind.row(rng, turn * rows + at));
    if (turn === 3) lines.splice(rng.int(1, rows - 1), 0, failure);
    host.push(...talk.step('run', { command: `${kind.command} ${turn}` }, lines.join('\n')));
    await session.prepare([...host] as never);
  }
  const folds = log.rewrites.filter((event) => event.folds.length > 0).length;
  return { records: session.records(), folds };
}

/** The text of a record below its heading. */
const told = ({ text }: SummaryRecord): string => text.split('\n').slice(1).join('\n').trim();

for (const [name, kind] of Object.entries(kinds)) {
  describe(name, () => {
    const windows = [16_000, 64_000, 200_000];
    for (const [at, [failure, part]] of kind.failures.entries()) {
      const contextWindow = windows[at % windows.length] as number;
      const dialect = dialects[at % dialects.length] as Dialect;
      it(`tells of "${part}" in ${contextWindow} tokens of ${dialect}`, async () => {
        const { records, folds } = await played(kind, failure, dialect, { contextWindow });
        assert.ok(folds > 0, 'the session is long enough to be folded');
        assert.match(records.map(told).join('\n'), new RegExp(part.replace(/[/.]/g, '\\$&')));
        for (const record of records) {
          assert.match(told(record), new RegExp(kind.command.split(' ').at(-1) as string));
          const series = (told(record).match(kind.series) ?? []).join(' ');
          // The line of the failure may hold a time or an id of its own.
          const share = (tokensOf(series) - 120) / tokensOf(told(record));
          assert.ok(share < 0.15, `${Math.round(share * 100)} of 100:\n${told(record)}`);
        }
      });
    }
  });
}

/** What tools say of work that went well, in the words of failures. */
const successes = [
  'the nightly sweep ended with exit code 0',
  'nightly sweep: process exited with code 0',
  'nightly sweep exited with status 0',
  'nightly sweep done, exitCode: 0',
  '{"job":"nightly sweep","exit_code":0,"level":"info"}',
  'nightly sweep {"FAILURE": null}',
];

describe('a line that tells of success', () => {
  for (const [at, line] of successes.entries()) {
    it(`is told as no failure: ${line}`, async () => {
      const dialect = dialects[at % dialects.length] as Dialect;
      const kind = kinds['build logs'] as Kind;
      const { records, folds } = await played(kind, line, dialect, { contextWindow: 16_000 });
      assert.ok(folds > 0, 'the session is long enough to be folded');
      assert.doesNotMatch(records.map(told).join('\n'), /nightly sweep/);
    });
  }
});
