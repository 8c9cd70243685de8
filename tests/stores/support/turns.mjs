/** A transcript that grows by a call and its result with each turn, and what may be wrong with its views. */

export function transcript(turns) {
  const messages = [{ role: 'user', content: 'Read every file and fix the parser.' }];
  for (let turn = 1; turn <= turns; turn += 1) {
    const toolCallId = `call-${turn}`;
    const value = `${'some line of the file and more of it '.repeat(24)}${turn}`;
    const call = {
      type: 'tool-call',
      toolCallId,
      toolName: 'read',
      input: { path: `src/${turn}.cc` },
    };
    const output = { type: 'text', value };
    messages.push({ role: 'assistant', content: [{ type: 'text', text: `Turn ${turn}.` }, call] });
    const result = { type: 'tool-result', toolCallId, toolName: 'read', output };
    messages.push({ role: 'tool', content: [result] });
  }
  return messages;
}

/** Calls without a result right behind them, and results without a call. */
export function faultsIn(view) {
  const faults = [];
  let open = [];
  for (const { role, content } of view) {
    const ids = (type) =>
      Array.isArray(content)
        ? content.filter((part) => part.type === type).map((p) => p.toolCallId)
        : [];
    if (role !== 'tool') {
      if (open.length > 0) faults.push(`no result for ${open}`);
      open = ids('tool-call');
      continue;
    }
    for (const id of ids('tool-result')) {
      if (!open.includes(id)) faults.push(`no call for ${id}`);
      open = open.filter((other) => other !== id);
    }
  }
  if (open.length > 0) faults.push(`no result for ${open}`);
  if (view[0]?.role !== 'user') faults.push('begins with no user message');
  return faults;
}
