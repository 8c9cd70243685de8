/** How messages and figures read on the page. Builds strings only; nothing here touches the document. */

const wholeNumber = new Intl.NumberFormat('en-US');

export function figure(count) {
  return wholeNumber.format(Math.round(count));
}

/** A short figure for narrow places: 31.4k. */
export function shortFigure(count) {
  if (count >= 1e6) return `${(count / 1e6).toFixed(count < 1e7 ? 1 : 0)}M`;
  if (count < 1000) return String(Math.round(count));
  const thousands = count / 1000;
  return `${Number.isInteger(thousands) || count >= 100_000 ? Math.round(thousands) : thousands.toFixed(1)}k`;
}

export function range(first, last) {
  return first === last ? `${first}` : `${first}–${last}`;
}

export function plural(count, word) {
  return `${figure(count)} ${word}${count === 1 ? '' : 's'}`;
}

function outputText(output) {
  if (typeof output?.value === 'string') return output.value;
  return JSON.stringify(output?.value ?? output ?? '', null, 2);
}

function partText(part) {
  switch (part.type) {
    case 'text':
      return part.text;
    case 'reasoning':
      return `(thinking) ${part.text}`;
    case 'tool-call':
      return `→ ${part.toolName} ${JSON.stringify(part.input)}`;
    case 'tool-result':
      return `← ${part.toolName}${part.output?.type === 'error-text' ? ' (error)' : ''}\n${outputText(part.output)}`;
    default:
      return `(${part.type})`;
  }
}

/** All that a message says, as plain text. */
export function messageText({ content }) {
  return typeof content === 'string' ? content : content.map(partText).join('\n\n');
}

const roleNames = { user: 'user', assistant: 'assistant', tool: 'tool result', system: 'system' };

export function roleName(role) {
  return roleNames[role] ?? role;
}

/** What a block of the strip is. */
export function itemText({ kind, number, last, role, tokens }) {
  const size = `${figure(tokens)} tokens`;
  switch (kind) {
    case 'record':
      return `Record of messages ${range(number, last)}, ${size}`;
    case 'edited':
      return `Message ${number}, ${roleName(role)}, shortened to ${size}`;
    case 'repair':
      return `Answer added for a call in message ${number}, ${size}`;
    default:
      return `Message ${number}, ${roleName(role)}, ${size}`;
  }
}

/** One rewrite in words; `keyframe` is a film's. */
export function rewriteText({ step, folds, edits, items, before, after }) {
  const fold = folds.find(({ kind }) => kind === 'fold');
  const parts = [];
  if (fold) {
    const record = items.find(({ id }) => id === fold.id);
    parts.push(
      record
        ? `messages ${range(fold.first, fold.last)}, ${figure(fold.tokens)} tokens, became a record of ${figure(record.tokens)}`
        : `messages ${range(fold.first, fold.last)}, ${figure(fold.tokens)} tokens, were folded`,
    );
  }
  const merges = folds.filter(({ kind }) => kind === 'merge');
  if (merges.length > 0) parts.push(`${plural(merges.length, 'older record')} became one`);
  if (edits > 0) parts.push(`${plural(edits, 'result')} gave way in part`);
  if (parts.length === 0) parts.push('the view was mended');
  return `Step ${step}: ${parts.join('; ')}. The prompt went from ${figure(before)} to ${figure(after)} tokens.`;
}
