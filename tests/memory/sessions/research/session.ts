/**
 * A research session: questions, sources, notes and drafts. Decides which finding is needed again;
 * refuses to know what is found.
 */
import type { Rng } from '../../../js/support/random.ts';
import { code, coined, digits, hex, person, stamp } from '../../support/values.ts';
import { mistyped, type Slots, say } from '../../support/wording.ts';
import { Earlier, farBack } from '../earlier.ts';
import { type Act, type Call, Transcript } from '../transcript.ts';
import type { Json } from '../types.ts';
import { type ResearchPhrases, researchPhrases } from './phrases.ts';
import {
  type Fact,
  figure,
  type Metric,
  type Page,
  page,
  question,
  type Topic,
  thing,
  topics,
  words,
} from './topics.ts';

interface Note {
  readonly id: string;
  readonly fact: Fact;
}

export class ResearchSession {
  readonly rng: Rng;
  readonly t: Transcript;
  readonly #words: ResearchPhrases;
  readonly #english: boolean;
  readonly #topic: Topic;
  readonly #tools: {
    readonly search: string;
    readonly fetch: string;
    readonly note: string;
    readonly update: string;
    readonly write: string;
    readonly compute: string;
  };
  readonly #noteId: string;
  readonly #things: string[] = [];
  readonly #pages: Page[] = [];
  readonly #facts = new Earlier<Fact>();
  readonly #notes = new Earlier<Note>();
  readonly #assumed = new Map<Metric, { at: number; value: string }>();
  readonly #drafts: string[] = [];
  readonly #jsonPages: boolean;
  /** Share of findings that the agent notes without being asked. */
  readonly #saves: number;

  constructor(rng: Rng, language: string) {
    const phrases = researchPhrases[language];
    if (!phrases) throw new RangeError(`No phrases for research in ${language}.`);
    this.rng = rng;
    this.t = new Transcript(rng, rng.pick([0, 0, 0.4]));
    this.#words = phrases;
    this.#english = language === 'en';
    this.#topic = rng.pick(topics);
    this.#tools = {
      search: rng.pick(['web_search', 'search', 'tavily_search', 'scholar.query', 'google']),
      fetch: rng.pick(['fetch', 'open_url', 'read_page', 'web_fetch', 'browse']),
      note: rng.pick(['save_note', 'notes.add', 'create_card', 'zotero_add']),
      update: rng.pick(['update_note', 'notes.edit', 'tag_card']),
      write: rng.pick(['write_file', 'save_document', 'docs.put']),
      compute: rng.pick(['calculator', 'python', 'run_code']),
    };
    this.#noteId = rng.pick(['N-999', 'note_XXXX', '99999', 'cA9A9A']);
    this.#jsonPages = rng.chance(0.3);
    this.#saves = rng.pick([0, 0.3, 0.7]);
    for (let i = 0; i < 6; i += 1) this.#things.push(thing(rng, this.#topic));
  }

  run(tokens: number): void {
    const { rng, t } = this;
    this._start();
    while (t.tokens < tokens) {
      const known = this.#facts.size;
      this[
        `_${rng.weighted({ start: 12, deeper: 22, compare: known > 2 ? 14 : 0, source: known > 2 ? 11 : 0, keep: known > 0 ? 15 : 0, draft: known > 4 ? 9 : 0, assume: 5, assumeElse: this.#assumed.size > 0 ? 4 : 0, limit: 4, doubt: known > 1 ? 7 : 0 })}`
      ]();
    }
  }

  // --- words and steps -----------------------------------------------------------------------------

  #slots(fact: Fact | undefined, more: Slots = {}): Slots {
    const { rng } = this;
    const named = words(rng, this.#topic, rng.pick(this.#things));
    if (fact) this.#facts.note(fact, this.t.next);
    return {
      ...named,
      about: this.#topic.about,
      metric: rng.pick(this.#topic.metrics).name,
      who: person(rng).full,
      file:
        this.#drafts.length > 0 && rng.chance(0.7)
          ? rng.pick(this.#drafts)
          : `${coined(rng, 2)}-draft.md`,
      ...(fact
        ? {
            thing: fact.thing,
            metric: fact.metric.name,
            value: fact.value,
            unit: fact.metric.unit,
            year: fact.year,
            title: fact.page.title,
            url: fact.page.url,
            who: fact.page.author,
          }
        : {}),
      ...more,
    };
  }

  #ask(templates: readonly string[], slots: Slots): number {
    const { rng } = this;
    const text = say(rng, templates, slots);
    return this.t.user(
      this.#english && rng.chance(0.08)
        ? mistyped(rng, text, Object.values(slots).map(String))
        : text,
    );
  }

  #step(comment: string, ...calls: Call[]): number {
    const { rng, t } = this;
    const fact = this.#facts.pick(rng, t.next);
    const thought = fact
      ? say(rng, thoughts, {
          thing: fact.thing,
          value: fact.value,
          unit: fact.metric.unit,
          title: fact.page.title,
          term: rng.pick(this.#topic.terms),
        })
      : '';
    const at = t.step(comment, calls, thought);
    for (const { input } of calls) {
      const url = (input as { url?: string }).url;
      if (url?.endsWith(refused))
        t.falsehoods.push({
          at,
          until: undefined,
          subject: url,
          claim: 'read',
          because: 'not-found',
        });
    }
    return at;
  }

  /** A fact of one thing, from a page that is read for it or one that is known. */
  #find(slots: Slots, about?: string): Fact | undefined {
    const { rng, t } = this;
    const query = rng.chance(0.6)
      ? `${about ?? ''} ${question(rng, this.#topic)}`.trim()
      : question(rng, this.#topic);
    const fresh: Page[] = [];
    for (let i = rng.int(3, 8); i > 0; i -= 1) {
      if (rng.chance(0.25) && this.#things.length < 60) this.#things.push(thing(rng, this.#topic));
      const near = rng.shuffle(this.#things).slice(0, rng.int(2, 5));
      fresh.push(page(rng, this.#topic, about ? [about, ...near] : near));
    }
    const again = this.#pages.length > 3 && rng.chance(0.3) ? [rng.pick(this.#pages)] : [];
    const results = [...again, ...fresh];
    this.#step(say(rng, this.#words.looking, slots), {
      tool: this.#tools.search,
      input: rng.pick<Json>([
        { query },
        { q: query, num: results.length },
        { query, recency_days: rng.int(30, 3650) },
      ]),
      output: this.#jsonPages
        ? results.map((p) => ({
            url: p.url,
            title: p.title,
            snippet: snippet(rng, p),
            score: rng.int(100, 999) / 1000,
          }))
        : results
            .map(
              (p, i) => `${i + 1}. ${p.title} — ${p.publisher}\n   ${p.url}\n   ${snippet(rng, p)}`,
            )
            .join('\n'),
    });
    const chosen = rng.shuffle(results).slice(0, rng.int(1, 3));
    const calls = chosen.map((p) => this.#fetch(p));
    if (calls.length > 1 && rng.chance(0.4))
      this.#step(say(rng, this.#words.reading, { title: chosen[0]?.title ?? '' }), ...calls);
    else
      calls.forEach((call, i) => {
        this.#step(say(rng, this.#words.reading, { title: chosen[i]?.title ?? '' }), call);
      });
    for (const p of chosen) if (!this.#pages.includes(p)) this.#pages.push(p);
    // A page that did not come tells nothing.
    const facts = chosen.flatMap((p, i) =>
      JSON.stringify(calls[i]?.input).includes(refused) ? [] : p.facts,
    );
    const found = facts.filter((f) => f.thing === about);
    const fact =
      found.length > 0 ? rng.pick(found) : facts.length > 0 ? rng.pick(facts) : undefined;
    for (const f of facts) if (rng.chance(0.3) || f === fact) this.#facts.note(f, t.next);
    return fact;
  }

  #fetch(p: Page): Call {
    const { rng } = this;
    if (rng.chance(0.07)) {
      return {
        tool: this.#tools.fetch,
        input: { url: p.url + refused },
        output: rng.pick([
          'HTTP 404 Not Found',
          '403 Forbidden: enable JavaScript to continue',
          'Timed out after 30000 ms',
        ]),
      };
    }
    return {
      tool: this.#tools.fetch,
      input: rng.pick<Json>([{ url: p.url }, { url: p.url, max_length: 20_000 }]),
      output:
        this.#jsonPages && rng.chance(0.5)
          ? { url: p.url, status: 200, fetched: stamp(rng), text: p.text }
          : p.text,
    };
  }

  #tell(fact: Fact): void {
    const { rng, t } = this;
    if (rng.chance(this.#saves)) this.#save(fact);
    const parts = [say(rng, this.#words.finding, this.#slots(fact))];
    const quote =
      fact.page.quotes.length > 0 && rng.chance(0.4) ? rng.pick(fact.page.quotes) : undefined;
    if (quote) parts.push(say(rng, this.#words.quoted, { who: quote.who, quote: quote.words }));
    for (const other of fact.page.facts.slice(0, rng.int(0, 3))) {
      if (other === fact) continue;
      this.#facts.note(other, t.next);
      parts.push(
        `- ${other.thing}: ${other.metric.name} ${other.value} ${other.metric.unit} (${other.year})`,
      );
    }
    t.say(parts.join('\n\n'));
  }

  /** Puts a fact into a note: mostly a new one. Its id. */
  #save(fact: Fact): string {
    const { rng, t } = this;
    const old =
      this.#notes.size > 0 && rng.chance(0.3) ? this.#notes.pick(rng, t.next, farBack) : undefined;
    const id = old?.id ?? code(rng, this.#noteId);
    const text = `${fact.thing}: ${fact.metric.name} ${fact.value} ${fact.metric.unit} (${fact.year}), ${fact.page.url}`;
    const deed: Act = {
      target: id,
      outcome: undefined,
      kind: 'domain',
      verb: old ? 'change' : 'create',
    };
    this.#step(
      '',
      old
        ? {
            tool: this.#tools.update,
            input: { id, append: text, tags: [rng.pick(this.#topic.terms)] },
            output: { id, revision: rng.int(2, 20), sha: hex(rng, 10) },
            deeds: [deed],
          }
        : {
            tool: this.#tools.note,
            input: { text, source: fact.page.url },
            output: { id, created: stamp(rng), words: text.split(' ').length },
            deeds: [deed],
          },
    );
    this.#notes.note(old ?? { id, fact }, t.next);
    return id;
  }

  // --- episodes ------------------------------------------------------------------------------------

  private _start(): void {
    const slots = this.#slots(undefined);
    this.#ask(
      this.t.next === 0 ? this.#words.start.slice(0, 1) : this.#words.start.slice(1),
      slots,
    );
    const fact = this.#find(slots);
    if (fact) this.#tell(fact);
    else this.t.say(say(this.rng, this.#words.understood.slice(0, 1), slots));
  }

  private _deeper(): void {
    const { rng, t } = this;
    const known = this.#facts.pick(rng, t.next);
    const about = known?.thing ?? rng.pick(this.#things);
    const slots = this.#slots(known, { thing: about });
    this.#ask(this.#words.deeper, slots);
    const fact = this.#find(slots, about);
    if (fact) this.#tell(fact);
    else t.say(say(rng, this.#words.understood.slice(0, 1), slots));
  }

  private _compare(): void {
    const { rng, t } = this;
    const facts = this.#facts.several(rng, t.next, rng.int(2, 7));
    const [first, second] = facts;
    if (!first || !second) return;
    this.#ask(this.#words.compare, this.#slots(first, { other: second.thing }));
    if (rng.chance(0.3)) {
      const expression = `${second.value} / ${first.value}`;
      const ratio = (Number(second.value) / Math.max(0.01, Number(first.value))).toFixed(4);
      this.#step('', {
        tool: this.#tools.compute,
        input: { expression },
        output: rng.pick<Json>([ratio, { result: Number(ratio) }]),
      });
    }
    for (const f of facts) this.#facts.note(f, t.next);
    const rows = rng.chance(0.5)
      ? [
          '| | | | |',
          '|---|---|---|---|',
          ...facts.map(
            (f) => `| ${f.thing} | ${f.metric.name} | ${f.value} ${f.metric.unit} | ${f.year} |`,
          ),
        ]
      : facts.map(
          (f) =>
            `- ${f.thing}: ${f.value} ${f.metric.unit} (${f.metric.name}, ${f.page.publisher} ${f.year})`,
        );
    t.say(say(rng, this.#words.compared, { list: rows.join('\n') }));
  }

  private _source(): void {
    const { rng, t } = this;
    const fact = this.#facts.pick(rng, t.next, farBack);
    if (!fact) return;
    const slots = this.#slots(fact);
    this.#ask(this.#words.source, slots);
    if (rng.chance(0.35)) this.#step('', this.#fetch(fact.page));
    t.say(say(rng, this.#words.cited, slots));
  }

  private _keep(): void {
    const { rng, t } = this;
    const fact = this.#facts.pick(rng, t.next);
    if (!fact) return;
    const slots = this.#slots(fact);
    this.#ask(this.#words.keep, slots);
    const id = this.#save(fact);
    t.say(say(rng, this.#words.kept, { id }));
  }

  private _draft(): void {
    const { rng, t } = this;
    const facts = this.#facts.several(rng, t.next, rng.int(3, 9));
    const slots = this.#slots(undefined);
    this.#ask(this.#words.draft, slots);
    for (const f of facts) this.#facts.note(f, t.next);
    const list = facts
      .map((f) => say(rng, this.#words.finding, this.#slots(f)))
      .join(rng.chance(0.5) ? ' ' : '\n\n');
    const file = String(slots.file);
    if (rng.chance(0.5)) {
      const known = this.#drafts.includes(file);
      if (!known) this.#drafts.push(file);
      this.#step('', {
        tool: this.#tools.write,
        input: { path: file, content: `# ${this.#topic.about}\n\n${list}\n` },
        output: rng.pick<Json>([
          `Wrote ${list.length} characters to ${file}`,
          { path: file, version: digits(rng, 4) },
        ]),
        deeds: [
          {
            target: file,
            outcome: undefined,
            kind: this.#tools.write === 'write_file' ? 'known-file' : 'domain',
            verb: known ? 'change' : 'create',
          },
        ],
      });
      t.say(
        say(rng, this.#words.written.slice(-1), {
          file,
          list: facts.map((f) => `- ${f.thing}`).join('\n'),
        }),
      );
    } else {
      t.say(say(rng, this.#words.written.slice(0, -1), { file, list }));
    }
  }

  private _assume(): void {
    const { rng, t } = this;
    const metric = rng.pick(this.#topic.metrics);
    if (this.#assumed.has(metric)) return;
    const value = figure(rng, metric);
    const slots = this.#slots(undefined, { metric: metric.name, value, unit: metric.unit });
    const at = this.#ask(this.#words.assume, slots);
    this.#assumed.set(metric, { at, value });
    t.say(say(rng, this.#words.understood, slots));
  }

  private _assumeElse(): void {
    const { rng, t } = this;
    const [metric, old] = rng.pick([...this.#assumed]);
    const value = figure(rng, metric);
    if (value === old.value || t.next - old.at < 6) return;
    const slots = this.#slots(undefined, {
      metric: metric.name,
      value,
      unit: metric.unit,
      old: old.value,
    });
    const by = this.#ask(this.#words.assumeElse, slots);
    t.superseded.push({
      at: old.at,
      by,
      oldValue: old.value,
      newValue: value,
      about: [metric.name],
    });
    this.#assumed.set(metric, { at: by, value });
    t.say(say(rng, this.#words.understood, slots));
  }

  private _limit(): void {
    const slots = this.#slots(undefined);
    this.#ask(this.#words.limit, slots);
    this.t.say(say(this.rng, this.#words.understood.slice(0, 1), slots));
  }

  private _doubt(): void {
    const { rng, t } = this;
    const fact = this.#facts.pick(rng, t.next, farBack);
    if (!fact) return;
    const slots = this.#slots(fact);
    this.#ask(this.#words.doubt, slots);
    if (rng.chance(0.6)) this.#step('', this.#fetch(fact.page));
    t.say(say(rng, this.#words.unsure, slots));
  }
}

/** Ends addresses that answer with a refusal. */
const refused = '?print=1';

const thoughts = [
  '(So far|Up to now) <value> <unit> for <thing>, (from|by) "<title>". (A second|One more) source (would help|is needed)',
  'The user cares (about|for) <term>. (Does|Did) "<title>" (say|mention) (anything|something) on it?',
  '(Is|Could) <thing> (be |)(the same|one) as in "<title>"? (Names|Spellings) differ',
  '(Skip|Ignore) the (press release|shop); (primary|original) source first',
];

function snippet(rng: Rng, { text }: Page): string {
  const at = rng.int(0, Math.max(0, text.length - 200));
  return text.slice(at, at + rng.int(90, 200)).replace(/\s+/g, ' ');
}
