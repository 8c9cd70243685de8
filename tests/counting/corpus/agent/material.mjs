/**
 * What agent-like text is made of: lines of code, paths, identifiers, words and sentences out of the
 * packages of one split, and invented people and things. Decides how these are drawn, not what is
 * made of them.
 */

import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { fetchNpm } from '../fetch.mjs';

const fakerSource = '@faker-js/faker@9.7.0';
const codeCategories = new Set(['cpp', 'ts', 'js', 'python', 'code-other', 'shell', 'yaml']);
const pathCategories = new Set([...codeCategories, 'markdown', 'json-pretty', 'html', 'css']);
const proseCategories = new Set(['prose', 'markdown']);

/** Faker with a fixed reference date: without one its dates are relative to today. */
export async function loadFaker() {
  const folder = await fetchNpm(fakerSource);
  const { faker } = await import(pathToFileURL(join(folder, 'package/dist/index.js')).href);
  faker.setDefaultRefDate('2025-06-01T12:00:00.000Z');
  return faker;
}

const identifierPattern = /[A-Za-z_][A-Za-z0-9_]{3,40}/g;

/** The raw material in the packaged messages of one split. */
export function materialOf(packaged) {
  const code = packaged.filter(({ category }) => codeCategories.has(category));
  const prose = packaged.filter(({ category }) => proseCategories.has(category));
  const identifiers = new Set();
  for (const { text } of code) {
    for (const [name] of text.matchAll(identifierPattern)) {
      if (/[A-Z_]/.test(name.slice(1))) identifiers.add(name);
      if (identifiers.size > 30000) break;
    }
  }
  const sentences = [];
  const words = new Set();
  for (const { text } of prose) {
    for (const [sentence] of text.matchAll(
      /(?<=^|[.!?] )[A-Z][^.!?\n<>|]{20,220}[.!?](?= |\n|$)/gm,
    )) {
      sentences.push(sentence);
    }
    for (const [word] of text.matchAll(/\b[a-z]{3,14}\b/g)) words.add(word);
  }
  return {
    packaged,
    code,
    prose,
    paths: [
      ...new Set(
        packaged.filter(({ category }) => pathCategories.has(category)).map(({ file }) => file),
      ),
    ],
    identifiers: [...identifiers],
    sentences,
    words: [...words],
  };
}

/** Draws from the material with one stream of dice. */
export function drawsOf(material, dice) {
  const { pick, between } = dice;
  const lines = () => pick(material.code).text.split('\n');
  return {
    ...dice,
    material,
    path: () => {
      const parts = pick(material.paths).split('/');
      return parts.slice(-between(1, 6)).join('/');
    },
    identifier: () => pick(material.identifiers),
    word: () => pick(material.words),
    sentence: () => pick(material.sentences),
    /** A stretch of up to `count` lines of one file's code. */
    lines: (count) => {
      const all = lines();
      const from = between(0, Math.max(0, all.length - count));
      return all.slice(from, from + count);
    },
    date: () => new Date(1.6e12 + Math.floor(dice.next() * 1.6e11)),
    size: () => dice.logUniform(20, 4e6),
    digits: (count) => dice.letters('0123456789', count),
    hex: (count) => dice.letters('0123456789abcdef', count),
    repeat: (low, high, make) =>
      Array.from({ length: dice.logUniform(low, high) }, (_, i) => make(i)),
  };
}
