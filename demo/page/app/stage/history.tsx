/** All that was said, in rows that are each one window wide. What is in a record by now has its colour. */

import { current, run, selection, timeline, view } from '../player.ts';
import { figure, shortFigure } from '../words.ts';
import { rowCount, starts } from './blocks.ts';
import { Canvas } from './canvas.tsx';
import { hovered } from './hovered.ts';
import { type Box, paint, paintRoom, palette } from './palette.ts';

/** CSS pixels: of all rows together at the most, and of one row. */
const mostHeight = 220;
const mostRow = 16;
const gap = 3;

/** From one row to the next, and of that the row itself. */
export function rowsOf(rows: number) {
  const pitch = Math.min(mostRow + gap, mostHeight / rows);
  return { pitch, row: pitch > 6 ? pitch - gap : pitch * 0.75 };
}

export function History() {
  const all = timeline.value;
  if (all === undefined) return null;
  const { window } = all;
  const rows = rowCount.value;
  const { pitch, row } = rowsOf(rows);

  function draw(context: CanvasRenderingContext2D, width: number) {
    const colours = palette.value;
    const seen = current.value?.seen ?? 0;
    const chosen = hovered.value ?? selection.value;
    const scale = width / window;
    for (let r = 0; r < rows; r += 1) {
      paintRoom(context, { x: 0, y: r * pitch, width, height: row }, colours);
    }
    /** Fills tokens [from, to) of the history, row by row. */
    const fill = (from: number, to: number, inset: number, one: (box: Box) => void) => {
      for (let r = Math.floor(from / window); r * window < to; r += 1) {
        const left = Math.max(0, from - r * window) * scale;
        const right = Math.min(window, to - r * window) * scale;
        const size = Math.max(0.5, right - left - 0.5);
        one({ x: left, y: r * pitch + inset, width: size, height: row - 2 * inset });
      }
    };
    const between = (first: number, last: number) =>
      [starts.value[first - 1] as number, starts.value[last] as number] as const;
    const standing = new Set(
      view.value.flatMap((item) => (item.kind === 'record' ? [] : [item.message])),
    );
    for (const [index, { role }] of (all?.messages ?? []).slice(0, seen).entries()) {
      const [from, to] = between(index + 1, index + 1);
      context.globalAlpha = standing.has(index + 1) ? 1 : 0.28;
      fill(from, to, 0, (box) => paint(context, box, role, colours));
    }
    for (const item of view.value) {
      if (item.kind !== 'record') continue;
      const isChosen = chosen !== undefined && 'record' in chosen && chosen.record === item.record;
      context.globalAlpha = isChosen ? 0.75 : 0.3;
      const [from, to] = between(item.first, item.last);
      fill(from, to, isChosen ? 0 : row / 3, (box) => paint(context, box, 'record', colours));
    }
    context.globalAlpha = 1;
    if (chosen !== undefined && 'message' in chosen && chosen.message <= seen) {
      const [from, to] = between(chosen.message, chosen.message);
      context.fillStyle = colours.ink;
      fill(from, Math.max(to, from + 2 / scale), 0, ({ x, y, width: size, height }) =>
        context.fillRect(x, y, size, height),
      );
    }
  }

  /** The message at a place. */
  function messageAt({ x, y, width }: { x: number; y: number; width: number }) {
    const token = Math.floor(y / pitch) * window + (x / width) * window;
    const index = starts.value.findIndex(
      (start, at) => start <= token && token < (starts.value[at + 1] ?? 0),
    );
    return index >= 0 && index < (current.value?.seen ?? 0) ? index + 1 : undefined;
  }

  const said = current.value?.history ?? 0;
  return (
    <figure class="strip">
      <figcaption>
        <h2>What was said</h2>
        <p class="numbers quiet">
          <b>{figure(said)}</b> tokens, {(said / window).toFixed(1)} windows
        </p>
      </figcaption>
      <Canvas
        height={Math.ceil(rows * pitch)}
        label={`The history has ${figure(said)} tokens by now. Each row is as long as the window, ${shortFigure(window)} tokens.`}
        draw={draw}
        onPoint={(at, isPressed) => {
          const message = at && messageAt(at);
          hovered.value = message === undefined ? undefined : { message };
          if (!isPressed || message === undefined) return;
          run(false);
          selection.value = { message };
        }}
      />
    </figure>
  );
}
