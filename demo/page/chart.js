/**
 * Two charts over the steps: tokens of the prompt with and without epitome, and below what they cost. The cursor
 * stands at the step that is shown, and the legend tells its figures. A click or a drag chooses a step.
 */

import uPlot from 'uplot';
import { $ } from './dom.js';
import { colours } from './palette.js';
import { money } from './prices.js';
import { figure, shortFigure } from './text.js';

/** The token axis ends here, in windows: what goes beyond leaves through the top. */
const highest = 1.5;
/** Points of a line, about: more than a screen shows cost time alone. */
const mostPoints = 1_000;
/** Marks of folds stand at this share of the height. */
const markHeight = 0.03;

const colour = (name) => () => colours()[name];
const font = '12px system-ui, sans-serif';

export const axis = (more) => ({
  font,
  stroke: colour('soft'),
  // Forced colours have none that is faint.
  grid: { stroke: () => (colours().forced ? 'transparent' : colours().line), width: 1 },
  ticks: { show: false },
  ...more,
});

/** A dash of a canvas as a border's style. */
const styleOf = (dash) => (dash === undefined ? 'solid' : dash[0] < 4 ? 'dotted' : 'dashed');

/** A plot with no pointer of its own: what its cursor shows, and when, is the caller's matter. */
export function createPlot(target, { height, ...options }, data) {
  const nothing = () => null;
  const bind = Object.fromEntries(
    ['mousedown', 'mouseup', 'click', 'dblclick', 'mousemove', 'mouseleave', 'mouseenter'].map(
      (name) => [name, nothing],
    ),
  );
  target.replaceChildren();
  const width = Math.max(280, target.clientWidth);
  const cursor = { y: false, drag: { x: false, y: false }, points: { size: 8 }, bind };
  const markers = { width: 1, dash: (plot, at) => styleOf(plot.series[at].dash) };
  const legend = { show: true, markers };
  return new uPlot({ width, height, cursor, legend, ...options }, data, target);
}

/** Calls `draw` at each new width of `target`. */
export function onWidth(target, draw) {
  let known = 0;
  new ResizeObserver(() => {
    if (target.clientWidth === known) return;
    known = target.clientWidth;
    draw();
  }).observe(target);
}

const line = (label, name, more) => ({
  label,
  stroke: colour(name),
  width: 1.5,
  points: { show: false },
  ...more,
});

/** A level that holds at every step: two points and the line between them. */
const level = (label, name, dash) => line(label, name, { width: 1, spanGaps: true, dash });

