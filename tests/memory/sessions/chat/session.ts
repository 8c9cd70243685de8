/**
 * Plain talk without tools: somebody's life over weeks. Decides what is told, what changes and what is
 * asked for again; refuses to know the language.
 */
import type { Rng } from '../../../js/support/random.ts';
import { clock, company, day, money, person, place, spoken } from '../../support/values.ts';
import { capital, mistyped, type Slots, say, some } from '../../support/wording.ts';
import { Earlier, farBack } from '../earlier.ts';
import { Transcript } from '../transcript.ts';
import { type ChatPhrases, chatPhrases } from './phrases.ts';
import { letter, story } from './pieces.ts';

type Kind = 'person' | 'date' | 'budget' | 'measure' | 'shop' | 'taste' | 'row';

interface Told {
  readonly kind: Kind;
  /** The word that it is about, in the user's language. */
  readonly about: string;
  value: string;
  readonly slots: Slots;
  at: number;
}

const units = ['cm', 'cm', 'mm'];

export class ChatSession {
  readonly rng: Rng;
  readonly t: Transcript;
  readonly #words: ChatPhrases;
  readonly #language: string;
  readonly #told = new Earlier<Told>();
  readonly #all: Told[] = [];
  readonly #wordy: number;
  readonly #bullets: (lines: readonly string[]) => string;
  readonly #lower: boolean;
  readonly #currency: string;

