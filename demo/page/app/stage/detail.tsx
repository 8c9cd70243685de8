/** What the chosen block says, and what became of it. */

import { useComputed, useSignal, useSignalEffect } from '@preact/signals';
import { current, isOpen, selection, step, theEngine, timeline, view } from '../player.ts';
import { figure, range, roles } from '../words.ts';
import './detail.css';

/** UTF-16 code units that are shown at first, and by how many it grows. */
const atFirst = 20_000;
const more = 100_000;

interface Part {
  type?: string;
  text?: unknown;
}

/** The JSON of a message as one reads it: texts as they are, all else as JSON. */
function readable(json: string): string {
  const { content } = JSON.parse(json) as { content?: string | Part[] };
  if (typeof content === 'string') return content;
  if (!Array.isArray(content)) return json;
  return content
    .map((part) => (typeof part.text === 'string' ? part.text : JSON.stringify(part, null, 2)))
    .join('\n\n');
}

export function Detail() {
  const text = useSignal('');
  const length = useSignal(atFirst);
  const record = useComputed(() => {
    const chosen = selection.value;
    if (chosen === undefined || !('record' in chosen)) return undefined;
    return timeline.value?.records.find(({ id }) => id === chosen.record);
  });

  useSignalEffect(() => {
    const chosen = selection.value;
    length.value = atFirst;
    text.value = record.value?.text ?? '';
    if (chosen === undefined || !('message' in chosen)) return;
    text.value = 'Loading…';
    if (!isOpen.value) return;
    theEngine()
      .message(chosen.message)
      .then(readable)
      .catch((error) => `This message could not be read: ${error}`)
      .then((said) => {
        if (selection.value === chosen) text.value = said;
      });
  });

  const title = useComputed(() => {
    const chosen = selection.value;
    if (chosen === undefined) return 'Choose a block to read it';
    if ('record' in chosen) {
      const one = record.value;
      return one === undefined ? 'A record' : `Record of messages ${range(one.first, one.last)}`;
    }
    const facts = timeline.value?.messages[chosen.message - 1];
    return `Message ${chosen.message}, ${facts && roles[facts.role]}, ${figure(facts?.tokens ?? 0)} tokens`;
  });

  const fate = useComputed(() => {
    const chosen = selection.value;
    if (chosen === undefined) return 'Click a block above, or use the arrow keys in the list.';
    return 'record' in chosen ? fateOfRecord() : fateOfMessage(chosen.message);
  });

  function fateOfRecord() {
    const one = record.value;
    if (one === undefined) return 'There is no such record.';
    if (one.from > step.value) {
      return `At this step it is not there yet. It is written before step ${one.from + 1}.`;
    }
    const isGone = one.until !== undefined && one.until <= step.value;
    const author = one.source === 'model' ? 'a model and checked by code' : 'code, without a model';
    const size = `${figure(one.tokens)} tokens in place of ${figure(one.replaced)}, written by ${author}.`;
    return isGone ? `${size} By now it is part of a newer record.` : size;
  }

  function fateOfMessage(message: number) {
    if (message > (current.value?.seen ?? 0)) return 'At this step it has not been said yet.';
    const own = view.value.find((item) => item.kind !== 'record' && item.message === message);
    if (own?.kind === 'message') return 'Whole: the model is shown all of it.';
    if (own?.kind === 'shortened') {
      return `Shortened: the model is shown ${figure(own.tokens)} tokens of it (${own.how}).`;
    }
    const into = view.value.find(
      (item) => item.kind === 'record' && item.first <= message && message <= item.last,
    );
    return into?.kind === 'record'
      ? `Folded: the record of messages ${range(into.first, into.last)} stands for it.`
      : 'The model is not shown it.';
  }

  const isLong = text.value.length > length.value;
  return (
    <div class="detail">
      <h2>{title}</h2>
      <p class="quiet" data-fate>
        {fate}
      </p>
      {text.value !== '' && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keyboard
        <pre tabIndex={0}>{text.value.slice(0, length.value)}</pre>
      )}
      {isLong && (
        <button
          type="button"
          onClick={() => {
            length.value += more;
          }}
        >
          More: {figure(length.value)} of {figure(text.value.length)} characters are shown
        </button>
      )}
    </div>
  );
}
