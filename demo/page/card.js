/** A picture with the verdict, of the size of link previews: figures alone, and no name of a session. */

import { colours } from './palette.js';
import { figure } from './text.js';

const size = { width: 1200, height: 630 };
const margin = 64;

/** `verdict` is what became of the session with epitome. */
export function drawCard({ film, verdict }) {
  const { diesAt, stepCount, info, length } = film;
  const canvas = Object.assign(document.createElement('canvas'), size);
  const context = canvas.getContext('2d');
  const { panel, ink, soft, alarm, record } = colours();
  context.fillStyle = panel;
  context.fillRect(0, 0, size.width, size.height);
  const write = (text, y, height, colour, weight = 400) => {
    context.fillStyle = colour;
    context.font = `${weight} ${height}px system-ui, sans-serif`;
    context.fillText(text, margin, y, size.width - 2 * margin);
  };
  const history = film.at(length)?.history ?? 0;
  const about = `${figure(stepCount)} steps, ${figure(history)} tokens, in a window of ${figure(info.windowTokens)}`;
  const without = diesAt === undefined ? 'everything fits' : `dead at step ${figure(diesAt)}`;
  write('epitome', 110, 40, ink, 650);
  write(about, 170, 30, soft);
  write('Without', 290, 30, soft);
  write(without, 350, 56, diesAt === undefined ? ink : alarm, 650);
  write('With', 450, 30, soft);
  write(verdict, 510, 56, record, 650);
  write('npm install epitome', 580, 28, soft);
  return canvas;
}
