// promise: 9 loses nothing silently
/** A record that stands for calls tells of them, whatever the tools are called and are given. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { prose } from './support/conversation.ts';
import { opener } from './support/opener.ts';
import { createRng } from './support/random.ts';
import { dialects, talkIn } from './support/talk.ts';

const open = opener({ system: '', tools: [] });

interface Kind {
  tool: string;
  input: (i: number) => unknown;
  result?: (i: number) => string;
  failed?: boolean;
}

const notFound = () => 'Error: there is no such unit.';

const kinds: Record<string, Kind> = {
  'a read by number': { tool: 'read', input: (n) => ({ n }) },
  'a look by number': { tool: 'get_unit', input: (unit) => ({ unit }) },
  'no input': { tool: 'status', input: () => ({}) },
  'values that are no texts': { tool: 'fetch', input: (i) => ({ on: i % 2 > 0, at: null }) },
  'nested lists': { tool: 'query_rows', input: (i) => ({ of: [[i], [i + 1]] }) },
  'a list of objects': { tool: 'view', input: (i) => ({ items: [{ k: i }, { k: -i }] }) },
  'long values': { tool: 'lookup', input: (i) => ({ key: `${'x'.repeat(300)}${i}` }) },
  'names in another script': { tool: '查询', input: (i) => ({ 编号: i }) },
  'a pattern': { tool: 'grep', input: (i) => ({ pattern: `item${i}` }) },
  'a write by number': { tool: 'write', input: (n) => ({ n }) },
  'a delete by number': { tool: 'delete_file', input: (n) => ({ n }) },
  'a command that is no text': { tool: 'bash', input: (i) => ({ command: i }) },
  'a command that only shows': { tool: 'bash', input: (i) => ({ command: `ls dir${i}` }) },
  'failed looks': { tool: 'get_unit', input: (unit) => ({ unit }), result: notFound, failed: true },
  'failures of few words': {
    tool: 'read',
    input: (n) => ({ n }),
    result: () => 'Error: no',
    failed: true,
  },
  'refused looks': {
    tool: 'get_unit',
    input: (unit) => ({ unit }),
    result: () => 'The user denied permission to call this tool.',
    failed: true,
  },
  'results without a word': { tool: 'list_units', input: (page) => ({ page }), result: () => '' },
  'the plan': { tool: 'todo_read', input: () => ({}) },
};

/** Of a record all but its heading. */
const beside = (text: string) => text.slice(text.indexOf('\n') + 1).trim();

describe('a record that stands for calls', () => {
  for (const [name, { tool, input, result, failed }] of Object.entries(kinds)) {
    for (const dialect of dialects) {
      it(`tells of them: ${name}, ${dialect}`, async () => {
        for (const contextWindow of [8_000, 32_000, 200_000]) {
          const { session } = await open({ dialect, contextWindow });
          const talk = talkIn(dialect);
          const history = talk.user('Look at all units.');
          for (let i = 1; i <= 60; i++) {
            const told = result?.(i) ?? `unit ${i}: port 5432`;
            history.push(...talk.calls([{ tool, input: input(i), result: told, failed }]));
          }
          history.push(...talk.says('I have seen them all.'), ...talk.user('Go on.'));
          await session.prepare(history);
          await session.compactAbove(history.length);
          const records = session.records().filter(({ inView }) => inView);
          assert.ok(records.length > 0, 'it was folded');
          const text = records.map((record) => beside(record.text)).join('\n');
          // Of a shell's calls the commands are told.
          assert.ok(tool === 'bash' ? /^(?:Ran|Called): `/m.test(text) : text.includes(tool), text);
          if (failed) assert.doesNotMatch(text, /^Ran: /m);
          for (const [, times] of text.matchAll(/ x(\d+)/g)) assert.ok(Number(times) <= 60, text);
        }
      });
    }
  }

  it('counts each of several tools', async () => {
    for (const dialect of dialects) {
      const { session } = await open({ dialect, contextWindow: 16_000 });
      const talk = talkIn(dialect);
      const history = talk.user('Look at all units.');
      const tools = ['read', 'get_unit', 'status', 'browse', 'inspect'];
      for (let i = 0; i < 60; i++) {
        const tool = tools[i % tools.length] as string;
        history.push(...talk.step(tool, { n: i }, `unit ${i}: idle`));
      }
      history.push(...talk.user('Go on.'));
      await session.prepare(history);
      await session.compactAbove(history.length);
      const text = session
        .records()
        .map((record) => beside(record.text))
        .join('\n');
      for (const tool of tools) {
        const rows = [...text.matchAll(new RegExp(`\`${tool}(?: \\d+)?\`(?: x(\\d+))?`, 'g'))];
        const times = rows.reduce((sum, [, count]) => sum + Number(count ?? 1), 0);
        assert.equal(times, 12, `${tool} in ${text}`);
      }
    }
  });

  for (const dialect of dialects) {
    it(`tells of each file the lines that were read of it, and no others: ${dialect}`, async () => {
      const rng = createRng(`lines: ${dialect}`);
      const { session } = await open({ dialect, contextWindow: 32_000 });
      const read = new Map<string, Set<number>>();
      const talk = talkIn(dialect);
      const history = talk.user('Look at the gates.');
      for (let i = 0; i < 24; i++) {
        const path = `src/gate${i % 8}.ts`;
        const [first, count] = [rng.int(1, 400), rng.int(1, 90)];
        const last = first + count - 1;
        const part = rng.pick([
          { offset: first, limit: count },
          { start_line: first, end_line: last },
          { view_range: [first, last] },
        ]);
        history.push(...talk.step('read_file', { path, ...part }, prose(60, `gate${i}`)));
        const lines = read.get(path) ?? new Set();
        read.set(path, lines);
        for (let line = first; line <= last; line++) lines.add(line);
      }
      history.push(...talk.user('Go on.'));
      await session.prepare(history);
      await session.compactAbove(history.length);
      const text = session
        .records()
        .map((record) => beside(record.text))
        .join('\n');
      for (const [path, lines] of read) {
        const told = text.slice(text.indexOf(path) + path.length).split('src/')[0] ?? '';
        const ranges = [...told.matchAll(/(\d+)-(\d+)/g)].flatMap(([, from, to]) =>
          Array.from({ length: Number(to) - Number(from) + 1 }, (_, i) => Number(from) + i),
        );
        const inOrder = [...lines].sort((a, b) => a - b);
        assert.deepEqual(ranges, inOrder, `${path} in ${text}`);
      }
    });
  }
});
