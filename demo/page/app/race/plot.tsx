/** Cost against what survives, one point for each way. */

import { Fragment } from 'preact';
import { percent } from '../words.ts';
import type { Result } from './race.tsx';

const dollars = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  maximumSignificantDigits: 2,
});

/** Points nearer than this, in percent of the plot, have their numbers one above the other. */
const near = { x: 8, y: 9 };

export function Plot({ results }: { results: Result[] }) {
  const points = results.flatMap(({ runner, figures, cost }, at) =>
    figures === undefined || cost === undefined || figures.wanted === 0
      ? []
      : [{ number: at + 1, name: runner.way.name, cost, figures }],
  );
  const most = 1.1 * Math.max(0, ...points.map(({ cost }) => cost)) || 1;
  const placed: { x: number; y: number; label: number }[] = [];
  for (const { cost, figures } of points) {
    const point = { x: (100 * cost) / most, y: (100 * figures.held) / figures.wanted, label: 0 };
    const isTaken = (one: { x: number; label: number }) =>
      Math.abs(one.x - point.x) < near.x && Math.abs(one.label - point.label) < near.y;
    point.label = point.y;
    while (placed.some(isTaken)) point.label -= near.y / 2;
    placed.push(point);
  }
  const said = points.map(
    ({ number, name, figures }) =>
      `${number}, ${name}: ${percent(figures.held, figures.wanted)} survives`,
  );
  return (
    <figure class="race-plot numbers">
      <figcaption>What survives, up, and cost, right. Best is high and left.</figcaption>
      <div class="race-field" role="img" aria-label={`Plot. ${said.join('; ')}`}>
        {[0, 50, 100].map((at) => (
          <span key={at} class="race-line" style={{ bottom: `${at}%` }}>
            {at} %
          </span>
        ))}
        {placed.map(({ x, y, label }, index) => {
          const point = points[index] as (typeof points)[number];
          const kind = point.figures.over > 0 ? 'race-point race-over' : 'race-point';
          return (
            <Fragment key={point.number}>
              <span class={kind} style={{ left: `${x}%`, bottom: `${y}%` }} />
              <span class="race-number" style={{ left: `${x}%`, bottom: `${label}%` }}>
                {point.number}
              </span>
            </Fragment>
          );
        })}
      </div>
      <p class="race-axis quiet">
        <span>$0</span>
        <span>{points.length > 0 && dollars.format(most)}</span>
      </p>
      <p class="quiet race-key">A square has prompts over the window.</p>
    </figure>
  );
}
