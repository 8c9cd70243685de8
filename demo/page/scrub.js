/**
 * The player's part of the page: controls, counters, charts and the list of folds. Decides what a
 * control wishes for; which step is shown is the playback's.
 */

import { effect } from '@preact/signals';
import { createCharts } from './chart.js';
import { $, element, say } from './dom.js';
import { mountFolds, mountItems } from './lists.jsx';
import { models, money } from './prices.js';
import { priceIndex, prices } from './store.js';
import { createStrip } from './strip.js';
import { figure, itemText, plural, rewriteText, shortFigure } from './text.js';

const windows = [8, 16, 32, 64, 128, 200, 400, 1000].map((thousands) => thousands * 1000);

export function createScrub({ playback, onChoose, onWindow }) {
  let film;
  /** Folds up to each step. */
  let foldCounts = [];
  const strip = createStrip($('strip'), { onChoose, describe: itemText });
  const charts = createCharts({ onSeek: (step) => playback.seek(step) });

  function fillSelects() {
    for (const tokens of windows) {
      $('window').append(
        element('option', { value: tokens, text: `${shortFigure(tokens)} tokens` }),
      );
    }
    models.forEach(({ name }, at) => {
      $('model').append(element('option', { value: at, text: name }));
    });
  }

  function showWindow(tokens) {
    const select = $('window');
    if (
      !windows.includes(tokens) &&
      ![...select.options].some((one) => Number(one.value) === tokens)
    ) {
      select.append(element('option', { value: tokens, text: `${figure(tokens)} tokens` }));
    }
    select.value = String(tokens);
  }

  fillSelects();
  effect(() => {
    const { input, cacheRead, cacheWrite, output } = prices.value;
    say(
      $('priceText'),
      `$${input} a million tokens of input, $${cacheRead} from the cache, $${cacheWrite} into it, $${output} of output.`,
    );
    $('model').value = String(priceIndex.value);
    charts.setPrices(prices.value);
    if (film?.isComplete) summaries();
    if (film) counters(playback.step);
  });

  function counters(step) {
    const present = film.at(step);
    say($('countHistory'), figure(present?.history ?? 0));
    say($('countView'), figure(present?.view ?? 0));
    const share = (100 * (present?.view ?? 0)) / film.info.windowTokens;
    say($('countShare'), `${share.toFixed(0)} %`);
    say($('countFolds'), figure(foldCounts[step] ?? 0));
    say($('countCost'), money(charts.costAt(step)?.kept ?? 0));
    say($('position'), `${figure(step)} of ${figure(film.stepCount)}`);
    $('seek').value = String(step);
    $('seek').setAttribute('aria-valuetext', `Step ${step} of ${film.stepCount}`);
  }

  function summaries() {
    const { diesAt, largest, length, info } = film;
    const last = film.at(length);
    if (!last) return;
    const without =
      diesAt === undefined
        ? `it ends at ${figure(last.history)}`
        : `it passes the window of ${figure(info.windowTokens)} at step ${figure(diesAt)} and ends at ${figure(last.history)}`;
    say(
      $('tokensSummary'),
      `Without epitome the prompt grows: ${without} tokens. With epitome it never has more than ${figure(largest)}, with ${plural(film.folds.length, 'fold')}.`,
    );
    const cost = charts.costAt(length);
    if (!cost) return;
    say(
      $('moneySummary'),
      `With epitome the session costs ${money(cost.kept)}. ${
        diesAt === undefined
          ? `Without it ${money(cost.raw)}.`
          : `Without it ${money(charts.costAt(diesAt - 1)?.raw ?? 0)} up to its death; ${money(cost.raw)} in a window that is large enough (dashed).`
      }`,
    );
  }

  function about() {
    const { name, format, notes = [], roles } = film.info;
    const size = `${plural(roles.length, 'message')}, ${figure(film.total)} tokens`;
    say($('about'), [`${name}: ${size}. Read as ${format}.`, ...notes].join(' '));
  }

  $('play').addEventListener('click', () => {
    playback.setRate(Number($('speed').value));
    playback.toggle();
  });
  $('forward').addEventListener('click', () => playback.seek(playback.step + 1));
  $('back').addEventListener('click', () => playback.seek(playback.step - 1));
  $('restart').addEventListener('click', () => playback.seek(0));
  $('seek').addEventListener('input', () => playback.seek(Number($('seek').value)));
  $('speed').addEventListener('change', () => playback.setRate(Number($('speed').value)));
  $('window').addEventListener('change', () => onWindow(Number($('window').value)));
  $('model').addEventListener('change', () => {
    priceIndex.value = Number($('model').value);
  });
  mountItems($('items'), { onChoose: (index) => strip.choose(index) });
  mountFolds($('log'), { onSeek: (step) => playback.seek(step) });

  return {
    strip,
    setFilm(next) {
      film = next;
      foldCounts = [];
      strip.setFilm(film);
      showWindow(film.info.windowTokens);
      $('seek').max = String(film.stepCount);
      about();
      this.grow();
    },
    /** More of the film is there. */
    grow() {
      const folds = new Set(film.folds);
      let count = 0;
      foldCounts = Array.from({ length: film.length + 1 }, (_, step) => {
        if (folds.has(step)) count += 1;
        return count;
      });
      charts.setFilm(film);
      if (!film.isComplete) return;
      summaries();
    },
    setPlaying(playing) {
      say($('play'), playing ? 'Pause' : 'Play');
      $('play').setAttribute('aria-pressed', String(playing));
    },
    show(step, how) {
      counters(step);
      charts.show(step);
      strip.show(step, how);
      const keyframe = film.keyframeOf(step);
      // It changes only where something happened: a reader of screens need not hear every step.
      const isTold = keyframe && keyframe.folds.length + keyframe.edits > 0;
      say($('happening'), isTold ? rewriteText(keyframe) : '');
    },
    /** The figures of a step that is shown already. */
    count: counters,
    redraw() {
      strip.draw();
      charts.draw();
    },
  };
}
