/**
 * Names, numbers and addresses for generated sessions. Decides what they look like, and that a session
 * never gets one twice; refuses to know who says them and what finds them again.
 */
import type { Rng } from '../js/support/random.ts';

/** What a placeholder of a phrasing may be called. */
export type ValueKind =
  | 'path'
  | 'url'
  | 'number'
  | 'version'
  | 'hash'
  | 'date'
  | 'symbol'
  | 'name'
  | 'ticket'
  | 'command';

const words = (
  'ledger invoice tenant harbour quota relay anchor meadow falcon pricing outbox cursor beacon lattice ' +
  'throttle voucher parcel mirror splice orchard warden tariff cobalt drift ember gantry hopper inlet ' +
  'jetty kiln lumen mortar nectar oxbow pylon quarry rudder sluice trellis umber vellum wicket yarrow'
).split(' ');
const folders =
  'src lib packages/api packages/web services/billing internal/store cmd/worker app'.split(' ');
const extensions = 'ts tsx py go rs sql yaml toml json md proto sh'.split(' ');
const units = ['ms', 'MB', 'GiB', 'seconds', 'req/s', 'rows', 'km', '°C', 'kB', 'minutes'];
const given =
  'Ottilie Ruben Sanna Kwame Idris Marguerite Tadeo Ylva Bastian Noor Fenna Cosmo Ingrid Amadou'.split(
    ' ',
  );
const family =
  'Brandvold Okonjo Lindqvist Pereira Vasquez Achterberg Marchetti Duarte Holm Oyelaran Szabo Keller'.split(
    ' ',
  );
const months = 'January February March April May June July August October November'.split(' ');

/** A source of values, each a new one. */
export class Values {
  readonly #rng: Rng;
  readonly #used = new Set<string>();

  constructor(rng: Rng) {
    this.#rng = rng;
  }

  /** A value that this source has not given before. */
  next(kind: ValueKind): string {
    for (;;) {
      const value = this.#make(kind);
      if (this.#used.has(value)) continue;
      this.#used.add(value);
      return value;
    }
  }

  word(): string {
    return this.#rng.pick(words);
  }

  /** `template` with a value for each `{kind}` in it, and the values in their order. */
  fill(template: string): { text: string; values: { kind: ValueKind; value: string }[] } {
    const values: { kind: ValueKind; value: string }[] = [];
    const text = template.replace(/\{(\w+)\}/g, (_, name: string) => {
      const kind = name as ValueKind;
      const value = this.next(kind);
      values.push({ kind, value });
      return value;
    });
    return { text, values };
  }

  #hex(length: number): string {
    let hex = '';
    // Digits alone, or letters alone, would be another kind of value.
    while (!/\d/.test(hex) || !/[a-f]/.test(hex)) {
      hex = Array.from({ length }, () => this.#rng.int(0, 15).toString(16)).join('');
    }
    return hex;
  }

  #make(kind: ValueKind): string {
    const rng = this.#rng;
    const word = () => this.word();
    const upper = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
    switch (kind) {
      case 'path':
        return `${rng.pick(folders)}/${word()}/${word()}-${word()}.${rng.pick(extensions)}`;
      case 'url':
        return `https://${word()}.example.${rng.pick(['org', 'com', 'net'])}/${word()}/${word()}-${rng.int(10, 999)}`;
      case 'number':
        return rng.chance(0.5)
          ? `${rng.int(2, 99)},${rng.int(100, 999)} ${rng.pick(units)}`
          : `${rng.int(3, 980)}.${rng.int(1, 9)}${rng.int(1, 9)} ${rng.pick(units)}`;
      case 'version':
        return `${rng.pick(['v', ''])}${rng.int(1, 29)}.${rng.int(0, 40)}.${rng.int(1, 60)}${rng.pick(['', '', '-rc.2', '-beta.4'])}`;
      case 'hash':
        return this.#hex(rng.pick([8, 10, 12, 40]));
      case 'date':
        return rng.chance(0.6)
          ? `2026-${String(rng.int(1, 12)).padStart(2, '0')}-${String(rng.int(1, 28)).padStart(2, '0')}`
          : `${rng.int(1, 28)} ${rng.pick(months)} 2026`;
      case 'symbol':
        return rng.pick([
          () => `${word()}${upper(word())}${upper(word())}`,
          () => `${upper(word())}${upper(word())}Error`,
          () => `${word()}_${word()}_${word()}`,
          () => `${word()}_${word()}`.toUpperCase().concat('_LIMIT'),
        ])();
      case 'name':
        return `${rng.pick(given)} ${rng.pick(family)}`;
      case 'ticket':
        return `${word().slice(0, 4).toUpperCase()}-${rng.int(100, 9_999)}`;
      case 'command':
        return rng.pick([
          () => `npm run ${word()}:${word()} -- --shard ${rng.int(1, 9)}`,
          () => `git log --oneline -n ${rng.int(3, 40)} -- ${word()}/`,
          () => `docker compose logs ${word()}-${word()} --tail ${rng.int(20, 400)}`,
          () => `psql -c "select count(*) from ${word()}_${word()}"`,
          () => `curl -s localhost:${rng.int(3_000, 9_000)}/${word()}/health`,
          () => `cargo test -p ${word()}-${word()}`,
          () => `kubectl rollout status deploy/${word()}-${word()}`,
          () => `python -m pytest tests/${word()} -k ${word()}_${word()}`,
        ])();
    }
  }
}
