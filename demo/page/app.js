/**
 * The page: brings the worker, the film it plays, and the parts that show it together. Text of a session
 * only ever becomes text content.
 */

import { sharedOptions } from './address.js';
import { mountDetail } from './detail.jsx';
import { $, prefersStill, say } from './dom.js';
import { lazyAsker } from './engine.js';
import { Film } from './film.js';
import { bindCopy, createHero } from './hero.js';
import { bindKeys } from './keys.js';
import { watchColours } from './palette.js';
import { createPlayback } from './playback.js';
import { models } from './prices.js';
import { createScrub } from './scrub.js';
import * as store from './store.js';
import { mountYours } from './yours.jsx';

/** Up to this pace a fold is shown as it happens. */
const slowEnough = 8;
/** Milliseconds between two drawings of a film that still grows. */
const redrawEvery = 400;

const bundled = { url: new URL('session.json', document.baseURI).href };
const ask = lazyAsker({ source: bundled, windowTokens: () => film.info.windowTokens, hear });

let film;
/** The step that was shown when the film began anew. */
let wanted = 0;
let lastGrown = 0;
let isFirst = true;
/** The visitor has asked for a session: the recorded one comes too late. */
let isChosen = false;

const playback = createPlayback({
  limit: () => film?.length ?? 0,
  isGrowing: () => !film?.isComplete,
  onStep: showStep,
  onPlaying: (playing) => scrub.setPlaying(playing),
});
const detail = mountDetail($('detail'), { ask });
const hero = createHero({ playback, onChoose: choose });
const scrub = createScrub({ playback, onChoose: choose, onWindow: play });

/** Plays the session anew, in this window. */
function play(windowTokens) {
  ask('play', { windowTokens, isScripted: store.isScripted.value }).catch(failed);
}

function choose(item, at) {
  const keyframe = film.keyframeOf(playback.step);
  if (!keyframe) return;
  const keyIndex = film.keyframes().indexOf(keyframe);
  detail.item(item, { keyIndex, at, first: film.itemsOfKey(keyIndex).length }).catch(failed);
}

function showStep(step, { from }) {
  const keyframe = film.keyframeOf(step);
  const isFold = step === from + 1 && keyframe?.step === step && keyframe.folds.length > 0;
  const glowing = isFold ? keyframe.folds.at(-1).id : undefined;
  if (isFold && !prefersStill() && playback.rate <= slowEnough) {
    scrub.show(step);
    const over = Promise.all([hero.fold(step), scrub.strip.fold(step)]);
    playback.hold(over);
    over.then(() => {
      document.body.dataset.intro = 'done';
    });
    document.body.dataset.intro = 'fold';
  } else {
    hero.show(step, { glowing });
    scrub.show(step, { glowing });
  }
  detail.clear();
  store.step.value = step;
  document.body.dataset.step = String(step);
}

/** What the worker tells of itself. */
function hear(news) {
  if (news.news === 'opened') open(news.info);
  else if (news.news === 'reading') yours.progress(news.fraction);
  else if (news.news === 'steps' && news.play === film?.info.play) grow(news);
}

function open(info) {
  wanted = info.fresh ? 0 : playback.step;
  playback.reset();
  film = new Film(info);
  delete document.body.dataset.ready;
  detail.clear();
  hero.setFilm(film);
  scrub.setFilm(film);
  store.step.value = 0;
  store.film.value = film;
}

function grow(news) {
  film.add(news);
  if (isFirst && (film.folds.length > 0 || film.isComplete)) {
    isFirst = false;
    hero.intro().catch(failed);
  }
  const now = performance.now();
  if (!film.isComplete && now - lastGrown < redrawEvery) return;
  lastGrown = now;
  hero.grow();
  scrub.grow();
  store.grown.value += 1;
  if (!film.isComplete) return;
  document.body.dataset.ready = 'true';
  // A visitor who plays or has chosen a step stays there: what is counted up to it is known now.
  if (playback.playing || playback.step > 0) {
    scrub.count(playback.step);
    return;
  }
  playback.go(Math.min(wanted || film.folds[0] || film.length, film.length));
}

function failed(error) {
  say($('about'), `That did not work: ${error.message}`);
  say($('heroFold'), `That did not work: ${error.message}`);
}

/** Brings a part of the page once a visitor comes near it: the first screen needs none of them. */
function whenNear(name, bring) {
  const observer = new IntersectionObserver(
    async (seen) => {
      if (!seen.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      const { mount } = await bring();
      mount($(`${name}Part`), {
        ask,
        playback,
        onScripted: () => play(film.info.windowTokens),
        onFailure: failed,
      });
    },
    { rootMargin: '200px' },
  );
  observer.observe($(name));
}

bindCopy();
bindKeys({
  ',': () => playback.seek(playback.step - 1),
  '.': () => playback.seek(playback.step + 1),
  p: () => {
    playback.setRate(Number($('speed').value));
    playback.toggle();
  },
});
$('again').addEventListener('click', () => hero.intro().catch(failed));
watchColours(() => {
  hero.strip.draw();
  scrub.redraw();
});
const yours = mountYours($('yoursPart'), {
  open(source) {
    isChosen = true;
    return ask('open', { source, isScripted: store.isScripted.value });
  },
  bundled,
});
const shared = sharedOptions(location.hash);
if (shared.options !== undefined) {
  store.ownOptions.value = shared.options;
  store.sharedChoice.value = 'own';
}
if (models[shared.model]) store.priceIndex.value = shared.model;
for (const [name, bring] of Object.entries({
  memory: () => import('./memory.jsx'),
  race: () => import('./race.jsx'),
  share: () => import('./share.jsx'),
})) {
  whenNear(name, bring);
}
begin().catch(failed);

/** The recorded session was played when the page was built: its figures are there at once. */
async function begin() {
  const response = await fetch(new URL('film.json', document.baseURI));
  if (!response.ok) throw new Error(`film.json: status ${response.status}`);
  const { info, ...news } = await response.json();
  if (isChosen) return undefined;
  const { windowTokens = info.windowTokens } = shared;
  if (windowTokens !== info.windowTokens) return ask('open', { source: bundled, windowTokens });
  open(info);
  return grow(news);
}
