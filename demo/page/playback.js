/**
 * Which step is shown, and playing: forwards by the clock, so that a slow machine leaves steps out
 * instead of slowing down. Decides the present; knows nothing of how it is drawn.
 */

/**
 * `limit()` says how many steps there are, `isGrowing()` whether more will come: playing waits for them.
 * `onStep(step, { from })` shows one.
 */
export function createPlayback({ limit, isGrowing, onStep, onPlaying }) {
  let step = 0;
  let playing = false;
  /** Steps a second. */
  let rate = 8;
  let until;
  let held = false;
  let ended = () => {};
  let begun = { time: 0, step: 0 };

  function go(wanted) {
    const next = Math.max(0, Math.min(limit(), Math.round(wanted)));
    if (next === step) return;
    const from = step;
    step = next;
    onStep(step, { from });
  }

  function restart(time) {
    begun = { time, step };
  }

  function tick(time) {
    if (!playing) return;
    if (held) {
      restart(time);
      requestAnimationFrame(tick);
      return;
    }
    const end = Math.min(until ?? Number.POSITIVE_INFINITY, limit());
    const due = begun.step + Math.floor(((time - begun.time) * rate) / 1000);
    go(Math.min(end, due));
    if (step >= end) {
      if (end === until || !isGrowing()) {
        setPlaying(false);
        return;
      }
      restart(time);
    }
    requestAnimationFrame(tick);
  }

  function setPlaying(wanted, { to } = {}) {
    if (wanted === playing) return;
    playing = wanted;
    until = to;
    if (playing) {
      if (step >= limit() && !isGrowing()) go(0);
      requestAnimationFrame((time) => {
        restart(time);
        tick(time);
      });
    }
    onPlaying(playing);
    if (!playing) ended();
  }

  return {
    get step() {
      return step;
    },
    get playing() {
      return playing;
    },
    /** Steps a second while playing; 0 by hand. */
    get rate() {
      return playing ? rate : 0;
    },
    go,
    /** By hand: playing ends. */
    seek(wanted) {
      setPlaying(false);
      go(wanted);
    },
    /** Plays to the end, or to the step `to`; resolves when it is over, however. */
    play: (options) =>
      new Promise((resolve) => {
        setPlaying(false);
        ended = resolve;
        setPlaying(true, options);
      }),
    /** Time stands still until `shown` is over. */
    async hold(shown) {
      held = true;
      await shown;
      held = false;
    },
    pause: () => setPlaying(false),
    toggle: () => setPlaying(!playing),
    setRate(perSecond) {
      rate = perSecond;
      restart(performance.now());
    },
    /** Another session: what was shown is no more. */
    reset() {
      setPlaying(false);
      step = 0;
      held = false;
    },
  };
}
