// promise: 9 loses nothing silently
/** A read stands in another's place where it succeeded and is of the same lines, however much it says. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { prose } from './support/conversation.ts';
import { opener } from './support/opener.ts';
import { dialects, talkIn } from './support/talk.ts';

const open = opener({
  maxOutputTokens: 1_000,
  system: '',
  tools: {},
  results: { batch: 50 },
});

/** Two parts of a file each, as tools name them. */
const parts = [
  [
    { offset: 1, limit: 100 },
    { offset: 101, limit: 100 },
  ],
  [
    { start_line: 1, end_line: 80 },
    { start_line: 81, end_line: 160 },
  ],
  [{ view_range: [1, 60] }, { view_range: [61, 120] }],
] as const;

/** All texts of a view. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

describe('a read', () => {
  for (const dialect of dialects) {
    if (dialect === 'openai-chat') continue;
    it(`gives way only to one that succeeded: ${dialect}`, async () => {
      for (const contextWindow of [8_000, 24_000]) {
        for (const length of [1, 1.1, 2]) {
          for (const failed of [false, true]) {
            const talk = talkIn(dialect);
            const size = contextWindow / 9;
            const first = prose(size, 'good');
            const later = prose(size * length, 'late');
            const read = { tool: 'read_file', input: { path: 'src/gate.ts' } };
            const history = [
              ...talk.user('Go.'),
              ...talk.calls([{ ...read, result: first }]),
              ...talk.calls([{ ...read, result: later, failed }]),
            ];
            for (let i = 0; i < 16; i += 1) {
              const result = prose(contextWindow / 130, `s${i}`);
              history.push(...talk.step('read_file', { path: `src/s${i}.ts` }, result));
            }
            const { session, log } = await open({ dialect, contextWindow });
            const { messages } = await session.prepare(history);
            const edits = log.rewrites.flatMap((event) => event.edits);
            const outdated = edits.filter(({ kind }) => kind === 'outdated');
            const where = `${contextWindow}, ${length}`;
            // One that succeeded shows that the first is in reach of the rule.
            assert.equal(outdated.length, failed ? 0 : 1, where);
            assert.equal(textsIn(messages).includes(first), failed, where);
          }
        }
      }
    });
  }

  for (const dialect of dialects) {
    it(`gives way only to one of the same lines: ${dialect}`, async () => {
      const contextWindow = 24_000;
      for (const [first, other] of parts) {
        for (const length of [1, 1.1, 2]) {
          for (const same of [true, false]) {
            const talk = talkIn(dialect);
            const [early, late] = [prose(2_600, 'early'), prose(2_600 * length, 'late')];
            const input = (part: object) => ({ path: 'src/gate.ts', ...part });
            const history = [
              ...talk.user('Go.'),
              ...talk.step('read_file', input(first), early),
              ...talk.step('read_file', input(same ? first : other), late),
            ];
            for (let i = 0; i < 16; i += 1) {
              const result = prose(contextWindow / 130, `s${i}`);
              history.push(...talk.step('read_file', { path: `src/s${i}.ts` }, result));
            }
            const { session, log } = await open({ dialect, contextWindow });
            const { messages } = await session.prepare(history);
            const edits = log.rewrites.flatMap((event) => event.edits);
            const outdated = edits.filter(({ kind }) => kind === 'outdated');
            const where = `${JSON.stringify(first)}, ${length}`;
            assert.equal(outdated.length, same ? 1 : 0, where);
            assert.equal(textsIn(messages).includes(early), !same, where);
          }
        }
      }
    });
  }

  for (const dialect of dialects) {
    it(`gives way only to one of the same arguments, however long they are: ${dialect}`, async () => {
      const contextWindow = 24_000;
      for (const lines of [2, 30, 90]) {
        // Line breaks and quotes are escapes in the JSON of a call.
        const body = Array.from({ length: lines }, (_, at) => `field${at}: "of line ${at}"`);
        for (const place of [undefined, 0, Math.floor(lines / 2), lines - 1]) {
          const other = body.map((line, at) => (at === place ? line.replace('of', 'in') : line));
          const talk = talkIn(dialect);
          const [early, late] = [prose(2_600, 'early'), prose(2_600, 'late')];
          const input = (all: readonly string[]) => {
            return { url: 'https://shop.example/graphql', body: all.join('\n') };
          };
          const history = [
            ...talk.user('Go.'),
            ...talk.step('fetch', input(body), early),
            ...talk.step('fetch', input(other), late),
          ];
          for (let i = 0; i < 16; i += 1) {
            const result = prose(contextWindow / 130, `s${i}`);
            history.push(...talk.step('read_file', { path: `src/s${i}.ts` }, result));
          }
          const { session, log } = await open({ dialect, contextWindow });
          await session.prepare(history);
          const edits = log.rewrites.flatMap((event) => event.edits);
          const outdated = edits.filter(({ kind }) => kind === 'outdated');
          const same = place === undefined;
          assert.equal(outdated.length, same ? 1 : 0, `${lines} lines, line ${place} is another`);
        }
      }
    });
  }
});
