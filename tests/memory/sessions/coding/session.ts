/**
 * A coding session: somebody asks, an agent reads, edits and runs. Decides what happens and when
 * something from earlier is needed again; refuses to know how files or tools look.
 */
import {
  coined,
  company,
  digits,
  hex,
  money,
  person,
  uuid,
  version,
} from '../../support/values.ts';
import { capital, say } from '../../support/wording.ts';
import { farBack } from '../earlier.ts';
import type { Table } from './agent.ts';
import { changed, difference, mend } from './changes.ts';
import type { Setting } from './project.ts';
import { log, stack } from './runners.ts';
import { plural } from './vocabulary.ts';
import { CodingWork } from './work.ts';

export class CodingSession extends CodingWork {
  /** Goes on until the history has about as many tokens as wanted. */
  run(tokens: number): void {
    const { rng, t } = this;
    while (t.tokens < tokens) {
      const aged = this.history.size;
      const episode = rng.weighted({
        bug: 26,
        feature: 16,
        rename: 7,
        move: 7,
        remove: 4,
        restore: this.deleted.length > 0 ? 6 : 0,
        setting: 15,
        change: this.given.size > 0 ? 16 : 0,
        serve: 6,
        schema: 6,
        query: this.tables.size > 0 ? 5 : 0,
        where: aged > 2 ? 6 : 0,
        whichValue: this.given.size > 0 ? 4 : 0,
        record: aged > 3 ? 6 : 0,
        goBack: aged > 2 ? 14 : 0,
        lint: 4,
        install: 4,
        script: 4,
        clean: 3,
        commit: this.unsaved.size > 0 ? 9 : 0,
      });
      if (episode === 'clean') this.clean();
      else this[`_${episode}`]();
    }
  }

  protected _setting(): void {
    const { rng, p, t } = this;
    const words = this.words;
    const free = p.settings.filter((s) => !this.given.has(s));
    const setting = free.length > 0 && rng.chance(0.8) ? rng.pick(free) : p.addSetting();
    const value = p.number();
    const slots = this.slots(this.target(), {
      key: setting.key,
      value,
      unit: setting.unit,
      file: setting.file,
    });
    const at = this.ask(words.setting, slots);
    this.set(setting, value);
    this.given.set(setting, { at, value });
    this.settings.note(setting, t.next);
    t.say(say(rng, words.answerValue, slots));
  }

  protected set(setting: Setting, value: string): void {
    const { rng, p } = this;
    if (rng.chance(0.6)) {
      if (rng.chance(0.4))
        this.step(
          this.aside(this.words.look, { file: setting.file, fn: setting.key }),
          this.tools.read(setting.file),
        );
      else this.step('', this.grep(setting.key));
    }
    const old = p.settingLine(setting);
    setting.value = value;
    p.writeSettings(setting.file);
    const fresh = p.settingLine(setting);
    if (rng.chance(0.75))
      this.edit({ path: setting.file, old, fresh, line: 2 + p.settings.indexOf(setting) }, '');
    else
      this.step(
        '',
        this.tools.shellOn(
          [setting.file],
          'change',
          (f) => `sed -i 's|${old.trim()}|${fresh.trim()}|' ${f[0]}`,
        ),
      );
  }

  protected _change(): void {
    const { rng, p, t } = this;
    const setting = this.settings.pick(rng, t.next, farBack);
    const given = setting && this.given.get(setting);
    if (!setting || !given) return;
    const value = p.number();
    if (value === given.value) return;
    const slots = this.slots(this.target(), {
      key: setting.key,
      value,
      unit: setting.unit,
      file: setting.file,
      old: given.value,
    });
    const by = this.ask(this.words.change, slots);
    t.superseded.push({
      at: given.at,
      by,
      oldValue: given.value,
      newValue: value,
      about: [setting.key],
    });
    this.set(setting, value);
    this.given.set(setting, { at: by, value });
    this.settings.note(setting, t.next);
    t.say(say(rng, this.words.answerValue, slots));
  }

