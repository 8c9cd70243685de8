/**
 * Fields of research and pages about them. Decides what stands on a page and which figures are in it;
 * refuses to know who reads it. All names and figures are made up.
 */
import type { Rng } from '../../../js/support/random.ts';
import { code, coined, company, day, digits, person, place } from '../../support/values.ts';
import { capital, phrase, say } from '../../support/wording.ts';

export interface Metric {
  readonly name: string;
  readonly unit: string;
  readonly least: number;
  readonly most: number;
}

export interface Topic {
  readonly about: string;
  /** What figures are about: a site, a trial, a product. */
  readonly things: readonly string[];
  readonly metrics: readonly Metric[];
  readonly methods: readonly string[];
  readonly terms: readonly string[];
}

/** One figure of one thing in one source. */
export interface Fact {
  readonly thing: string;
  readonly metric: Metric;
  readonly value: string;
  readonly year: number;
  readonly page: Page;
}

export interface Page {
  readonly url: string;
  readonly title: string;
  readonly publisher: string;
  readonly author: string;
  readonly facts: Fact[];
  readonly quotes: { readonly who: string; readonly words: string }[];
  text: string;
}

const metric = (name: string, unit: string, least: number, most: number): Metric => ({
  name,
  unit,
  least,
  most,
});
const topic = (
  about: string,
  things: string,
  metrics: readonly Metric[],
  methods: string,
  terms: string,
): Topic => ({
  about,
  things: things.split(', '),
  metrics,
  methods: methods.split(', '),
  terms: terms.split(', '),
});

export const topics: readonly Topic[] = [
  topic(
    'tidal and wave power',
    'tidal array, wave farm, lagoon, stream turbine',
    [
      metric('capacity factor', '%', 12, 58),
      metric('levelised cost', 'EUR/MWh', 60, 380),
      metric('rated power', 'MW', 1, 98),
      metric('downtime', 'hours a year', 40, 2900),
    ],
    'lidar buoys, blade inspections, tank tests, hindcasts',
    'biofouling, mooring, cable losses, seabed leases, marine mammals',
  ),
  topic(
    'urban cycling',
    'cycle street, bike scheme, superhighway, school route',
    [
      metric('modal share', '%', 2, 61),
      metric('injury rate', 'per million km', 0.2, 9),
      metric('cost', 'thousand EUR per km', 40, 2900),
      metric('average speed', 'km/h', 9, 27),
    ],
    'counters, travel diaries, before-after studies, helmet cameras',
    'kerbs, e-bikes, theft, winter service, signal timing',
  ),
  topic(
    'sleep medicine',
    'trial, cohort, registry, pilot study',
    [
      metric('effect size', "Cohen's d", 0.05, 1.4),
      metric('dropout', '%', 2, 48),
      metric('sample', 'participants', 24, 9800),
      metric('total sleep time', 'minutes', 280, 500),
    ],
    'polysomnography, actigraphy, sleep diaries, crossover designs',
    'adherence, light exposure, shift work, apnoea, caffeine',
  ),
  topic(
    'battery recycling',
    'recycling plant, pilot line, collection scheme, refinery',
    [
      metric('recovery of lithium', '%', 31, 97),
      metric('throughput', 'tonnes a year', 200, 64_000),
      metric('energy use', 'kWh per kg', 1, 19),
      metric('black mass price', 'USD per tonne', 900, 7400),
    ],
    'hydrometallurgy, shredding under nitrogen, leaching, direct recycling',
    'fluorine, feedstock, transport rules, cobalt, second life',
  ),
  topic(
    'medieval trade',
    'toll register, merchant archive, shipwreck, guild ledger',
    [
      metric('cloth exported', 'bolts', 90, 41_000),
      metric('toll income', 'marks', 12, 8800),
      metric('voyages', 'per season', 3, 460),
      metric('grain price', 'pfennig per bushel', 4, 190),
    ],
    'dendrochronology, palaeography, network analysis, isotope analysis',
    'salt, herring, brokers, piracy, coinage',
  ),
  topic(
    'language models on small devices',
    'phone, runtime, benchmark, chip',
    [
      metric('throughput', 'tokens/s', 2, 180),
      metric('memory', 'MB', 300, 11_800),
      metric('accuracy', '%', 21, 88),
      metric('energy per answer', 'joules', 2, 540),
    ],
    'quantisation, speculative decoding, distillation, pruning',
    'thermal limits, context length, app size, licensing, prefill',
  ),
  topic(
    'coral restoration',
    'nursery, reef plot, larval release, outplant site',
    [
      metric('survival after a year', '%', 4, 92),
      metric('cost per coral', 'USD', 2, 310),
      metric('growth', 'mm a month', 0.3, 14),
      metric('bleaching threshold', 'degree heating weeks', 2, 16),
    ],
    'micro-fragmentation, photogrammetry, assisted gene flow, rope nurseries',
    'herbivores, storms, permits, genotypes, sediment',
  ),
  topic(
    'housing retrofit',
    'estate, terrace, school building, tower block',
    [
      metric('heat demand', 'kWh/m² a year', 14, 290),
      metric('cost', 'EUR/m²', 80, 1900),
      metric('airtightness', 'ACH50', 0.3, 12),
      metric('payback', 'years', 4, 49),
    ],
    'blower door tests, co-heating, thermography, tenant surveys',
    'damp, heat pumps, grants, thermal bridges, rents',
  ),
  topic(
    'wheat breeding',
    'variety, field trial, landrace, seed bank',
    [
      metric('yield', 't/ha', 1.8, 13.9),
      metric('protein', '%', 8, 17),
      metric('rust severity', '%', 1, 85),
      metric('thousand-grain weight', 'g', 28, 56),
    ],
    'genomic selection, doubled haploids, drone phenotyping, diallel crosses',
    'drought, lodging, vernalisation, gluten, seed law',
  ),
  topic(
    'museum attendance',
    'museum, touring show, free-entry scheme, night opening',
    [
      metric('visits', 'a year', 9000, 3_400_000),
      metric('average stay', 'minutes', 22, 190),
      metric('first-time visitors', '%', 8, 71),
      metric('spend per visit', 'EUR', 1.2, 39),
    ],
    'door counts, exit surveys, ticketing data, timed entry',
    'school groups, cafés, memberships, tourism, labels',
  ),
];

