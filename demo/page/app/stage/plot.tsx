/** Two lines over the steps of the session. The one that is shown is marked, and chosen, in it. */

import { useSignal, useSignalEffect } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import type uPlot from 'uplot';
import { run, seek, step } from '../player.ts';
import { nextTask, painted } from '../tasks.ts';
import { palette } from './palette.ts';
import 'uplot/dist/uPlot.min.css';

const font = '12px system-ui, sans-serif';

export interface PlotProps {
  /** CSS pixels. */
  height: number;
  /** What the numbers are. */
  unit: string;
  format: (value: number) => string;
  /** For each step: without, and with. */
  lines: () => [number[], number[]];
  /** Draws over the lines, in device pixels. */
  drawMarks?: (chart: uPlot) => void;
}

export function Plot({ height, unit, format, lines, drawMarks }: PlotProps) {
  const place = useRef<HTMLDivElement>(null);
  const chart = useSignal<uPlot | undefined>(undefined);
  const data = (): uPlot.AlignedData => {
    const [without, withIt] = lines();
    return [withIt.map((_, at) => at + 1), without, withIt];
  };

  function drawStep(plot: uPlot) {
    const { ctx, bbox } = plot;
    ctx.fillStyle = palette.peek().ink;
    const x = plot.valToPos(step.peek() + 1, 'x', true);
    ctx.fillRect(Math.round(x), bbox.top, devicePixelRatio, bbox.height);
  }

  useEffect(() => {
    const element = place.current;
    if (element === null) return;
    let isGone = false;
    const observer = new ResizeObserver(() =>
      chart.peek()?.setSize({ width: element.clientWidth, height }),
    );
    const start = async () => {
      await painted();
      const { default: Chart } = await import('uplot');
      await nextTask();
      if (isGone) return;
      const axis = (label: string, size: number): uPlot.Axis => ({
        label,
        size,
        font,
        labelFont: font,
        labelSize: 18,
        stroke: () => palette.peek().quiet,
        grid: { stroke: () => palette.peek().line, width: 1 },
        ticks: { stroke: () => palette.peek().line, width: 1 },
      });
      const line = (colour: 'quiet' | 'ink', width: number): uPlot.Series => ({
        width,
        stroke: () => palette.peek()[colour],
        points: { show: false },
      });
      const values = (_: uPlot, all: number[]) => all.map(format);
      const made = new Chart(
        {
          width: element.clientWidth,
          height,
          legend: { show: false },
          cursor: { y: false, points: { show: false }, drag: { x: false, y: false } },
          scales: {
            x: { time: false, range: (_, least, most) => [least ?? 1, most ?? 2] },
            y: { range: (_, __, most) => [0, (most || 1) * 1.05] },
          },
          axes: [axis('step', 40), { ...axis(unit, 64), values }],
          series: [{}, line('quiet', 1.5), line('ink', 2)],
          hooks: { draw: [(plot) => drawMarks?.(plot), drawStep] },
        },
        data(),
        element,
      );
      const go = (event: PointerEvent) => {
        if (event.buttons !== 1) return;
        const box = made.over.getBoundingClientRect();
        run(false);
        seek(made.posToIdx(event.clientX - box.left));
      };
      made.over.addEventListener('pointerdown', go);
      made.over.addEventListener('pointermove', go);
      chart.value = made;
      observer.observe(element);
    };
    // After the first paint: nothing waits for the library.
    void start();
    return () => {
      isGone = true;
      observer.disconnect();
      chart.peek()?.destroy();
    };
  }, []);

  useSignalEffect(() => {
    chart.value?.setData(data());
  });
  useSignalEffect(() => {
    step.value;
    palette.value;
    chart.value?.redraw(false);
  });

  return <div class="plot" ref={place} style={{ height: `${height}px` }} aria-hidden="true" />;
}
