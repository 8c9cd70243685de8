/**
 * Messages out of public packages: which files of a package are read, in which order and how much of
 * each, so that no file and no package fills a category alone. Knows no generator and no truth.
 */

import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { cut } from './cut.mjs';
import { declarationMessages } from './declaration.mjs';
import { fetchDebian, fetchNpm } from './fetch.mjs';
import { debianPackages, npmPackages } from './packages.mjs';
import { dice } from './random.mjs';
import { readTexts } from './readers.mjs';
import { isSchemaReader, readSchemas } from './schemas.mjs';

const largestFile = 24e6;

/** Categories of which some files have the line ends of Windows. */
const lineEnds = new Set([
  'cpp',
  'ts',
  'js',
  'python',
  'code-other',
  'markdown',
  'html',
  'json-pretty',
  'yaml',
  'mail',
]);

function filesBelow(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();
}

/** Up to `quota` code units of messages from one take of one package. */
function messagesOf(folder, files, [pattern, category, reader], source, quota) {
  const random = dice(`${source} ${category} ${pattern}`);
  const matching = random.shuffled(
    files.filter(
      (file) => pattern.test(file) && (category === 'minjs' || !/\.min\.js$/.test(file)),
    ),
  );
  const perFile = Math.max(4000, quota / Math.min(matching.length, 12));
  const messages = [];
  let left = quota;
  for (const file of matching) {
    if (left <= 0) break;
    const path = join(folder, file);
    if (statSync(path).size > largestFile) continue;
    const bytes = readFileSync(path);
    const schemas = isSchemaReader(reader);
    const windows = lineEnds.has(category) && random.chance(0.07);
    let texts = schemas ? readSchemas(bytes, reader) : readTexts(bytes, reader);
    if (schemas) texts = random.shuffled(texts);
    let ofFile = schemas ? left : Math.min(perFile, left);
    for (const text of texts) {
      if (ofFile <= 0) break;
      // A long text gives a stretch from its inside, so that not only licence headers are read.
      const room = Math.max(0, text.length - ofFile * 1.5);
      const inside = schemas ? 0 : Math.floor(random.next() * room);
      const nextLine = text.indexOf('\n', inside) + 1;
      const from = nextLine > 0 && nextLine < inside + 400 ? nextLine : inside;
      const stretch = text.slice(room === 0 ? 0 : from).slice(0, Math.ceil(ofFile * 1.5));
      const pieces = schemas ? [stretch.slice(0, 8000)] : cut(stretch.toWellFormed(), random);
      for (const piece of pieces) {
        if (ofFile <= 0) break;
        const text = windows ? piece.replaceAll('\n', '\r\n') : piece;
        messages.push({ category, source, file, text });
        ofFile -= piece.length;
        left -= piece.length;
      }
    }
  }
  return messages;
}

/** The packages of one split: { source, folder, takes }, fetched where they are not yet there. */
export async function packagesOf(split) {
  const rows = [];
  for (const [specifier, ...takes] of npmPackages[split]) {
    rows.push({ source: specifier, folder: await fetchNpm(specifier), takes });
  }
  for (const [name, ...takes] of debianPackages[split]) {
    const folder = await fetchDebian(name);
    const version = readFileSync(join(folder, 'version'), 'utf8').trim();
    rows.push({ source: `${name}=${version}`, folder: join(folder, 'files'), takes });
  }
  return rows;
}

/**
 * Messages of one split, category by category: `quota(category)` code units of each, shared evenly by
 * the packages that have some. What a small package leaves over goes to the others.
 */
export async function packagedMessages(split, quota) {
  const byCategory = new Map();
  const messages = [];
  for (const { source, folder, takes } of await packagesOf(split)) {
    if (takes[0][2] === 'declaration') {
      messages.push(...declarationMessages(source, folder, 6000));
      continue;
    }
    const files = filesBelow(folder);
    for (const take of takes) {
      const list = byCategory.get(take[1]) ?? [];
      list.push({ source, folder, files, take });
      byCategory.set(take[1], list);
    }
  }
  for (const [category, list] of byCategory) {
    let left = quota(category);
    const sized = list.map((entry) => ({
      ...entry,
      count: entry.files.filter((file) => entry.take[0].test(file)).length,
    }));
    sized.sort((a, b) => a.count - b.count);
    sized.forEach(({ source, folder, files, take }, index) => {
      const share = left / (sized.length - index);
      const made = messagesOf(folder, files, take, source, share);
      left -= made.reduce((sum, { text }) => sum + text.length, 0);
      messages.push(...made);
    });
  }
  return messages;
}
