/**
 * A card with the figures of a played session, as a drawing that becomes an SVG or a PNG file, and as text.
 * It takes numbers only, so no word of a transcript can get into it.
 */

import type { Kept, Share } from '../../../engine/kept.ts';
import type { Summary } from '../../../engine/timeline.ts';
import type { Colour, Palette } from '../stage/palette.ts';
import { figure, percent, plural, shortFigure } from '../words.ts';

export interface Figures {
  window: number;
  summary: Summary;
  kept: Kept;
}

export type Shape =
  | { kind: 'box'; x: number; y: number; width: number; height: number; colour: Colour }
  | {
      kind: 'text';
      x: number;
      y: number;
      size: number;
      isBold: boolean;
      isRight: boolean;
      colour: Colour;
      text: string;
    };

export interface Drawing {
  width: number;
  height: number;
  shapes: Shape[];
}

const font = 'system-ui, sans-serif';

export function rowsOf({ kept }: Figures): [string, Share][] {
  const rows: [string, Share][] = [
    ["The user's messages, word for word", kept.userMessages],
    ['File paths', kept.paths],
    ['Commands', kept.commands],
    ['Numbers and ids', kept.numbers],
    ['Addresses (URLs)', kept.urls],
    ['Names in code', kept.symbols],
  ];
  return rows.filter(([, { total }]) => total > 0);
}

function pairsOf({ window, summary }: Figures): [string, string, string][] {
  return [
    [
      `Prompts over ${figure(window)} tokens`,
      figure(summary.overflowWithout),
      figure(summary.over),
    ],
    ['Tokens sent', shortFigure(summary.sentWithout), shortFigure(summary.sent)],
  ];
}

const title = 'What the records still hold';
const footer = 'Made with epitome, in a browser tab. Figures only.';
const aboutOf = ({ summary, kept }: Figures) =>
  `${plural(summary.steps, 'step')}, ${plural(kept.folded, 'message')} folded`;

export function draw(figures: Figures): Drawing {
  const width = 400;
  const edge = 24;
  const shapes: Shape[] = [];
  const box = (x: number, y: number, w: number, height: number, colour: Colour) =>
    shapes.push({ kind: 'box', x, y, width: w, height, colour });
  const text = (
    x: number,
    y: number,
    said: string,
    { size = 15, isBold = false, isRight = false, colour = 'ink' as Colour } = {},
  ) => shapes.push({ kind: 'text', x, y, size, isBold, isRight, colour, text: said });

  let y = 44;
  text(edge, y, title, { size: 19, isBold: true });
  y += 24;
  text(edge, y, aboutOf(figures), { colour: 'quiet' });
  y += 16;
  for (const [name, { held, total }] of rowsOf(figures)) {
    y += 24;
    text(edge, y, name);
    text(width - edge, y, `${figure(held)} of ${figure(total)}`, { isRight: true, isBold: true });
    y += 8;
    const whole = width - 2 * edge;
    box(edge, y + 5, whole, 1, 'quiet');
    if (held > 0) box(edge, y, (whole * held) / total, 6, 'record');
    y += 8;
  }
  y += 20;
  box(edge, y, width - 2 * edge, 1, 'line');
  y += 28;
  const columns = [width - edge - 88, width - edge] as const;
  text(columns[0], y, 'without', { isRight: true, colour: 'quiet' });
  text(columns[1], y, 'with', { isRight: true, colour: 'quiet' });
  for (const [name, without, withIt] of pairsOf(figures)) {
    y += 26;
    text(edge, y, name);
    text(columns[0], y, without, { isRight: true });
    text(columns[1], y, withIt, { isRight: true, isBold: true });
  }
  y += 36;
  text(edge, y, footer, { size: 13, colour: 'quiet' });
  return { width, height: y + 24, shapes };
}

const escaped = (text: string) => text.replace(/[&<>"]/g, (found) => `&#${found.charCodeAt(0)};`);

export function svgOf({ width, height, shapes }: Drawing, palette: Palette): string {
  const inner = shapes.map((shape) =>
    shape.kind === 'box'
      ? `<rect x="${shape.x}" y="${shape.y}" width="${shape.width}" height="${shape.height}" fill="${palette[shape.colour]}"/>`
      : `<text x="${shape.x}" y="${shape.y}" font-size="${shape.size}" font-weight="${shape.isBold ? 650 : 400}" text-anchor="${shape.isRight ? 'end' : 'start'}" fill="${palette[shape.colour]}">${escaped(shape.text)}</text>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" font-family="${font}"><rect width="${width}" height="${height}" fill="${palette.ground}"/>${inner.join('')}</svg>`;
}

/** Twice as large, for screens that show fine detail. */
export function pngOf({ width, height, shapes }: Drawing, palette: Palette): Promise<Blob | null> {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [width * 2, height * 2];
  const context = canvas.getContext('2d') as CanvasRenderingContext2D;
  context.scale(2, 2);
  context.fillStyle = palette.ground;
  context.fillRect(0, 0, width, height);
  for (const shape of shapes) {
    context.fillStyle = palette[shape.colour];
    if (shape.kind === 'box') {
      context.fillRect(shape.x, shape.y, shape.width, shape.height);
      continue;
    }
    context.font = `${shape.isBold ? 650 : 400} ${shape.size}px ${font}`;
    context.textAlign = shape.isRight ? 'right' : 'left';
    context.fillText(shape.text, shape.x, shape.y);
  }
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'));
}

export function textOf(figures: Figures): string {
  return [
    title,
    aboutOf(figures),
    ...rowsOf(figures).map(
      ([name, { held, total }]) =>
        `${name}: ${figure(held)} of ${figure(total)} (${percent(held, total)})`,
    ),
    ...pairsOf(figures).map(
      ([name, without, withIt]) => `${name}: ${without} without, ${withIt} with`,
    ),
    footer,
  ].join('\n');
}
