/**
 * Names, numbers and ids that nobody else has. Decides what they look like; refuses to know where they
 * stand. All of them are made up: a name is put together from pieces, an id from a pattern.
 */
import type { Rng } from '../../js/support/random.ts';
import { capital } from './wording.ts';

const onsets =
  'b br c ch cl d dr f fl g gr h j k kl l m n p pl pr qu r s sk sl st t th tr v w z'.split(' ');
const nuclei = 'a a e e i i o o u ai ea io oa ou'.split(' ');
const codas = [
  '',
  '',
  '',
  'l',
  'm',
  'n',
  'r',
  's',
  't',
  'x',
  'ck',
  'ld',
  'nd',
  'rn',
  'rt',
  'sk',
  'th',
];

/** A pronounceable word that no dictionary has, in lower case. */
export function coined(rng: Rng, syllables = rng.int(2, 3)): string {
  let word = '';
  for (let i = 0; i < syllables; i += 1) {
    word += rng.pick(onsets) + rng.pick(nuclei) + (i === syllables - 1 ? rng.pick(codas) : '');
  }
  return word;
}

const firstNames = (
  'Adaeze Aino Alejandra Amara Anders Anneke Anwar Aoife Arjun Asha Astrid Bastian Beatriz Benedikt Bożena ' +
  'Brigid Camille Carmen Cecilia Chidi Chiara Cormac Dagmar Daniela Davor Deepa Dmitri Eduardo Eilidh Elif ' +
  'Elodie Emeka Enzo Esther Fabian Farah Fatima Felipe Fergus Freya Gabriel Giulia Goran Greta Hadiza Hamid ' +
  'Hannah Haruka Hedda Henrik Hugo Ibrahim Ilse Imani Ines Ingrid Ismael Ivana Jakub Jasmin Javier Jelena ' +
  'Joao Johanna Jonas Jorge Kaito Karim Katarina Keiko Kerstin Khadija Kofi Lars Laszlo Leila Lena Liam Lucia ' +
  'Ludovic Maeve Magnus Malika Marek Margit Marisol Marta Mateus Mehmet Mei Milan Mirela Moritz Nadia Naoko ' +
  'Nikhil Nils Noor Octavia Odile Olena Omar Oskar Paloma Pavel Petra Philippa Priya Rafael Ravi Renata Rosa ' +
  'Ruth Salma Sanjay Saoirse Selin Signe Simone Sofia Stellan Sunita Svetlana Tadeo Tamsin Tariq Tekla Thandi ' +
  'Tomasz Ulrike Valentin Veronika Viggo Wanjiru Wilhelm Xavier Yara Yusuf Zainab Zdenka Zoltan'
).split(' ');
const lastHeads = (
  'Abel Acker Alder Amber Arn Bann Baum Berg Birk Blom Bran Brede Brook Carl Dahl Dorn Eber Ecker Elm Fair Falk ' +
  'Fern Fisch Gran Haber Hagen Hart Hazel Heller Holm Horn Iver Jans Kall Kell Kling Koch Lang Lind Lund Marl ' +
  'Mars Mohr Nord Oster Palm Quist Rain Reich Rosen Sand Schell Silber Sten Storm Sund Thorn Ulm Vals Vester Wald ' +
  'Wend Winter Zell'
).split(' ');
const lastTails = (
  'aker bach beck berg bohm brook burn by court croft dal dahl dorf feld ford gaard gate grave hardt heim holt hoff ' +
  'horst hurst ing inger kamp land ley lund mann marsh meier mond quist rup schmidt shaw sholm sson stad stein ström ' +
  'sten strup thal thwaite ton vall vik wall ward well wick wood worth'
).split(' ');

export interface Person {
  readonly first: string;
  readonly last: string;
  readonly full: string;
  readonly handle: string;
}

export function person(rng: Rng): Person {
  const first = rng.pick(firstNames);
  const last = rng.pick(lastHeads) + rng.pick(lastTails);
  const plain = `${first[0]}${last}`
    .toLowerCase()
    .normalize('NFD')
    .replace(/[^a-z]/g, '');
  return { first, last, full: `${first} ${last}`, handle: plain };
}

/** A company, shop or institute. */
export function company(rng: Rng): string {
  const root = capital(coined(rng, 2));
  return rng.pick([
    root,
    `${root} ${rng.pick(['Labs', 'Systems', 'Group', 'Partners', 'Works', 'Logistics', 'Foods', 'Energy'])}`,
    `${rng.pick(lastHeads)}${rng.pick(lastTails)} & ${rng.pick(['Sons', 'Co', 'Daughters', root])}`,
    `${root} ${rng.pick(['GmbH', 'Ltd', 'S.A.', 'AB', 'Inc.', 'BV', 'Oy', 'S.r.l.'])}`,
  ]);
}

