/**
 * Customer service with the tools of one house. Decides who wants what, and when an earlier record is
 * needed again; refuses to know what a house sells.
 */
import type { Rng } from '../../../js/support/random.ts';
import {
  clock,
  code,
  coined,
  type Day,
  day,
  digits,
  hex,
  money,
  person,
  place,
  spoken,
  stamp,
  uuid,
} from '../../support/values.ts';
import { mistyped, type Slots, say } from '../../support/wording.ts';
import { Earlier, farBack } from '../earlier.ts';
import { type Act, type Call, Transcript } from '../transcript.ts';
import type { Json } from '../types.ts';
import { type Domain, domains, policy, toolNames, type Verb } from './domains.ts';
import { type ServicePhrases, servicePhrases } from './phrases.ts';

interface Customer {
  readonly id: string;
  readonly name: string;
  readonly tier: string;
  readonly fields: Record<string, string>;
  readonly methods: readonly string[];
  readonly records: Entry[];
}

interface Entry {
  readonly id: string;
  readonly thing: string;
  readonly customer: Customer;
  date: Day;
  option: string;
  price: string;
  status: string;
  /** Of the last change. */
  conf: string;
}

export class ServiceSession {
  readonly rng: Rng;
  readonly t: Transcript;
  readonly #domain: Domain;
  readonly #tools: Readonly<Record<Verb, string>>;
  readonly #words: ServicePhrases;
  readonly #language: string;
  readonly #currency: string;
  /** Whether the user works for the house and brings one customer after the other. */
  readonly #desk: boolean;
  readonly #entries = new Earlier<Entry>();
  readonly #contacts = new Map<
    string,
    { at: number; value: string; field: string; customer: Customer }
  >();
  readonly #pattern: string;
  readonly #argument: string;
  readonly #wordy: number;
  #customer: Customer;

