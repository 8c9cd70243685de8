/**
 * The words that names in code are made of. Decides what a project is about; refuses to know its language.
 */
import type { Rng } from '../../../js/support/random.ts';
import { capital } from '../../support/wording.ts';

export interface Subject {
  readonly about: string;
  readonly nouns: readonly string[];
  readonly verbs: readonly string[];
  readonly kinds: readonly string[];
}

const subject = (about: string, nouns: string, verbs: string, kinds: string): Subject => ({
  about,
  nouns: nouns.split(' '),
  verbs: verbs.split(' '),
  kinds: kinds.split(' '),
});

export const subjects: readonly Subject[] = [
  subject(
    'invoicing',
    'invoice ledger tax discount customer payment balance currency receipt dunning contract credit statement period',
    'charge settle round apply post void split allocate reconcile export prorate issue',
    'open overdue net gross recurring partial draft foreign',
  ),
  subject(
    'parcel routing',
    'parcel route depot carrier label manifest stop driver pallet window address scan zone weight',
    'assign plan sort track load merge divert weigh estimate confirm dispatch rank',
    'late fragile bulk empty nearest pending returned cross',
  ),
  subject(
    'a message broker',
    'queue topic consumer offset partition batch frame lease cursor header broker retry segment subscription',
    'publish ack drain rewind compact poll flush claim seek rebalance expire replay',
    'dead stale pending sticky idle ordered durable lost',
  ),
  subject(
    'lab samples',
    'sample plate well assay reagent protocol reading freezer batch dilution curve control barcode run',
    'pipette calibrate normalize register aliquot thaw measure fit flag archive blank pool',
    'positive blank expired diluted raw shared frozen duplicate',
  ),
  subject(
    'a video player',
    'track chapter subtitle buffer playlist cue codec frame thumbnail caption manifest bitrate timeline seek',
    'decode preload scrub mux switch render sync parse clip stitch mute probe',
    'adaptive live dropped forced hidden early adjacent silent',
  ),
  subject(
    'school timetables',
    'lesson room teacher slot course pupil term conflict shift substitute holiday exam quota break',
    'schedule swap cancel allot check spread lock publish fill suggest move solve',
    'double free fixed shared short preferred tentative odd',
  ),
  subject(
    'smart meters',
    'meter reading tariff interval gateway outage phase load register pulse forecast household alarm peak',
    'ingest validate aggregate backfill interpolate bill detect resample forward sample correct clip',
    'missing negative reactive hourly nightly estimated faulty solar',
  ),
  subject(
    'a text editor',
    'cursor selection buffer gutter marker fold token rope viewport keymap snippet undo decoration line',
    'insert wrap tokenize scroll reveal dedent expand restore highlight paste measure split',
    'visible dirty nested virtual trailing active remote sticky',
  ),
  subject(
    'map tiles',
    'tile layer style glyph feature bounds zoom polygon sprite source extent marker projection vertex',
    'project simplify clip fetch index evict encode stitch snap rasterize hash draw',
    'coarse vector empty overlapping cached adjacent visible outer',
  ),
  subject(
    'identity and access',
    'session grant role tenant token realm invite policy audience scope device challenge claim audit',
    'issue revoke verify refresh rotate elevate invite link enroll resolve mask expire',
    'expired nested anonymous trusted inherited guest service primary',
  ),
  subject(
    'a game server',
    'lobby match player snapshot tick entity loot spawn ping replay ladder party inventory region',
    'join spawn predict rewind rank despawn broadcast reconcile ban seed interpolate kick',
    'spectating idle hostile ranked stale queued solo visible',
  ),
  subject(
    'recipes and shopping',
    'recipe ingredient unit pantry basket aisle portion store coupon list step allergen nutrient meal',
    'scale convert substitute plan pick add match group cost rate restock import',
    'fresh missing seasonal vegan opened weekly cheap leftover',
  ),
  subject(
    'flight planning',
    'waypoint runway leg fuel wind altitude airport airway weather alternate clearance descent profile fix',
    'route climb file interpolate burn avoid align validate decode compute hold brief',
    'direct closed oceanic minimum estimated final crossing gusty',
  ),
  subject(
    'a build cache',
    'artifact digest action graph target worker blob manifest toolchain node sandbox output input key',
    'hash upload evict restore prune schedule fingerprint link stage verify resolve mount',
    'remote dirty transitive hermetic missing pinned local orphaned',
  ),
];

