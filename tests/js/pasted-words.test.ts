// promise: 8 keeps the user's word
/** What the user says beside a paste, and short orders among routine questions. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { opener } from './support/opener.ts';
import { createRng, text } from './support/random.ts';
import { dialects, talkIn } from './support/talk.ts';

const open = opener({ system: '', tools: {} });

const rows = (count: number, row: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => row(at)).join('\n');
/** By what is pasted: so many lines of it. */
const pastes: Record<string, (lines: number) => string> = {
  log: (lines) => rows(lines, (at) => `2026-11-29 row ${at} value ${(at * 7919) % 100_003} ok`),
  csv: (lines) => {
    const rng = createRng(`csv ${lines}`);
    return rows(lines, (at) => `${at},${text(rng, 12, 'words').trim()},${at % 97}.5,Berlin`);
  },
  'JSON in one line': (lines) =>
    JSON.stringify(
      Array.from({ length: lines }, (_, id) => ({
        id,
        name: `Item ${id}`,
        note: 'Is not sold. Only kept.',
      })),
    ),
  code: (lines) =>
    rows(lines, (at) =>
      at % 3 === 0 ? `def load_${at}(path, limit=${at}):` : `    cache_${at} = read(path)[${at}]`,
    ),
  diff: (lines) =>
    rows(lines, (at) =>
      at % 9 === 0 ? `@@ -${at},7 +${at},7 @@` : `${'+- '[at % 3]}  total_${at} += item.price;`,
    ),
  'a page of HTML': (lines) =>
    `<html>\r\n${rows(lines, (at) => `<tr><td>${at}</td><td class="price">${at % 13}.90</td></tr>\r`)}\n</html>`,
  'base64 in one line': (lines) =>
    `data:text/plain;base64,${Buffer.from(text(createRng(`run ${lines}`), 40 * lines, 'words')).toString('base64')}`,
  'Markdown with fences': (lines) =>
    rows(lines, (at) =>
      at % 6 === 2
        ? '```sh'
        : at % 6 === 4
          ? '```'
          : at % 6 === 3
            ? `run --at ${at}`
            : `## Part ${at}`,
    ),
  'a fence': (lines) => `\`\`\`\n${rows(lines, (at) => `step ${at} took ${at % 71} ms`)}\n\`\`\``,
  'a page': (lines) => {
    const rng = createRng(`page ${lines}`);
    return rows(
      lines,
      () => `The ${text(rng, 30, 'words').replaceAll('\n', ' ').trim()} was there.`,
    );
  },
};
/** Where what is said amid it can't be told from it. */
const amid = new Set(['a page', 'a fence', 'Markdown with fences']);
const orders = [
  'Never restart the database on host db-7.',
  'Find the row with value 4711.',
  'What is the sum?',
  'Welche Zeile ist falsch?',
  'Résume-le pour Zoé.',
  '请不要删除这些行。',
];

describe('what the user says beside a paste', () => {
  for (const [form, paste] of Object.entries(pastes)) {
    it(`is carried: ${form}`, async () => {
      let at = 0;
      for (const lines of [500, 12_000]) {
        const pasted = paste(lines);
        const half = pasted.indexOf('\n', pasted.length / 2);
        const places: Record<string, (order: string) => [string, ...object[]]> = {
          before: (order) => [`${order}\n\n${pasted}`],
          behind: (order) => [`${pasted}\n\n${order}`],
          'in a part of its own': (order) => [pasted, { type: 'text', text: order }],
          'behind two parts': (order) => [
            pasted,
            { type: 'text', text: pasted.toUpperCase() },
            { type: 'text', text: order },
          ],
        };
        // Amid sentences nothing tells it from what is pasted; of a long paste the ends are read.
        if (half > 0 && !amid.has(form) && pasted.length < 60_000) {
          places.between = (order) => [
            `${pasted.slice(0, half)}\n${order}\n${pasted.slice(half + 1)}`,
          ];
        }
        for (const [place, put] of Object.entries(places)) {
          const order = orders[at % orders.length] as string;
          const dialect = dialects[at % dialects.length] ?? 'ai-sdk';
          at += 1;
          const talk = talkIn(dialect);
          const { session } = await open({ dialect, contextWindow: 64_000 });
          const history = [
            ...talk.user('You help with logs.'),
            ...talk.says('Yes.'),
            ...talk.user(...put(order)),
            ...Array.from({ length: 60 }, (_, step) => [
              ...talk.says(`Detail ${step} was measured by hand. `.repeat(150)),
              ...talk.user(`Question ${step}`),
            ]).flat(),
          ];
          await session.prepare(history);
          const told = session
            .records()
            .map((record) => record.text)
            .join('\n');
          assert.ok(told.includes(order), `${lines} lines, ${place}, ${dialect}: ${order}`);
        }
      }
    });
  }
});

describe('a short order', () => {
  const short = [
    'Stay formal.',
    'Tabs, not spaces.',
    'Sign as Ada.',
    'Only public APIs.',
    'Don’t touch billing.',
    'Speak of us as "the team".',
    'Skip the greetings.',
    'Dates in ISO form.',
    'Antworte auf Deutsch.',
    'Bleib beim Du.',
    'Halte es kurz.',
    'Keine Emojis.',
    'Frag mich vorher.',
    'Réponds en français.',
    'Pas de tableaux.',
    'Garde un ton formel.',
    'Appelle-moi Zoé.',
    'Responde en español.',
    'Nunca borres nada.',
    'Mantén el tono formal.',
    '请用中文回答。',
    '不要删除文件。',
  ];
  it('outlasts routine questions, through merges', async () => {
    const lost: string[] = [];
    for (const dialect of dialects) {
      const talk = talkIn(dialect);
      const { session, log } = await open({ dialect, contextWindow: 16_000 });
      const history = [...talk.user('Hello'), ...talk.says('Hi.')];
      for (const order of short) history.push(...talk.user(order), ...talk.says('Noted.'));
      for (let day = 0; day < 400; day++) {
        history.push(
          ...talk.says(`Answer ${day}: it is for that. `.repeat(20)),
          ...talk.user(
            `So what did the order service do on day ${day} and why was it slow in the evening?`,
          ),
        );
        if (day % 100 === 99) await session.prepare([...history]);
      }
      assert.ok(log.rewrites.length > 1);
      const told = session.records().map((record) => record.text);
      const gone = short.filter((order) => !told.some((record) => record.includes(order)));
      lost.push(...gone.map((order) => `${dialect}: ${order}`));
    }
    assert.deepEqual(lost, []);
  });
});