export function thing(rng: Rng, about: Topic): string {
  const kind = rng.pick(about.things);
  return rng.pick([
    () => `the ${capital(coined(rng, 2))} ${kind}`,
    () => `${place(rng)} ${kind}`,
    () => `${capital(coined(rng, 2))}-${rng.int(2, 99)}`,
    () => `the ${kind} at ${place(rng)}`,
  ])();
}

export function figure(rng: Rng, { least, most }: Metric): string {
  const span = most - least;
  if (most > 2000) return String(rng.int(Math.ceil(least), most));
  return (least + (span * rng.int(0, 10_000)) / 10_000).toFixed(most < 3 ? 2 : 1);
}

const filler = [
  '(The authors|Its authors|Earlier reviews) (attribute|put down) this to <term>, although <term2> (was|were) not (measured|controlled).',
  '(This study|The survey|Most work here) (used|relied on) <method> (throughout|from <year> on), which makes comparison with older work (hard|difficult|possible only in part).',
  'Funding came from <org> and (ended|was cut) in <year>.',
  'No (significant|clear) difference was found between (summer and winter|the two groups|old and new sites) (p = 0.<nn>).',
  'The (working group|consortium|panel) (met|consulted) <n> times and (heard|interviewed) <n2> (experts|operators).',
  '<Term> (remains|is) the (largest|least understood) (source of error|cost|risk).',
  '(Table|Figure) <n> (shows|gives) the (distribution|breakdown) by (region|year|operator).',
  '(Critics|Others), among them <person>, (object|argue) that <method> (overstates|hides) the (effect|losses).',
  'A (second|third) phase (is planned|was announced) for <year>, (subject to|pending) <term>.',
  'Licence <licence>; data (on request|under doi:10.<doi>).',
  '(Some|Several) (respondents|sites) (had to be|were) excluded because of <term>.',
  'In (interviews|the appendix), (operators|participants) (mention|name) <term> (before|more often than) <term2>.',
  '(This page|The article) was last changed on <date>.',
  'Cookies help us to deliver our services. (Accept all|Manage) · Newsletter · (Jobs|About us)',
  'Share this (article|page): <share>',
  'Related: (Why|How) <term> (matters|is changing), by <person>.',
];

const factual = [
  'At <thing>, the <metric> (was|reached|came to) <value> <unit> in <year>.',
  '<Thing> (reported|shows|recorded) (a|an average) <metric> of <value> <unit> (<year>).',
  'The <metric> of <thing> (rose|fell) to <value> <unit> in <year>, (against|from) <before> <unit> (the year before|two years earlier).',
  '(For|With) <thing> we (find|obtained) <value> <unit> (as|for) the <metric> (95 % CI <low>–<high>), year <year>.',
  '| <thing> | <metric> | <value> <unit> | <year> |',
  'In <year> the <metric> at <thing> stood at <value> <unit>, the (highest|lowest) (ever|of all sites|since records began).',
];

const quotes = [
  '(We|You) (cannot|can not) (plan|budget) for <term> and then be (surprised|angry) when it (comes|costs)',
  'Nobody (asked|told) us about <term>(, and that was the mistake| until the money was gone)',
  '(Give|Show) me <n> years of data (from|with) <method> and I (will|might) believe it',
  'The (numbers|figures) are (right|fine), the (question|denominator) is wrong',
  '<Term> is (a symptom|the easy part), <term2> is (the disease|what keeps me awake)',
];

