/** Tokens of each request, with and without epitome. */

import { useSignalEffect } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type uPlot from 'uplot';
import { run, seek, step, timeline } from '../player.ts';
import { figure, shortFigure } from '../words.ts';
import { palette } from './palette.ts';
import 'uplot/dist/uPlot.min.css';

const height = 220;

function dataOf(): uPlot.AlignedData {
  const steps = timeline.value?.steps ?? [];
  return [
    steps.map((_, at) => at + 1),
    steps.map(({ history }) => history),
    steps.map(({ sent }) => sent),
  ];
}

/** Lines across: the window, where epitome rewrites, and how far down. And a mark at each rewrite. */
function drawMarks(chart: uPlot) {
  const all = timeline.value;
  if (all === undefined) return;
  const { ctx, bbox } = chart;
  const colours = palette.value;
  ctx.save();
  ctx.lineWidth = devicePixelRatio;
  ctx.font = `${12 * devicePixelRatio}px system-ui, sans-serif`;
  const lines = [
    ['window', all.window, colours.over, []],
    ['trigger', all.budget?.trigger, colours.quiet, [6, 4]],
    ['target', all.budget?.target, colours.quiet, [2, 4]],
  ] as const;
  for (const [, at, colour, dash] of lines) {
    if (at === undefined) continue;
    const y = Math.round(chart.valToPos(at, 'y', true));
    ctx.strokeStyle = colour;
    ctx.setLineDash(dash.map((one) => one * devicePixelRatio));
    ctx.beginPath();
    ctx.moveTo(bbox.left, y);
    ctx.lineTo(bbox.left + bbox.width, y);
    ctx.stroke();
  }
  ctx.fillStyle = colours.record;
  for (const rewrite of all.rewrites) {
    const x = chart.valToPos(rewrite.step + 1, 'x', true);
    ctx.fillRect(
      x - devicePixelRatio,
      bbox.top + bbox.height - 8 * devicePixelRatio,
      2 * devicePixelRatio,
      8 * devicePixelRatio,
    );
  }
  const x = chart.valToPos(step.peek() + 1, 'x', true);
  ctx.fillStyle = colours.ink;
  ctx.fillRect(x, bbox.top, devicePixelRatio, bbox.height);
  ctx.restore();
}

export function Chart() {
  const place = useRef<HTMLDivElement>(null);
  const chart = useRef<uPlot | undefined>(undefined);

  useEffect(() => {
    const element = place.current;
    if (element === null) return;
    let gone = false;
    const observer = new ResizeObserver(() =>
      chart.current?.setSize({ width: element.clientWidth, height }),
    );
    // After the first paint: nothing waits for the library.
    requestAnimationFrame(async () => {
      const { default: Plot } = await import('uplot');
      if (gone) return;
      const axis = (label: string, size: number): uPlot.Axis => ({
        label,
        size,
        stroke: () => palette.value.quiet,
        grid: { stroke: () => palette.value.line, width: 1 },
        ticks: { stroke: () => palette.value.line, width: 1 },
        font: '12px system-ui, sans-serif',
        labelFont: '12px system-ui, sans-serif',
        labelSize: 18,
      });
      const line = (
        label: string,
        colour: 'assistant' | 'accent',
        width: number,
      ): uPlot.Series => ({
        label,
        width,
        stroke: () => palette.value[colour],
        points: { show: false },
        value: (_, value) => (value === null ? '–' : figure(value)),
      });
      chart.current = new Plot(
        {
          width: element.clientWidth,
          height,
          legend: { show: false },
          cursor: { y: false, points: { show: false }, drag: { x: false, y: false } },
          scales: { x: { time: false }, y: { range: (_, __, most) => [0, most * 1.05] } },
          axes: [
            axis('request', 40),
            {
              ...axis('tokens', 64),
              values: (_, values) => values.map((value) => shortFigure(value)),
            },
          ],
          series: [
            { label: 'request' },
            line('without', 'assistant', 1.5),
            line('with epitome', 'accent', 2),
          ],
          hooks: { draw: [drawMarks] },
        },
        dataOf(),
        element,
      );
      chart.current.over.addEventListener('click', () => {
        const at = chart.current?.cursor.idx;
        if (at === null || at === undefined) return;
        run(false);
        seek(at);
      });
      observer.observe(element);
    });
    return () => {
      gone = true;
      observer.disconnect();
      chart.current?.destroy();
    };
  }, []);

  useSignalEffect(() => {
    const data = dataOf();
    chart.current?.setData(data);
  });
  useSignalEffect(() => {
    step.value;
    palette.value;
    chart.current?.redraw(false);
  });

  const all = timeline.value;
  return (
    <figure class="chart">
      <figcaption>
        <h2>Tokens of each request</h2>
        <p class="key quiet">
          <span class="without">without</span> <span class="with">with epitome</span>{' '}
          <span class="limit">the window</span> <span class="mark">a fold</span>; dashed: where it
          folds, and down to where
        </p>
      </figcaption>
      <div class="plot" ref={place} aria-hidden="true" />
      <details>
        <summary>The same as a table</summary>
        <table class="numbers">
          <thead>
            <tr>
              <th scope="col">fold before request</th>
              <th scope="col">tokens without it</th>
              <th scope="col">tokens sent</th>
              <th scope="col">history</th>
            </tr>
          </thead>
          <tbody>
            {all?.rewrites.map(({ step, before, after }) => (
              <tr key={step}>
                <td>{step + 1}</td>
                <td>{figure(before)}</td>
                <td>{figure(after)}</td>
                <td>{figure(all.steps[step]?.history ?? 0)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  );
}