  protected _serve(): void {
    const { rng, p, t } = this;
    const known = this.target();
    const slots = this.slots(known);
    this.ask(this.words.serve, slots);
    const again =
      this.served.size > 0 && rng.chance(0.5) ? this.served.pick(rng, t.next, farBack) : undefined;
    const served = again ?? {
      port: rng.int(3100, 29_900),
      route: `/${rng.pick(['api', 'v1', 'v2', 'internal'])}/${plural(p.namer.noun())}/${coined(rng, 2)}`,
    };
    this.served.note(served, t.next);
    const start = rng.pick([
      `npm run dev -- --port ${served.port}`,
      `PORT=${served.port} ./bin/${p.name} serve`,
      `uvicorn ${p.name}.api:app --port ${served.port}`,
      `go run ./cmd/${p.name} -addr :${served.port}`,
      `docker compose up -d ${p.name}`,
    ]);
    this.step(
      '',
      this.tools.shell(
        `${start} > /tmp/${p.name}.log 2>&1 & sleep ${rng.int(1, 5)}; tail -n 20 /tmp/${p.name}.log`,
        log(
          p,
          rng.int(4, 16),
          rng.pick([
            `listening on http://127.0.0.1:${served.port}`,
            `Server ready, port ${served.port}, pid ${rng.int(900, 90_000)}`,
            `Started in ${rng.int(100, 4000)} ms (0.0.0.0:${served.port})`,
          ]),
        ),
      ),
    );
    const status = rng.pick([200, 200, 404, 500, 502]);
    this.step(
      this.aside(this.words.run, slots),
      this.tools.shell(
        `curl -si localhost:${served.port}${served.route}`,
        `HTTP/1.1 ${status}\nx-request-id: ${uuid(rng)}\n\n${JSON.stringify({ [p.namer.noun()]: rng.int(1, 9999), [p.namer.kind()]: rng.chance(0.5), took: `${rng.int(1, 900)}ms` })}`,
      ),
    );
    if (status >= 400 || rng.chance(0.4))
      this.step(
        '',
        this.tools.shell(
          `tail -n ${rng.int(20, 80)} /tmp/${p.name}.log`,
          log(
            p,
            rng.int(15, 120),
            status >= 500 ? stack(p, known.one, known.fn.name, 'Error: unhandled') : undefined,
          ),
        ),
      );
    const why = this.why(slots);
    if (status >= 500) {
      this.step(this.aside(this.words.look, slots), this.read(known));
      this.edit(
        changed(p, known.one, () => mend(p, known.one, known.fn)),
        say(rng, this.words.cause, { ...slots, why }),
      );
      this.step(
        '',
        this.tools.shell(
          `curl -s -o /dev/null -w '%{http_code}' localhost:${served.port}${served.route}`,
          '200',
        ),
      );
      this.done(known, why, slots);
    } else {
      t.say(`\`${served.route}\` (:${served.port}) → ${status}. ${capital(why)}.`);
    }
  }

