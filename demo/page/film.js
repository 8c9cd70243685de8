/**
 * A played session as the page holds it: figures of every step, and the views that some of them begin.
 * Any step can be shown at once, in any order. Knows nothing of the document.
 */

import { itemsOfView } from './views.js';

export class Film {
  #steps = [];
  #keyframes = [];
  #found = { key: -1, items: [] };
  #shown = { step: -1, items: [] };

  /** `info` is what the worker told when it opened the session. */
  constructor(info) {
    this.info = info;
    this.isComplete = false;
    this.largest = 0;
    this.over = 0;
    /** The first step whose whole transcript does not fit any more; undefined where all do. */
    this.diesAt = undefined;
    /** Steps at which something was folded, in order. */
    this.folds = [];
  }

  add({ steps, keyframes, done }) {
    const { windowTokens } = this.info;
    for (const keyframe of keyframes) {
      this.#keyframes.push(keyframe);
      if (keyframe.folds.length > 0) this.folds.push(keyframe.step);
    }
    for (const step of steps) {
      this.#steps.push(step);
      this.largest = Math.max(this.largest, step.view);
      if (step.view > windowTokens) this.over += 1;
      if (step.history > windowTokens) this.diesAt ??= step.step;
    }
    this.isComplete = done;
  }

  /** Steps that can be shown. */
  get length() {
    return this.#steps.length;
  }

  get stepCount() {
    return this.info.stepCount;
  }

  /** Tokens of the whole transcript. */
  get total() {
    return this.info.tokens.reduce((sum, tokens) => sum + tokens, this.info.systemTokens);
  }

  /** The figures of a step, from 1 on; undefined before the first. */
  at(step) {
    return this.#steps[step - 1];
  }

  /** The view that a step goes on from: `{ step, seen, items, folds, edits, budget, before, after }`. */
  keyframeOf(step) {
    const found = this.at(step);
    return found === undefined ? undefined : this.#keyframes[found.key];
  }

  keyframes() {
    return this.#keyframes;
  }

  /** What the model is shown at a step, in order: `{ kind, number, last?, id?, role, tokens }`. */
  itemsAt(step) {
    if (step === this.#shown.step) return this.#shown.items;
    const found = this.at(step);
    const items = found === undefined ? [] : this.#itemsOf(found);
    this.#shown = { step, items };
    return items;
  }

  /** What the model would have been shown at a fold if nothing had been folded: the view before, grown. */
  itemsBefore(step) {
    const before = this.at(step - 1);
    const now = this.at(step);
    if (before === undefined || now === undefined) return [];
    return this.#itemsOf({ key: before.key, seen: now.seen });
  }

  /** The items of a keyframe, those of the message `seen` last included. */
  #itemsOf({ key, seen: end }) {
    const all = this.itemsOfKey(key).slice();
    for (let number = this.#keyframes[key].seen + 1; number <= end; number += 1) {
      all.push(this.#messageItem(number));
    }
    return all;
  }

  #messageItem(number) {
    const { roles, tokens } = this.info;
    return { kind: 'message', number, role: roles[number - 1], tokens: tokens[number - 1] };
  }

  /** All items of a view that steps go on from. */
  itemsOfKey(key) {
    if (this.#found.key !== key) {
      const items = itemsOfView(this.#keyframes, key, (number) => this.#messageItem(number));
      this.#found = { key, items };
    }
    return this.#found.items;
  }

  /** The records of a step, oldest first. */
  recordsAt(step) {
    const found = this.at(step);
    if (found === undefined) return [];
    return this.itemsOfKey(found.key).filter(({ kind }) => kind === 'record');
  }

  /** What the prompts up to a step cost at `prices` (a million tokens), with and without epitome. */
  costs(prices) {
    const costs = [];
    let [kept, raw, sent] = [0, 0, 0];
    for (const { view, cached, history, output } of this.#steps) {
      const written = output * prices.output;
      kept += cached * prices.cacheRead + (view - cached) * prices.cacheWrite + written;
      raw += sent * prices.cacheRead + (history - sent) * prices.cacheWrite + written;
      sent = history;
      costs.push({ kept: kept / 1e6, raw: raw / 1e6 });
    }
    return costs;
  }
}
