/**
 * The demo page: draws what the player says and turns controls into wishes. Text of the session only
 * ever becomes text content.
 */

import { createCompactor } from 'epitome';
import { createPlayer } from './player.js';
import { createStrip } from './strip.js';
import { figure, messageText, range, rewriteText, roleName, shortFigure } from './text.js';

const $ = (id) => document.getElementById(id);

/** Windows that the slider offers, tokens. */
const windows = [8, 12, 16, 24, 32, 48, 64, 96, 128, 200].map((thousands) => thousands * 1000);
/** Tokens of a CSS pixel of block width; blocks never get narrower than can be hit. */
const tokensPerPixel = 22;
const narrowest = 5;
const foldedWidth = 3;

const state = {
  player: undefined,
  /** Step that the user wants to see; the loop below works towards it. */
  wanted: 0,
  playing: false,
  busy: false,
  windowTokens: 0,
  detail: undefined,
};

const transcript = createStrip($('transcript'), (key) => {
  view.release();
  showDetail({ number: Number(key) });
});
const view = createStrip($('view'), (key) => {
  transcript.release();
  showDetail({ inView: key });
});

const widthOf = (tokens) => Math.max(narrowest, Math.round(tokens / tokensPerPixel));
const present = () => state.player.frames().at(-1);

/** Neighbouring segments get different shades: their place counts, not their id. */
function shadeOf(segments, number) {
  const index = segments.findIndex(
    (one) => number >= one.firstMessage && number <= one.lastMessage,
  );
  return index % 2 === 1 ? ' odd' : '';
}

/** What a block of the view is known by. */
function keyOf(item) {
  if (item.kind === 'segment') return `segment ${item.segment.id}`;
  return item.kind === 'repair' ? `repair ${item.number}` : String(item.number);
}

function fatesOf(frame) {
  return new Map((frame?.explanation.messages ?? []).map((fate) => [fate.message, fate]));
}

function drawTranscript(frame) {
  const fates = fatesOf(frame);
  const seen = frame?.seen ?? 0;
  const segments = frame?.explanation.segments ?? [];
  const blocks = state.player.messages.map((message, index) => {
    const number = index + 1;
    const tokens = state.player.tokens[index];
    const fate = number <= seen ? (fates.get(number)?.fate ?? 'kept') : 'future';
    return {
      key: String(number),
      className: `${message.role} ${fate}${fate === 'folded' ? shadeOf(segments, number) : ''}`,
      label: `Message ${number}, ${roleName(message.role)}, ${figure(tokens)} tokens, ${fate === 'future' ? 'not there yet' : fate}`,
      width: fate === 'folded' || fate === 'dropped' ? foldedWidth : widthOf(tokens),
    };
  });
  transcript.show(blocks);
}

function drawView(frame) {
  const fates = fatesOf(frame);
  const blocks = (frame?.items ?? []).map((item) => {
    if (item.kind === 'segment') {
      const { firstMessage, lastMessage, tokens, source } = item.segment;
      return {
        key: keyOf(item),
        className: `segment${shadeOf(frame.explanation.segments, firstMessage)}`,
        label: `Segment for messages ${range(firstMessage, lastMessage)}, ${figure(tokens)} tokens, by ${source}`,
        text: range(firstMessage, lastMessage),
        width: Math.max(56, widthOf(tokens)),
      };
    }
    const { kind, number, message, edited } = item;
    const whole = fates.get(number)?.tokens ?? state.player.tokens[number - 1];
    const tokens = edited ? state.player.estimate(message) : whole;
    const note = kind === 'repair' ? ', answer added for the host' : edited ? ', shortened' : '';
    return {
      key: keyOf(item),
      className: `${message.role} ${edited ? 'trimmed' : 'kept'}`,
      label: `Message ${number}, ${roleName(message.role)}, ${figure(tokens)} tokens${note}`,
      width: widthOf(tokens),
    };
  });
  view.show(blocks);
}

