/** How messages and figures read on the page. Builds strings only; nothing here touches the document. */

const wholeNumber = new Intl.NumberFormat('en-US');

export function figure(count) {
  return wholeNumber.format(Math.round(count));
}

/** A short figure for narrow places: 31.4k. */
export function shortFigure(count) {
  return count < 1000
    ? String(Math.round(count))
    : `${(count / 1000).toFixed(count < 100_000 ? 1 : 0)}k`;
}

export function range(first, last) {
  return first === last ? `${first}` : `${first}–${last}`;
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

/** One rewrite in words, for the log. */
export function rewriteText({ tokensBefore, tokensAfter, folds, edits, kept }) {
  const parts = [`${figure(tokensBefore)} → ${figure(tokensAfter)} tokens`];
  for (const fold of folds) {
    const verb = fold.kind === 'merge' ? 'merged' : 'folded';
    parts.push(
      `${verb} ${range(fold.firstMessage, fold.lastMessage)} (${figure(fold.tokensBefore)} → ${figure(fold.tokensAfter)})`,
    );
  }
  for (const trim of edits)
    parts.push(`trimmed the ${trim.toolName} result in message ${trim.message}`);
  parts.push(
    `kept the newest ${kept.messages === 1 ? 'message' : `${figure(kept.messages)} messages`}`,
  );
  return parts.join('; ');
}
