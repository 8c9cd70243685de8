/** Sentences that sound like claims and are none of the package, by what they are. */

/** What a reader is advised to do, and headings. */
const advice = {
  api: ['make it once', 'never from the request'],
  deploy: ['never from what a client sends'],
  security: ['never from what a client sends'],
  counting: ['make a counter once'],
  recipes: ['never the view', 'Pass each bill once'],
  operating: ['more than 1 in 100 steps'],
  troubleshooting: ['To have one language always'],
  'presets/epitome': ['seldom needed twice'],
  concepts: ['what it never takes away'],
  options: ['your loop takes at most'],
};

/** What words mean, and symptoms. */
const meaning = {
  concepts: ['smallest group that is never split'],
  'how-it-works': ['what is never split'],
  events: ['What may never go is larger'],
  troubleshooting: [
    'What may never go is larger',
    'A step was saved twice',
    'by what they are, not by four characters',
    'Three calls help',
  ],
  'too-long': ['What never goes'],
  decisions: ['because half of one policy'],
  testing: ['fails twice and then works', 'names what was never said'],
  presets: ['not by four characters a token'],
};

/** Rules of others: of providers, runtimes, and of the designs that presets follow. */
const others = {
  deploy: ['Cloudflare allows', "the free plan's 10 ms"],
  frameworks: ['130 MB installed'],
  models: ["Bedrock's limit", 'at least one message of the user'],
  operating: ['It grows and never shrinks'],
  stores: ['at most 2 MB'],
  'too-long': ['never tells it of an error'],
  'presets/aiSdk': ['The design'],
  'presets/checkpoint': ['could never be folded'],
  'presets/microAgent': ['The design', 'as in the design'],
  'presets/rolling': ['The design'],
  'presets/tiered': ['The design'],
};

/** Figures of a command that needs minutes, a clock or databases: it prints them, and no test repeats them. */
const measured = {
  deploy: ['{} ms', '{} times as much'],
  operating: ['{} ms'],
  recall: ['facts were planted', '{} %', 'for 5 MB'],
  stores: ['{} kB', '{} steps, ', 'of about 600 tokens together', 'to 4 times as much'],
  counting: ['once in a thousand messages'],
  'presets/epitome': ['session of 439 steps'],
  'presets/openclaw': ['it nearly always pays'],
};

/** How it is made inside, which no user meets. */
const inside = { 'how-it-works': ['As a rule a text crosses twice', 'pass by once'] };

export const told = [advice, meaning, others, measured, inside].flatMap((pages) =>
  Object.entries(pages).flatMap(([on, all]) => all.map((says) => ({ on, says }))),
);
