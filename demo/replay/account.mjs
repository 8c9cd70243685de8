/**
 * Words and layout of the replay's account. Takes the figures as they are; decides only how they read
 * on a terminal, and which of them a first look needs.
 */

import { printable } from '../import/error.ts';

const number = new Intl.NumberFormat('en-US');
const millis = new Intl.NumberFormat('en-US', { maximumSignificantDigits: 2 });

function plural(count, word) {
  return `${number.format(count)} ${word}${count === 1 ? '' : 's'}`;
}

/** Styles that a terminal shows, or none. */
function styles(coloured) {
  const style = (code) => (text) => (coloured ? `\x1b[${code}m${text}\x1b[0m` : text);
  return {
    bold: style('1'),
    faint: style('2'),
    good: style('32'),
    bad: style('31'),
    accent: style('36'),
  };
}

function span(first, last) {
  return first === last ? `${first}` : `${first}–${last}`;
}

const reasons = {
  trigger: 'the prompt had grown past the trigger',
  budget: 'the prompt would not have fitted',
  manual: 'asked for',
};

/** The engine's short reasons, where a reader wants more words. */
const fates = {
  recent: 'the newest',
  'initial message': 'the first request',
  'current request': 'the current request',
  'aborted-call': 'a call that never got its result was answered for the host',
};

const sources = {
  'no-summarizer': 'by code',
  'not-asked': 'by code, with no model asked',
  undefined: 'by the model',
};

function sourceOf({ source, codeReason }) {
  if (source === 'model') return 'by the model';
  return sources[codeReason] ?? `by code, since the model's reply ${codeReason}`;
}

function sum(items, figure) {
  return items.reduce((total, item) => total + figure(item), 0);
}

function userWords({ carried, cut, leftOut }) {
  const words = [];
  if (carried > 0) words.push(`${plural(carried, 'user message')} carried verbatim`);
  if (cut > 0) words.push(`${cut} cut`);
  if (leftOut > 0) words.push(`${leftOut} left out`);
  return words.length > 0 ? `; ${words.join(', ')}` : '';
}

function trimLines(edits, { verbose, label, accent }) {
  if (edits.length === 0) return [];
  if (edits.length === 1 || verbose) {
    return edits.map(
      (trim) =>
        `${label('trimmed')}message ${accent(trim.message)}: ${number.format(trim.kept)} of ` +
        `${number.format(trim.total)} characters of a ${printable(trim.toolName)} result stay`,
    );
  }
  const [kept, total] = [sum(edits, (edit) => edit.kept), sum(edits, (edit) => edit.total)];
  return [
    `${label('trimmed')}${plural(edits.length, 'result')}: ${number.format(kept)} of ` +
      `${number.format(total)} characters stay`,
  ];
}

function keptLines({ edits, kept }, { verbose, label, accent }) {
  const trimmedNow = new Set(edits.map((trim) => trim.message));
  const groups = kept
    .filter(({ fate, firstMessage }) => fate !== 'trimmed' || !trimmedNow.has(firstMessage))
    .map(({ firstMessage, lastMessage, tokens, reason }) => {
      const where = accent(span(firstMessage, lastMessage));
      return `${where} (${fates[reason] ?? printable(reason)}, ${number.format(tokens)} tokens)`;
    });
  // A long session keeps single messages in many places.
  const shown = verbose || groups.length <= 3 ? groups : [...groups.slice(0, 2), groups.at(-1)];
  const more = groups.length - shown.length;
  return [
    `${label('kept')}${shown.join(', ')}${more > 0 ? `, and ${plural(more, 'group')} more` : ''}`,
  ];
}

/** The lines of one compaction; `title` says which. */
function compactionLines(title, compaction, { verbose, ...style }) {
  const { bold, faint, accent } = style;
  const { step, reason, tokensBefore, tokensAfter, folds, edits } = compaction;
  const label = (text) => `    ${faint(text.padEnd(9))}`;
  const tokens = `${number.format(tokensBefore)} → ${number.format(tokensAfter)} tokens`;
  return [
    `${bold(title)}  ${bold(tokens)} at step ${step}: ${reasons[reason] ?? printable(reason)}`,
    ...folds.map(
      (fold) =>
        `${label(fold.kind === 'merge' ? 'merged' : 'folded')}messages ` +
        `${accent(span(fold.firstMessage, fold.lastMessage))}, ${number.format(fold.tokens)} ` +
        `tokens, ${sourceOf(fold)}${userWords(fold.userMessages)}`,
    ),
    ...trimLines(edits, { verbose, label, accent }),
    ...keptLines(compaction, { verbose, label, accent }),
  ];
}

