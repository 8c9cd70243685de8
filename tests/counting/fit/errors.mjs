/**
 * How far estimates are from the truth: per message and category, per conversation, and how often and
 * how far the safe bound is passed. Decides what is measured: messages of at least 16 true tokens.
 */

import { targetOf } from '../truth.mjs';

export const shortest = 16;

const mean = (list) => list.reduce((sum, value) => sum + value, 0) / Math.max(1, list.length);

/** Figures of one group of { estimate, bound, truth }: shares, not per cent. */
export function figuresOf(group) {
  const counted = group.filter(({ truth }) => truth >= shortest);
  const sum = (pick) => counted.reduce((total, entry) => total + pick(entry), 0);
  return {
    messages: counted.length,
    error: mean(counted.map(({ estimate, truth }) => Math.abs(estimate - truth) / truth)),
    bias:
      sum(({ estimate }) => estimate) /
        Math.max(
          1,
          sum(({ truth }) => truth),
        ) -
      1,
    lowest: Math.min(...counted.map(({ estimate, truth }) => estimate / truth)),
    highest: Math.max(...counted.map(({ estimate, truth }) => estimate / truth)),
    passed: counted.filter(({ bound, truth }) => bound < truth).length,
    excess: mean(counted.map(({ bound, truth }) => bound / truth - 1)),
    totalExcess:
      sum(({ bound }) => bound) /
        Math.max(
          1,
          sum(({ truth }) => truth),
        ) -
      1,
  };
}

/** Figures of conversations: sums over all their messages, however short. */
export function conversationFigures(entries) {
  const sums = new Map();
  for (const { conversation, estimate, truth } of entries) {
    const sum = sums.get(conversation) ?? { estimate: 0, truth: 0 };
    sum.estimate += estimate;
    sum.truth += truth;
    sums.set(conversation, sum);
  }
  const errors = [...sums.values()].map(({ estimate, truth }) => estimate / truth - 1);
  return {
    conversations: errors.length,
    error: mean(errors.map(Math.abs)),
    lowest: Math.min(...errors),
    highest: Math.max(...errors),
  };
}

/**
 * { family, all, categories: Map, conversations } of messages whose { estimate, bound } the function
 * `counted` gives by index.
 */
export function errorTable(family, messages, counted) {
  const entries = messages.map((message, index) => ({
    category: message.category,
    conversation: message.conversation,
    ...counted(index),
    truth: targetOf(family, message.truth),
  }));
  const groups = Map.groupBy(entries, ({ category }) => category);
  const categories = new Map();
  for (const [category, group] of groups) categories.set(category, figuresOf(group));
  return {
    family,
    all: figuresOf(entries),
    categories,
    conversations:
      entries[0]?.conversation === undefined ? undefined : conversationFigures(entries),
  };
}

const percent = (share) => `${(share * 100).toFixed(1)} %`.padStart(8);

/** The tables as lines of text. */
export function summary(tables) {
  const lines = [];
  for (const [name, ofFamilies] of Object.entries(tables)) {
    for (const { family, all, conversations } of ofFamilies) {
      const passed = ((all.passed / all.messages) * 1000).toFixed(1);
      let line = `${name.padEnd(12)}${family.padEnd(9)}message ${percent(all.error)}, bias ${percent(all.bias)}, worst x${all.lowest.toFixed(2)}; bound passed ${passed} in 1000, excess ${percent(all.excess)} a message, ${percent(all.totalExcess)} in total`;
      if (conversations) {
        line += `; conversation ${percent(conversations.error)}, worst ${percent(conversations.lowest)} ${percent(conversations.highest)}`;
      }
      lines.push(line);
    }
    lines.push(`${name}: by category, o200k`);
    for (const [category, figures] of ofFamilies[0].categories) {
      lines.push(
        `  ${category.padEnd(16)}${String(figures.messages).padStart(5)} ${percent(figures.error)} bias ${percent(figures.bias)} x${figures.lowest.toFixed(2)}..${figures.highest.toFixed(2)} passed ${figures.passed} excess ${percent(figures.excess)}`,
      );
    }
  }
  return lines;
}
