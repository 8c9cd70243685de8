/** Tokens of each prompt, with and without epitome. */

import type uPlot from 'uplot';
import { timeline } from '../player.ts';
import { figure, money, shortFigure } from '../words.ts';
import { Money, spent } from './money.tsx';
import { palette } from './palette.ts';
import { Plot } from './plot.tsx';
import './chart.css';

const tokens = (): [number[], number[]] => {
  const steps = timeline.value?.steps ?? [];
  return [steps.map(({ history }) => history), steps.map(({ sent }) => sent)];
};

/** Lines across: the window, where epitome folds, and down to where. And a mark at each fold. */
function drawMarks(chart: uPlot) {
  const { ctx, bbox, valToPos } = chart;
  const all = timeline.peek();
  if (all === undefined) return;
  const colours = palette.peek();
  const ratio = devicePixelRatio;
  ctx.save();
  ctx.lineWidth = ratio;
  const across = [
    [all.window, colours.over, []],
    [all.budget?.trigger, colours.quiet, [6, 4]],
    [all.budget?.target, colours.quiet, [2, 4]],
  ] as const;
  for (const [at, colour, dash] of across) {
    if (at === undefined) continue;
    const y = Math.round(valToPos(at, 'y', true));
    if (y < bbox.top) continue;
    ctx.strokeStyle = colour;
    ctx.setLineDash(dash.map((one) => one * ratio));
    ctx.beginPath();
    ctx.moveTo(bbox.left, y);
    ctx.lineTo(bbox.left + bbox.width, y);
    ctx.stroke();
  }
  ctx.font = `${12 * ratio}px system-ui, sans-serif`;
  ctx.textAlign = 'left';
  ctx.textBaseline = 'alphabetic';
  ctx.fillStyle = colours.quiet;
  ctx.fillText('window', bbox.left + 4 * ratio, valToPos(all.window, 'y', true) - 5 * ratio);
  const end = all.steps.at(-1);
  if (end !== undefined && end.history > 2 * all.window) {
    ctx.textAlign = 'right';
    const y = valToPos(end.history, 'y', true) + 34 * ratio;
    ctx.fillText('without', bbox.left + bbox.width, y);
  }
  ctx.fillStyle = colours.record;
  for (const { step } of all.rewrites) {
    const x = valToPos(step + 1, 'x', true);
    ctx.fillRect(x - ratio, bbox.top + bbox.height - 8 * ratio, 2 * ratio, 8 * ratio);
  }
  ctx.restore();
}

export function Chart() {
  const all = timeline.value;
  return (
    <figure class="chart">
      <figcaption>
        <h2>Tokens of each prompt</h2>
        <ul class="key">
          <li class="without">without</li>
          <li class="with">with epitome</li>
          <li class="limit">the window</li>
          <li class="trigger">it folds here</li>
          <li class="target">down to here</li>
          <li class="mark">a fold</li>
        </ul>
      </figcaption>
      <Plot height={260} unit="tokens" format={shortFigure} lines={tokens} drawMarks={drawMarks} />
      <Money />
      <details>
        <summary>The same as a table</summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keyboard */}
        <section class="wide" tabIndex={0} aria-label="Tokens and money at each fold, as a table">
          <table class="numbers">
            <caption class="visually-hidden">Tokens and money at each fold</caption>
            <thead>
              <tr>
                <th scope="col">Before step</th>
                <th scope="col">Tokens said by then</th>
                <th scope="col">Prompt without this fold</th>
                <th scope="col">Prompt as sent</th>
                <th scope="col">Paid by then, without epitome</th>
                <th scope="col">Paid by then</th>
              </tr>
            </thead>
            <tbody>
              {all?.rewrites.map(({ step, before, after }) => (
                <tr key={step}>
                  <td>{step + 1}</td>
                  <td>{figure(all.steps[step]?.history ?? 0)}</td>
                  <td>{figure(before)}</td>
                  <td>{figure(after)}</td>
                  <td>{money(spent.value?.without[step] ?? 0)}</td>
                  <td>{money(spent.value?.with[step] ?? 0)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      </details>
    </figure>
  );
}