export function createCharts({ onSeek }) {
  const charts = { tokens: $('tokenChart'), money: $('moneyChart') };
  const plots = {};
  let film;
  let prices;
  let costs = [];
  let step = 0;

  /** The steps that have points: all of a short session; of a long one as many as a screen shows, and every fold. */
  function pointed() {
    const every = Math.ceil((film.stepCount + 1) / mostPoints);
    const steps = new Set([film.stepCount]);
    for (let at = 0; at < film.stepCount; at += every) steps.add(at);
    if (every > 1) for (const fold of film.folds) steps.add(fold - 1).add(fold);
    return [...steps].sort((a, b) => a - b);
  }

  /** A line's values at `steps`; of a gap the cursor shows nothing if it is null. */
  const valuesAt = (steps) => (valueAt) => steps.map((at) => valueAt(at) ?? null);
  const endsOf = (values) => (value) =>
    values((at) => (at === 0 || at === film.stepCount ? value : null));
  const diesAt = () => film.diesAt ?? Number.POSITIVE_INFINITY;

  function tokenData() {
    const steps = pointed();
    const values = valuesAt(steps);
    const ends = endsOf(values);
    const { windowTokens } = film.info;
    const top = windowTokens * highest;
    const folds = new Set(film.folds);
    const { overhead, trigger, target, reserve } = film.keyframes()[0]?.budget ?? {};
    return [
      steps,
      values((at) => film.at(at)?.view),
      values((at) => (at < diesAt() ? film.at(at)?.history : undefined)),
      // From the step before, so that the line crosses the window in the colour of what is over.
      values((at) => (at >= diesAt() - 1 ? film.at(at)?.history : undefined)),
      ends(windowTokens),
      ends(windowTokens - reserve),
      ends(overhead + trigger),
      ends(overhead + target),
      values((at) => (folds.has(at) ? top * markHeight : undefined)),
    ];
  }

  function moneyData() {
    const steps = pointed();
    const values = valuesAt(steps);
    return [
      steps,
      values((at) => costs[at - 1]?.kept),
      values((at) => (at < diesAt() ? costs[at - 1]?.raw : undefined)),
      values((at) => (at >= diesAt() - 1 ? costs[at - 1]?.raw : undefined)),
    ];
  }

  const stepAxis = axis({ space: 80, size: 30 });
  const stepSeries = { label: 'step', value: (_, value) => (value ? figure(value) : '0') };
  const tokens = (_, value) => (value == null ? '–' : figure(value));
  const dollars = (_, value) => (value == null ? '–' : money(value));
  /** What a line is, where its figure says no more than its place. */
  const named = () => '';

  function drawTokens() {
    const { windowTokens } = film.info;
    return createPlot(
      charts.tokens,
      {
        height: 250,
        hooks,
        scales: {
          x: { time: false, range: () => [0, film.stepCount] },
          y: { range: () => [0, windowTokens * highest] },
        },
        axes: [
          stepAxis,
          axis({ size: 56, values: (_, all) => all.map((value) => shortFigure(value)) }),
        ],
        series: [
          stepSeries,
          line('with epitome', 'ink', { width: 2.25, value: tokens }),
          line('without', 'soft', { value: tokens }),
          line('without, too large', 'alarm', { value: tokens }),
          { ...level('window', 'alarm'), value: named },
          { ...level('kept free for the reply from here', 'soft', [1, 3]), value: named },
          { ...level('trigger', 'ink', [6, 4]), value: named },
          { ...level('target', 'ink', [2, 4]), value: named },
          {
            label: 'fold',
            stroke: colour('record'),
            fill: colour('record'),
            paths: () => null,
            points: { show: true, size: 8, width: 0, fill: colour('record') },
            value: named,
          },
        ],
      },
      tokenData(),
    );
  }

  function drawMoney() {
    return createPlot(
      charts.money,
      {
        height: 150,
        hooks,
        scales: {
          x: { time: false, range: () => [0, film.stepCount] },
          y: { range: (_, __, most) => [0, Math.max(most ?? 0, 0.0001) * 1.12] },
        },
        axes: [
          stepAxis,
          axis({
            size: 56,
            space: 34,
            values: (_, all) =>
              all.map((value) => `$${value > 0 && value < 1 ? value.toFixed(2) : value}`),
          }),
        ],
        series: [
          stepSeries,
          line('with epitome', 'ink', { width: 2.25, value: dollars }),
          line('without', 'soft', { value: dollars }),
          line('without, in a larger window', 'alarm', {
            dash: [4, 4],
            value: dollars,
          }),
        ],
      },
      moneyData(),
    );
  }

  const place = (plot) => plot.setCursor({ left: plot.valToPos(step, 'x'), top: 0 }, false);
  // Drawn anew, a plot has forgotten where its cursor stood.
  const hooks = { draw: [place] };

  /** Anew: another width or other colours. */
  function draw() {
    if (!film) return;
    for (const plot of Object.values(plots)) plot.destroy();
    plots.tokens = drawTokens();
    plots.money = drawMoney();
    for (const [name, plot] of Object.entries(plots)) {
      const wrap = plot.root.querySelector('.u-wrap');
      wrap.setAttribute('role', 'img');
      wrap.setAttribute('aria-label', charts[name].dataset.says);
      wrap.setAttribute('aria-describedby', `${name}Summary`);
      followPointer(plot);
    }
  }

  function followPointer({ over }) {
    const follow = ({ clientX }) => {
      const { left, width } = over.getBoundingClientRect();
      onSeek(((clientX - left) / width) * film.stepCount);
    };
    over.addEventListener('pointerdown', (event) => {
      if (event.button !== 0) return;
      over.setPointerCapture(event.pointerId);
      follow(event);
    });
    over.addEventListener('pointermove', (event) => {
      if (over.hasPointerCapture(event.pointerId)) follow(event);
    });
  }

  onWidth(charts.tokens, draw);

  let isWaiting = false;
  /** With other data, once a frame: a film grows faster than anyone looks. */
  function update() {
    costs = film.costs(prices);
    if (isWaiting) return;
    isWaiting = true;
    requestAnimationFrame(() => {
      isWaiting = false;
      if (!plots.tokens) return draw();
      plots.tokens.setData(tokenData());
      return plots.money.setData(moneyData());
    });
  }

  return {
    draw,
    setFilm(next) {
      film = next;
      update();
    },
    setPrices(next) {
      prices = next;
      if (film) update();
    },
    costAt: (at) => costs[at - 1],
    show(next) {
      step = next;
      Object.values(plots).forEach(place);
    },
  };
}
