/** Expressions of numbers with + - * / and brackets. Runs nothing but arithmetic. */

const tokens = /\s*(?:(\d+(?:\.\d+)?)|([-+*/()]))/y;
const deepest = 50;

/** The value, or `{ error }` for what is no expression. */
export function evaluate(expression) {
  tokens.lastIndex = 0;
  const parts = [];
  while (tokens.lastIndex < expression.trimEnd().length) {
    const match = tokens.exec(expression);
    if (match === null) return { error: 'this is no expression' };
    parts.push(match[1] === undefined ? match[2] : Number(match[1]));
  }
  let at = 0;
  const next = (...wanted) => (wanted.includes(parts[at]) ? parts[at++] : undefined);

  function chain(operand, operators, depth) {
    let value = operand(depth);
    for (let sign = next(...operators); sign !== undefined; sign = next(...operators)) {
      const other = operand(depth);
      if (sign === '+') value += other;
      else if (sign === '-') value -= other;
      else if (sign === '*') value *= other;
      else value /= other;
    }
    return value;
  }
  const sum = (depth) => chain(product, ['+', '-'], depth);
  const product = (depth) => chain(factor, ['*', '/'], depth);
  function factor(depth) {
    if (depth > deepest) return Number.NaN;
    if (next('-')) return -factor(depth + 1);
    if (next('(')) {
      const value = sum(depth + 1);
      return next(')') ? value : Number.NaN;
    }
    return typeof parts[at] === 'number' ? parts[at++] : Number.NaN;
  }

  const value = sum(0);
  const isWhole = at === parts.length && Number.isFinite(value);
  return isWhole ? value : { error: 'this is no expression, or has no value' };
}