  constructor(rng: Rng, language: string, tokens: number) {
    const words = servicePhrases[language];
    if (!words) throw new RangeError(`No phrases for service in ${language}.`);
    this.rng = rng;
    this.t = new Transcript(rng, rng.pick([0, 0, 0, 0.4]));
    this.#domain = rng.pick(domains);
    this.#tools = toolNames(rng, this.#domain);
    this.#words = words;
    this.#language = language;
    this.#currency = rng.pick(['EUR', 'USD', 'CHF', 'GBP', '€', '$']);
    this.#desk = rng.chance(tokens > 40_000 ? 0.7 : 0.3);
    this.#pattern = rng.pick(this.#domain.pattern);
    this.#argument = rng.pick([
      'id',
      `${this.#domain.key}_id`,
      'number',
      'reference',
      `${this.#domain.key}Id`,
    ]);
    this.#wordy = rng.pick([0.2, 0.5, 0.9]);
    this.#customer = this.#newCustomer();
  }

  run(tokens: number): void {
    const { rng, t } = this;
    this.#arrive();
    while (t.tokens < tokens) {
      if (this.#desk && rng.chance(0.16)) this.#nextCase();
      else if (rng.chance(0.04)) this.#small();
      const far = this.#entries.size > 3;
      this[
        `_${rng.weighted({ move: 20, cancel: 9, create: 16, exchange: 8, refund: 7, ask: 8, recall: far ? 14 : 2, again: far ? 20 : 0, report: far ? 5 : 0, complain: 4, contact: 5, correct: this.#contacts.size > 1 ? 4 : 0, wish: 5 })}`
      ]();
    }
  }

  // --- things --------------------------------------------------------------------------------------

  #newCustomer(): Customer {
    const { rng } = this;
    const who = person(rng);
    const customer: Customer = {
      id: rng.pick([`${who.handle}_${digits(rng, 4)}`, code(rng, 'A9999999'), digits(rng, 8)]),
      name: who.full,
      tier: rng.pick(['basic', 'silver', 'gold', 'plus', 'none']),
      fields: {
        'e-mail': `${who.handle}${rng.int(1, 999)}@${coined(rng, 2)}.${rng.pick(['com', 'net', 'org', 'eu'])}`,
        phone: `+${rng.int(1, 98)} ${rng.int(100, 999)} ${rng.int(1000, 9999)} ${rng.int(10, 999)}`,
        address: `${rng.pick(['Lane', 'Street', 'Weg', 'Rue'])} ${rng.int(1, 240)}, ${rng.int(10_000, 99_999)} ${place(rng)}`,
      },
      methods: [
        `card_${digits(rng, 4)}`,
        rng.pick([`gift_${digits(rng, 7)}`, `iban_${digits(rng, 4)}`, `paypal_${coined(rng, 2)}`]),
      ],
      records: [],
    };
    for (let i = rng.int(1, 5); i > 0; i -= 1) this.#newEntry(customer);
    return customer;
  }

  #newEntry(customer: Customer, date = day(this.rng)): Entry {
    const { rng } = this;
    const entry: Entry = {
      id: code(rng, this.#pattern),
      thing: this.#domain.thing(rng),
      customer,
      date,
      option: rng.pick(this.#domain.options),
      price: money(rng),
      status: rng.pick(['confirmed', 'open', 'pending', 'paid']),
      conf: code(rng, rng.pick(['XXXXXX', 'C-99999', 'AA99999999'])),
    };
    customer.records.push(entry);
    return entry;
  }

  #amount(value: string): string {
    return this.#currency.length === 1 ? `${this.#currency}${value}` : `${value} ${this.#currency}`;
  }

  #slots(entry: Entry, more: Slots = {}): Slots {
    this.#entries.note(entry, this.t.next);
    return {
      noun: this.#domain.noun[this.#language] ?? this.#domain.key,
      id: entry.id,
      thing: entry.thing,
      name: entry.customer.name,
      date: spoken(entry.date, this.#language),
      option: entry.option,
      extra: this.rng.pick(this.#domain.extras),
      topic: this.rng.pick(this.#domain.topics),
      amount: this.#amount(entry.price),
      conf: entry.conf,
      method: this.rng.pick(entry.customer.methods),
      n: this.rng.int(2, 40),
      fee: this.#amount(money(this.rng, 5, 90)),
      ...more,
    };
  }

  #ask(templates: readonly string[], slots: Slots): number {
    const { rng } = this;
    let text = say(rng, templates, slots).trim();
    if (this.#language === 'en' && rng.chance(0.12))
      text = mistyped(rng, text, Object.values(slots).map(String));
    // Two wishes in one message.
    if (rng.chance(0.05)) text = `${text} ${say(rng, this.#words.ask, slots)}`;
    return this.t.user(text);
  }

  #say(templates: readonly string[], slots: Slots): number {
    const { rng } = this;
    const tail = rng.chance(this.#wordy * 0.4) ? ` ${say(rng, this.#words.more, slots)}` : '';
    return this.t.say(`${say(rng, templates, slots)}${tail}`.trim());
  }

  /** An entry of the present customer, or one from long ago. */
  #entry(): Entry {
    const { rng, t } = this;
    const own = this.#customer.records.filter((e) => e.status !== 'cancelled');
    if (own.length > 0 && rng.chance(this.#desk ? 0.9 : 0.6)) return rng.pick(own);
    const known = this.#entries.pick(rng, t.next);
    return known && known.status !== 'cancelled' ? known : this.#newEntry(this.#customer);
  }

  #json(entry: Entry, full = true): Record<string, Json> {
    const { rng } = this;
    const body: Record<string, Json> = {
      [`${this.#domain.key}_id`]: entry.id,
      customer_id: entry.customer.id,
      item: entry.thing,
      date: entry.date.iso,
      [this.#domain.optionKey]: entry.option,
      status: entry.status,
      price: {
        amount: Number(entry.price),
        currency: this.#currency.replace('€', 'EUR').replace('$', 'USD'),
      },
    };
    if (full) {
      body.payment_history = [
        {
          payment_id: rng.pick(entry.customer.methods),
          amount: Number(entry.price),
          at: stamp(rng),
        },
      ];
      body.extras = rng.chance(0.5) ? [rng.pick(this.#domain.extras)] : [];
      body.people = Array.from({ length: rng.int(1, 3) }, () => ({
        name: person(rng).full,
        born: day(rng, rng.int(1950, 2015)).iso,
        ref: code(rng, 'A9999'),
      }));
      body.contact = { ...entry.customer.fields };
      body.terms = {
        changeable: rng.chance(0.7),
        fee: Number(money(rng, 0, 60)),
        until: stamp(rng),
        group: code(rng, 'AA-99'),
      };
      body.created_at = stamp(rng);
      body.etag = hex(rng, 12);
      body.history = Array.from({ length: rng.int(0, 4) }, () => ({
        at: stamp(rng),
        by: person(rng).handle,
        event: rng.pick(['viewed', 'priced', 'mail_sent', 'synced']),
      }));
    }
    return body;
  }

  #call(verb: Verb, input: Json, output: Json, deed?: Omit<Act, 'kind'>, failed = false): Call {
    return {
      tool: this.#tools[verb],
      input,
      output,
      failed,
      deeds: deed ? [{ kind: 'domain', ...deed }] : [],
    };
  }

  #details(entry: Entry): Call {
    return this.#call('details', { [this.#argument]: entry.id }, this.#json(entry));
  }

  #step(...calls: Call[]): number {
    const comment = this.rng.chance(this.#wordy * 0.2)
      ? say(this.rng, this.#words.noted.slice(0, 1), {})
      : '';
    return this.t.step(comment, calls, this.#thought());
  }

  #thought(): string {
    const { rng, t } = this;
    const entry = this.#entries.pick(rng, t.next);
    if (!entry) return '';
    return say(rng, thoughts, {
      name: entry.customer.name,
      id: entry.id,
      thing: entry.thing,
      option: entry.option,
      topic: rng.pick(this.#domain.topics),
      tier: entry.customer.tier,
    });
  }

  // --- coming and going ----------------------------------------------------------------------------

  #arrive(): void {
    const entry = this.#customer.records[0] as Entry;
    const slots = this.#slots(entry);
    if (!this.#desk) {
      this.#ask(this.#words.hello, slots);
      this.#say(this.#words.askWho, slots);
    }
    this.#identify(this.#desk ? this.#words.nextCase : this.#words.who);
  }

  #identify(templates: readonly string[]): void {
    const customer = this.#customer;
    const entry = customer.records[0] as Entry;
    const slots = this.#slots(entry, { id: customer.id, value: customer.fields['e-mail'] ?? '' });
    this.#ask(templates, slots);
    this.#step(
      this.#call(
        'find',
        this.rng.pick<Json>([
          { query: customer.id },
          { customer_id: customer.id },
          { email: customer.fields['e-mail'] ?? '' },
        ]),
        {
          customer_id: customer.id,
          name: customer.name,
          tier: customer.tier,
          ...customer.fields,
          payment_methods: [...customer.methods],
          [`${this.#domain.key}s`]: customer.records.map((e) => this.#json(e, false)),
          internal: {
            segment: this.rng.int(1, 40),
            score: this.rng.int(1, 990) / 10,
            shard: hex(this.rng, 6),
          },
        },
      ),
    );
    const list = customer.records
      .map((e) => `${e.id} (${e.thing}, ${spoken(e.date, this.#language)})`)
      .join('; ');
    for (const e of customer.records) this.#entries.note(e, this.t.next);
    this.#say(this.#words.found, { ...this.#slots(entry), list });
  }

  #nextCase(): void {
    const { rng, t } = this;
    // Now and then somebody from before is back.
    const back = rng.chance(0.45) ? this.#entries.pick(rng, t.next, farBack)?.customer : undefined;
    this.#customer = back ?? this.#newCustomer();
    this.#identify(back && rng.chance(0.7) ? this.#words.back : this.#words.nextCase);
  }

  #small(): void {
    const entry = this.#entry();
    this.#ask(this.#words.thanks, this.#slots(entry));
    this.#say(this.#words.more.slice(0, 1), this.#slots(entry));
  }

  // --- what people want ----------------------------------------------------------------------------

  private _move(entry = this.#entry(), how = this.#words.move): void {
    const { rng, t } = this;
    const words = this.#words;
    let date = day(rng, entry.date.year);
    let slots = this.#slots(entry, { date: spoken(date, this.#language) });
    let at = this.#ask(how, slots);
    this.#step(this.#details(entry));
    const offers = this.#offers(entry, date);
    this.#step(
      this.#call(
        'search',
        { [this.#domain.key]: entry.id, from: date.iso, flexible_days: rng.int(0, 5) },
        offers.json,
      ),
    );
    this.#say(rng.chance(0.4) ? words.confirm : words.offer, { ...slots, list: offers.list });
    for (let i = 0; i < 2 && rng.chance(0.3); i += 1) {
      const later = day(rng, date.year);
      const [old, fresh] = [spoken(date, this.#language), spoken(later, this.#language)];
      if (old === fresh) break;
      slots = this.#slots(entry, { date: fresh, old });
      const by = this.#ask(words.rather, slots);
      t.superseded.push({ at, by, oldValue: old, newValue: fresh, about: [entry.id, entry.thing] });
      at = by;
      date = later;
      const again = this.#offers(entry, date);
      this.#step(
        this.#call(
          'search',
          { [this.#domain.key]: entry.id, from: date.iso, flexible_days: 0 },
          again.json,
        ),
      );
      this.#say(words.confirm, slots);
    }
    if (rng.chance(0.12)) {
      this.#ask(words.no, slots);
      this.#say(words.noted.slice(0, 1), slots);
      return;
    }
    this.#ask(words.yes, slots);
    if (rng.chance(0.12)) {
      this.#refuse(entry, 'change', slots);
      return;
    }
    entry.date = date;
    entry.conf = code(rng, 'XXXXXX');
    entry.price = money(rng);
    const difference = rng.int(-9000, 9000) / 100;
    const deed = { target: entry.id, outcome: entry.conf, verb: 'change' as const };
    this.#step(
      this.#call(
        'change',
        {
          [this.#argument]: entry.id,
          date: date.iso,
          payment_id: rng.pick(entry.customer.methods),
        },
        { ok: true, confirmation: entry.conf, difference, ...this.#json(entry, rng.chance(0.4)) },
        deed,
      ),
    );
    this.#settle(entry);
    this.#say(words.moved, this.#slots(entry));
  }

  #refuse(entry: Entry, verb: Verb, slots: Slots): void {
    const { rng, t } = this;
    const error = rng.pick(this.#domain.errors);
    const at = this.#step(
      this.#call(
        verb,
        { [this.#argument]: entry.id },
        rng.pick<Json>([
          { error, trace: uuid(rng) },
          { ok: false, reason: error },
          `Error: ${error}`,
        ]),
        undefined,
        rng.chance(0.5),
      ),
    );
    this.#say(this.#words.refused, { ...slots, rule: error.replaceAll('_', ' ') });
    // That it was done before stays true.
    if (this.#done.has(entry)) return;
    t.falsehoods.push({
      at,
      until: undefined,
      subject: entry.id,
      claim: 'done',
      because: 'refused',
      tool: this.#tools[verb],
    });
    // What succeeds later makes the statement true.
    const known = t.falsehoods.length - 1;
    this.#refused.set(entry, known);
  }

  readonly #refused = new Map<Entry, number>();
  readonly #done = new Set<Entry>();

  #offers(entry: Entry, date: Day): { json: Json; list: string } {
    const { rng } = this;
    const rows = Array.from({ length: rng.int(3, 9) }, (_, i) => ({
      offer: code(rng, 'A9999'),
      date: i === 0 ? date.iso : day(rng, date.year).iso,
      time: clock(rng),
      [this.#domain.optionKey]: rng.pick(this.#domain.options),
      price: Number(money(rng)),
      left: rng.int(0, 30),
    }));
    const list = rows
      .slice(0, 4)
      .map((r, i) => `${i + 1}. ${r.date} ${r.time}, ${this.#amount(String(r.price))} (${r.offer})`)
      .join('\n');
    return { json: { query_id: uuid(rng), item: entry.thing, results: rows }, list };
  }

  private _again(): void {
    const entry = this.#entries.pick(this.rng, this.t.next, farBack);
    if (!entry || entry.status === 'cancelled') return;
    this.#customer = entry.customer;
    this._move(entry, this.#words.again);
  }

  private _cancel(): void {
    const { rng } = this;
    const words = this.#words;
    const entry = this.#entry();
    const slots = this.#slots(entry);
    this.#ask(words.cancel, slots);
    const topic = rng.pick(this.#domain.topics);
    const rule = this.#call('policy', { topic: 'cancellation' }, policy(rng, this.#domain, topic));
    if (rng.chance(0.3)) this.#step(this.#details(entry), rule);
    else this.#step(this.#details(entry));
    this.#say(words.confirm, slots);
    if (rng.chance(0.15)) {
      this.#ask(words.no, slots);
      this.#say(words.noted.slice(0, 1), slots);
      return;
    }
    this.#ask(words.yes, slots);
    if (rng.chance(0.2)) {
      this.#refuse(entry, 'cancel', slots);
      return;
    }
    entry.status = 'cancelled';
    entry.conf = code(rng, 'RF-999999');
    const back = money(rng);
    this.#step(
      this.#call(
        'cancel',
        { [this.#argument]: entry.id, reason: rng.pick(['customer_request', 'illness', 'other']) },
        {
          ...this.#json(entry, false),
          status: 'cancelled',
          refund: { id: entry.conf, amount: Number(back), to: rng.pick(entry.customer.methods) },
        },
        { target: entry.id, outcome: 'cancelled', verb: 'delete' },
      ),
    );
    this.#settle(entry);
    this.#say(words.cancelled, this.#slots(entry, { amount: this.#amount(back) }));
  }

  #settle(entry: Entry): void {
    this.#done.add(entry);
    const at = this.#refused.get(entry);
    const old = at === undefined ? undefined : this.t.falsehoods[at];
    if (old && at !== undefined) this.t.falsehoods[at] = { ...old, until: this.t.next };
    this.#refused.delete(entry);
  }

  private _create(): void {
    const { rng, t } = this;
    const words = this.#words;
    const entry = this.#newEntry(this.#customer);
    let slots = this.#slots(entry);
    const at = this.#ask(words.create, slots);
    const offers = this.#offers(entry, entry.date);
    this.#step(
      this.#call(
        'search',
        { item: entry.thing, from: entry.date.iso, to: day(rng, entry.date.year).iso },
        offers.json,
      ),
    );
    this.#say(words.offer, { ...slots, list: offers.list });
    if (rng.chance(0.3)) {
      const old = spoken(entry.date, this.#language);
      entry.date = day(rng, entry.date.year);
      const fresh = spoken(entry.date, this.#language);
      slots = this.#slots(entry, { old });
      const by = this.#ask(words.rather, slots);
      if (old !== fresh && text(t.messages[at]).includes(old))
        t.superseded.push({ at, by, oldValue: old, newValue: fresh, about: [entry.thing] });
      this.#say(words.confirm, { ...slots, id: '–' });
    }
    this.#ask(words.yes, slots);
    entry.status = 'confirmed';
    this.#step(
      this.#call(
        'create',
        {
          customer_id: entry.customer.id,
          item: entry.thing,
          date: entry.date.iso,
          [this.#domain.optionKey]: entry.option,
          payment_id: rng.pick(entry.customer.methods),
        },
        { ok: true, confirmation: entry.conf, ...this.#json(entry, rng.chance(0.5)) },
        { target: entry.id, outcome: 'confirmed', verb: 'create' },
      ),
    );
    this.#say(words.created, this.#slots(entry));
  }

  private _exchange(): void {
    const { rng } = this;
    const words = this.#words;
    const entry = this.#entry();
    const option = rng.pick(this.#domain.options.filter((o) => o !== entry.option));
    const slots = this.#slots(entry, { option });
    this.#ask(words.exchange, slots);
    this.#step(this.#details(entry));
    this.#say(words.confirm, slots);
    this.#ask(words.yes, slots);
    if (rng.chance(0.15)) {
      this.#refuse(entry, 'exchange', slots);
      return;
    }
    entry.option = option;
    entry.conf = code(rng, 'XXXXXX');
    this.#step(
      this.#call(
        'exchange',
        { [this.#argument]: entry.id, to: option },
        {
          ok: true,
          reference: entry.conf,
          new_total: Number(money(rng)),
          ...this.#json(entry, false),
        },
        { target: entry.id, outcome: entry.conf, verb: 'change' },
      ),
    );
    this.#settle(entry);
    this.#say(words.moved, this.#slots(entry));
  }

  private _refund(): void {
    const { rng } = this;
    const words = this.#words;
    const entry = this.#entries.pick(rng, this.t.next) ?? this.#entry();
    const amount = money(rng, 4, 400);
    const slots = this.#slots(entry, { amount: this.#amount(amount) });
    this.#ask(words.refund, slots);
    this.#step(this.#details(entry));
    const conf = code(rng, 'RF-999999');
    entry.conf = conf;
    this.#step(
      this.#call(
        'refund',
        {
          [this.#argument]: entry.id,
          amount: Number(amount),
          to: rng.pick(entry.customer.methods),
        },
        {
          refund_id: conf,
          status: 'queued',
          [`${this.#domain.key}_id`]: entry.id,
          expected: day(rng).iso,
        },
        { target: entry.id, outcome: conf, verb: 'change' },
      ),
    );
    this.#say(words.cancelled.slice(-1), { ...slots, conf });
  }

  private _ask(): void {
    const { rng } = this;
    const topic = rng.pick(this.#domain.topics);
    const slots = this.#slots(this.#entry(), { topic });
    this.#ask(this.#words.ask, slots);
    const page = policy(rng, this.#domain, topic);
    this.#step(this.#call('policy', rng.pick<Json>([{ topic }, { query: topic, limit: 3 }]), page));
    const lines = page.split('\n').slice(2);
    this.#say(this.#words.rules, { ...slots, rule: rng.pick(lines).replace(/^\S+ /, '') });
  }

  private _recall(): void {
    const { rng, t } = this;
    const entry = this.#entries.pick(rng, t.next, farBack) ?? this.#entry();
    const slots = this.#slots(entry);
    const { recall, tell } = this.#words;
    // The answers are in the order: all of it, the number, the day, the money.
    const asked = rng.int(0, recall.length - 1);
    const answer =
      [tell.slice(1, 2), tell.slice(0, 1), tell.slice(0, 1), tell.slice(-1)][asked] ??
      tell.slice(0, 1);
    this.#ask(recall.slice(asked, asked + 1), slots);
    if (rng.chance(0.4)) this.#step(this.#details(entry));
    this.#say(answer, slots);
  }

  private _report(): void {
    const { rng, t } = this;
    const entries = this.#entries.several(rng, t.next, rng.int(3, 9));
    this.#ask(this.#words.report, this.#slots(entries[0] ?? this.#entry()));
    const style = rng.pick<(e: Entry) => string>([
      (e) => `- ${e.id}, ${e.thing}: ${e.date.iso} (${e.conf})`,
      (e) => `| ${e.customer.name} | ${e.id} | ${e.date.iso} | ${e.conf} |`,
      (e) => `${e.thing} → ${e.status}, ${e.conf}`,
    ]);
    for (const e of entries) this.#entries.note(e, t.next);
    t.say(entries.map(style).join('\n'));
  }

  private _complain(): void {
    const { rng } = this;
    const entry = this.#entry();
    const amount = money(rng, 5, 80);
    const conf = code(rng, 'XXXX-XXXX');
    const slots = this.#slots(entry, { amount: this.#amount(amount), conf });
    this.#ask(this.#words.complain, slots);
    const calls = [
      this.#call(
        'voucher',
        { customer_id: entry.customer.id, amount: Number(amount), reason: 'goodwill' },
        { code: conf, valid_until: day(rng).iso, balance: Number(amount) },
        { target: conf, outcome: undefined, verb: 'create' },
      ),
    ];
    if (rng.chance(0.5))
      calls.push(
        this.#call(
          'note',
          { [this.#argument]: entry.id, text: `${entry.thing}: complaint, ${amount}` },
          { note_id: rng.int(10_000, 999_999) },
          { target: entry.id, outcome: undefined, verb: 'create' },
        ),
      );
    this.#step(...calls);
    this.#say(this.#words.sorry, slots);
  }

  private _contact(): void {
    const { rng } = this;
    const customer = this.#customer;
    const field = rng.pick(Object.keys(customer.fields));
    const value = this.#newCustomer().fields[field] ?? '';
    customer.fields[field] = value;
    const slots = this.#slots(this.#entry(), { field, value });
    // Which sentence fits depends on the field.
    const at = this.#ask(
      field === 'phone'
        ? this.#words.contact.slice(0, 1)
        : field === 'address'
          ? this.#words.contact.slice(2)
          : this.#words.contact.slice(1, 2),
      slots,
    );
    this.#contacts.set(customer.id + field, { at, value, field, customer });
    this.#step(
      this.#call(
        'contact',
        { customer_id: customer.id, field, value },
        { ok: true, version: rng.int(2, 90) },
        { target: customer.id, outcome: undefined, verb: 'change' },
      ),
    );
    this.#say(this.#words.noted, slots);
  }

  private _correct(): void {
    const { rng, t } = this;
    const known = rng.pick([...this.#contacts.values()]);
    const { field, customer } = known;
    const value = this.#newCustomer().fields[field] ?? '';
    const slots = this.#slots(customer.records[0] ?? this.#entry(), {
      field,
      value,
      old: known.value,
    });
    const by = this.#ask(this.#words.correct, slots);
    t.superseded.push({
      at: known.at,
      by,
      oldValue: known.value,
      newValue: value,
      about: [field, customer.name, customer.id],
    });
    customer.fields[field] = value;
    this.#contacts.set(customer.id + field, { at: by, value, field, customer });
    this.#step(
      this.#call(
        'contact',
        { customer_id: customer.id, field, value },
        { ok: true, version: rng.int(2, 90) },
        { target: customer.id, outcome: undefined, verb: 'change' },
      ),
    );
    this.#say(this.#words.noted, slots);
  }

  private _wish(): void {
    const { rng } = this;
    const slots = this.#slots(this.#entry(), {
      name: person(rng).full,
      amount: this.#amount(money(rng, 100, 900)),
      n: rng.int(7, 11),
    });
    this.#ask(this.#words.wish, slots);
    this.#say(this.#words.noted.slice(0, 1).concat(this.#words.noted.slice(-1)), slots);
  }
}

const thoughts = [
  '(The user|They) (means|must mean) <id>, (that is|the one for) <thing>. (Check|Look at) it first',
  '<name> has tier <tier>, so the (fee|rule) on <topic> (may|might) not apply',
  'No confirmation yet. (Ask|I have to ask) before (any change|I change anything)',
  '(Was it|Is it) <id> or the other one? The (option|choice) <option> (fits|speaks for) <id>',
  'Policy first(:|,) <topic>',
];

function text(message: { content: unknown } | undefined): string {
  return typeof message?.content === 'string' ? message.content : '';
}
