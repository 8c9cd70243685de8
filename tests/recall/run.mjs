/**
 * Prints how often recall finds what was folded: by exact terms in recorded sessions, and by paraphrases in generated
 * ones; and what a search takes beside a naive scan. It is never red.
 */

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createCompactor } from 'epitome';
import { command } from './command.mjs';
import { paraphrases } from './paraphrases.mjs';

const { transcripts } = command.parse().opts();
const percent = (part, all) => (all === 0 ? 'none' : `${((100 * part) / all).toFixed(1)} %`);

function seeded(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

const textOf = ({ content, tool_calls: calls = [] }) =>
  [
    typeof content === 'string' ? content : JSON.stringify(content ?? ''),
    ...calls.map((call) => `${call.function?.name} ${call.function?.arguments}`),
  ].join('\n');

/** Folds the conversation into a small window; resolves to the session, and the numbers of what is folded. */
async function folded(compactor, messages) {
  const session = compactor.session();
  await session.prepare(messages);
  await session.compact();
  const hidden = session.explain().messages.filter(({ fate }) => fate === 'folded');
  return { session, hidden: hidden.map(({ message }) => message) };
}

/** Identifiers that stand in one folded message alone, the rarest kind first; at most `most` of a session. */
function rareTerms(messages, hidden, random, most) {
  const inMessages = new Map();
  for (const number of hidden) {
    for (const term of new Set(textOf(messages[number - 1]).match(/[A-Za-z_][\w./-]{5,60}\w/g))) {
      if (!/[\d_./-]|[a-z][A-Z]/.test(term)) continue;
      inMessages.set(term, [...(inMessages.get(term) ?? []), number]);
    }
  }
  const rare = [...inMessages].filter(([, numbers]) => numbers.length === 1);
  for (let i = rare.length - 1; i > 0; i -= 1) {
    const j = Math.floor(random() * (i + 1));
    [rare[i], rare[j]] = [rare[j], rare[i]];
  }
  return rare.slice(0, most).map(([term, [number]]) => ({ term, number }));
}

async function exactTerms(compactor, folder) {
  const random = seeded(40);
  const totals = { asked: 0, found: 0, first: 0 };
  const all = [];
  for (const file of readdirSync(folder)
    .filter((name) => name.endsWith('.jsonl'))
    .sort()) {
    const own = { asked: 0, found: 0, first: 0 };
    for (const line of readFileSync(join(folder, file), 'utf8').split('\n')) {
      if (line === '') continue;
      const { messages } = JSON.parse(line);
      all.push(...messages);
      const { session, hidden } = await folded(compactor, messages);
      for (const { term, number } of rareTerms(messages, hidden, random, 12)) {
        const results = await session.recall(term);
        own.asked += 1;
        if (results.some(({ message }) => message === number)) own.found += 1;
        if (results[0]?.message === number) own.first += 1;
      }
      session.dispose();
    }
    for (const name of Object.keys(totals)) totals[name] += own[name];
    console.log(
      `  ${file.padEnd(20)} ${String(own.asked).padStart(5)} terms · recall@5 ${percent(own.found, own.asked)} · first ${percent(own.first, own.asked)}`,
    );
  }
  console.log(
    `  ${'all'.padEnd(20)} ${String(totals.asked).padStart(5)} terms · recall@5 ${percent(totals.found, totals.asked)} · first ${percent(totals.first, totals.asked)}`,
  );
  return all;
}

/** Work between the facts, which has nothing to do with them. */
const noise = (random, i) => {
  const pick = (words) => words[Math.floor(random() * words.length)];
  const file = `src/${pick(['core', 'view', 'store', 'net'])}/${pick(['reader', 'writer', 'queue', 'parser'])}-${i}.ts`;
  const call = {
    id: `call-${i}`,
    type: 'function',
    function: { name: 'read_file', arguments: JSON.stringify({ path: file }) },
  };
  const lines = Array.from(
    { length: 12 },
    (_, n) =>
      `${n + 1}: export const ${pick(['size', 'limit', 'state', 'index', 'item'])}${n} = ${pick(['load', 'make', 'keep', 'take'])}(${Math.floor(random() * 1e4)});`,
  );
  return [
    { role: 'assistant', content: `Next I read ${file}.`, tool_calls: [call] },
    { role: 'tool', tool_call_id: call.id, content: lines.join('\n') },
  ];
};

async function paraphrased(compactor) {
  const random = seeded(41);
  let [found, first, asked] = [0, 0, 0];
  const perSession = 8;
  for (let at = 0; at < paraphrases.length; at += perSession) {
    const facts = paraphrases.slice(at, at + perSession);
    const messages = [
      { role: 'user', content: 'Help me through this week, one thing after another.' },
    ];
    const places = [];
    for (const [i, [fact, , role]] of facts.entries()) {
      for (let n = 0; n < 10; n += 1) messages.push(...noise(random, i * 10 + n));
      if (role === 'user')
        messages.push({ role: 'assistant', content: 'Done so far. Anything else?' });
      places.push(messages.push({ role, content: fact }));
      if (role === 'user') messages.push({ role: 'assistant', content: 'Noted, I go on.' });
      messages.push({ role: 'user', content: 'Good, go on.' });
    }
    for (let n = 0; n < 10; n += 1) messages.push(...noise(random, 900 + n));
    const { session, hidden } = await folded(compactor, messages);
    for (const [i, [, question]] of facts.entries()) {
      if (!hidden.includes(places[i])) continue;
      asked += 1;
      const results = await session.recall(question);
      if (results.some(({ message }) => message === places[i])) found += 1;
      if (results[0]?.message === places[i]) first += 1;
    }
    session.dispose();
  }
  console.log(
    `  ${asked} questions · recall@5 ${percent(found, asked)} · first ${percent(first, asked)}`,
  );
}

const median = (times) => times.sort((a, b) => a - b)[Math.floor(times.length / 2)];

async function latency(compactor, messages) {
  const size = 5_000_000;
  const history = [{ role: 'user', content: 'Begin.' }];
  let units = 0;
  for (let i = 0; units < size; i += 1) {
    const text = textOf(messages[i % messages.length]);
    history.push({ role: i % 2 === 0 ? 'assistant' : 'user', content: text === '' ? '-' : text });
    units += text.length;
  }
  history.push({ role: 'user', content: 'Go on.' });
  const { session, hidden } = await folded(compactor, history);
  for (const query of [
    'where is the selector configured',
    'packages/coding-agent/docs/theme.md',
    'ValueError',
  ]) {
    const times = [];
    const busy = [];
    const naive = [];
    for (let n = 0; n < 9; n += 1) {
      let begin = performance.now();
      const used = process.cpuUsage();
      await session.recall(query);
      const { user, system } = process.cpuUsage(used);
      times.push(performance.now() - begin);
      busy.push((user + system) / 1_000);
      begin = performance.now();
      history.filter(({ content }) => content.includes(query));
      naive.push(performance.now() - begin);
    }
    console.log(
      `  ${query.padEnd(38)} first ${times[0].toFixed(0)} ms · warm ${median(times.slice(2)).toFixed(0)} ms, of the processor ${median(busy.slice(2)).toFixed(0)} ms · includes ${median(naive).toFixed(1)} ms`,
    );
  }
  console.log(
    `  ${history.length} messages, ${(units / 1e6).toFixed(1)} MB, ${hidden.length} folded`,
  );
}

const compactor = await createCompactor({ contextWindow: 16_000, quiet: true });
console.log('Paraphrases that share at most one content word with the fact, generated sessions:');
await paraphrased(compactor);
if (transcripts !== undefined && existsSync(transcripts)) {
  console.log('Identifiers that one folded message alone has, recorded sessions:');
  const messages = await exactTerms(compactor, transcripts);
  console.log('Latency over recorded messages:');
  await latency(compactor, messages);
} else {
  console.log(
    'Without recorded sessions (--transcripts DIR) exact terms and latency are left out.',
  );
}
compactor.dispose();
