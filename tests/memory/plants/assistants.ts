/** What agents say that they will need again: decisions with their reasons, plans, causes, promises. */
import { code, coined, day, money, person, spoken, version } from '../support/values.ts';
import { assistantPlant, compound, file, folder, label, odd, said } from './making.ts';
import type { Plant } from './types.ts';

const english = assistantPlant.bind(undefined, 'en');
const camel = (rng: Parameters<typeof coined>[0]): string => compound(rng, 'camel');

export const assistants: readonly Plant[] = [
  // X because Y.
  english('decision', 'went-with', (rng) => {
    const [name, n] = [camel(rng), odd(rng, 12, 900)];
    return said(
      rng,
      'I went with a ring buffer in `<name>` because (entries|items) arrive out of order by up to <n> positions.',
      { name, n },
      name,
      ['ring buffer', 'out of order'],
    );
  }),
  english('decision', 'instead-of', (rng) => {
    const [name, other] = [`${coined(rng, 2)}-queue`, `${coined(rng, 2)}-stream`];
    return said(
      rng,
      'Using <name> instead of <other> here: the (second|latter) loses messages when the consumer (restarts|is redeployed).',
      { name, other },
      name,
      ['instead of', other, 'loses'],
    );
  }),
  english('decision', 'keep-sync', (rng) => {
    const name = camel(rng);
    return said(
      rng,
      '`<name>` stays synchronous. Two of its callers hold a lock while they wait for it, and making it async would (mean|require) touching both.',
      { name },
      name,
      ['synchronous', 'lock'],
    );
  }),
  english('decision', 'rejected', (rng) => {
    const name = `lib${coined(rng, 2)}`;
    return said(
      rng,
      'I looked at <name> and decided against it: (no release since 2021|its licence does not fit), and it pulls in a second event loop.',
      { name },
      name,
      ['decided against', 'event loop'],
    );
  }),
  english('decision', 'threshold', (rng) => {
    const n = odd(rng, 61, 4900);
    return said(
      rng,
      'Set the cut-off to <n>. Below that the samples are too noisy to tell the two groups apart, as the (second|last) run showed.',
      { n },
      n,
      ['cut-off', 'noisy', 'samples'],
    );
  }),
  english('decision', 'order-of-migration', (rng) => {
    const [a, b] = [compound(rng, '_'), compound(rng, '_')];
    return said(
      rng,
      "Decision on the migration: <a> goes first, <b> second, since the foreign key points (that|this) way round and we can't defer it.",
      { a, b },
      a,
      ['first', 'foreign key', b],
    );
  }),
  english('decision', 'trade-off', (rng) => {
    const version1 = version(rng);
    const name = label(rng);
    return said(
      rng,
      'There is a trade-off: <name> <v> is slower to start, but it is the last release without the telemetry you objected to, so I pinned that.',
      { name, v: version1 },
      version1,
      [name, 'pinned', 'telemetry'],
    );
  }),
  english('decision', 'left-alone', (rng) => {
    const path = file(rng);
    return said(
      rng,
      'I deliberately left <path> alone. It looks like a duplicate, but the (nightly|monthly) export imports it by name.',
      { path },
      path,
      ['left', 'duplicate', 'export'],
    );
  }),
  english('decision', 'fare', (rng) => {
    const [id, amount] = [code(rng, 'AA999'), money(rng, 110, 900)];
    return said(
      rng,
      'I chose flight <id> for you over the cheaper one, as it leaves after your (meeting|appointment) and the <amount> include the bag.',
      { id, amount },
      id,
      ['chose', 'cheaper', 'bag'],
    );
  }),
  english('decision', 'source', (rng) => {
    const who = person(rng).last;
    return said(
      rng,
      'Of the two figures I trust the one by <who>, because it was measured at the meter and not (modelled|estimated).',
      { who },
      who,
      ['trust', 'measured', 'meter'],
    );
  }),

  // What comes next.
  english('plan', 'next-i', (rng) => {
    const [a, b] = [camel(rng), camel(rng)];
    return said(
      rng,
      "Next I'll split `<a>` into a reader and a writer, then come back to `<b>`; the tests for both are the last step.",
      { a, b },
      a,
      ['split', 'reader', 'Next'],
    );
  }),
  english('plan', 'todo', (rng) => {
    const [a, b] = [`${coined(rng, 2)}-import`, `${coined(rng, 2)}-retry`];
    return said(
      rng,
      'Remaining:\n- [x] schema\n- [ ] <a>: validate before the first insert\n- [ ] <b>\n- [ ] docs',
      { a, b },
      a,
      ['validate', '[ ]', 'insert'],
    );
  }),
  english('plan', 'first-person', (rng) => {
    const at = folder(rng);
    return said(
      rng,
      'I am going to move the parsers under <at> once the current change is in, so that both binaries can link them.',
      { at },
      at,
      ['parsers', 'move', 'binaries'],
    );
  }),
  english('promise', 'call-back', (rng) => {
    const [on, id] = [spoken(day(rng), 'en'), code(rng, 'T-99999')];
    return said(
      rng,
      'I have opened <id> for that, and a colleague will ring you on <on>.',
      { on, id },
      id,
      ['opened', 'colleague', on],
    );
  }),
  english('promise', 'remind', (rng) => {
    const n = odd(rng, 31, 390);
    return said(
      rng,
      "I'll leave the flag at <n> for this run and put it back to the old value before we merge.",
      { n },
      n,
      ['flag', 'put it back', 'before we merge'],
    );
  }),

  // What was found out.
  english('cause', 'root', (rng) => {
    const name = camel(rng);
    return said(
      rng,
      'Found it. `<name>` compares timestamps as strings, which works until the (hour|month) has one digit.',
      { name },
      name,
      ['timestamps', 'strings'],
    );
  }),
  english('cause', 'race', (rng) => {
    const [a, b] = [camel(rng), camel(rng)];
    return said(
      rng,
      "So it's a race: `<a>` publishes before `<b>` has committed, and whoever reads in between sees the old row.",
      { a, b },
      a,
      ['race', 'publishes', b],
    );
  }),
  english('cause', 'environment', (rng) => {
    const name = `${coined(rng, 2).toUpperCase()}_${coined(rng, 2).toUpperCase()}`;
    return said(
      rng,
      'The reason it only fails in CI is that <name> is empty there, and an empty value (counts|is read) as "use the default region".',
      { name },
      name,
      ['CI', 'empty', 'region'],
    );
  }),
  english('assumption', 'utc', (rng) => {
    const name = `${coined(rng, 2)}_at`;
    return said(
      rng,
      'I am assuming that <name> is in UTC; nothing in the code says so, but all (samples|rows) end in Z.',
      { name },
      name,
      ['UTC', 'assuming'],
    );
  }),
  english('open-question', 'which', (rng) => {
    const id = code(rng, 'AA-9999');
    return said(
      rng,
      'One question stays open: whether <id> still counts as active after a partial refund. I treat it as active until you say otherwise.',
      { id },
      id,
      ['active', 'partial refund', 'open'],
    );
  }),

  // In other languages.
  assistantPlant('de', 'decision', 'weil', (rng) => {
    const name = camel(rng);
    return said(
      rng,
      'Ich lasse `<name>` bewusst synchron, weil zwei Aufrufer dabei eine Sperre halten.',
      { name },
      name,
      ['synchron', 'Sperre'],
    );
  }),
  assistantPlant('de', 'plan', 'danach', (rng) => {
    const at = folder(rng);
    return said(
      rng,
      'Danach ziehe ich die Parser nach <at> um, (vorher|aber erst) kommen die Tests.',
      { at },
      at,
      ['Parser', 'Danach'],
    );
  }),
  assistantPlant('fr', 'decision', 'car', (rng) => {
    const name = `${coined(rng, 2)}-queue`;
    return said(
      rng,
      "J'ai retenu <name>, car l'autre perd des messages au redémarrage.",
      { name },
      name,
      ['retenu', 'perd des messages'],
    );
  }),
  assistantPlant('es', 'decision', 'porque', (rng) => {
    const n = odd(rng, 61, 900);
    return said(
      rng,
      'He fijado el umbral en <n> porque por debajo las muestras son demasiado ruidosas.',
      { n },
      n,
      ['umbral', 'muestras'],
    );
  }),
  assistantPlant('pt', 'cause', 'causa', (rng) => {
    const name = camel(rng);
    return said(
      rng,
      'A causa: `<name>` compara datas como texto, e isso falha quando o mês tem um dígito só.',
      { name },
      name,
      ['compara', 'datas'],
    );
  }),
  assistantPlant('zh', 'decision', '因为', (rng) => {
    const name = camel(rng);
    return said(
      rng,
      '我保留了 `<name>` 的同步实现，因为有两个调用方在等待时持有锁。',
      { name },
      name,
      ['同步', '锁'],
    );
  }),
  assistantPlant('ja', 'decision', 'ため', (rng) => {
    const name = `${coined(rng, 2)}-queue`;
    return said(
      rng,
      '<name>を採用しました。もう一方は再起動時にメッセージが失われるためです。',
      { name },
      name,
      ['採用', '再起動'],
    );
  }),
  assistantPlant('ru', 'plan', 'потом', (rng) => {
    const name = camel(rng);
    return said(
      rng,
      'Сначала разделю `<name>` на чтение и запись, потом вернусь к тестам.',
      { name },
      name,
      ['разделю', 'запись'],
    );
  }),
];
