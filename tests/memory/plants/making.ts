/** What plants are put together with: places in a project, hosts, amounts. */
import type { Rng } from '../../js/support/random.ts';
import { coined, digits, token } from '../support/values.ts';
import { capital, type Slots, say } from '../support/wording.ts';
import type { Plant, Planted, Revocation } from './types.ts';

export type Make = (rng: Rng) => Planted;

/** What else people write in the same message: before and after, by language. */
const around: Readonly<Record<string, readonly [readonly string[], readonly string[]]>> = {
  en: [
    [
      'ok that works.',
      'Good morning!',
      'Thanks, I had a look at it in the train and most of it is clear now.',
      'hm.',
      'Before I forget it:',
      'I have ten minutes, so in short:',
      'right, next.',
      'My colleague asks why this takes so long, but never mind him.',
    ],
    [
      'Now on with the list.',
      "What's the state of the rest?",
      'and then the other one please',
      'Could you sum up where we are?',
      "Let me know when you're through.",
      'thx',
      'The second point from above still stands, I think, but you know that better than me.',
    ],
  ],
  de: [
    ['Guten Morgen.', 'ok, passt so.', 'Kurz, weil ich gleich im Zug bin:'],
    ['Wie weit bist du mit dem Rest?', 'Dann bitte weiter.', 'danke'],
  ],
  fr: [
    ['Bonjour,', 'ok, ça marche.'],
    ['On en est où pour le reste ?', 'merci'],
  ],
  es: [
    ['Vale.', 'Buenos días,'],
    ['¿Cómo va lo demás?', 'gracias'],
  ],
  zh: [
    ['好的。', '刚看完，没问题。'],
    ['其他的进展怎么样？', '先这样'],
  ],
  ja: [
    ['了解です。', 'お疲れ様です。'],
    ['残りはどうですか？', 'よろしくお願いします'],
  ],
  ru: [
    ['Хорошо.', 'Доброе утро!'],
    ['Что с остальным?', 'спасибо'],
  ],
};

/** A plant of one user language, now and then in the middle of a longer message. */
export function userPlant(language: string, type: string, name: string, make: Make): Plant {
  const plant = (rng: Rng): Planted => {
    const planted = make(rng);
    const [before, after] = around[language] ?? [[], []];
    const parts = [
      before.length > 0 && rng.chance(0.25) ? rng.pick(before) : '',
      planted.text,
      after.length > 0 && rng.chance(0.25) ? rng.pick(after) : '',
    ];
    return {
      ...planted,
      text: parts.filter((part) => part !== '').join(rng.pick([' ', ' ', '\n', '\n\n'])),
    };
  };
  return { id: `user.${language}.${type}.${name}`, source: 'user', type, language, plant };
}

export function toolPlant(type: string, name: string, make: Make): Plant {
  return { id: `tool.${type}.${name}`, source: 'tool', type, language: 'en', plant: make };
}

const reported: readonly string[] = [
  'The build is clean again.',
  'I read both files and the three callers.',
  'Here is what I have so far:\n\n- the reader is in place\n- the old flag is gone\n- two call sites are left',
  '```\n$ git diff --stat\n 3 files changed, 41 insertions(+), 17 deletions(-)\n```',
  "That took longer than expected, but it's done.",
  'All checks pass on my side.',
  '### Where we are\n\nThe first half is finished; nothing of it is visible to customers yet.',
];
const offered: readonly string[] = [
  'Shall I go on?',
  'Let me know if you see it differently.',
  'I will run everything once more at the end.',
  'The rest can wait.',
  '| step | state |\n|---|---|\n| read | done |\n| write | open |',
];

/** A plant of an assistant; in English now and then between other paragraphs. */
export function assistantPlant(language: string, type: string, name: string, make: Make): Plant {
  const plant = (rng: Rng): Planted => {
    const planted = make(rng);
    if (language !== 'en') return planted;
    const parts = [
      rng.chance(0.35) ? rng.pick(reported) : '',
      planted.text,
      rng.chance(0.35) ? rng.pick(offered) : '',
    ];
    return { ...planted, text: parts.filter((part) => part !== '').join('\n\n') };
  };
  return {
    id: `assistant.${language}.${type}.${name}`,
    source: 'assistant',
    type,
    language,
    plant,
  };
}

/** A sentence, its value and what it is about. */
export function said(
  rng: Rng,
  templates: string | readonly string[],
  slots: Slots,
  value: string | number,
  about: readonly string[],
  more: Partial<Planted> = {},
): Planted {
  const text = say(rng, typeof templates === 'string' ? [templates] : templates, slots).trim();
  return { text, value: String(value), about, ...more };
}

export function later(
  rng: Rng,
  template: string,
  slots: Slots,
  value: string | number,
): Revocation {
  return { text: say(rng, [template], slots), at: 'later', value: String(value) };
}

/** The whole output of a shell line. */
export function printed(
  command: string,
  lines: readonly string[],
  value: string | number,
  about: readonly string[],
  more: Partial<Planted> = {},
): Planted {
  return {
    text: lines.join('\n'),
    tool: { name: 'bash', input: { command } },
    value: String(value),
    about,
    ...more,
  };
}

