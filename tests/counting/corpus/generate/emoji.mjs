/**
 * Chat with emoji: short lines, some in a row, with skin tones, joined families and flags. Decides the
 * mix; which emoji there are comes from the caller, phrases from its words.
 */

const phrases =
  'great job|on my way|see you tomorrow|thanks a lot|happy birthday|lol|so true|no way|let us go|good morning|deploy is done|tests are green|build failed again|please review|ship it|well done team|what do you think|I love this|sorry for the delay|coffee first|weekend at last|call me later|that was fun|look at this|merged|approved|needs changes|who broke main|fixed it'.split(
    '|',
  );
const names = 'anna ben carla dmitri elena farid grace hiro ines jonas kim lena'.split(' ');

/** About `length` code units of chat; `emoji` is a list of emoji, some of several code points. */
export function emojiChat(dice, length, emoji) {
  const some = () =>
    dice.chance(0.3)
      ? dice.pick(emoji).repeat(dice.between(1, 4))
      : Array.from({ length: dice.between(1, 4) }, () => dice.pick(emoji)).join(
          dice.chance(0.2) ? ' ' : '',
        );
  const line = () =>
    dice.pick([
      () => `${dice.pick(phrases)} ${some()}`,
      () => `${some()} ${dice.pick(phrases)}`,
      () =>
        `${dice.pick(names)}: ${dice.pick(phrases)}${dice.pick(['', '!', '!!', '?', '...'])} ${some()}`,
      () => some(),
      () => `${some()} ${dice.pick(phrases)} ${some()}`,
      () =>
        `[${dice.between(0, 23)}:${String(dice.between(0, 59)).padStart(2, '0')}] ${dice.pick(names)} ${dice.pick(phrases)}, ${dice.pick(phrases)} ${some()}`,
    ])();
  let text = '';
  while (text.length < length) text += `${line()}\n`;
  return text.trimEnd();
}
