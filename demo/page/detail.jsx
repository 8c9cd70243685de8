/** What was chosen, in full: its text comes from the worker, and the newest wish is the one that counts. */

import { signal } from '@preact/signals';
import { render } from 'preact';
import { scrolls } from './dom.js';
import { itemText } from './text.js';

const nothing = {
  title: 'Nothing chosen',
  fate: 'Choose a block of the strip to read it.',
  text: '',
};

function fateOf({ kind }) {
  if (kind === 'record') return 'Stands for the messages that were folded.';
  return kind === 'message' ? 'As the host sent it.' : 'Not as the host sent it.';
}

function Detail({ shown }) {
  const { title, fate, text, wish } = shown.value;
  return (
    <>
      <h3 id="detailTitle">{title}</h3>
      <p class="caption" id="detailFate">
        {fate}
      </p>
      {/* Another text begins at its top. */}
      <pre id="detailText" key={wish} {...scrolls}>
        {text}
      </pre>
    </>
  );
}

export function mountDetail(target, { ask }) {
  const shown = signal(nothing);
  let wished = 0;
  render(<Detail shown={shown} />, target);

  return {
    /** A block of the strip at a keyframe of the film. */
    async item(item, { keyIndex, at, first }) {
      wished += 1;
      const wish = wished;
      const about = { title: itemText(item), fate: fateOf(item) };
      shown.value = { ...about, text: shown.value.text };
      // Only what the worker made has no message to show instead.
      const isOwn = item.kind === 'message' || at >= first;
      try {
        const { text } = await (isOwn
          ? ask('message', { number: item.number })
          : ask('item', { key: keyIndex, index: at }));
        if (wish === wished) shown.value = { ...about, text, wish };
      } catch (error) {
        if (wish === wished) throw error;
      }
    },
    clear() {
      wished += 1;
      shown.value = nothing;
    },
  };
}
