/**
 * How far the estimator is from the truth, and the safe bound above it, beside what people use today.
 * Decides the rows; text and true counts come from the corpus, agents' messages from a folder of
 * transcripts that nothing was fitted to.
 */

import { estimateTokenCount } from 'tokenx';
import { readTranscripts } from './corpus/transcripts.mjs';
import { messagesOfSplit, withTruth } from './corpus.mjs';
import { judged } from './figures.mjs';
import { errorTable } from './fit/errors.mjs';
import { feed, loadEstimator } from './fit/features.mjs';
import { families } from './truth.mjs';

export const title = 'Accuracy (messages of at least 16 true tokens; o200k unless said otherwise)';

/** The categories that are judged; each has text of its own that the fit never saw. */
const judgedCategories = {
  cpp: 'C++',
  ts: 'TypeScript',
  python: 'Python',
  minjs: 'minified JavaScript',
  'json-pretty': 'JSON',
  'json-compact': 'compact JSON',
  schemas: 'tool schemas',
  markdown: 'Markdown',
  logs: 'logs',
  terminal: 'terminal',
  html: 'HTML',
  yaml: 'YAML',
  shell: 'shell',
  base64: 'base64',
  hex: 'hex',
  urls: 'URLs and UUIDs',
  numbers: 'numbers',
  zh: 'Chinese',
  ja: 'Japanese',
  ko: 'Korean',
  ru: 'Russian',
  ar: 'Arabic',
  hi: 'Hindi',
  th: 'Thai',
  latin: 'European languages in Latin letters',
  emoji: 'emoji chat',
};
const rareCategories = new Set(['rare', 'rare-letters']);

/** What people use today; all have one answer for every model. */
const peers = {
  'chars/4': (text) => Math.ceil(text.length / 4),
  tokenx: (text) => estimateTokenCount(text),
};

const percent = (share) => share * 100;
const counted = (messages, count) => (index) => {
  const estimate = count(messages[index].text);
  return { estimate, bound: estimate };
};

/** Error tables of the peers and, by family, of the estimator. */
function tablesFor(messages, estimator) {
  const ours = families.map((family, index) =>
    errorTable(family, messages, (at) => {
      feed(estimator, messages[at].text);
      return { estimate: estimator.estimate(index), bound: estimator.bound(index) };
    }),
  );
  const theirs = Object.entries(peers).map(([name, count]) => ({
    name,
    ...errorTable('o200k', messages, counted(messages, count)),
  }));
  return { ours, theirs };
}

const least = (list, value) =>
  list
    .map((entry) => ({ name: entry.name, value: value(entry) }))
    .reduce((best, entry) => (entry.value < best.value ? entry : best));

function agentFigures({ ours, theirs }) {
  const [{ all, conversations }] = ours;
  const chars4 = theirs.find(({ name }) => name === 'chars/4');
  const under = ({ conversations: { lowest } }) => percent(Math.max(0, -lowest));
  return [
    judged('agents: error a message', percent(all.error), '%', {
      best: least(theirs, (table) => percent(table.all.error)),
      floor: 5,
      goal: 4,
      note: `${all.messages} messages, chars/4 ${percent(chars4.all.error).toFixed(1)} %; bias ${percent(all.bias).toFixed(1)} %`,
    }),
    judged('agents: error a conversation', percent(conversations.error), '%', {
      best: least(theirs, (table) => percent(table.conversations.error)),
      floor: 2,
      goal: 1.5,
      note: `${conversations.conversations} conversations`,
    }),
    judged('agents: worst under-count of a conversation', under(ours[0]), '%', {
      best: least(theirs, under),
      floor: 10,
      goal: 7,
      note: `worst over-count ${percent(conversations.highest).toFixed(1)} %`,
    }),
    judged('agents: messages above the safe bound', (all.passed / all.messages) * 1000, 'in 1000', {
      floor: 1,
      goal: 1,
      note: `${all.passed} of ${all.messages}; estimates alone: ${theirs.map((table) => `${table.name} ${Math.round((table.all.passed / table.all.messages) * 1000)}`).join(', ')} in 1000`,
    }),
    judged(
      'agents: safe bound over the truth, all tokens together',
      percent(all.totalExcess),
      '%',
      {
        floor: 27,
        goal: 15,
      },
    ),
    judged('agents: safe bound over the truth, mean of the messages', percent(all.excess), '%', {
      floor: 27,
      goal: 15,
      note: 'short messages weigh as much as long ones',
    }),
    ...ours.slice(1).map((table) =>
      judged(`agents: error a message, ${table.family}`, percent(table.all.error), '%', {
        note: `conversation ${percent(table.conversations.error).toFixed(1)} %, worst ${percent(table.conversations.lowest).toFixed(1)} %; bound ${percent(table.all.excess).toFixed(1)} % over, ${table.all.passed} of ${table.all.messages} above it`,
      }),
    ),
  ];
}

function worstCategory({ categories }) {
  let worst = { category: '', error: 0 };
  for (const category of Object.keys(judgedCategories)) {
    const { error } = categories.get(category);
    if (error > worst.error) worst = { category, error };
  }
  return worst;
}

function categoryFigures({ ours, theirs }) {
  const worst = worstCategory(ours[0]);
  const best = least(theirs, (table) => percent(worstCategory(table).error));
  return [
    judged('worst category', percent(worst.error), '%', {
      best,
      floor: 12,
      goal: 9,
      note: judgedCategories[worst.category],
    }),
    ...Object.entries(judgedCategories).map(([category, name]) => {
      const figures = ours[0].categories.get(category);
      return judged(`  ${name}`, percent(figures.error), '%', {
        best: least(theirs, (table) => percent(table.categories.get(category).error)),
        note: `bias ${percent(figures.bias).toFixed(1)} %, x${figures.lowest.toFixed(2)} to x${figures.highest.toFixed(2)}; ${figures.passed} of ${figures.messages} above the bound`,
      });
    }),
  ];
}

/** Messages of scripts that the fit never saw. */
function rareFigures(heldout, estimator) {
  const rare = heldout.filter(({ category }) => rareCategories.has(category));
  const scripts = new Set(rare.map(({ file }) => file.split('/')[0]));
  const all = rare.map((message) => ({ ...message, category: 'rare' }));
  const { ours, theirs } = tablesFor(all, estimator);
  const [{ all: figures }] = ours;
  return [
    judged('rare scripts, unseen: messages above the safe bound', figures.passed, '', {
      floor: 0,
      goal: 0,
      best: least(theirs, (table) => table.all.passed),
      note: `${figures.messages} messages in ${scripts.size} scripts`,
    }),
    judged('rare scripts, unseen: estimate over the truth, at most', figures.highest, 'x', {
      goal: 2,
      floor: 2,
      note: `at least x${figures.lowest.toFixed(2)}; ${theirs.map((table) => `${table.name} x${table.all.lowest.toFixed(2)}`).join(', ')}`,
    }),
  ];
}

export async function measure({ transcripts, wasm }) {
  const estimator = await loadEstimator(wasm);
  const heldout = await withTruth(await messagesOfSplit('heldout'), 'held-out text');
  const figures = [];
  if (transcripts) {
    const messages = await withTruth(readTranscripts(transcripts), 'transcripts');
    figures.push(...agentFigures(tablesFor(messages, estimator)));
  }
  figures.push(...categoryFigures(tablesFor(heldout, estimator)));
  figures.push(...rareFigures(heldout, estimator));
  return figures;
}