/** A page with a few figures among much else. */
export function page(rng: Rng, about: Topic, things: readonly string[]): Page {
  const publisher = rng.pick([
    company(rng),
    `${place(rng)} University`,
    `Institute for ${capital(rng.pick(about.terms))}`,
    `${capital(coined(rng, 2))} Review`,
    `Journal of ${capital(about.about)}`,
  ]);
  const author = person(rng).full;
  const title = phrase(
    rng,
    rng.pick([
      '(What|Lessons) (we learned|learned) from <thing>',
      '<Term> and <term2>: (a review|evidence from <n> sites)',
      '<thing>: (annual report|first results|an audit) <year>',
      '(Rethinking|Measuring|The limits of) <term>',
      'Does <method> (work|help)?',
    ]),
    words(rng, about, things[0] ?? ''),
  );
  const host = publisher
    .toLowerCase()
    .normalize('NFD')
    .replace(/[^a-z]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 24);
  const slug = title
    .toLowerCase()
    .normalize('NFD')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 48);
  const url = `https://${rng.pick(['www.', '', 'data.', 'pubs.'])}${host}.${rng.pick(['org', 'com', 'net', 'edu', 'eu'])}/${rng.pick([`${rng.int(2012, 2026)}/${digits(rng, 2)}`, 'articles', 'research', `p/${digits(rng, 5)}`])}/${slug}`;
  const result: Page = { url, title, publisher, author, facts: [], quotes: [], text: '' };
  const out = [
    `# ${title}`,
    '',
    `${author}, ${publisher}, ${day(rng, rng.int(2014, 2026)).iso}`,
    '',
  ];
  const paragraphs = rng.int(4, 14);
  for (let i = 0; i < paragraphs; i += 1) {
    if (rng.chance(0.25))
      out.push(
        `## ${capital(rng.pick([...about.terms, ...about.methods, 'results', 'method', 'background', 'discussion']))}`,
        '',
      );
    const sentences: string[] = [];
    for (let j = rng.int(2, 6); j > 0; j -= 1) {
      const about1 = rng.pick(things);
      if (rng.chance(0.28)) {
        const m = rng.pick(about.metrics);
        const fact: Fact = {
          thing: about1,
          metric: m,
          value: figure(rng, m),
          year: rng.int(2009, 2025),
          page: result,
        };
        if (result.facts.some((f) => f.thing === fact.thing && f.metric === m)) continue;
        result.facts.push(fact);
        sentences.push(
          phrase(rng, rng.pick(factual), {
            thing: fact.thing,
            Thing: capital(fact.thing),
            metric: m.name,
            value: fact.value,
            unit: m.unit,
            year: fact.year,
            before: figure(rng, m),
            ...interval(rng, m),
          }),
        );
      } else if (rng.chance(0.1)) {
        const who = person(rng).full;
        const said = phrase(rng, rng.pick(quotes), words(rng, about, about1));
        result.quotes.push({ who, words: said });
        sentences.push(
          `"${said}," (says|said) ${who}.`.replace('(says|said)', rng.pick(['says', 'said'])),
        );
      } else {
        sentences.push(phrase(rng, rng.pick(filler), words(rng, about, about1)));
      }
    }
    out.push(sentences.join(' '), '');
  }
  result.text = out.join('\n').trimEnd();
  return result;
}

function interval(rng: Rng, m: Metric): { low: string; high: string } {
  const [low, high] = [figure(rng, m), figure(rng, m)].sort((a, b) => Number(a) - Number(b)) as [
    string,
    string,
  ];
  return { low, high };
}

export function words(rng: Rng, about: Topic, thing: string): Record<string, string> {
  const [term, term2] = rng.shuffle(about.terms) as [string, string];
  const method = rng.pick(about.methods);
  return {
    thing,
    Thing: capital(thing),
    term,
    Term: capital(term),
    term2,
    method,
    Method: capital(method),
    org: company(rng),
    person: person(rng).full,
    n: String(rng.int(3, 48)),
    n2: String(rng.int(8, 190)),
    nn: String(rng.int(11, 89)),
    year: String(rng.int(2011, 2027)),
    date: day(rng).iso,
    doi: `${digits(rng, 4)}/${coined(rng, 2)}.${digits(rng, 6)}`,
    licence: rng.pick(['CC BY 4.0', 'CC0', 'all rights reserved', code(rng, 'OGL-9')]),
    share: coined(rng, 3),
  };
}

export function question(rng: Rng, about: Topic): string {
  return say(
    rng,
    [
      '<term> <method>',
      '<term> cost',
      '<thing> <term>',
      '<method> results <year>',
      '<term2> <term> comparison',
    ],
    { ...words(rng, about, thing(rng, about)) },
  );
}