/** A place that is on no map. */
export function place(rng: Rng): string {
  return capital(
    rng.pick([
      () =>
        coined(rng, 2) + rng.pick(['ford', 'ton', 'burg', 'stad', 'ville', 'mouth', 'holm', 'by']),
      () =>
        `${rng.pick(['Port', 'San', 'Nova', 'Upper', 'Bad', 'Saint'])} ${capital(coined(rng, 2))}`,
      () => capital(coined(rng, 3)),
    ])(),
  );
}

const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZ';
const alphanumeric = `${letters}23456789`;
const base62 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const hexDigits = '0123456789abcdef';

function drawn(rng: Rng, alphabet: string, n: number): string {
  let text = '';
  for (let i = 0; i < n; i += 1) text += alphabet[rng.int(0, alphabet.length - 1)];
  return text;
}

export const hex = (rng: Rng, n: number): string => drawn(rng, hexDigits, n);
export const token = (rng: Rng, n: number): string => drawn(rng, base62, n);
export const digits = (rng: Rng, n: number): string =>
  `${rng.int(1, 9)}${drawn(rng, '0123456789', n - 1)}`;

/** An id by pattern: `A` is a letter, `9` a digit, `X` either; anything else stands for itself. */
export function code(rng: Rng, pattern: string): string {
  return pattern.replace(/[A9X]/g, (kind) => {
    if (kind === 'A') return drawn(rng, letters, 1);
    return kind === '9' ? drawn(rng, '0123456789', 1) : drawn(rng, alphanumeric, 1);
  });
}

export function uuid(rng: Rng): string {
  return [hex(rng, 8), hex(rng, 4), `4${hex(rng, 3)}`, `a${hex(rng, 3)}`, hex(rng, 12)].join('-');
}

export interface Day {
  readonly iso: string;
  readonly year: number;
  /** 1 to 12. */
  readonly month: number;
  readonly day: number;
}

const pad = (n: number): string => String(n).padStart(2, '0');

export function day(rng: Rng, year = rng.int(2025, 2027)): Day {
  const [month, date] = [rng.int(1, 12), rng.int(1, 28)];
  return { iso: `${year}-${pad(month)}-${pad(date)}`, year, month, day: date };
}

export function clock(rng: Rng): string {
  return `${pad(rng.int(0, 23))}:${pad(rng.int(0, 59))}`;
}

export function stamp(rng: Rng): string {
  return `${day(rng).iso}T${clock(rng)}:${pad(rng.int(0, 59))}.${String(rng.int(0, 999)).padStart(3, '0')}Z`;
}

export function money(rng: Rng, least = 8, most = 1900): string {
  return `${rng.int(least, most)}.${pad(rng.int(0, 99))}`;
}

export function version(rng: Rng): string {
  return `${rng.int(0, 14)}.${rng.int(0, 38)}.${rng.int(0, 60)}`;
}

export const months = {
  en: 'January February March April May June July August September October November December'.split(
    ' ',
  ),
  de: 'Januar Februar März April Mai Juni Juli August September Oktober November Dezember'.split(
    ' ',
  ),
  fr: 'janvier février mars avril mai juin juillet août septembre octobre novembre décembre'.split(
    ' ',
  ),
  es: 'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre'.split(
    ' ',
  ),
  pt: 'janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro'.split(
    ' ',
  ),
  it: 'gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre'.split(
    ' ',
  ),
  nl: 'januari februari maart april mei juni juli augustus september oktober november december'.split(
    ' ',
  ),
  pl: 'stycznia lutego marca kwietnia maja czerwca lipca sierpnia września października listopada grudnia'.split(
    ' ',
  ),
  ru: 'января февраля марта апреля мая июня июля августа сентября октября ноября декабря'.split(
    ' ',
  ),
  tr: 'Ocak Şubat Mart Nisan Mayıs Haziran Temmuz Ağustos Eylül Ekim Kasım Aralık'.split(' '),
  hi: 'जनवरी फ़रवरी मार्च अप्रैल मई जून जुलाई अगस्त सितंबर अक्टूबर नवंबर दिसंबर'.split(' '),
  ar: 'يناير فبراير مارس أبريل مايو يونيو يوليو أغسطس سبتمبر أكتوبر نوفمبر ديسمبر'.split(' '),
} as const;

/** A day as people of a language write it, without the year. */
export function spoken(date: Day, language: string): string {
  const [month, n] = [date.month - 1, date.day];
  switch (language) {
    case 'en':
      return `${n} ${months.en[month]}`;
    case 'de':
      return `${n}. ${months.de[month]}`;
    case 'es':
    case 'pt':
      return `${n} de ${months[language][month]}`;
    case 'zh':
    case 'ja':
      return `${date.month}月${n}日`;
    case 'ko':
      return `${date.month}월 ${n}일`;
    default: {
      const names = months[language as keyof typeof months] ?? months.en;
      return `${n} ${names[month]}`;
    }
  }
}
