/** What the model is shown, to scale, in a row that is its window. A fold is seen as it happens. */

import { useComputed, useSignal, useSignalEffect } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { current, isStill, run, selection, step, timeline } from '../player.ts';
import { figure, percent, range } from '../words.ts';
import { type Block, blocks, keyOf, type Move, movesOf, paintOf, selectionOf } from './blocks.ts';
import { Canvas } from './canvas.tsx';
import { hovered } from './hovered.ts';
import { type Paint, paint, paintRoom, palette } from './palette.ts';
import './window.css';

/** CSS pixels. */
export const windowRow = 52;
const marksHeight = 22;
/** Milliseconds of a fold, and how many steps at once are still seen as moving on. */
const foldTime = 700;
const mostSteps = 8;

export function Window() {
  /** The fold that is being seen, and how far it is. */
  const fold = useSignal<Move[] | undefined>(undefined);
  const progress = useSignal(1);
  const last = useRef<{ step: number; session?: readonly unknown[]; blocks: Block[] }>({
    step: 0,
    blocks: [],
  });

  useSignalEffect(() => {
    const now = step.value;
    const next = blocks.value;
    const all = timeline.peek();
    const before = last.current;
    last.current = { step: now, blocks: next, ...(all && { session: all.steps }) };
    const isOn =
      before.session === all?.steps && now > before.step && now - before.step <= mostSteps;
    if (!isOn || isStill.matches) {
      if (now !== before.step || before.session !== all?.steps) fold.value = undefined;
      return;
    }
    const isFold = all?.rewrites.some((one) => one.step > before.step && one.step <= now);
    if (!isFold) return;
    const moves = movesOf(before.blocks, next);
    fold.value = moves;
    progress.value = 0;
    let start: number | undefined;
    const tick = (time: number) => {
      if (fold.value !== moves) return;
      start ??= time;
      progress.value = Math.min(1, (time - start) / foldTime);
      if (progress.value < 1) requestAnimationFrame(tick);
      else fold.value = undefined;
    };
    requestAnimationFrame(tick);
  });

  const lastFold = useComputed(() =>
    timeline.value?.rewrites.findLast((one) => one.step <= step.value && one.folds.length > 0),
  );
  const all = timeline.value;
  if (all === undefined) return null;
  const { window, system, budget } = all;
  const reply = budget?.reply ?? 0;

  function draw(context: CanvasRenderingContext2D, width: number) {
    const colours = palette.value;
    const scale = width / window;
    const box = (from: number, to: number, as: Paint, alpha = 1) => {
      const size = (to - from) * scale;
      // A gap between blocks that are wide enough for one.
      const drawn = Math.max(0.5, size > 3 ? size - 1 : size);
      context.globalAlpha = alpha;
      paint(context, { x: from * scale, y: 0, width: drawn, height: windowRow }, as, colours);
      context.globalAlpha = 1;
    };
    paintRoom(context, { x: 0, y: 0, width, height: windowRow }, colours);
    if (reply > 0) drawReply(context, width, scale);
    if (system > 0) box(0, system, 'system');
    if (fold.value === undefined) {
      for (const { item, from, to } of blocks.value) {
        box(from, to, paintOf(item), item.kind === 'shortened' ? 0.55 : 1);
      }
      if (current.value?.rewrite !== undefined) markRecords(context, scale);
    } else {
      drawFold(fold.value, box);
    }
    const chosen = hovered.value ?? selection.value;
    const key =
      chosen && ('record' in chosen ? `record ${chosen.record}` : `message ${chosen.message}`);
    const marked = blocks.value.find(({ item }) => keyOf(item) === key);
    if (marked) {
      context.strokeStyle = colours.ink;
      context.lineWidth = 2;
      const size = Math.max(2, (marked.to - marked.from) * scale - 2);
      context.strokeRect(marked.from * scale + 1, 1, size, windowRow - 2);
    }
    drawMarks(context, width, scale);
  }

  function drawFold(
    moves: readonly Move[],
    box: (from: number, to: number, as: Paint, alpha?: number) => void,
  ) {
    // Eases out.
    const t = 1 - (1 - progress.value) ** 3;
    const known = new Set(moves.map(({ item }) => keyOf(item)));
    for (const { item, from, to } of blocks.value) {
      // What came since fades in; a record is made of what folds into it.
      if (!known.has(keyOf(item)) && item.kind !== 'record') box(from, to, paintOf(item), t);
    }
    for (const { item, before, after, isFolded } of moves) {
      const from = before.from + (after.from - before.from) * t;
      const to = before.to + (after.to - before.to) * t;
      box(from, to, paintOf(item));
      if (isFolded) box(from, to, 'record', t);
    }
  }

  /** A frame around what the fold right before this step wrote. */
  function markRecords(context: CanvasRenderingContext2D, scale: number) {
    context.strokeStyle = palette.value.ink;
    context.lineWidth = 1;
    for (const { item, from, to } of blocks.value) {
      const isNew = all?.records.some(
        (record) =>
          item.kind === 'record' && record.id === item.record && record.from === step.value,
      );
      if (!isNew) continue;
      context.strokeRect(
        from * scale + 0.5,
        0.5,
        Math.max(2, (to - from) * scale - 1),
        windowRow - 1,
      );
    }
  }

  /** The room that the reply has: lines across, no block. */
  function drawReply(context: CanvasRenderingContext2D, width: number, scale: number) {
    const left = width - reply * scale;
    context.save();
    context.beginPath();
    context.rect(left, 0, width - left, windowRow);
    context.clip();
    context.strokeStyle = palette.value.line;
    context.lineWidth = 1;
    context.beginPath();
    for (let x = left - windowRow; x < width; x += 8) {
      context.moveTo(x, windowRow);
      context.lineTo(x + windowRow, 0);
    }
    context.stroke();
    context.restore();
  }

  function drawMarks(context: CanvasRenderingContext2D, width: number, scale: number) {
    const colours = palette.value;
    context.font = '12px system-ui, sans-serif';
    const isNarrow = width < 480;
    for (const [name, at] of [
      [isNarrow ? 'down to here' : 'a fold goes down to here', budget?.target],
      [isNarrow ? 'folds here' : 'it folds here', budget?.trigger],
    ] as const) {
      if (at === undefined) continue;
      context.fillStyle = colours.ink;
      context.fillRect(at * scale, 0, 1, windowRow + 6);
      context.fillStyle = colours.quiet;
      const room = context.measureText(name).width;
      context.fillText(name, Math.min(at * scale + 5, width - room), windowRow + 16);
    }
    if (reply * scale < 70) return;
    context.fillStyle = colours.quiet;
    const name = 'for the reply';
    context.fillText(name, width - context.measureText(name).width, windowRow + 16);
  }

  function itemAt({ x, y, width }: { x: number; y: number; width: number }) {
    if (y > windowRow) return undefined;
    const token = (x / width) * window;
    return blocks.value.find(({ from, to }) => from <= token && token < to)?.item;
  }

  const sent = current.value?.sent ?? 0;
  const made = lastFold.value;
  return (
    <figure class="strip">
      <figcaption>
        <h2>What the model is shown</h2>
        <p class="numbers quiet">
          <b>{figure(sent)}</b> tokens, {percent(sent, window)} of its window
        </p>
      </figcaption>
      <Canvas
        height={windowRow + marksHeight}
        label={`${figure(sent)} of ${figure(window)} tokens, in ${blocks.value.length} blocks. The list below has them all.`}
        draw={draw}
        onPoint={(at, isPressed) => {
          const item = at && itemAt(at);
          hovered.value = item && selectionOf(item);
          if (!isPressed || !item) return;
          run(false);
          selection.value = selectionOf(item);
        }}
      />
      <p class="last-fold numbers" data-fold={made === undefined ? undefined : made.step + 1}>
        {made === undefined ? (
          <span class="quiet">No fold yet.</span>
        ) : (
          <>
            <span class="of-record dot" />{' '}
            {made.step === step.value ? 'Just folded' : `Folded before step ${made.step + 1}`}:{' '}
            {made.folds
              .filter(({ kind }) => kind === 'fold')
              .map(
                ({ first, last, before, after }) =>
                  `messages ${range(first, last)}, ${figure(before)} tokens, became a record of ${figure(after)}`,
              )
              .join('; ')}
            .
          </>
        )}
      </p>
      <ul class="legend">
        <li class="of-user">user</li>
        <li class="of-assistant">assistant</li>
        <li class="of-tool">tool results</li>
        <li class="of-record">record: stands for folded messages</li>
      </ul>
    </figure>
  );
}