function drawBudget(frame) {
  const budget = frame?.explanation.budget;
  const whole = budget?.contextWindow ?? state.windowTokens;
  const percent = (tokens) => `${(100 * Math.min(tokens, whole)) / whole}%`;
  const overhead = budget?.hostOverhead ?? 0;
  $('barOverhead').style.width = percent(overhead);
  $('barView').style.left = percent(overhead);
  $('barView').style.width = percent(frame?.viewTokens ?? 0);
  $('barReserve').style.width = percent(budget?.outputReserve ?? 0);
  $('lineTarget').style.left = percent(overhead + (budget?.target ?? 0));
  $('lineTrigger').style.left = percent(overhead + (budget?.trigger ?? 0));
  for (const id of ['lineTarget', 'lineTrigger', 'barReserve']) $(id).hidden = !budget;
  $('budget').setAttribute(
    'aria-label',
    budget
      ? `View ${figure(frame.viewTokens)} of ${figure(budget.total)} tokens, trigger ${figure(budget.trigger)}, target ${figure(budget.target)}, system prompt and tools ${figure(overhead)}, kept free for the answer ${figure(budget.outputReserve)}`
      : 'Nothing sent yet',
  );
}

function drawChart(frames) {
  const last = frames.at(-1);
  const whole = state.player.tokens.reduce((sum, tokens) => sum + tokens, 0);
  const top = Math.max(state.windowTokens * 1.1, whole);
  const x = (index) => (1000 * (index + 1)) / state.player.stepCount;
  const y = (tokens) => 118 - (116 * tokens) / top;
  const points = (pick) =>
    frames.map((frame, i) => `${x(i).toFixed(1)},${y(pick(frame)).toFixed(1)}`).join(' ');
  $('chartTranscript').setAttribute(
    'points',
    points((frame) => frame.transcriptTokens),
  );
  $('chartView').setAttribute(
    'points',
    points((frame) => frame.viewTokens),
  );
  $('chartLimit').setAttribute('y1', y(state.windowTokens).toFixed(1));
  $('chartLimit').setAttribute('y2', y(state.windowTokens).toFixed(1));
  $('chartCaption').textContent = last
    ? `Step by step: the transcript grows to ${figure(last.transcriptTokens)} tokens; the view has ${figure(last.viewTokens)} and never more than ${figure(last.largestView)}. The dashed line is the window.`
    : 'Step by step: the transcript against the view. The dashed line is the window.';
}

function drawLog(frames) {
  const rows = frames.flatMap((frame) =>
    frame.rewrites.map((event) => ({ step: frame.step, event })),
  );
  const list = $('log');
  while (list.children.length > rows.length) list.lastElementChild.remove();
  rows.forEach(({ step, event }, index) => {
    const text = `Step ${step}: ${rewriteText(event)}`;
    let row = list.children[index];
    if (!row) {
      row = document.createElement('li');
      list.append(row);
    }
    if (row.textContent !== text) row.textContent = text;
  });
  $('logEmpty').hidden = rows.length > 0;
}

function drawDetail() {
  const { detail } = state;
  if (!detail) return;
  const frame = present();
  const item = frame?.items.find((one) => keyOf(one) === detail.inView);
  if (item) detailOfItem(item, frame);
  else detailOfMessage(detail.number ?? Number(detail.inView), frame);
}

/** A block of the view: the text that the model is given. */
function detailOfItem(item, frame) {
  if (item.kind === 'segment') {
    const { firstMessage, lastMessage, tokens, source } = item.segment;
    const writer = source === 'model' ? 'the model' : 'the digest';
    $('detailTitle').textContent = `Segment for messages ${range(firstMessage, lastMessage)}`;
    $('detailFate').textContent = `${figure(tokens)} tokens, written by ${writer}.`;
  } else if (item.kind === 'repair') {
    $('detailTitle').textContent = `Answer to a call in message ${item.number}`;
    $('detailFate').textContent =
      'The call never got its result; a provider would refuse the history without one.';
  } else {
    detailOfMessage(item.number, frame);
  }
  setText(item.kind === 'segment' ? item.text : messageText(item.message));
}

/** A block of the transcript: the host's own message, and what became of it. */
function detailOfMessage(number, frame) {
  const message = state.player.messages[number - 1];
  // A segment that was chosen earlier may be gone: what was read last stays.
  if (!message) return;
  const fate = fatesOf(frame).get(number);
  const tokens = `${figure(state.player.tokens[number - 1])} tokens`;
  const here = number <= (frame?.seen ?? 0);
  $('detailTitle').textContent = `Message ${number}, ${roleName(message.role)}`;
  $('detailFate').textContent = !here
    ? `${tokens}. Not there yet at this step.`
    : `${tokens}. ${fate ? `${capital(fate.fate)}: ${fate.reason}` : 'Kept'}.`;
  setText(messageText(message));
}

function setText(text) {
  if ($('detailText').textContent !== text) $('detailText').textContent = text;
}

