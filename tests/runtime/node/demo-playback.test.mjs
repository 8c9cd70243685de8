/** Playing a session of which steps still arrive: by a clock of the test's own. */

import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { createPlayback } from '../../../demo/page/playback.js';

let frames;
let now;

beforeEach(() => {
  frames = [];
  now = 0;
  globalThis.requestAnimationFrame = (frame) => frames.push(frame);
});

afterEach(() => {
  delete globalThis.requestAnimationFrame;
});

function pass(milliseconds) {
  for (const end = now + milliseconds; now < end; ) {
    now += 10;
    for (const frame of frames.splice(0)) frame(now);
  }
}

function openGrowing() {
  const session = { length: 0, isGrowing: true };
  const playback = createPlayback({
    limit: () => session.length,
    isGrowing: () => session.isGrowing,
    onStep: () => {},
    onPlaying: () => {},
  });
  playback.setRate(100);
  return { session, playback };
}

test('playing waits for steps that are still to come, and ends with the last', () => {
  const { session, playback } = openGrowing();
  playback.toggle();
  pass(1_000);
  assert.equal(playback.playing, true, 'no step is there yet');
  session.length = 10;
  pass(1_000);
  assert.equal(playback.step, 10);
  assert.equal(playback.playing, true);
  session.length = 1_000;
  pass(100);
  assert.ok(playback.step > 10 && playback.step <= 21, 'the time of waiting is not made up for');
  session.isGrowing = false;
  pass(20_000);
  assert.equal(playback.step, 1_000);
  assert.equal(playback.playing, false);
});

test('playing to a step ends there, also while more arrive', () => {
  const { session, playback } = openGrowing();
  session.length = 10;
  playback.play({ to: 10 });
  pass(1_000);
  assert.equal(playback.step, 10);
  assert.equal(playback.playing, false);
});

test('playing begins anew from the end of a whole session alone', () => {
  const { session, playback } = openGrowing();
  session.length = 10;
  playback.go(10);
  playback.toggle();
  pass(50);
  assert.equal(playback.step, 10);
  playback.pause();
  session.isGrowing = false;
  playback.toggle();
  assert.equal(playback.step, 0);
});
