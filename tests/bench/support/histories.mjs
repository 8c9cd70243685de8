/**
 * Histories to measure on: made by rule, of any length, with new messages of equal size. Decides sizes
 * (in UTF-16 code units); refuses to know what is measured.
 */

/** What a tool returned: about what half of the steps of a real coding session bring. */
const resultLength = 900;
const line = 'the quick brown fox jumps over the lazy dog 0123456789\n';
const cjkLine = '上下文压缩引擎把较早的消息折叠成摘要,并保留用户的原话。\n';

function filled(pattern, length) {
  return pattern.repeat(Math.ceil(length / pattern.length)).slice(0, length);
}

/** Distinct per number, so that nothing can be taken for a repetition. */
function resultText(number, cjk) {
  return `${number}: ${filled(cjk ? cjkLine : line, resultLength)}`;
}

/** An assistant message with one call, and the tool message that answers it: fresh objects. */
export function pair(number, { cjk = false } = {}) {
  const toolCallId = `call_${number}`;
  return [
    {
      role: 'assistant',
      content: [
        {
          type: 'text',
          text: cjk ? `读取第 ${number} 个文件。` : `Reading file number ${number}.`,
        },
        {
          type: 'tool-call',
          toolCallId,
          toolName: 'read',
          input: { path: `src/module-${number % 40}/file-${number}.ts`, limit: 200 },
        },
      ],
    },
    {
      role: 'tool',
      content: [
        {
          type: 'tool-result',
          toolCallId,
          toolName: 'read',
          output: { type: 'text', value: resultText(number, cjk) },
        },
      ],
    },
  ];
}

/**
 * `count` messages: a request, then pairs. With `aborted`, the second message is a call that nobody
 * answered before the user spoke again: the view mends it, so it is never the host's own array.
 */
export function history(count, { cjk = false, aborted = false, userEvery = 0 } = {}) {
  const messages = [{ role: 'user', content: cjk ? '请检查所有文件。' : 'Look at every file.' }];
  if (aborted) messages.push(pair(0)[0], { role: 'user', content: 'Go on, please.' });
  for (let number = 1; messages.length < count; number += 1) {
    if (userEvery > 0 && number % userEvery === 0) {
      messages.push({
        role: 'user',
        content: cjk ? `第 ${number} 步:继续。` : `Step ${number}: go on.`,
      });
    }
    messages.push(...pair(number, { cjk }));
  }
  return messages.slice(0, count);
}
