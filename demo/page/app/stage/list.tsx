/** The blocks of the view as a list: as many rows as can be seen, however many there are. */

import { useComputed, useSignal, useSignalEffect } from '@preact/signals';
import { useRef } from 'preact/hooks';
import type { ViewItem } from '../../../engine/timeline.ts';
import { run, selection, timeline, view } from '../player.ts';
import { figure, range, roles } from '../words.ts';
import { selectionOf } from './blocks.ts';
import './list.css';

/** CSS pixels. */
const row = 32;
const height = 352;

const isChosen = (item: ViewItem) => {
  const chosen = selection.value;
  if (chosen === undefined) return false;
  return item.kind === 'record'
    ? 'record' in chosen && chosen.record === item.record
    : 'message' in chosen && chosen.message === item.message;
};

function choose(item: ViewItem | undefined) {
  if (item === undefined) return;
  run(false);
  selection.value = selectionOf(item);
}

export function List() {
  const box = useRef<HTMLDivElement>(null);
  const top = useSignal(0);
  const at = useComputed(() => view.value.findIndex(isChosen));
  const items = view.value;
  const first = Math.max(0, Math.floor(top.value / row) - 4);
  const shown = items.slice(first, first + Math.ceil(height / row) + 8);
  const isDrawn = first <= at.value && at.value < first + shown.length;

  // What is chosen, here or in a drawing, comes into sight.
  useSignalEffect(() => {
    const element = box.current;
    if (selection.value === undefined || element === null || at.peek() < 0) return;
    const [from, to] = [at.peek() * row, (at.peek() + 1) * row];
    if (from < element.scrollTop) element.scrollTop = from;
    else if (to > element.scrollTop + element.clientHeight)
      element.scrollTop = to - element.clientHeight;
  });

  function onKeyDown(event: KeyboardEvent) {
    const last = items.length - 1;
    const to = {
      ArrowDown: Math.min(last, at.value + 1),
      ArrowUp: Math.max(0, at.value - 1),
      PageDown: Math.min(last, at.value + 10),
      PageUp: Math.max(0, at.value - 10),
      Home: 0,
      End: last,
      Enter: Math.max(0, at.value),
      ' ': Math.max(0, at.value),
    }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    choose(items[to]);
  }

  return (
    <div>
      <h2 id="blocks">Blocks of this prompt</h2>
      <div
        ref={box}
        class="list"
        role="listbox"
        tabIndex={0}
        aria-labelledby="blocks"
        aria-activedescendant={isDrawn ? `block-${at.value}` : undefined}
        onScroll={(event) => {
          top.value = event.currentTarget.scrollTop;
        }}
        onKeyDown={onKeyDown}
      >
        <div class="rows" role="presentation" style={{ height: `${items.length * row}px` }}>
          {shown.map((item, index) => {
            const place = first + index;
            return (
              // biome-ignore lint/a11y/useKeyWithClickEvents: the list box has the keys
              // biome-ignore lint/a11y/useFocusableInteractive: the list box has the focus
              <div
                key={place}
                id={`block-${place}`}
                class="row"
                role="option"
                aria-selected={place === at.value}
                aria-setsize={items.length}
                aria-posinset={place + 1}
                style={{ top: `${place * row}px` }}
                onClick={() => choose(item)}
              >
                <Row item={item} />
              </div>
            );
          })}
        </div>
      </div>
    </div>
  );
}

function Row({ item }: { item: ViewItem }) {
  if (item.kind === 'record') {
    return (
      <>
        <span class="dot of-record" />
        <span class="what">Record of messages {range(item.first, item.last)}</span>
        <span class="numbers quiet">{figure(item.tokens)}</span>
      </>
    );
  }
  const facts = timeline.value?.messages[item.message - 1];
  return (
    <>
      <span class={`dot of-${facts?.role}`} />
      <span class="what">
        <span class="quiet numbers">{item.message}</span> {facts && roles[facts.role]}
        {item.kind === 'shortened' && ', shortened'}: {facts?.label}
      </span>
      <span class="numbers quiet">{figure(item.tokens)}</span>
    </>
  );
}
