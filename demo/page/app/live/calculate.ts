/** Arithmetic without `eval`: numbers, + - * / %, and brackets. */

/** Characters of an expression, which bounds how deep brackets go. */
const longest = 200;

export function calculate(expression: string): number {
  if (expression.length > longest) throw new Error(`at most ${longest} characters`);
  const tokens = expression.match(/\d+(?:\.\d+)?|[-+*/%()]|\S/g) ?? [];
  let at = 0;

  function value(): number {
    const token = tokens[at++];
    if (token === '-') return -value();
    if (token === '(') {
      const inner = sum();
      if (tokens[at++] !== ')') throw new Error('a bracket is not closed');
      return inner;
    }
    const number = Number(token);
    if (token === undefined || Number.isNaN(number)) {
      throw new Error(`a number was expected, not ${token ?? 'the end'}`);
    }
    return number;
  }
  function product(): number {
    let left = value();
    for (;;) {
      const token = tokens[at];
      if (token !== '*' && token !== '/' && token !== '%') return left;
      at += 1;
      const right = value();
      left = token === '*' ? left * right : token === '/' ? left / right : left % right;
    }
  }
  function sum(): number {
    let left = product();
    for (;;) {
      const token = tokens[at];
      if (token !== '+' && token !== '-') return left;
      at += 1;
      left += token === '+' ? product() : -product();
    }
  }

  const result = sum();
  if (at < tokens.length) throw new Error(`an operator was expected, not ${tokens[at]}`);
  if (!Number.isFinite(result)) throw new Error('the result is no number');
  return result;
}
