/**
 * Words and layout of the replay's account. Takes the figures as they are; decides only how they read
 * on a terminal.
 */

const number = new Intl.NumberFormat('en-US');

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
  trigger: 'the prompt passed its trigger',
  budget: 'the prompt would not have fitted',
  manual: 'asked for',
};

/** The engine's short reasons, where a reader wants more words. */
const fates = {
  recent: 'newest messages',
  'aborted-call': 'a call that never got its result was answered for the host',
};

const sources = {
  'no-summarizer': 'by the built-in digest',
  'not-asked': 'by the digest, with no model asked',
  undefined: 'by the model',
};

function sourceOf({ source, digestReason }) {
  if (source === 'model') return 'by the model';
  return sources[digestReason] ?? `by the digest, since the model's reply ${digestReason}`;
}

function userWords({ carried, cut, leftOut }) {
  const words = [];
  if (carried > 0) words.push(`${plural(carried, 'user message')} carried verbatim`);
  if (cut > 0) words.push(`${cut} cut`);
  if (leftOut > 0) words.push(`${leftOut} left out`);
  return words.length > 0 ? `; ${words.join(', ')}` : '';
}

/** The lines of one compaction; `index` counts from 1. */
function compactionLines(compaction, index, { bold, faint, accent }) {
  const { step, message, reason, tokensBefore, tokensAfter, folds, edits, segments, kept } =
    compaction;
  const title = `#${index}`.padEnd(4);
  const label = (text) => `    ${faint(text.padEnd(9))}`;
  const lines = [
    `${bold(title)}${bold(`${number.format(tokensBefore)} → ${number.format(tokensAfter)} tokens`)}` +
      `  at step ${step}, after message ${message}: ${reasons[reason] ?? reason}`,
  ];
  for (const fold of folds) {
    lines.push(
      `${label(fold.kind === 'merge' ? 'merged' : 'folded')}messages ${accent(span(fold.firstMessage, fold.lastMessage))}, ` +
        `${number.format(fold.tokens)} tokens, ${sourceOf(fold)}${userWords(fold.userMessages)}`,
    );
  }
  for (const trim of edits) {
    lines.push(
      `${label('trimmed')}message ${accent(trim.message)}: ${number.format(trim.kept)} of ` +
        `${number.format(trim.total)} characters of a ${trim.toolName} result kept`,
    );
  }
  const trimmedNow = new Set(edits.map((trim) => trim.message));
  for (const group of kept) {
    if (group.fate === 'trimmed' && trimmedNow.has(group.firstMessage)) continue;
    const word = group.firstMessage === group.lastMessage ? 'message' : 'messages';
    const where = accent(span(group.firstMessage, group.lastMessage));
    lines.push(
      `${label(group.fate)}${word} ${where}, ${number.format(group.tokens)} tokens: ${fates[group.reason] ?? group.reason}`,
    );
    if (group === kept[0] && segments.length > 0) {
      const ranges = segments.map((one) => span(one.firstMessage, one.lastMessage)).join(', ');
      lines.push(`${label('records')}in place of messages ${ranges}`);
    }
  }
  return lines;
}

/** Rewrites that are told in full unless all are asked for, and the lines of each. */
const mostTold = 3;
const linesEach = 5;

/** Milliseconds of microseconds. */
const millis = (micros) => `${(micros / 1_000).toFixed(micros < 10_000 ? 1 : 0)} ms`;

/** The figures that only a close reader wants. */
function figureRows(account, { summariser, judged }) {
  return [
    ['steps', `${number.format(account.steps)} in ${plural(account.userTurns, 'request')}`],
    [
      'would have overflowed',
      `${number.format(account.wouldOverflow)} without epitome: the whole session has ${number.format(account.transcriptTokens)} tokens`,
    ],
    ['over the window', judged(account.overWindow)],
    ['invalid views', judged(account.invalidViews)],
    ...(account.failedRequests > 0 ? [['failed requests', judged(account.failedRequests)]] : []),
    [
      'summaries bought',
      `${account.summaries} (${plural(account.folds, 'fold')}, ${plural(account.merges, 'merge')}), written by ${summariser}`,
    ],
    [
      'time per step',
      `half of them under ${millis(account.stepMicros.p50)}; one in a hundred, one that folds, over ${millis(account.stepMicros.p99)}`,
    ],
  ];
}

/**
 * The account as text: the verdict, and three rewrites; with `verbose` all of them and every figure.
 * `coloured` for a terminal.
 */
export function printAccount(
  account,
  { coloured = false, summariser = 'the built-in digest', verbose = false } = {},
) {
  const style = styles(coloured);
  const { bold, faint, good, bad } = style;
  const judged = (count) => (count === 0 ? good('0') : bad(number.format(count)));
  const without =
    account.diesAt === undefined
      ? good('finished: everything fits')
      : bad(`dead at step ${number.format(account.diesAt)} of ${number.format(account.steps)}`);
  const withEpitome =
    account.overWindow === 0
      ? good('finished, 0 over')
      : bad(`${number.format(account.overWindow)} over the window`);
  const share = Math.round((100 * account.maxPromptTokens) / account.windowTokens);
  const largest = `largest prompt ${number.format(account.maxPromptTokens)} tokens, ${share} % of the window`;
  const invalid =
    account.invalidViews + account.failedRequests > 0
      ? bad(`; ${account.invalidViews} invalid, ${account.failedRequests} failed`)
      : '';

  const { compactions } = account;
  const told = verbose ? compactions : compactions.slice(0, mostTold);
  const more = compactions.length - told.length;
  const row = ([name, value]) => `${bold(name.padEnd(24))}${value}`;
  return [
    row(['without epitome', without]),
    row(['with epitome', `${withEpitome}; ${largest}${invalid}`]),
    faint(
      `"${account.session}" in a window of ${number.format(account.windowTokens)} tokens: ${number.format(account.messages)} messages, ${number.format(account.transcriptTokens)} tokens by o200k; AI SDK ${account.ai}`,
    ),
    '',
    ...told.flatMap((compaction, i) => {
      const lines = compactionLines(compaction, i + 1, style);
      return [...(verbose ? lines : lines.slice(0, linesEach)), ''];
    }),
    ...(more > 0 ? [`${plural(more, 'more rewrite')} and all figures: --verbose`] : []),
    ...(verbose ? figureRows(account, { summariser, judged }).map(row) : []),
    ...(account.faults.length > 0
      ? ['', bad('Faults'), ...account.faults.slice(0, 20).map((fault) => `  ${fault}`)]
      : []),
  ].join('\n');
}
