/** What the chosen block says, and what became of it. */

import { useComputed, useSignal, useSignalEffect } from '@preact/signals';
import { current, isOpen, selection, step, theEngine, timeline, view } from '../player.ts';
import { figure, range, roles } from '../words.ts';

/** UTF-16 code units that are shown at first. */
const shortText = 20_000;

export function Detail() {
  const text = useSignal('');
  const isWhole = useSignal(false);
  const record = useComputed(() => {
    const chosen = selection.value;
    if (chosen === undefined || !('record' in chosen)) return undefined;
    return timeline.value?.records.find(({ id }) => id === chosen.record);
  });

  useSignalEffect(() => {
    const chosen = selection.value;
    isWhole.value = false;
    text.value = record.value?.text ?? '';
    if (chosen === undefined || !('message' in chosen)) return;
    if (!isOpen.value) {
      text.value = 'Loading…';
      return;
    }
    theEngine()
      .message(chosen.message)
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
    if ('record' in chosen) {
      const one = record.value;
      if (one === undefined) return 'There is no such record.';
      if (one.from > step.value) return `It is written before request ${one.from + 1}.`;
      const gone = one.until !== undefined && one.until <= step.value;
      const size = `${figure(one.tokens)} tokens in place of ${figure(one.replaced)}, written by ${one.source === 'model' ? 'a model and checked by code' : 'code, with no model'}`;
      return gone ? `${size}. It is part of a newer record by now.` : `${size}.`;
    }
    if (chosen.message > (current.value?.seen ?? 0))
      return 'At this request it has not been said yet.';
    for (const item of view.value) {
      if (item.kind === 'record') {
        if (
          item.first <= chosen.message &&
          chosen.message <= item.last &&
          !isInView(chosen.message)
        ) {
          return `Folded: the record of messages ${range(item.first, item.last)} stands for it.`;
        }
      } else if (item.message === chosen.message) {
        return item.kind === 'message'
          ? 'The model is shown all of it.'
          : `The model is shown ${figure(item.tokens)} tokens of it (${item.how}).`;
      }
    }
    return 'The model is not shown it.';
  });

  const isLong = text.value.length > shortText && !isWhole.value;
  return (
    <div class="detail">
      <h3>{title}</h3>
      <p class="quiet">{fate}</p>
      {text.value !== '' && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keyboard
        <pre tabIndex={0}>{isLong ? text.value.slice(0, shortText) : text.value}</pre>
      )}
      {isLong && (
        <button
          type="button"
          onClick={() => {
            isWhole.value = true;
          }}
        >
          Show all {figure(text.value.length)} characters
        </button>
      )}
    </div>
  );
}

const isInView = (message: number) =>
  view.value.some((item) => item.kind !== 'record' && item.message === message);
