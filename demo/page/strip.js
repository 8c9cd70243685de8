/**
 * The context window as a strip to scale, on a canvas: all that happened above, what the model is sent
 * below, both measured by the same tokens, and where the window ends. Decides how it is drawn and how a
 * block is chosen by pointer or keyboard; what a block says is the page's matter.
 */

import { layOut, morph } from './layout.js';
import { colours } from './palette.js';

/** The window takes this share of the width: what is beyond must be seen. */
const windowShare = 0.8;
const rowHeight = 34;
const gap = 26;
const top = 4;
const height = top * 2 + rowHeight * 2 + gap;
/** Milliseconds of a fold: the range is shown, then it goes. */
const shownFor = 500;
const foldsFor = 800;
const glowsFor = 900;

const ease = (t) => (t < 0.5 ? 4 * t ** 3 : 1 - (2 - 2 * t) ** 3 / 2);

export function createStrip(canvas, { onChoose, describe }) {
  const context = canvas.getContext('2d');
  let film;
  let step = 0;
  let chosen = -1;
  let moving;
  let glow;
  let width = 0;

  function resize() {
    const ratio = devicePixelRatio || 1;
    width = canvas.clientWidth;
    canvas.width = Math.round(width * ratio);
    canvas.height = Math.round(height * ratio);
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    draw();
  }

  const scaleOf = () => (width * windowShare) / film.info.windowTokens;
  const rowTop = (row) => top + row * (rowHeight + gap);

  function hatch(x, y, w, h, colour, distance = 6) {
    context.save();
    context.beginPath();
    context.rect(x, y, w, h);
    context.clip();
    context.strokeStyle = colour;
    context.lineWidth = 1;
    context.beginPath();
    for (let at = x - h; at < x + w; at += distance) {
      context.moveTo(at, y + h);
      context.lineTo(at + h, y);
    }
    context.stroke();
    context.restore();
  }

  function fillBlock(kind, x, y, w) {
    const palette = colours();
    context.fillStyle = palette[kind] ?? palette.system;
    context.fillRect(x, y, w, rowHeight);
    // With few colours to choose from a pattern tells roles apart.
    if (!palette.forced || w <= 2) return;
    if (kind === 'tool') hatch(x, y, w, rowHeight, palette.panel, 5);
    if (kind !== 'system') return;
    context.fillStyle = palette.panel;
    context.fillRect(x + 2, y + 2, w - 4, rowHeight - 4);
  }

  const kindOf = (item) => (item.kind === 'record' ? 'record' : item.role);

  /** Blocks of a row. Neighbours get a hair of distance where there is room for it. */
  function drawBlocks(blocks, y) {
    for (const { item, x, width: w, folding = 0, rising } of blocks) {
      if (x > width || w <= 0) continue;
      const shown = w > 3 ? w - 1 : w;
      if (rising === undefined) fillBlock(kindOf(item), x, y, shown);
      if (item.kind === 'edited') hatch(x, y, shown, rowHeight, colours().panel, 4);
      if (folding > 0) {
        context.globalAlpha = folding;
        fillBlock('record', x, y, shown);
        context.globalAlpha = 1;
      }
    }
    for (const { item, x, width: w, rising } of blocks) {
      if (rising === undefined || rising < 1) continue;
      fillBlock(kindOf(item), x, y, Math.max(1, w > 3 ? w - 1 : w));
    }
  }

  function line(x, from, to, colour, dash = []) {
    context.strokeStyle = colour;
    context.lineWidth = 1.5;
    context.setLineDash(dash);
    context.beginPath();
    context.moveTo(x, from);
    context.lineTo(x, to);
    context.stroke();
    context.setLineDash([]);
  }

  function around(x, y, w, colour, thick = 2) {
    context.strokeStyle = colour;
    context.lineWidth = thick;
    context.strokeRect(x - 1, y - 2, Math.max(4, w + 1), rowHeight + 4);
  }

  function viewBlocks() {
    const scale = scaleOf();
    const x = film.info.systemTokens * scale;
    return layOut(film.itemsAt(step), { x, scale });
  }

  function historyBlocks(seen) {
    const { roles, tokens, systemTokens } = film.info;
    const scale = scaleOf();
    const blocks = [];
    let x = systemTokens * scale;
    for (let at = 0; at < seen && x < width; at += 1) {
      const w = tokens[at] * scale;
      blocks.push({ item: { kind: 'message', role: roles[at] }, x, width: w });
      x += w;
    }
    return blocks;
  }

  function drawWindow(present) {
    const palette = colours();
    const scale = scaleOf();
    const end = film.info.windowTokens * scale;
    const budget = film.keyframeOf(Math.max(1, step))?.budget;
    for (const row of [0, 1]) {
      context.fillStyle = palette.line;
      context.globalAlpha = palette.forced ? 0 : 0.35;
      context.fillRect(0, rowTop(row), end, rowHeight);
      context.globalAlpha = 1;
      if (palette.forced) {
        context.strokeStyle = palette.line;
        context.lineWidth = 1;
        context.strokeRect(0.5, rowTop(row) + 0.5, end, rowHeight - 1);
      }
    }
    if (present && present.history > film.info.windowTokens) {
      hatch(
        end,
        rowTop(0),
        Math.min(width, present.history * scale) - end,
        rowHeight,
        palette.alarm,
      );
    }
    if (budget) {
      const reserve = budget.reserve * scale;
      hatch(end - reserve, rowTop(1), reserve, rowHeight, palette.soft);
      line(
        (budget.overhead + budget.trigger) * scale,
        rowTop(1) - 5,
        rowTop(1) + rowHeight + 5,
        palette.ink,
        [3, 3],
      );
    }
    for (const row of [0, 1])
      line(end, rowTop(row) - 4, rowTop(row) + rowHeight + 4, palette.alarm);
  }

  function drawSystem() {
    const w = film.info.systemTokens * scaleOf();
    for (const row of [0, 1]) fillBlock('system', 0, rowTop(row), w);
  }

  function draw(now = performance.now()) {
    context.clearRect(0, 0, width, height);
    if (!film) return;
    const present = film.at(step);
    drawWindow(present);
    if (!present) return;
    drawSystem();
    const palette = colours();
    drawBlocks(historyBlocks(present.seen), rowTop(0));
    if (present.history > film.info.windowTokens) {
      const end = film.info.windowTokens * scaleOf();
      const beyond = Math.min(width, present.history * scaleOf());
      context.globalAlpha = palette.forced ? 0 : 0.45;
      context.fillStyle = palette.alarm;
      context.fillRect(end, rowTop(0), beyond - end, rowHeight);
      context.globalAlpha = 1;
      line(end, rowTop(0) - 4, rowTop(0) + rowHeight + 4, palette.alarm);
    }
    if (moving) drawMoving(now);
    else drawBlocks(viewBlocks(), rowTop(1));
    if (glow) {
      const left = 1 - (now - glow.begun) / glowsFor;
      const block = viewBlocks().find(({ item }) => item.id === glow.id);
      if (left > 0 && block) {
        context.globalAlpha = left;
        around(block.x, rowTop(1), block.width, palette.record, 3);
        context.globalAlpha = 1;
      }
    }
    const block = chosen >= 0 ? viewBlocks()[chosen] : undefined;
    if (block) around(block.x, rowTop(1), block.width, palette.ink);
  }

  function drawMoving(now) {
    const { before, after, begun } = moving;
    const passed = now - begun;
    const t = Math.max(0, Math.min(1, (passed - shownFor) / foldsFor));
    const blocks = morph(before, after, ease(t));
    drawBlocks(blocks, rowTop(1));
    const going = blocks.filter(({ folding }) => folding !== undefined);
    if (going.length === 0) return;
    const from = Math.min(...going.map(({ x }) => x));
    const to = Math.max(...going.map(({ x, width: w }) => x + w));
    around(from, rowTop(1), to - from, colours().record, 3);
  }

  let frame = 0;
  function animate() {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame((now) => {
      if (moving && now - moving.begun > shownFor + foldsFor) {
        const { done } = moving;
        moving = undefined;
        done();
      }
      if (glow && now - glow.begun > glowsFor) glow = undefined;
      draw(now);
      if (moving || glow) animate();
    });
  }

  function stop() {
    const done = moving?.done;
    moving = undefined;
    done?.();
  }

  function choose(index) {
    const items = film?.itemsAt(step) ?? [];
    if (items.length === 0) return;
    chosen = Math.max(0, Math.min(items.length - 1, index));
    tellChosen();
    draw();
    onChoose(items[chosen], chosen);
  }

  function tellChosen() {
    const items = film?.itemsAt(step) ?? [];
    canvas.setAttribute('aria-valuemin', '1');
    canvas.setAttribute('aria-valuemax', String(Math.max(1, items.length)));
    canvas.setAttribute('aria-valuenow', String(Math.max(1, chosen + 1)));
    const item = items[chosen];
    canvas.setAttribute(
      'aria-valuetext',
      item ? describe(item) : `${items.length} items, none chosen`,
    );
  }

  canvas.addEventListener('click', (event) => {
    if (!film) return;
    const box = canvas.getBoundingClientRect();
    const x = event.clientX - box.left;
    const blocks = viewBlocks();
    const index = blocks.findIndex((block) => x >= block.x && x < block.x + block.width);
    if (index >= 0) choose(index);
  });

  canvas.addEventListener('keydown', (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    const count = film?.itemsAt(step).length ?? 0;
    const moves = {
      ArrowRight: chosen + 1,
      ArrowUp: chosen + 1,
      ArrowLeft: chosen - 1,
      ArrowDown: chosen - 1,
      Home: 0,
      End: count - 1,
      PageUp: chosen + 10,
      PageDown: chosen - 10,
    };
    if (!(event.key in moves)) return;
    event.preventDefault();
    choose(moves[event.key]);
  });

  canvas.style.height = `${height}px`;
  new ResizeObserver(resize).observe(canvas);

  return {
    choose,
    draw: () => draw(),
    /** Another film, or the same one grown. */
    setFilm(next) {
      if (film !== next) {
        stop();
        chosen = -1;
        glow = undefined;
      }
      film = next;
    },
    /** Shows a step as it is; a record that has just come glows. */
    show(next, { glowing } = {}) {
      stop();
      if (next !== step) chosen = -1;
      step = next;
      if (glowing) glow = { id: glowing, begun: performance.now() };
      tellChosen();
      draw();
      if (glow) animate();
    },
    /** Shows the fold of a step as it happens; resolves when it is over or was cut short. */
    fold(next) {
      stop();
      chosen = -1;
      step = next;
      const scale = scaleOf();
      const x = film.info.systemTokens * scale;
      const before = layOut(film.itemsBefore(step), { x, scale });
      const after = layOut(film.itemsAt(step), { x, scale });
      tellChosen();
      return new Promise((done) => {
        moving = { before, after, begun: performance.now(), done };
        animate();
      });
    },
    release() {
      chosen = -1;
      tellChosen();
      draw();
    },
  };
}