export type Style = 'camel' | 'pascal' | 'snake' | 'upper' | 'kebab';

export function styled(words: readonly string[], style: Style): string {
  switch (style) {
    case 'camel':
      return words.map((w, i) => (i === 0 ? w : capital(w))).join('');
    case 'pascal':
      return words.map(capital).join('');
    case 'upper':
      return words.join('_').toUpperCase();
    case 'kebab':
      return words.join('-');
    default:
      return words.join('_');
  }
}

export function plural(noun: string): string {
  if (/(?:[sx]|[cs]h)$/.test(noun)) return `${noun}es`;
  return noun.endsWith('y') && !noun.endsWith('ay') ? `${noun.slice(0, -1)}ies` : `${noun}s`;
}

/** Words of names, each combination once. */
export class Namer {
  readonly #rng: Rng;
  readonly #subject: Subject;
  readonly #used = new Set<string>();

  constructor(rng: Rng, about: Subject) {
    this.#rng = rng;
    this.#subject = about;
  }

  #fresh(make: () => string[]): string[] {
    for (let i = 0; ; i += 1) {
      const words = make();
      // Once the plain combinations are used up, a suffix as people take one.
      if (i > 8) words.push(this.#rng.pick(['for', 'by', 'in', 'with']), this.noun());
      if (i > 16) words.push(String(this.#rng.int(2, 99)));
      const key = words.join(' ');
      if (this.#used.has(key)) continue;
      this.#used.add(key);
      return words;
    }
  }

  noun(): string {
    return this.#rng.pick(this.#subject.nouns);
  }

  kind(): string {
    return this.#rng.pick(this.#subject.kinds);
  }

  fn(): string[] {
    const { verbs } = this.#subject;
    const rng = this.#rng;
    return this.#fresh(() => {
      const words = [
        rng.pick(rng.chance(0.25) ? ['is', 'has', 'to', 'from', 'load', 'build'] : verbs),
      ];
      if (rng.chance(0.4)) words.push(this.kind());
      words.push(this.noun());
      if (rng.chance(0.3)) words.push(this.noun());
      return words;
    });
  }

  type(): string[] {
    return this.#fresh(() => [
      ...(this.#rng.chance(0.5) ? [this.kind()] : []),
      this.noun(),
      this.#rng.pick([
        'state',
        'entry',
        'options',
        'error',
        'view',
        'record',
        'result',
        'spec',
        'row',
      ]),
    ]);
  }

  setting(): string[] {
    const parts =
      'limit timeout size interval threshold ttl backoff depth retries window margin capacity'.split(
        ' ',
      );
    return this.#fresh(() => [
      ...(this.#rng.chance(0.5) ? [this.#rng.pick(['max', 'min', 'default', this.kind()])] : []),
      this.noun(),
      this.#rng.pick(parts),
    ]);
  }

  file(): string[] {
    const { verbs } = this.#subject;
    const parts = [
      'store',
      'service',
      'parser',
      'client',
      'index',
      'utils',
      'planner',
      'codec',
      'report',
      '',
    ];
    return this.#fresh(() => {
      const words = [this.noun()];
      if (this.#rng.chance(0.3)) words.unshift(this.#rng.pick(verbs));
      const part = this.#rng.pick(parts);
      if (part !== '') words.push(part);
      else words.push(this.noun());
      return words;
    });
  }

  variable(): string {
    return this.noun();
  }
}