/** The compactions to show, with their titles: all, or the first, the largest and the last. */
function chosen(compactions, verbose) {
  const last = compactions.length - 1;
  const saved = compactions.map(({ tokensBefore, tokensAfter }) => tokensBefore - tokensAfter);
  const folding = [...compactions.keys()].filter((i) => compactions[i].folds.length > 0);
  const larger = (best, i) => (saved[i] > saved[best] ? i : best);
  const largest = folding.reduce(larger, folding[0]);
  const words = { 'the first': 0, 'the largest fold': largest, 'the last': last };
  const isFew = verbose || compactions.length <= 3;
  return compactions.flatMap((compaction, i) => {
    const which = Object.keys(words).filter((word) => words[word] === i);
    if (!isFew && which.length === 0) return [];
    const title = [`#${i + 1} of ${compactions.length}`, ...(isFew ? [] : which)].join(', ');
    return [{ compaction, title }];
  });
}

/** What became of the session without and with epitome. */
function verdict(account, { bold, good, bad }) {
  const { steps, windowTokens, firstOverflow, overWindow, invalidViews, failedRequests } = account;
  const without =
    firstOverflow === undefined
      ? good(`it fits: all ${number.format(steps)} steps stay inside the window`) +
        '; a smaller --window shows more'
      : bad(`dead at step ${number.format(firstOverflow)} of ${number.format(steps)}`) +
        `, past the window of ${number.format(windowTokens)} tokens`;
  const faults = [
    overWindow > 0 && `${plural(overWindow, 'prompt')} over the window`,
    invalidViews > 0 && plural(invalidViews, 'invalid view'),
    failedRequests > 0 && plural(failedRequests, 'failed request'),
  ].filter(Boolean);
  const share = Math.round((100 * account.maxPromptTokens) / windowTokens);
  const largest = `the largest prompt has ${number.format(account.maxPromptTokens)} tokens, ${share} %`;
  const withIt = faults.length > 0 ? bad(faults.join(', ')) : good('finished, 0 over the window');
  return [
    `${bold('without epitome')}  ${without}`,
    `${bold('with epitome')}     ${withIt}; ${largest} of it`,
  ];
}

/** What it cost, in tokens and in time. */
function costs(account, summariser, { bold }) {
  const { tokensSent, tokensWithout, summaries, folds, merges, stepMicros, compactions } = account;
  const less = Math.round(100 * (1 - tokensSent / tokensWithout));
  const compared = less === 0 ? 'the same' : less > 0 ? `${less} % less` : `${-less} % more`;
  const isRewrite = compactions.some(({ step }) => step === stepMicros.maxStep);
  const why = isRewrite ? ', which folded' : stepMicros.maxStep === 1 ? ', which starts up' : '';
  const time = (micros) => `${millis.format(micros / 1000)} ms`;
  const rows = [
    [
      'tokens sent',
      `${number.format(tokensSent)} in all prompts; ${number.format(tokensWithout)} without, ` +
        `if the window were endless: ${compared}`,
    ],
    [
      'records written',
      summaries === 0
        ? 'none'
        : `${summaries} (${plural(folds, 'fold')}, ${plural(merges, 'merge')}) by ` +
          `${summariser ?? 'code, which asks no model'}`,
    ],
    [
      'time a step',
      `${time(stepMicros.p50)} at the median, ${time(stepMicros.max)} at most ` +
        `(step ${stepMicros.maxStep}${why})`,
    ],
  ];
  return rows.map(([name, value]) => `${bold(name.padEnd(17))}${value}`);
}

/** Faults that are shown without `verbose`. */
const fewFaults = 3;

/**
 * The account as text: at most 24 lines, unless `verbose`. `coloured` for a terminal; `source` says what
 * was read.
 */
export function printAccount(account, options = {}) {
  const { coloured = false, verbose = false, summariser, source = '' } = options;
  const style = styles(coloured);
  const { faint, bad } = style;
  const { compactions, faults } = account;
  const shown = chosen(compactions, verbose);
  const hidden = compactions.length - shown.length;
  const told = verbose ? faults : faults.slice(0, fewFaults);
  const about =
    `"${printable(account.session)}": ${number.format(account.messages)} messages, ${number.format(account.transcriptTokens)} tokens, ` +
    `${plural(account.userTurns, 'user turn')}${source && `; ${source}`}; ai ${account.ai}; exact counts (o200k)`;
  return [
    ...verdict(account, style),
    faint(about),
    '',
    ...shown.flatMap(({ compaction, title }) =>
      compactionLines(title, compaction, { verbose, ...style }),
    ),
    ...(hidden > 0 ? [faint(`${hidden} more with --verbose`)] : []),
    ...(compactions.length > 0 ? [''] : []),
    ...costs(account, summariser, style),
    ...told.map((fault) => `${bad('fault')}            ${printable(fault)}`),
    ...(told.length < faults.length ? [faint(`${faults.length - told.length} more faults`)] : []),
  ].join('\n');
}