  protected _schema(): void {
    const { rng, p, t } = this;
    const words = this.words;
    const table: Table =
      (rng.chance(0.4) ? this.tables.pick(rng, t.next, farBack) : undefined) ?? this.newTable();
    const known = this.target();
    const noun = p.namer.noun();
    this.ask(words.schema, this.slots(known, { table: table.name, noun }));
    const rows = table.columns.map(
      (c) => ` ${(c[0] ?? '').padEnd(24)} | ${(c[1] ?? '').padEnd(26)} | ${c[2] ?? ''}`,
    );
    this.step(
      '',
      this.tools.shell(
        `psql $DATABASE_URL -c '\\d ${table.name}'`,
        [
          `                Table "public.${table.name}"`,
          ` ${'Column'.padEnd(24)} | ${'Type'.padEnd(26)} | Nullable`,
          '-'.repeat(66),
          ...rows,
          'Indexes:',
          `    "${table.name}_pkey" PRIMARY KEY, btree (${table.columns[0]?.[0]})`,
        ].join('\n'),
      ),
    );
    const column = [
      `${p.namer.kind()}_${noun}_${rng.pick(['at', 'id', 'count', 'ref', 'code'])}`,
      rng.pick(['bigint', 'text', 'timestamp with time zone', 'jsonb', 'numeric(12,4)']),
      rng.pick(['not null', '']),
    ];
    table.columns.push(column);
    this.tables.note(table, t.next);
    const path = `${rng.pick(['migrations', 'db/migrate', 'sql'])}/${digits(rng, 4)}_${column[0]}.sql`;
    const sql = `ALTER TABLE ${table.name}\n  ADD COLUMN ${column[0]} ${column[1]}${column[2] === '' ? '' : ' NOT NULL DEFAULT 0'};\nCREATE INDEX CONCURRENTLY ${table.name}_${column[0]}_idx ON ${table.name} (${column[0]});\n`;
    p.texts.set(path, sql);
    this.step(this.aside(words.wrote, { file: path }), this.tools.write(path, sql));
    if (rng.chance(0.5))
      this.edit(
        changed(p, known.one, () => mend(p, known.one, known.fn)),
        '',
      );
    this.done(known, `\`${table.name}.${column[0]}\` (${column[1]})`, this.slots(known), [path]);
  }

  protected newTable(): Table {
    const { rng, p } = this;
    const name = `${p.namer.kind()}_${plural(p.namer.noun())}`;
    const columns = [['id', 'bigint', 'not null']];
    for (let i = rng.int(5, 14); i > 0; i -= 1) {
      const suffix = rng.pick(['_at', '_id', '_code', '_total', '', '_ref']);
      const column = `${p.namer.noun()}_${p.namer.noun()}${suffix}`;
      if (!columns.some((c) => c[0] === column))
        columns.push([
          column,
          rng.pick([
            'integer',
            'text',
            'uuid',
            'boolean',
            'timestamp with time zone',
            'character varying(64)',
          ]),
          rng.pick(['not null', '']),
        ]);
    }
    return { name, columns };
  }

  protected _query(): void {
    const { rng, p, t } = this;
    const table = this.tables.pick(rng, t.next, farBack);
    if (!table) return;
    this.tables.note(table, t.next);
    const column = rng.pick(table.columns)[0] ?? 'id';
    this.ask(this.words.query, { table: table.name, column });
    const n = rng.int(0, 90_000);
    this.step(
      '',
      this.tools.shell(
        `psql $DATABASE_URL -c "select count(*) from ${table.name} where ${column} is null"`,
        ` count \n-------\n ${n}\n(1 row)`,
      ),
    );
    t.say(
      rng.pick([
        `${n} (\`${table.name}.${column}\`).`,
        `\`${column}\`: ${n}.`,
        `**${n}** — \`${table.name}\`, ${p.words('<noun>')}.`,
      ]),
    );
  }

  protected _where(): void {
    const { rng, t } = this;
    const known = this.fns.pick(rng, t.next, farBack);
    if (!this.sound(known)) return;
    const slots = this.slots(known);
    this.ask(this.words.where, slots);
    if (rng.chance(0.4)) this.step('', this.grep(known.fn.name));
    t.say(say(rng, this.words.answerPlace, slots));
  }

  protected _whichValue(): void {
    const { rng, t } = this;
    const setting = this.settings.pick(rng, t.next, farBack);
    if (!setting) return;
    this.settings.note(setting, t.next);
    const slots = {
      key: setting.key,
      value: setting.value,
      unit: setting.unit,
      file: setting.file,
    };
    this.ask(this.words.whichValue, slots);
    if (rng.chance(0.3)) this.step('', this.grep(setting.key));
    t.say(say(rng, this.words.answerValue, slots));
  }

