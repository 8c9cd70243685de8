/**
 * The page's worker: reads a transcript, plays it, and tells what was asked of it. Everything large
 * stays here; the page gets figures, and texts one by one.
 */

import { createCompactor } from 'epitome';
import { messageText } from '../text.js';
import { whereSaid } from './ask.js';
import { linksOf } from './links.js';
import { infoOf, slim } from './news.js';
import { loadCounter } from './o200k.js';
import { openPlayer } from './player.js';
import { answer } from './ports.js';
import { scriptedSummary } from './scripted-summary.js';
import { readSource } from './source.js';

/** Milliseconds between two reports of steps, which is also when wishes are heard. */
const reportEvery = 30;
/** UTF-16 code units of a message that are shown in a list, and in full. */
const previewLength = 160;
const longestText = 200_000;

let session;
let player;
/** Counts plays: one that is not the newest ends. */
let newest = 0;

const breathe = () => new Promise((resolve) => setTimeout(resolve));

/**
 * Plays the session; `isScripted`: a scripted model writes the records. `isKnown`: the page has its figures already,
 * and is told nothing.
 */
async function play({ windowTokens, isScripted = false, fresh = false, isKnown = false }) {
  newest += 1;
  const own = newest;
  const before = player;
  await loadCounter();
  const writer = isScripted ? scriptedSummary : undefined;
  const opened = await openPlayer({ session, windowTokens, createCompactor, writer });
  if (own !== newest) {
    opened.dispose();
    return undefined;
  }
  before?.dispose();
  player = opened;
  const { keyframes } = player;
  let steps = [];
  let told = 0;
  let last = performance.now();
  function report(done = false) {
    last = performance.now();
    if (isKnown) return;
    const added = keyframes.slice(told).map(slim);
    told = keyframes.length;
    postMessage({ news: 'steps', play: own, steps, keyframes: added, done });
    steps = [];
  }
  const info = infoOf({ player, session, windowTokens, play: own, fresh });
  if (!isKnown) postMessage({ news: 'opened', info });
  await player.run({
    wanted: () => own === newest,
    async onStep(step) {
      if (!isKnown) steps.push(step);
      if (performance.now() - last < reportEvery) return;
      report();
      await breathe();
    },
  });
  if (own === newest) report(true);
  return { faults: player.faults };
}

function textOf(number) {
  const text = messageText(player.messages[number - 1]);
  return text.length > longestText ? `${text.slice(0, longestText)}\n… (cut here)` : text;
}

function preview(number) {
  const text = messageText(player.messages[number - 1]).slice(0, previewLength * 2);
  return text.replace(/\s+/g, ' ').trim().slice(0, previewLength);
}

const functions = {
  /** Reads a source that the page knows, to be asked of it later. */
  async load({ source }) {
    ({ session } = await readSource(source, () => {}));
  },
  /** Reads a source and plays it: `{ source, windowTokens? }`. */
  async open({ source, windowTokens, isScripted }) {
    const read = await readSource(source, (fraction) => postMessage({ news: 'reading', fraction }));
    session = read.session;
    return play({ windowTokens: windowTokens ?? read.windowTokens, isScripted, fresh: true });
  },
  /** Plays the same transcript in another window. */
  play,
  /** The whole text of a message. */
  message: ({ number }) => ({ text: textOf(number) }),
  /** The beginnings of messages, for a list. */
  previews: ({ first, last }) => {
    const rows = [];
    for (let number = first; number <= last; number += 1) {
      const { role } = player.messages[number - 1];
      rows.push({ number, role, tokens: player.tokens[number - 1], text: preview(number) });
    }
    return rows;
  },
  /** An edited copy or an added answer, as the model is shown it at keyframe `key`. */
  item: ({ key, index }) => {
    const { message, text } = player.itemsAt(key)[index];
    return { text: text ?? messageText(message) };
  },
  /** A record: its text, what the check says of it, and which line speaks of which message. */
  record: ({ id }) => {
    const { text, number, last, tokens, step, report, exchanges } = player.records.get(id);
    const links = linksOf(player, id);
    return { id, text, first: number, last, tokens, step, report, exchanges, links };
  },
  /** Where a word is known: `{ query, key, seen }`. */
  ask: (question) => whereSaid(player, question),
  /** Hands the transcript to another worker through a port, past the page. */
  share: (_, [port]) => {
    port.postMessage({ session });
  },
};

answer(self, functions);
