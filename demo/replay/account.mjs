/** Words and layout of the replay's account on a terminal. The figures are given. */

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
  trigger: 'the view outgrew its trigger',
  budget: 'the view outgrew its budget',
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
      lines.push(`${label('segments')}in place of messages ${ranges}`);
    }
  }
  return lines;
}

/** The account as text. `coloured` for a terminal. */
export function printAccount(
  account,
  { coloured = false, summariser = 'the built-in digest' } = {},
) {
  const style = styles(coloured);
  const { bold, faint, good, bad } = style;
  const judged = (count) => (count === 0 ? good('0') : bad(number.format(count)));
  const share = Math.round((100 * account.maxPromptTokens) / account.windowTokens);
  const rows = [
    ['steps', `${number.format(account.steps)} in ${plural(account.userTurns, 'request')}`],
    [
      'would have overflowed',
      `${number.format(account.wouldOverflow)} without epitome: the whole session has ${number.format(account.transcriptTokens)} tokens`,
    ],
    [
      'largest prompt',
      `${number.format(account.maxPromptTokens)} tokens, ${share} % of the window`,
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
      `p50 ${number.format(account.stepMicros.p50)} µs, p99 ${number.format(account.stepMicros.p99)} µs in prepareStep`,
    ],
  ];
  return [
    bold(
      `Replay of "${account.session}" in a window of ${number.format(account.windowTokens)} tokens`,
    ),
    faint(
      `${number.format(account.messages)} messages, ${number.format(account.transcriptTokens)} tokens; ai ${account.ai}; tokens counted exactly (o200k), not by the engine`,
    ),
    '',
    ...account.compactions.flatMap((compaction, i) => [
      ...compactionLines(compaction, i + 1, style),
      '',
    ]),
    ...rows.map(([name, value]) => `${bold(name.padEnd(24))}${value}`),
    ...(account.faults.length > 0
      ? ['', bad('Faults'), ...account.faults.slice(0, 20).map((fault) => `  ${fault}`)]
      : []),
  ].join('\n');
}