  protected _record(): void {
    const { rng, p, t } = this;
    const items = this.history
      .several(rng, t.next, rng.int(3, 8))
      .filter((d) => this.sound(d.known));
    if (items.length === 0) return;
    const reuse = this.reports.length > 0 && rng.chance(0.7);
    const path = reuse
      ? rng.pick(this.reports)
      : rng.pick([
          'CHANGELOG.md',
          `docs/${coined(rng, 2)}-notes.md`,
          `notes/${p.name}-handover.md`,
          'HISTORY.rst',
        ]);
    this.ask(this.words.record, { file: path });
    const lines = items.map((d) => {
      this.note(d.known);
      this.history.note(d, t.next);
      return `- \`${d.known.fn.name}\` (${d.known.one.module.path}): ${d.why}`;
    });
    const old = p.texts.get(path);
    const text = `${old ?? `# ${p.name}\n`}\n## ${version(rng)}\n\n${lines.join('\n')}\n`;
    p.texts.set(path, text);
    if (!this.reports.includes(path)) this.reports.push(path);
    const change = old === undefined ? undefined : difference(path, old, text);
    this.step('', change ? this.tools.edit(change) : this.tools.write(path, text));
    t.say(rng.chance(0.5) ? `${path}:\n\n${lines.join('\n')}` : `${path} ✓`);
  }

  protected _commit(): void {
    const { rng, p, t } = this;
    const paths = [...this.unsaved].filter((f) => p.text(f) !== undefined);
    this.unsaved = new Set();
    this.ask(this.words.commit, {});
    const title = p.words(
      '(fix|feat|refactor|chore|test)(: |(<noun>): )(handle|keep|drop|check|speed up) <kind> <noun>( before <other>|)',
    );
    if (p.branch === 'main' || rng.chance(0.4)) {
      p.branch = `${rng.pick(['fix', 'feat', person(rng).handle, 'wip'])}/${p.words('<kind>-<noun>')}-${coined(rng, 2)}`;
      this.step(
        '',
        this.tools.shell(`git checkout -b ${p.branch}`, `Switched to a new branch '${p.branch}'`, {
          deeds: [{ target: p.branch, outcome: undefined, kind: 'shell', verb: 'create' }],
        }),
      );
    }
    const hash = p.hash();
    const add = rng.chance(0.5) ? 'git add -A' : `git add ${paths.slice(0, 6).join(' ') || '.'}`;
    this.step(
      '',
      this.tools.shell(
        `${add} && git commit -m "${title}"`,
        `[${p.branch} ${hash}] ${title}\n ${Math.max(1, paths.length)} files changed, ${rng.int(2, 300)} insertions(+), ${rng.int(0, 90)} deletions(-)`,
        { deeds: [{ target: title, outcome: hash, kind: 'shell', verb: 'run' }] },
      ),
    );
    if (rng.chance(0.35)) {
      const items = this.history.several(rng, t.next, rng.int(1, 4));
      const body = items.map((d) => `- \`${d.known.fn.name}\`: ${d.why}`).join('\n');
      const [tool, make] = rng.pick(this.hosted);
      const [input, output, deed] = make(title, body);
      this.step('', { tool, input, output, deeds: [deed] });
    }
    if (rng.chance(0.2)) {
      const n = rng.int(1_000_000, 9_999_999);
      this.step(
        '',
        this.tools.shell(
          `gh run watch ${n}`,
          `✓ ${p.branch} ${company(rng)} CI · ${n}\nJOBS\n✓ test in ${rng.int(1, 9)}m${rng.int(1, 59)}s (ID ${digits(rng, 11)})\n✓ lint in ${rng.int(9, 59)}s (ID ${digits(rng, 11)})\nartifact ${hex(rng, 12)} ${money(rng, 1, 90)} MB`,
        ),
      );
    }
    t.say(`${rng.pick(['', '', '✓ '])}${hash}: ${title}`);
  }
}
