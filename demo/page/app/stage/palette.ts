/** The page's colours for canvases, which know no custom properties, and how a block is painted. */

import { signal } from '@preact/signals';

const names = [
  'user',
  'assistant',
  'tool',
  'record',
  'over',
  'ink',
  'quiet',
  'line',
  'ground',
] as const;
export type Colour = (typeof names)[number];

const isForced = matchMedia('(forced-colors: active)');

function read() {
  const probe = document.createElement('span');
  probe.className = 'palette';
  document.body.append(probe);
  const entries = names.map((name) => {
    probe.style.color = `var(--${name})`;
    return [name, getComputedStyle(probe).color];
  });
  probe.remove();
  const colours = Object.fromEntries(entries) as Record<Colour, string>;
  return { ...colours, isForced: isForced.matches };
}
export type Palette = Readonly<ReturnType<typeof read>>;

export const palette = signal<Palette>(read());

for (const query of [matchMedia('(prefers-color-scheme: dark)'), isForced]) {
  query.addEventListener('change', () => {
    palette.value = read();
  });
}

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}
export type Paint = 'system' | 'user' | 'assistant' | 'tool' | 'record';

/** Paints a block. Where the reader's system sets the colours, roles differ by pattern as well. */
export function paint(context: CanvasRenderingContext2D, box: Box, as: Paint, colours: Palette) {
  const { x, y, width, height } = box;
  context.fillStyle = as === 'system' ? colours.quiet : colours[as];
  const isHollow = colours.isForced && (as === 'tool' || as === 'record');
  if (!isHollow || width < 3 || height < 3) {
    context.fillRect(x, y, width, height);
    return;
  }
  context.save();
  context.beginPath();
  context.rect(x, y, width, height);
  context.clip();
  context.fillStyle = colours.ground;
  context.fill();
  context.strokeStyle = as === 'record' ? colours.record : colours.ink;
  context.lineWidth = 2;
  context.stroke();
  if (as === 'record') {
    for (let at = x - height; at < x + width; at += 6) {
      context.moveTo(at, y + height);
      context.lineTo(at + height, y);
    }
    context.stroke();
  }
  context.restore();
}

/** The empty room that blocks fill. */
export function paintRoom(context: CanvasRenderingContext2D, box: Box, colours: Palette) {
  const { x, y, width, height } = box;
  if (colours.isForced) {
    context.strokeStyle = colours.line;
    context.lineWidth = 1;
    context.strokeRect(x + 0.5, y + 0.5, width - 1, height - 1);
    return;
  }
  context.globalAlpha = 0.45;
  context.fillStyle = colours.line;
  context.fillRect(x, y, width, height);
  context.globalAlpha = 1;
}
