/**
 * `npm run recall`: what a search finds of recorded sessions' archives, beside MiniSearch and a scan, in
 * one run. Decides the command line and the table; questions and searches are other files'.
 */

import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Command } from 'commander';
import { parseTranscript } from 'epitome/formats';
import { questionsOf } from './questions.mjs';
import { miniSearch, recallSearch, scan } from './searches.mjs';

const limit = 5;
const kinds = ['exact', 'parts', 'mention'];
/** What recall has to find at least, over all sessions. */
const floors = { exact: 0.95, parts: 0.7, mention: 0.7 };

const command = new Command('npm run recall --')
  .description('Measures what a search finds of what was folded, and what it costs.')
  .option('--session <file...>', 'sessions of any format that epitome reads')
  .option('--transcripts <dir>', 'every such file of a folder')
  .option('--check', 'hold the figures against the floors; the exit code tells')
  .option('--misses', 'print what recall did not find')
  .allowExcessArguments(false);

/** All conversations of a file as one session, as of an agent that serves one user after another. */
function messagesOf(file) {
  const text = readFileSync(file, 'utf8');
  const messages = [];
  for (let conversation = 1, count = 1; conversation <= count; conversation += 1) {
    const transcript = parseTranscript(text, { conversation });
    count = transcript.conversations;
    messages.push(...transcript.messages);
  }
  return messages.map((message) => ({ message, role: message.role, ...textsOf(message) }));
}

/** All text of a message, and what of it is prose. */
function textsOf({ content }) {
  if (typeof content === 'string') return { text: content, prose: content };
  const prose = content.filter(({ type }) => type === 'text').map(({ text }) => text);
  const others = content.flatMap((part) => {
    if (part.type === 'reasoning') return [part.text];
    if (part.type === 'tool-call') return [JSON.stringify(part.input)];
    if (part.type !== 'tool-result') return [];
    const { type, value } = part.output;
    return [type.endsWith('text') ? value : JSON.stringify(value)];
  });
  return { text: [...prose, ...others].join('\n'), prose: prose.join('\n') };
}

/** Share of the wanted messages among the first hits, and the time of a search. */
async function measured({ search }, questions) {
  const found = Object.fromEntries(kinds.map((kind) => [kind, { sum: 0, count: 0 }]));
  const missed = [];
  const times = [];
  for (const { kind, query, name, before, wanted } of questions) {
    const start = performance.now();
    const hits = await search(query, { before, limit });
    times.push(performance.now() - start);
    const share = wanted.filter((at) => hits.includes(at)).length / Math.min(limit, wanted.length);
    found[kind].sum += share;
    found[kind].count += 1;
    if (share < 1)
      missed.push(`${kind}: ${JSON.stringify(query)} for ${name}, ${share.toFixed(2)}`);
  }
  times.sort((a, b) => a - b);
  return { found, missed, median: times[Math.floor(times.length / 2)] ?? 0 };
}

const columns = [12, 10, 9, 8, 8, 8, 9, 11];
const line = (...cells) => cells.map((cell, i) => `${cell}`.padEnd(columns[i])).join(' ');
const share = ({ sum, count }) => (count === 0 ? '-' : (sum / count).toFixed(3));

async function main() {
  command.parse();
  const options = command.opts();
  const files = [
    ...(options.session ?? []),
    ...(options.transcripts === undefined
      ? []
      : readdirSync(options.transcripts)
          .filter((name) => /\.jsonl?$/.test(name))
          .sort()
          .map((name) => join(options.transcripts, name))),
  ];
  if (files.length === 0) command.error('error: name a --session or --transcripts');
  console.log(line('session', 'search', 'messages', ...kinds, 'ms', 'bytes/msg'));
  const totals = {};
  for (const file of files) {
    const messages = messagesOf(file);
    const questions = questionsOf(messages);
    const name = basename(file).replace(/\.jsonl?$/, '');
    for (const make of [recallSearch, miniSearch, scan]) {
      const search = await make(messages);
      const { found, missed, median } = await measured(search, questions);
      const each = kinds.map((kind) => share(found[kind]));
      const bytes = Math.round(search.bytes / messages.length);
      console.log(line(name, search.name, messages.length, ...each, median.toFixed(2), bytes));
      if (options.misses && search.name === 'recall') console.log(missed.join('\n'));
      totals[search.name] ??= Object.fromEntries(kinds.map((kind) => [kind, { sum: 0, count: 0 }]));
      for (const kind of kinds) {
        totals[search.name][kind].sum += found[kind].sum;
        totals[search.name][kind].count += found[kind].count;
      }
    }
  }
  for (const [name, found] of Object.entries(totals)) {
    console.log(line('all', name, '', ...kinds.map((kind) => share(found[kind]))));
  }
  console.log(line('questions', '', '', ...kinds.map((kind) => totals.recall[kind].count)));
  if (!options.check) return;
  for (const [kind, floor] of Object.entries(floors)) {
    const { sum, count } = totals.recall[kind];
    if (count > 0 && sum / count >= floor) continue;
    console.log(`FAILED ${kind}: ${(sum / count).toFixed(3)}, at least ${floor} is wanted`);
    process.exitCode = 1;
  }
}

await main();
