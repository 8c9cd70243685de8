/** The strip and its folds as lists, for whoever reads rather than looks. */

import { computed, useSignal } from '@preact/signals';
import { render } from 'preact';
import { film, grown, step } from './store.js';
import { figure, itemText, rewriteText } from './text.js';

/** Rewrites that are listed; of more only the folds, and of those the newest. */
const mostLogged = 200;
/** Items of a view that are listed, the newest of a very long one. */
const mostItems = 500;

function Items({ onChoose }) {
  const isOpen = useSignal(false);
  // A closed list costs nothing while a session plays.
  const items = isOpen.value && film.value ? film.value.itemsAt(step.value) : [];
  const hidden = Math.max(0, items.length - mostItems);
  return (
    <details
      class="items"
      onToggle={({ currentTarget }) => {
        isOpen.value = currentTarget.open;
      }}
    >
      <summary>What the model is sent at this step, as a list</summary>
      <ol>
        {hidden > 0 && <li>{figure(hidden)} earlier items are not listed.</li>}
        {items.slice(hidden).map((item, at) => (
          <li key={`${item.kind} ${item.id ?? item.number} ${item.role}`}>
            <button type="button" onClick={() => onChoose(hidden + at)}>
              {itemText(item)}
            </button>
          </li>
        ))}
      </ol>
    </details>
  );
}

/** The items of the present view; `onChoose(index)` is told which one is wanted. */
export function mountItems(target, { onChoose }) {
  render(<Items onChoose={onChoose} />, target);
}

/** The step of the rewrite that the present step goes on from. */
const current = computed(() => film.value?.keyframeOf(step.value)?.step);

function Folds({ onSeek }) {
  const isListed = grown.value > 0 && film.value?.isComplete;
  const all = isListed ? film.value.keyframes() : [];
  return all
    .filter(({ folds, edits }) => folds.length > 0 || (edits > 0 && all.length < mostLogged))
    .slice(-mostLogged)
    .map((keyframe) => (
      <li key={keyframe.step}>
        <button
          type="button"
          data-step={keyframe.step}
          aria-current={keyframe.step === current.value ? 'true' : undefined}
          onClick={() => onSeek(keyframe.step)}
        >
          {rewriteText(keyframe)}
        </button>
      </li>
    ));
}

/** Rewrites in order; `onSeek(step)` is told which one is wanted. */
export function mountFolds(target, { onSeek }) {
  render(<Folds onSeek={onSeek} />, target);
}
