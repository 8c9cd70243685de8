/**
 * The categories that are made, not found: base64, hex, addresses, numbers, emoji, compact JSON, and
 * letters of scripts that no package has text in. Decides lengths and what each is made from.
 */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fetchNpm } from './fetch.mjs';
import { emojiChat } from './generate/emoji.mjs';
import { addresses, base64, hexadecimal, numbers } from './generate/encoded.mjs';
import { dice as diceOf } from './random.mjs';
import { lettersOf, unseen } from './scripts.mjs';

const emojiSource = 'emojibase-data@16.0.3';

async function emojiList() {
  const folder = await fetchNpm(emojiSource);
  const data = JSON.parse(readFileSync(join(folder, 'package/en/data.json'), 'utf8'));
  return data.flatMap(({ emoji, skins = [] }) => [
    emoji,
    ...skins.slice(0, 1).map((skin) => skin.emoji),
  ]);
}

/** Bytes of real files to encode, so that base64 and hex are not only of random bytes. */
const bytesOf = (packaged, dice) => {
  const { text } = dice.pick(packaged);
  return Buffer.from(text);
};

/** The generated messages of one split; `packaged` are its messages from packages. */
export async function generatedMessages(split, packaged) {
  const messages = [];
  const count = split === 'fit' ? 160 : 80;
  const emoji = await emojiList();
  const add = (category, make, times = count) => {
    for (let index = 0; index < times; index += 1) {
      const dice = diceOf(`${split} ${category} ${index}`);
      const text = make(dice, dice.logUniform(60, 6000));
      messages.push({ category, source: 'generated', file: `${category} ${index}`, text });
    }
  };
  add('base64', (dice, length) =>
    base64(dice, length, dice.chance(0.4) ? bytesOf(packaged, dice) : undefined),
  );
  add('hex', (dice, length) =>
    hexadecimal(dice, length, dice.chance(0.3) ? bytesOf(packaged, dice) : undefined),
  );
  add('urls', addresses);
  add('numbers', numbers);
  add('emoji', (dice, length) => emojiChat(dice, length, emoji));
  if (split === 'heldout') {
    for (const script of unseen) {
      const dice = diceOf(script);
      const letters = lettersOf(script);
      if (letters.length === 0) continue;
      for (let index = 0; index < 3; index += 1) {
        const word = () =>
          Array.from({ length: dice.between(2, 9) }, () => dice.pick(letters)).join('');
        const text = Array.from({ length: dice.logUniform(12, 200) }, word).join(' ');
        messages.push({
          category: 'rare-letters',
          source: 'generated',
          file: `${script}/${index}`,
          text,
        });
      }
    }
  }
  return messages;
}
