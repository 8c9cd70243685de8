/** All that was said, in rows that are each one window wide. What is in a record by now has its colour. */

import { useComputed } from '@preact/signals';
import { current, selection, timeline, view } from '../player.ts';
import { figure, shortFigure } from '../words.ts';
import { Canvas } from './canvas.tsx';
import { hovered } from './hovered.ts';
import { palette } from './palette.ts';

/** CSS pixels: of all rows together at the most, and of one row. */
const mostHeight = 220;
const mostRow = 16;
const gap = 3;

export function History() {
  /** Where each message begins in the history, in tokens, and where the last ends. */
  const starts = useComputed(() => {
    const places = [timeline.value?.system ?? 0];
    for (const { tokens } of timeline.value?.messages ?? []) {
      places.push((places.at(-1) as number) + tokens);
    }
    return places;
  });
  const all = timeline.value;
  if (all === undefined) return null;
  const { window } = all;
  const rows = Math.max(1, Math.ceil((starts.value.at(-1) as number) / window));
  const pitch = Math.min(mostRow + gap, mostHeight / rows);
  const row = pitch > 6 ? pitch - gap : pitch * 0.75;

  function draw(context: CanvasRenderingContext2D, width: number) {
    const colours = palette.value;
    const seen = current.value?.seen ?? 0;
    const records = view.value.flatMap((item) => (item.kind === 'record' ? [item] : []));
    const chosen = hovered.value ?? selection.value;
    const scale = width / window;
    context.fillStyle = colours.line;
    context.globalAlpha = 0.45;
    for (let r = 0; r < rows; r += 1) context.fillRect(0, r * pitch, width, row);
    context.globalAlpha = 1;
    /** Fills tokens [from, to) of the history, row by row. */
    const fill = (from: number, to: number, inset = 0) => {
      for (let r = Math.floor(from / window); r * window < to; r += 1) {
        const left = Math.max(0, from - r * window) * scale;
        const right = Math.min(window, to - r * window) * scale;
        context.fillRect(
          left,
          r * pitch + inset,
          Math.max(0.5, right - left - 0.5),
          row - 2 * inset,
        );
      }
    };
    const standing = new Set(
      view.value.flatMap((item) => (item.kind === 'record' ? [] : [item.message])),
    );
    for (const [index, { role }] of (all?.messages ?? []).slice(0, seen).entries()) {
      const [from, to] = [starts.value[index] as number, starts.value[index + 1] as number];
      const isFolded = !standing.has(index + 1);
      context.fillStyle = role === 'system' ? colours.quiet : colours[role];
      context.globalAlpha = isFolded ? 0.28 : 1;
      fill(from, to);
    }
    context.globalAlpha = 1;
    context.fillStyle = colours.record;
    for (const record of records) {
      const [from, to] = [
        starts.value[record.first - 1] as number,
        starts.value[record.last] as number,
      ];
      const isChosen =
        chosen !== undefined && 'record' in chosen && chosen.record === record.record;
      context.globalAlpha = isChosen ? 0.75 : 0.3;
      fill(from, to, isChosen ? 0 : row / 3);
    }
    context.globalAlpha = 1;
    if (chosen !== undefined && 'message' in chosen && chosen.message <= seen) {
      const [from, to] = [
        starts.value[chosen.message - 1] as number,
        starts.value[chosen.message] as number,
      ];
      context.fillStyle = colours.ink;
      fill(from, Math.max(to, from + 2 / scale));
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
        label={`The history has ${figure(said)} tokens by now. Each row is a window of ${shortFigure(window)}.`}
        draw={draw}
        onPoint={(at, isPressed) => {
          const message = at && messageAt(at);
          hovered.value = message === undefined ? undefined : { message };
          if (isPressed && message !== undefined) selection.value = { message };
        }}
      />
    </figure>
  );
}
