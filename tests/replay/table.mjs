/** Layout of the replay's figures on a terminal. Takes them as they are. */

const whole = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });
const percent = (share) => `${(100 * share).toFixed(1)} %`;

/** Title and text of each column; `money` is units to a text, or undefined where no price is known. */
function columnsOf(money) {
  return [
    ['policy', (row) => row.policy],
    ['steps', (row) => whole.format(row.steps)],
    ['sent', (row) => whole.format(row.sent)],
    ['cost', (row) => whole.format(row.cost)],
    ['+ summaries', (row) => whole.format(row.total)],
    ...(money ? [['money', (row) => money(row.total)]] : []),
    ['hit rate', (row) => percent(row.hitRate)],
    ['rewrites', (row) => whole.format(row.rewrites)],
    ['summaries', (row) => whole.format(row.summaries)],
    ['largest', (row) => whole.format(row.largest)],
    ['over window', (row) => whole.format(row.overWindow)],
    ['over budget', (row) => whole.format(row.overBudget)],
    ['tail', (row) => whole.format(row.meanTail)],
    ["host's own", (row) => whole.format(row.meanOwn)],
  ];
}

/** Rows as lines: names to the left, numbers to the right. */
export function tableOf(rows, { money } = {}) {
  const columns = columnsOf(money);
  const cells = [
    columns.map(([title]) => title),
    ...rows.map((row) => columns.map(([, of]) => of(row))),
  ];
  const widths = columns.map((_, i) => Math.max(...cells.map((line) => line[i].length)));
  return cells
    .map((line) =>
      line
        .map((cell, i) => (i === 0 ? cell.padEnd(widths[i]) : cell.padStart(widths[i])))
        .join('  '),
    )
    .join('\n');
}

/** Units as money: `price` is what a million tokens of uncached input cost. */
export function moneyAt(price) {
  return (units) => ((units * price) / 1e6).toFixed(2);
}

/** One rewrite of epitome's as a line. */
export function rewriteLine({ step, reason, tokensBefore, tokensAfter, folds, edits }) {
  const done = [
    ...folds.map(
      ({ kind, messages, tokens }) =>
        `${kind} ${messages.join('–')} (${tokens.join(' → ')} tokens)`,
    ),
    ...edits.map(
      ({ kind, message, kept, total }) => `${kind} ${message} (${total} → ${kept} characters)`,
    ),
  ];
  return `  step ${step}, ${reason}: ${tokensBefore} → ${tokensAfter} tokens; ${done.join(', ')}`;
}
