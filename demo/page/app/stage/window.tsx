/** What the model is shown, to scale, in a row that is its window. A fold is seen as it happens. */

import { useSignal, useSignalEffect } from '@preact/signals';
import { useRef } from 'preact/hooks';
import type { ViewItem } from '../../../engine/timeline.ts';
import { current, isStill, selection, step, timeline, view } from '../player.ts';
import { figure, percent } from '../words.ts';
import { Canvas } from './canvas.tsx';
import { hovered } from './hovered.ts';
import { palette } from './palette.ts';

/** CSS pixels. */
const row = 52;
const scaleHeight = 20;
/** Milliseconds of a fold. */
const foldTime = 700;

interface Block {
  item: ViewItem;
  /** Tokens. */
  from: number;
  to: number;
}

function blocksOf(items: readonly ViewItem[], system: number): Block[] {
  let at = system;
  return items.map((item) => {
    const from = at;
    at += item.tokens;
    return { item, from, to: at };
  });
}

/** Where a block of the old view goes: to its own new place, or into the record that stands for it. */
function placeIn(blocks: readonly Block[], { item, from }: Block): { from: number; to: number } {
  if (item.kind === 'record') {
    const same = blocks.find(
      (one) => one.item.kind === 'record' && one.item.record === item.record,
    );
    const wider = blocks.find(
      ({ item: one }) => one.kind === 'record' && one.first <= item.first && one.last >= item.last,
    );
    return same ?? wider ?? { from, to: from };
  }
  const own = blocks.find(({ item: one }) => one.kind !== 'record' && one.message === item.message);
  if (own !== undefined) return own;
  const record = blocks.find(
    ({ item: one }) =>
      one.kind === 'record' && one.first <= item.message && item.message <= one.last,
  );
  if (record === undefined || record.item.kind !== 'record') return { from, to: from };
  const { first, last } = record.item;
  const share = (record.to - record.from) / (last - first + 1);
  const left = record.from + (item.message - first) * share;
  return { from: left, to: left + share };
}

const keyOf = (item: ViewItem) =>
  item.kind === 'record' ? { record: item.record } : { message: item.message };

export function Window() {
  /** The view before a fold, while the fold is shown. */
  const before = useSignal<Block[] | undefined>(undefined);
  const progress = useSignal(1);
  const last = useRef(0);

  useSignalEffect(() => {
    const now = step.value;
    const all = timeline.peek();
    const from = last.current;
    last.current = now;
    const isFold = all?.steps[now]?.rewrite !== undefined;
    if (!isFold || now <= from || now - from > 3 || isStill.matches) {
      before.value = undefined;
      progress.value = 1;
      return;
    }
    before.value = shown.current;
    const start = performance.now();
    const tick = (time: number) => {
      if (before.value === undefined) return;
      progress.value = Math.min(1, (time - start) / foldTime);
      if (progress.value < 1) requestAnimationFrame(tick);
      else before.value = undefined;
    };
    requestAnimationFrame(tick);
  });
  /** What was drawn last. */
  const shown = useRef<Block[]>([]);
  const all = timeline.value;
  if (all === undefined) return null;
  const { window, system, budget } = all;

  function draw(context: CanvasRenderingContext2D, width: number) {
    const colours = palette.value;
    const scale = width / window;
    const chosen = hovered.value ?? selection.value;
    const blocks = blocksOf(view.value, system);
    const box = (from: number, to: number, colour: string, alpha = 1) => {
      context.globalAlpha = alpha;
      context.fillStyle = colour;
      const size = (to - from) * scale;
      context.fillRect(from * scale, 0, Math.max(0.5, size > 3 ? size - 1 : size), row);
      context.globalAlpha = 1;
    };
    const colourOf = (item: ViewItem) => {
      if (item.kind === 'record') return colours.record;
      const role = all?.messages[item.message - 1]?.role ?? 'user';
      return role === 'system' ? colours.quiet : colours[role];
    };
    box(0, window, colours.line, 0.45);
    if (system > 0) box(0, system, colours.quiet);
    if (before.value === undefined) {
      shown.current = blocks;
      for (const { item, from, to } of blocks) {
        box(from, to, colourOf(item), item.kind === 'shortened' ? 0.55 : 1);
      }
    } else {
      // Eases out.
      const t = 1 - (1 - progress.value) ** 3;
      for (const block of before.value) {
        const place = placeIn(blocks, block);
        const from = block.from + (place.from - block.from) * t;
        const to = block.to + (place.to - block.to) * t;
        box(from, to, colourOf(block.item), 1);
        const goes = !blocks.some(
          ({ item }) => JSON.stringify(keyOf(item)) === JSON.stringify(keyOf(block.item)),
        );
        if (goes) box(from, to, colours.record, t);
      }
    }
    const marked =
      chosen && blocks.find(({ item }) => JSON.stringify(keyOf(item)) === JSON.stringify(chosen));
    if (marked) {
      context.strokeStyle = colours.ink;
      context.lineWidth = 2;
      context.strokeRect(
        marked.from * scale + 1,
        1,
        Math.max(2, (marked.to - marked.from) * scale - 2),
        row - 2,
      );
    }
    context.font = '12px system-ui, sans-serif';
    context.fillStyle = colours.quiet;
    for (const [name, at] of [
      ['target', budget?.target],
      ['trigger', budget?.trigger],
    ] as const) {
      if (at === undefined) continue;
      context.fillStyle = colours.ink;
      context.fillRect(at * scale, -2, 1, row + 6);
      context.fillStyle = colours.quiet;
      context.fillText(name, Math.min(at * scale + 4, width - 44), row + 15);
    }
  }

  function itemAt({ x, y, width }: { x: number; y: number; width: number }) {
    if (y > row) return undefined;
    const token = (x / width) * window;
    return blocksOf(view.value, system).find(({ from, to }) => from <= token && token < to)?.item;
  }

  const sent = current.value?.sent ?? 0;
  return (
    <figure class="strip">
      <figcaption>
        <h2>What the model is shown</h2>
        <p class="numbers quiet">
          <b>{figure(sent)}</b> tokens, {percent(sent, window)} of its window
        </p>
      </figcaption>
      <Canvas
        height={row + scaleHeight}
        label={`${figure(sent)} of ${figure(window)} tokens, in ${view.value.length} blocks. The list below has them all.`}
        draw={draw}
        onPoint={(at, isPressed) => {
          const item = at && itemAt(at);
          hovered.value = item && keyOf(item);
          if (isPressed && item) selection.value = keyOf(item);
        }}
      />
      <ul class="legend">
        <li class="of-user">user</li>
        <li class="of-assistant">assistant</li>
        <li class="of-tool">tool results</li>
        <li class="of-record">record: stands for folded messages</li>
      </ul>
    </figure>
  );
}
