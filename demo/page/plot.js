/** Cost against survival, as marks with names on two axes. Decides where names stand, so that none hides another. */

import { axis, createPlot } from './chart.js';
import { element } from './dom.js';
import { money } from './prices.js';

const height = 320;
const nameHeight = 16;
/** Pixels of a letter, about. */
const letterWidth = 7.5;

/** Where marks and names lie on the plot. */
function placesOf(plot, rows) {
  const width = plot.over.clientWidth;
  const taken = [];
  return rows
    .toSorted((a, b) => b.share - a.share)
    .map(({ name, cost, share, over }) => {
      const [x, y] = [plot.valToPos(cost, 'x'), plot.valToPos(share, 'y')];
      const wide = name.length * letterWidth + 24;
      const isBefore = x > width * 0.7;
      const from = isBefore ? x - wide : x;
      let at = y;
      const hides = (other) =>
        Math.abs(other.at - at) < nameHeight && from < other.to && from + wide > other.from;
      while (taken.some(hides)) at += 4;
      taken.push({ from, to: from + wide, at });
      return { name, over, x, y, at, isBefore };
    });
}

function addMarks(plot, rows) {
  for (const { name, over, x, y, at, isBefore } of placesOf(plot, rows)) {
    const mark = element('i', { class: over ? 'mark over' : 'mark' });
    const label = element('span', { class: isBefore ? 'name before' : 'name', text: name });
    Object.assign(mark.style, { left: `${x}px`, top: `${y}px` });
    Object.assign(label.style, { left: `${x}px`, top: `${at}px` });
    plot.over.append(mark, label);
  }
}

/** `rows`: `{ name, cost, share, over }`, cost in dollars, share from 0 to 1. */
export function drawPlot(chart, rows) {
  const costs = rows.length > 0 ? rows.map(({ cost }) => cost) : [1];
  const most = Math.max(0.0001, ...costs) * 1.15;
  createPlot(
    chart,
    {
      height,
      legend: { show: false },
      scales: { x: { time: false, range: [0, most] }, y: { range: [0, 1] } },
      axes: [
        axis({ label: 'cost, US$', labelSize: 20, size: 30, values: (_, all) => all.map(money) }),
        axis({
          label: 'survives',
          labelSize: 20,
          size: 52,
          values: (_, all) => all.map((share) => `${Math.round(share * 100)} %`),
        }),
      ],
      series: [{}, {}],
      // Before it is ready a plot knows no places.
      hooks: { ready: [(plot) => addMarks(plot, rows)] },
    },
    [[0], [null]],
  );
}