function capital(word) {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

function showDetail(detail) {
  state.detail = detail;
  drawDetail();
}

function draw() {
  const frames = state.player.frames();
  const frame = frames.at(-1);
  drawTranscript(frame);
  drawView(frame);
  drawBudget(frame);
  drawChart(frames);
  drawLog(frames);
  drawDetail();
  $('countSteps').textContent = figure(frames.length);
  $('countTranscript').textContent = figure(frame?.transcriptTokens ?? 0);
  $('countView').textContent = figure(frame?.viewTokens ?? 0);
  $('countLargest').textContent = figure(frame?.largestView ?? 0);
  $('countFolds').textContent = figure(frame?.folds ?? 0);
  $('countEdits').textContent = figure(frame?.edits ?? 0);
  $('position').textContent = `${frames.length} of ${state.player.stepCount}`;
  $('seek').value = String(frames.length);
  $('play').textContent = state.playing ? 'Pause' : 'Play';
  $('play').setAttribute('aria-pressed', String(state.playing));
  document.body.dataset.step = String(frames.length);
}

const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));

/** Works towards the wanted step. One loop at a time; a new wish is seen by the one that runs. */
async function work() {
  if (state.busy) return;
  state.busy = true;
  try {
    while (state.player.frames().length !== state.wanted) {
      const { player, wanted } = state;
      await player.seek(wanted, () => state.wanted === wanted && state.player === player);
      // A player that was replaced meanwhile is done only now.
      if (state.player !== player) player.dispose();
      await nextFrame();
      draw();
    }
  } finally {
    state.busy = false;
  }
}

function want(step) {
  state.wanted = Math.max(0, Math.min(state.player.stepCount, step));
  return work();
}

let lastStep = 0;

/** Called each animation frame while playing. */
function tick(now) {
  if (!state.playing) return;
  const perSecond = Number($('speed').value);
  if (state.wanted >= state.player.stepCount) {
    state.playing = false;
    draw();
    return;
  }
  if (!state.busy && (perSecond === 0 || now - lastStep >= 1000 / perSecond)) {
    lastStep = now;
    want(state.wanted + 1);
  }
  requestAnimationFrame(tick);
}

function setPlaying(playing) {
  state.playing = playing;
  if (playing) {
    if (state.wanted >= state.player.stepCount) want(0);
    requestAnimationFrame(tick);
  }
  draw();
}

/** Starts the session over in a window of another size, and goes on to where it was. */
async function useWindow(tokens, session) {
  state.windowTokens = tokens;
  $('windowValue').textContent = `${shortFigure(tokens)} tokens`;
  const player = await createPlayer({
    session,
    createCompactor,
    options: {
      contextWindow: tokens,
      system: session.system,
      tools: session.tools,
      wasm: new URL('core.wasm', import.meta.url),
    },
  });
  if (state.windowTokens !== tokens) {
    player.dispose();
    return;
  }
  if (!state.busy) state.player?.dispose();
  state.player = player;
  await work();
  draw();
}

function bindControls(session) {
  $('play').addEventListener('click', () => setPlaying(!state.playing));
  $('step').addEventListener('click', () => want(state.wanted + 1));
  $('back').addEventListener('click', () => want(state.wanted - 1));
  $('restart').addEventListener('click', () => want(0));
  $('seek').addEventListener('input', () => want(Number($('seek').value)));
  $('window').addEventListener('input', () =>
    useWindow(windows[Number($('window').value)], session),
  );
  document.addEventListener('keydown', (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (/^(?:INPUT|SELECT|TEXTAREA)$/.test(event.target.tagName)) return;
    if (event.key === 'p') setPlaying(!state.playing);
    else if (event.key === '.') want(state.wanted + 1);
    else if (event.key === ',') want(state.wanted - 1);
  });
}

async function start() {
  const { session, windowTokens } = await (await fetch('session.json')).json();
  if (!windows.includes(windowTokens)) {
    windows.push(windowTokens);
    windows.sort((a, b) => a - b);
  }
  $('window').max = String(windows.length - 1);
  $('window').value = String(windows.indexOf(windowTokens));
  await useWindow(windowTokens, session);
  $('seek').max = String(state.player.stepCount);
  const total = state.player.tokens.reduce((sum, count) => sum + count, 0);
  $('subtitle').textContent =
    `“${session.name}”: ${figure(session.messages.length)} messages, about ${figure(total)} tokens, played through a window of ${shortFigure(windowTokens)}.`;
  bindControls(session);
  draw();
  document.body.dataset.ready = 'true';
}

start().catch((error) => {
  $('subtitle').textContent = `The demo could not start: ${error.message}`;
  throw error;
});
