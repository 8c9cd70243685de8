/**
 * The first screen: plays to the first fold by itself, shows the fold, and says how the session ends
 * with and without. Every figure is the film's.
 */

import { $, prefersStill, say } from './dom.js';
import { createStrip } from './strip.js';
import { figure, itemText, plural, rewriteText } from './text.js';

/** Milliseconds from the first step to the one before the fold. */
const leadIn = 900;

export function createHero({ playback, onChoose }) {
  let film;
  const strip = createStrip($('heroStrip'), { onChoose, describe: itemText });

  function verdict() {
    const { diesAt, stepCount, over, largest, length, isComplete, info } = film;
    if (!isComplete) {
      say($('verdictWithout'), diesAt === undefined ? '…' : `dead at step ${figure(diesAt)}`);
      say($('verdictWith'), `${figure(length)} of ${figure(stepCount)} steps …`);
      return;
    }
    const window = `${figure(info.windowTokens)} tokens`;
    if (diesAt === undefined) {
      say($('verdictWithout'), `finished, ${figure(film.at(length)?.history ?? 0)} tokens`);
      say($('whyWithout'), `The whole session fits into a window of ${window}.`);
    } else {
      say($('verdictWithout'), `dead at step ${figure(diesAt)}`);
      say(
        $('whyWithout'),
        `From there on the prompt is larger than the window of ${window}: ${plural(length - diesAt + 1, 'step')} never happen.`,
      );
    }
    say($('verdictWith'), `finished, ${figure(over)} over`);
    say(
      $('whyWith'),
      `All ${plural(length, 'step')} of ${figure(film.total)} tokens; the largest prompt has ${figure(largest)}.`,
    );
  }

  function labels(step) {
    const present = film.at(step);
    say($('heroHistory'), present ? `${figure(present.history)} tokens` : '\u00a0');
    say($('heroView'), present ? `${figure(present.view)} tokens` : '\u00a0');
  }

  /** Steps up to the first fold, then the fold; a still of it where motion is not wanted. */
  async function intro() {
    const [first] = film.folds;
    if (first === undefined) {
      playback.go(film.length);
      say($('heroFold'), 'Nothing had to be folded.');
      document.body.dataset.intro = 'done';
      return;
    }
    if (prefersStill()) {
      playback.go(first);
      document.body.dataset.intro = 'done';
      return;
    }
    playback.reset();
    playback.setRate((first / leadIn) * 1_000);
    await playback.play({ to: first - 1 });
    if (playback.step !== first - 1) return;
    playback.go(first);
  }

  return {
    strip,
    intro,
    setFilm(next) {
      film = next;
      strip.setFilm(film);
      verdict();
    },
    grow: verdict,
    show(step, how) {
      labels(step);
      strip.show(step, how);
      const keyframe = film.keyframeOf(step);
      if (step === 0 || keyframe === undefined) say($('heroFold'), '');
      else if (keyframe.folds.length > 0) say($('heroFold'), rewriteText(keyframe));
      else say($('heroFold'), `Step ${figure(step)}: nothing has been folded yet.`);
    },
    async fold(step) {
      labels(step);
      say($('heroFold'), rewriteText(film.keyframeOf(step)));
      await strip.fold(step);
    },
  };
}

/** The line to install, to take along. */
export function bindCopy() {
  $('copy').addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText($('install').textContent);
      say($('copy'), 'Copied');
    } catch {
      getSelection().selectAllChildren($('install'));
      say($('copy'), 'Selected');
    }
    setTimeout(() => say($('copy'), 'Copy'), 1_500);
  });
}