const ordinary = (
  'account agent anchor archive asset audit badge basket beacon board bridge bucket cabin canal carrier channel charge ' +
  'client clock cloud coast copper corner credit cursor delta depot desk digest draft drift ember engine entry event ' +
  'export fabric feed fence field filter fleet flow frame freight gate glass grant gravel guard guest harbor harvest ' +
  'hazel header hook hour import index inlet invoice island journal kernel key label lake lantern layer ledger legacy ' +
  'letter level lever light limit linen loader log loop mail maple margin market mast meadow media member mesh mill ' +
  'mirror model moon morning mount needle nest night north notice oak offer orchard order outlet owner page parcel patch ' +
  'path payment pebble permit pilot pine plan plate pocket point policy pool portal price proxy quarry queue quota rail ' +
  'rate reader record refund region relay report ridge river roll route row salt sample sand scale scout seal season ' +
  'sensor shadow shelf signal silver slate slot snow source south spare spring stack stage station stock stone storm ' +
  'stream summit supply survey switch table tag tail target tax tenant thread ticket tide timber token tower track trade ' +
  'transit tunnel vault vendor vessel voucher wagon wall watch water wheel window winter worker yard zone'
).split(' ');

/** One word: an everyday one, or a made-up one. */
export function word(rng: Rng): string {
  return rng.chance(0.65) ? rng.pick(ordinary) : coined(rng, 2);
}

/** Two or three everyday words, or what somebody made up; hardly ever the same twice. */
export function compound(rng: Rng, glue: '_' | '-' | 'camel'): string {
  const words = rng.chance(0.3)
    ? [coined(rng, 2), coined(rng, 2)]
    : Array.from({ length: rng.int(2, 3) }, () => rng.pick(ordinary));
  if (glue !== 'camel') return words.join(glue);
  return words.map((w, i) => (i === 0 ? w : capital(w))).join('');
}

/** What a service, job, list or product is called. */
export function label(rng: Rng): string {
  return rng.pick([
    () => coined(rng, 3),
    () => compound(rng, '-'),
    () => capital(coined(rng, 3)),
    () => compound(rng, '_'),
  ])();
}

/** A name that is no name in code: of a ship, a dish, a shop. */
export function brand(rng: Rng): string {
  return rng.chance(0.5)
    ? capital(coined(rng, 3))
    : `${capital(rng.pick(ordinary))} ${capital(coined(rng, 2))}`;
}

/** A folder that looks like one of a project. */
export function folder(rng: Rng): string {
  const top = rng.pick([
    'services',
    'packages',
    'apps',
    'libs',
    'infra',
    'modules',
    'internal',
    'plugins',
    'src',
    'lib',
  ]);
  return `${top}/${rng.chance(0.3) ? `${rng.pick(ordinary)}/` : ''}${compound(rng, '-')}`;
}

export function file(
  rng: Rng,
  extension = rng.pick(['ts', 'py', 'go', 'rs', 'rb', 'java', 'sql', 'yaml']),
): string {
  return `${folder(rng)}/${compound(rng, '_')}.${extension}`;
}

export function host(rng: Rng): string {
  return `${rng.pick(['db', 'web', 'edge', 'batch', 'mail', 'build'])}-${rng.chance(0.5) ? coined(rng, 2) : rng.pick(ordinary)}-${rng.int(1, 140)}`;
}

/** Neither round nor common. */
export function odd(rng: Rng, least: number, most: number): number {
  const n = rng.int(least, most);
  return n % 10 === 0 || n % 25 === 0 ? n + 3 : n;
}

export const port = (rng: Rng): number => odd(rng, 10_240, 64_900);

/** Two values, neither of which is in the other. */
export function two<T extends string | number>(draw: () => T): [T, T] {
  for (;;) {
    const [a, b] = [draw(), draw()];
    if (!String(a).includes(String(b)) && !String(b).includes(String(a))) return [a, b];
  }
}

/** `n` of what `line` makes. */
export function times<T>(n: number, line: (i: number) => T): T[] {
  return Array.from({ length: n }, (_, i) => line(i));
}

/** Credentials in the formats that their issuers publish. None of them opens anything. */
export const credentials = {
  github: (rng: Rng) => `ghp_${token(rng, 36)}`,
  aws: (rng: Rng) => `AKIA${token(rng, 16).toUpperCase()}`,
  awsSecret: (rng: Rng) => token(rng, 40),
  slack: (rng: Rng) => `xoxb-${digits(rng, 12)}-${digits(rng, 12)}-${token(rng, 24)}`,
  stripe: (rng: Rng) => `sk_live_${token(rng, 24)}`,
  google: (rng: Rng) => `AIza${token(rng, 35)}`,
  openai: (rng: Rng) => `sk-proj-${token(rng, 48)}`,
  anthropic: (rng: Rng) => `sk-ant-api03-${token(rng, 93)}AA`,
  npm: (rng: Rng) => `npm_${token(rng, 36)}`,
  gitlab: (rng: Rng) => `glpat-${token(rng, 20)}`,
  sendgrid: (rng: Rng) => `SG.${token(rng, 22)}.${token(rng, 43)}`,
  jwt: (rng: Rng) => `eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJ${token(rng, 60)}.${token(rng, 43)}`,
} as const;