  constructor(rng: Rng, language: string) {
    const words = chatPhrases[language];
    if (!words) throw new RangeError(`No phrases for chat in ${language}.`);
    this.rng = rng;
    this.t = new Transcript(rng);
    this.#words = words;
    this.#language = language;
    this.#wordy = rng.pick([3, 6, 11]);
    this.#bullets = rng.pick<(lines: readonly string[]) => string>([
      (lines) => lines.map((l) => `- ${l}`).join('\n'),
      (lines) => lines.map((l, i) => `${i + 1}. ${l}`).join('\n'),
      (lines) => lines.join(' '),
      (lines) => lines.map((l) => l.replace(/^([^ ,.:，。]+)/, '**$1**')).join('\n\n'),
    ]);
    this.#lower = rng.chance(0.5);
    this.#currency = rng.pick(['€', '$', '£', ' CHF', ' kr', ' zł']);
  }

  run(tokens: number): void {
    const { rng, t } = this;
    while (t.tokens < tokens) {
      const known = this.#told.size;
      switch (
        rng.weighted({
          tell: 20,
          advice: 38,
          recall: known > 2 ? 20 : 0,
          change: known > 3 ? 7 : 0,
          small: 5,
          thanks: t.next > 0 ? 5 : 0,
        })
      ) {
        case 'tell':
          this.#tell();
          break;
        case 'advice':
          this.#advise();
          break;
        case 'recall':
          this.#recall();
          break;
        case 'change':
          this.#change();
          break;
        case 'small':
          this.#ask(this.#words.small, this.#slots());
          t.say(say(rng, this.#words.answerSmall, this.#slots()));
          break;
        default:
          this.#ask(this.#words.thanks, {});
          t.say(say(rng, this.#words.ask, {}) || '🙂');
      }
    }
  }

  #amount(): string {
    const n = this.rng.chance(0.5) ? String(this.rng.int(60, 9900)) : money(this.rng, 40, 4000);
    return this.#currency.length === 1 ? `${this.#currency}${n}` : `${n}${this.#currency}`;
  }

  /** Things to talk about: some are known, most are not. */
  #slots(more: Slots = {}): Slots {
    const { rng } = this;
    const w = this.#words;
    return {
      role: rng.pick(w.roles),
      name: person(rng).first,
      event: rng.pick(w.events),
      date: spoken(day(rng), this.#language),
      item: rng.pick(w.items),
      food: rng.pick(w.foods),
      matter: rng.pick(w.matters),
      place: rng.chance(0.5) ? company(rng) : place(rng),
      amount: this.#amount(),
      n: rng.int(3, 30),
      clock: clock(rng),
      unit: rng.pick(units),
      percent: rng.int(4, 35),
      temp: rng.int(12, 24) * 10,
      ...more,
    };
  }

  #ask(templates: readonly string[], slots: Slots, rest = ''): number {
    const { rng } = this;
    let text = [say(rng, templates, slots), rest]
      .filter((part) => part !== '')
      .join(rng.pick(['. ', '\n', ' ']));
    if (this.#language === 'en' && rng.chance(0.15))
      text = mistyped(rng, text, Object.values(slots).map(String));
    if (!this.#lower) text = capital(text);
    return this.t.user(text);
  }

  #fresh(kind: Exclude<Kind, 'row'>): Told {
    const { rng } = this;
    const key = (
      {
        person: 'role',
        date: 'event',
        budget: 'matter',
        measure: 'item',
        shop: 'item',
        taste: 'food',
      } as const
    )[kind];
    const value = (
      {
        person: 'name',
        date: 'date',
        budget: 'amount',
        measure: 'n',
        shop: 'place',
        taste: 'food',
      } as const
    )[kind];
    const drawn = this.#slots({ name: person(rng).full, n: rng.int(18, 480) });
    // Two sisters would make every question a riddle: the second one gets something to tell her by.
    const taken = this.#all.some((o) => o.kind === kind && o.about === drawn[key]);
    const slots = taken
      ? { ...drawn, [key]: `${drawn[key]} (${rng.chance(0.5) ? person(rng).last : place(rng)})` }
      : drawn;
    return { kind, about: String(slots[key]), value: String(slots[value]), slots, at: this.t.next };
  }

  #remember(told: Told): void {
    const same = this.#all.findIndex((o) => o.kind === told.kind && o.about === told.about);
    if (same >= 0) this.#told.forget(this.#all.splice(same, 1)[0] as Told);
    this.#all.push(told);
    this.#told.note(told, this.t.next);
  }

  #tell(): void {
    const { rng, t } = this;
    const kind = rng.weighted({
      person: 26,
      date: 24,
      budget: 12,
      measure: 14,
      shop: 14,
      taste: 8,
    });
    const told = this.#fresh(kind);
    // Often several things in one message.
    const more = rng.chance(0.35)
      ? some(rng, ['person', 'date', 'shop', 'measure', 'budget'] as const, rng.int(1, 2)).map(
          (k) => this.#fresh(k),
        )
      : [];
    const rest = more
      .map((m) => say(rng, this.#words[m.kind as 'date'], m.slots))
      .join(rng.pick(['. ', ' ', '\n']));
    told.at = this.#ask(this.#words[kind], told.slots, rest);
    for (const one of [told, ...more]) {
      one.at = told.at;
      this.#remember(one);
    }
    t.say([told, ...more].map((one) => this.#acknowledge(one)).join(' '));
  }

  /** Most assistants say again what they were told. */
  #acknowledge({ kind, value, slots }: Told): string {
    const { rng } = this;
    const { noted } = this.#words;
    const glad = kind === 'person' || kind === 'date';
    const first = say(rng, glad ? noted : noted.filter((_, i) => i !== 2), { value });
    return kind !== 'taste' && rng.chance(0.45)
      ? `${first} ${say(rng, this.#answers(kind)[1], slots)}`
      : first;
  }

  /** How it is asked for, and how it is answered. */
  #answers(kind: Kind): readonly [readonly string[], readonly string[]] {
    const w = this.#words;
    return {
      person: [w.whoWas, w.isPerson],
      date: [w.whenWas, w.isDate],
      budget: [w.howMuch, w.isBudget],
      measure: [w.howBig, w.isMeasure],
      shop: [w.whichShop, w.isShop],
      taste: [w.advice, w.isShop],
      row: [
        ['<date>, <clock>?'],
        ['<place> (<amount>)', '<clock> <place>, <amount>', '**<place>**, <amount>'],
      ],
    }[kind] as [readonly string[], readonly string[]];
  }

  #change(): void {
    const { rng, t } = this;
    const old = this.#told.pick(rng, t.next, farBack);
    if (!old || !['date', 'budget', 'measure'].includes(old.kind)) return;
    const templates = {
      date: this.#words.otherDate,
      budget: this.#words.otherBudget,
      measure: this.#words.otherMeasure,
    }[old.kind as 'date' | 'budget' | 'measure'];
    const fresh = this.#fresh(old.kind as 'date');
    if (fresh.value === old.value) return;
    const key = { date: 'date', budget: 'amount', measure: 'n' }[
      old.kind as 'date' | 'budget' | 'measure'
    ];
    const slots: Slots = { ...old.slots, [key]: fresh.value, old: old.value };
    const by = this.#ask(templates, slots);
    t.superseded.push({
      at: old.at,
      by,
      oldValue: old.value,
      newValue: fresh.value,
      about: [old.about, capital(old.about)],
    });
    const told = { kind: old.kind, about: old.about, value: fresh.value, slots, at: by };
    this.#remember(told);
    t.say(this.#acknowledge(told));
  }

  #recall(): void {
    const { rng, t } = this;
    const told = this.#told.pick(rng, t.next, farBack);
    if (!told || told.kind === 'taste') return;
    const [question, answer] = this.#answers(told.kind);
    this.#told.note(told, t.next);
    this.#ask(question, told.slots);
    t.say(say(rng, answer, told.slots));
  }

  #advise(): void {
    const { rng, t } = this;
    const w = this.#words;
    const known = this.#told.several(rng, t.next, rng.int(0, 4));
    const slots = this.#slots(known[0]?.slots ?? {});
    // The tables of all languages ask for ideas first, for a plan second, and for a text sixth.
    const wish = rng.int(0, w.advice.length - 1);
    this.#ask(w.advice.slice(wish, wish + 1), slots);
    if (wish === 1 && rng.chance(0.7)) {
      this.#plan(slots);
      return;
    }
    if (this.#language === 'en' && (wish === 4 || rng.chance(0.3))) {
      this.#write(known);
      return;
    }
    const lines = some(rng, w.tips, rng.int(3, 4 + this.#wordy)).map((tip) =>
      say(rng, [tip], this.#slots()),
    );
    for (const told of known) {
      // In the order: date, person, budget, measure, taste, shop; two of them may stand the other way round.
      const fit = w.weave.filter((line) =>
        line.includes(
          {
            date: '<event>',
            person: '<name>',
            budget: '<amount>',
            measure: '<item>',
            taste: '<food>',
            shop: '<place>',
            row: '<clock>',
          }[told.kind],
        ),
      );
      if (fit.length === 0) continue;
      this.#told.note(told, t.next);
      lines.splice(rng.int(0, lines.length), 0, say(rng, fit, told.slots));
    }
    const intro = say(rng, w.intro, slots);
    const tail = say(rng, w.ask, slots);
    const sections = [this.#bullets(lines)];
    for (let i = rng.int(0, this.#wordy); i > 3; i -= 2) {
      const tips = some(rng, w.tips, rng.int(2, 6)).map((tip) =>
        say(rng, [tip], this.#slots(slots.event === undefined ? {} : { event: slots.event })),
      );
      sections.push(
        `### ${capital(rng.pick([...w.items, ...w.events]))}\n\n${this.#bullets(tips)}`,
      );
    }
    t.say(
      [intro, ...sections, rng.chance(0.4) ? tail : ''].filter((part) => part !== '').join('\n\n'),
    );
  }

  /** A timetable; some of its rows are asked for later. */
  #plan(slots: Slots): void {
    const { rng, t } = this;
    const w = this.#words;
    const date = spoken(day(rng), this.#language);
    const times = Array.from({ length: rng.int(3, 9) }, () => clock(rng)).sort();
    const rows = times.map((time) => this.#slots({ date, clock: time }));
    const table = rng.chance(0.5);
    const lines = rows.map((r) =>
      table
        ? `| ${r.clock} | ${r.place} | ${r.item} | ${r.amount} |`
        : `${r.clock} ${r.place} – ${r.name}, ${r.amount}`,
    );
    const head = table ? [`| ${date} | | | |`, '|---|---|---|---|'] : [`**${date}**`];
    for (const r of rows) {
      if (rng.chance(0.5))
        this.#remember({
          kind: 'row',
          about: `${r.date} ${r.clock}`,
          value: String(r.place),
          slots: r,
          at: t.next,
        });
    }
    t.say(
      [say(rng, w.intro, slots), [...head, ...lines].join('\n'), say(rng, w.ask, slots)]
        .filter((p) => p !== '')
        .join('\n\n'),
    );
  }

  /** A story or a letter, with what is known in it. */
  #write(known: readonly Told[]): void {
    const { rng, t } = this;
    const cast = [
      person(rng).first,
      ...known.filter((k) => k.kind === 'person').map((k) => k.value),
    ];
    const home = place(rng);
    const fill = (): Slots =>
      this.#slots({ name: rng.pick(cast), place: rng.chance(0.6) ? home : place(rng) });
    if (rng.chance(0.3)) {
      t.say(
        letter
          .filter((_, i) => i === 0 || i > 6 || rng.chance(0.8))
          .map((l) => say(rng, [l], fill()))
          .join('\n\n'),
      );
      return;
    }
    const paragraphs = Array.from({ length: rng.int(2, 7) }, () =>
      some(rng, story, rng.int(2, 6))
        .map((l) => say(rng, [l], fill()))
        .join(' '),
    );
    t.say(paragraphs.join('\n\n'));
  }
}
