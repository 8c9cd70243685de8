/**
 * A made-up repository that answers like a real one. Decides what is in its files and keeps it true
 * while they are edited, moved and deleted; refuses to know who asks.
 */
import type { Rng } from '../../../js/support/random.ts';
import { coined, company, hex, person, version } from '../../support/values.ts';
import { phrase, say } from '../../support/wording.ts';
import {
  type Fn,
  type Module,
  relative,
  type Statement,
  type Syntax,
  source,
  syntaxes,
} from './syntax.ts';
import { Namer, plural, type Subject, styled, subjects } from './vocabulary.ts';

/** A source file, with the test that belongs to it. */
export interface Source {
  module: Module;
  /** Absent where nobody has written one. */
  test: string | undefined;
  /** Names of the cases, in order. */
  cases: string[];
}

export interface Setting {
  readonly key: string;
  value: string;
  readonly unit: string;
  readonly file: string;
}

const heads = [
  'Copyright <year> <company>. See LICENSE.',
  'Generated from the old module by hand; keep both in step until the old one goes.',
  'Must not import anything from the UI.',
  'Everything here runs inside a transaction, see docs/locking.md.',
  '<person> knows why this exists.',
  'eslint-disable is deliberate here, do not remove.',
];

const docs = [
  '(Returns|Gives|Computes) the (first|last|current|effective) <noun> (of|for) a <other>.',
  '(Callers must|The caller has to) hold the <noun> lock.',
  'Never throws; an unknown <noun> counts as (empty|zero|missing).',
  'Linear in the number of <noun>s.',
  'TODO(<handle>): (merge|fold|unify) with <other> once v<n> is gone.',
  'Error if the <noun> is older than the <other>.',
  'See also the ticket <ticket>, (which|that) explains the odd (rounding|order|default).',
  'Idempotent: (a second call|calling it twice) changes nothing.',
];

const notes = [
  'the <noun> may be (empty|stale|shared) here',
  '(FIXME|TODO|HACK|XXX): <ticket>',
  'error: unreachable unless the <noun> was <kind>',
  'order matters, <other> before <noun>',
  'measured: <n> µs per <noun> on the old machine',
  'do not (inline|reorder|cache) this, see <ticket>',
  '(keeps|kept) for callers that still pass a <noun>',
];

const messages = [
  '<noun> is <kind>',
  'no such <noun>',
  '<noun> out of range',
  'skipped a <kind> <noun>',
  'lost the <noun>',
];

interface Layout {
  readonly syntax: Syntax;
  readonly folders: readonly string[];
  readonly manifest: string;
  readonly settings: string;
  readonly runner: Runner;
  test(path: string): string;
}

export type Runner =
  | 'vitest'
  | 'jest'
  | 'node'
  | 'pytest'
  | 'unittest'
  | 'cargo'
  | 'go'
  | 'junit'
  | 'gtest'
  | 'rspec';

const named = (path: string, name: (stem: string) => string): string => {
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  return folder + name(path.slice(folder.length).replace(/\.\w+$/, ''));
};

function layouts(rng: Rng, name: string): Layout {
  const { typescript, python, rust, go, java, cpp, ruby } = syntaxes;
  const inner = [coined(rng, 2), coined(rng, 2), coined(rng, 2)];
  return rng.pick<() => Layout>([
    () => ({
      syntax: typescript,
      folders: inner.map((p) => `packages/${p}/src`).concat(`packages/${inner[0]}/src/lib`),
      manifest: 'package.json',
      settings: 'config/default.json',
      runner: 'vitest',
      test: (path) => named(path, (s) => `${s}.test.ts`),
    }),
    () => ({
      syntax: typescript,
      folders: ['src', 'src/core', 'src/server', `src/${inner[0]}`],
      manifest: 'package.json',
      settings: 'src/config.json',
      runner: rng.pick(['jest', 'node']),
      test: (path) => path.replace(/^src\//, 'test/').replace(/\.ts$/, '.test.ts'),
    }),
    () => ({
      syntax: python,
      folders: [`src/${name}`, `src/${name}/api`, `src/${name}/${inner[0]}`, `src/${name}/jobs`],
      manifest: 'pyproject.toml',
      settings: 'settings/base.yaml',
      runner: rng.pick(['pytest', 'pytest', 'unittest']),
      test: (path) => named(path.replace(`src/${name}`, 'tests'), (s) => `test_${s}.py`),
    }),
    () => ({
      syntax: rust,
      folders: inner
        .slice(0, 2)
        .map((p) => `crates/${name}-${p}/src`)
        .concat(`crates/${name}-${inner[0]}/src/io`),
      manifest: 'Cargo.toml',
      settings: 'config/app.toml',
      runner: 'cargo',
      test: (path) => named(path.replace('/src/', '/tests/'), (s) => `${s}_tests.rs`),
    }),
    () => ({
      syntax: go,
      folders: ['internal/core', `internal/${inner[0]}`, `pkg/${inner[1]}`, `cmd/${name}`],
      manifest: 'go.mod',
      settings: 'deploy/config.yaml',
      runner: 'go',
      test: (path) => path.replace(/\.go$/, '_test.go'),
    }),
    () => ({
      syntax: java,
      folders: ['core', inner[0] as string, 'web'].map((p) => `src/main/java/io/${name}/${p}`),
      manifest: 'build.gradle',
      settings: 'src/main/resources/application.yml',
      runner: 'junit',
      test: (path) => path.replace('src/main', 'src/test').replace('.java', 'Test.java'),
    }),
    () => ({
      syntax: cpp,
      folders: ['src', `src/${inner[0]}`, `src/${inner[1]}`],
      manifest: 'CMakeLists.txt',
      settings: 'etc/defaults.ini',
      runner: 'gtest',
      test: (path) => named(path.replace(/^src/, 'tests'), (s) => `${s}_test.cc`),
    }),
    () => ({
      syntax: ruby,
      folders: ['app/models', 'app/services', `lib/${name}`, `lib/${name}/${inner[0]}`],
      manifest: 'Gemfile',
      settings: 'config/settings.yml',
      runner: 'rspec',
      test: (path) => named(path.replace(/^(app|lib)/, 'spec'), (s) => `${s}_spec.rb`),
    }),
  ])();
}

export class Project {
  readonly rng: Rng;
  readonly name: string;
  /** Absolute, without a slash at its end. */
  readonly root: string;
  readonly about: Subject;
  readonly namer: Namer;
  readonly syntax: Syntax;
  readonly runner: Runner;
  readonly manifest: string;
  readonly folders: string[];
  readonly sources: Source[] = [];
  readonly settings: Setting[] = [];
  /** Everything that is no source: documents, notes, scripts. */
  readonly texts = new Map<string, string>();
  branch = 'main';
  readonly #layout: Layout;

  constructor(rng: Rng) {
    this.rng = rng;
    this.name = coined(rng, 2);
    const { handle } = person(rng);
    const parents = [
      'projects',
      'code',
      'src/github.com',
      'work',
      'dev/clients',
      'repos',
      'Documents/git',
    ];
    const suffixes = ['', '', '-service', '-agent', '-core', 'd', '.io', '-ai', '-next'];
    const folder = `${this.name}${rng.pick(suffixes)}`;
    this.root = rng.pick([
      `/Users/${handle}/${rng.pick(parents)}/${folder}`,
      `/Users/${handle}/${folder}`,
      `/home/${handle}/${rng.pick(parents)}/${folder}`,
      `/home/${handle.slice(0, 6)}/${folder}`,
      `/workspaces/${folder}`,
      `/srv/build/${folder}`,
      `/mnt/c/Users/${handle}/${rng.pick(['source', 'dev'])}/${folder}`,
    ]);
    this.about = rng.pick(subjects);
    this.namer = new Namer(rng, this.about);
    this.#layout = layouts(rng, this.name);
    const { syntax, runner, manifest, folders } = this.#layout;
    this.syntax = syntax;
    this.runner = runner;
    this.manifest = manifest;
    this.folders = [...folders];
    for (let i = rng.int(14, 26); i > 0; i -= 1) this.add();
    for (let i = rng.int(6, 11); i > 0; i -= 1) this.addSetting();
    this.texts.set(
      'README.md',
      `# ${this.name}\n\n${company(rng)}'s tools for ${this.about.about}.\n`,
    );
    this.texts.set(manifest, this.#manifestText());
    for (const file of new Set(this.settings.map((s) => s.file))) this.writeSettings(file);
  }

  #manifestText(): string {
    const deps = Array.from({ length: this.rng.int(5, 11) }, () => [
      coined(this.rng, 2),
      version(this.rng),
    ]);
    const all = deps.map(([name, v]) => `  "${name}": "^${v}"`).join(',\n');
    return `{\n  "name": "${this.name}",\n  "version": "${version(this.rng)}",\n  "dependencies": {\n${all}\n  }\n}\n`;
  }

  addSetting(): Setting {
    const words = this.namer.setting();
    const last = words[words.length - 1] ?? '';
    const unit = /timeout|interval|ttl|backoff|window/.test(last) ? this.rng.pick(['ms', 's']) : '';
    const setting = {
      key: styled(words, this.rng.chance(0.5) ? 'camel' : 'snake'),
      value: this.number(),
      unit,
      file: this.rng.chance(0.8) ? this.#layout.settings : `${this.folders[0]}/limits.json`,
    };
    this.settings.push(setting);
    this.writeSettings(setting.file);
    return setting;
  }

  number(): string {
    const { rng } = this;
    return String(
      rng.chance(0.4) ? rng.int(2, 99) : rng.pick([rng.int(100, 999), rng.int(1000, 98_765)]),
    );
  }

  ticket(): string {
    return `${this.name.slice(0, 3).toUpperCase()}-${this.rng.int(100, 9999)}`;
  }

  #slots(): Record<string, string> {
    const { rng, namer } = this;
    return {
      noun: namer.noun(),
      other: namer.noun(),
      kind: namer.kind(),
      n: String(rng.int(2, 900)),
      ticket: this.ticket(),
      handle: person(rng).handle,
      person: person(rng).full,
      company: company(rng),
      year: String(rng.int(2014, 2025)),
    };
  }

  note(): string {
    return say(this.rng, notes, this.#slots());
  }

  words(template: string): string {
    return phrase(this.rng, template, this.#slots());
  }

  #body(module: Module, params: readonly string[], depth = 0): Statement[] {
    const { rng, namer } = this;
    const out: Statement[] = [];
    const known = [...params];
    const callable = [...module.imports.map((i) => i.name), ...module.fns.map((f) => f.name)];
    const value = () => rng.pick([...known, this.number()]);
    for (let i = depth === 0 ? rng.int(3, 10) : rng.int(1, 4); i > 0; i -= 1) {
      const kind = rng.weighted({
        let: 30,
        guard: 10,
        loop: depth < 2 ? 12 : 0,
        when: depth < 2 ? 18 : 0,
        set: 12,
        log: 7,
        note: 6,
      });
      const name = namer.variable();
      switch (kind) {
        case 'let':
          if (callable.length > 0) {
            out.push({
              is: 'let',
              name,
              fn: rng.pick(callable),
              args: [value(), value()].slice(0, rng.int(1, 2)),
            });
            known.push(name);
          }
          break;
        case 'guard':
          out.push({
            is: 'guard',
            name: rng.pick(known),
            result: rng.pick(['0', '1', this.number()]),
          });
          break;
        case 'loop': {
          const list = rng.pick(known);
          out.push({
            is: 'loop',
            item: name,
            list,
            body: this.#body(module, [...known, name], depth + 1),
          });
          break;
        }
        case 'when': {
          const limit =
            module.constants.length > 0 && rng.chance(0.5)
              ? rng.pick(module.constants).name
              : this.number();
          const op = rng.pick(['<', '<=', '>', '>=', '===', '!==']);
          const body: Statement[] = rng.chance(0.4)
            ? [
                {
                  is: 'raise',
                  error: module.types[0]?.name ?? 'RangeError',
                  message: say(rng, messages, this.#slots()),
                },
              ]
            : this.#body(module, known, depth + 1);
          out.push({ is: 'when', left: rng.pick(known), op, right: limit, body });
          break;
        }
        case 'set':
          out.push({
            is: 'set',
            name: rng.pick(known),
            op: rng.pick(['=', '+=', '-=', '*=']),
            value: value(),
          });
          break;
        case 'log': {
          const level = rng.pick(['debug', 'info', 'warn', 'error'] as const);
          out.push({
            is: 'log',
            level,
            message: say(rng, messages, this.#slots()),
            name: rng.pick(known),
          });
          break;
        }
        default:
          out.push({ is: 'note', text: this.note() });
      }
    }
    if (out.length === 0) out.push({ is: 'note', text: this.note() });
    if (depth === 0) out.push({ is: 'give', value: rng.pick(known) });
    return out;
  }

  newFn(module: Module, name = styled(this.namer.fn(), this.syntax.names.fn)): Fn {
    const params = [
      ...new Set([
        this.namer.variable(),
        ...(this.rng.chance(0.6) ? [plural(this.namer.variable())] : []),
      ]),
    ];
    const doc = this.rng.chance(0.45) ? say(this.rng, docs, this.#slots()) : '';
    return { name, params, body: this.#body(module, params), doc };
  }

  path(folder = this.rng.pick(this.folders)): string {
    return `${folder}/${styled(this.namer.file(), this.syntax.names.file)}.${this.syntax.extension}`;
  }

  /** A new source file that builds on `uses`; it is added to the tree. */
  add(uses: readonly Source[] = [], path = this.path()): Source {
    const { rng } = this;
    const others =
      uses.length > 0
        ? uses
        : this.sources.length > 2
          ? rng.shuffle(this.sources).slice(0, rng.int(0, 3))
          : [];
    const module: Module = {
      path,
      head: rng.chance(0.3) ? say(rng, heads, this.#slots()) : '',
      imports: [],
      constants: [],
      types: [],
      fns: [],
    };
    for (const other of others) {
      const fn = other.module.fns.length > 0 ? rng.pick(other.module.fns) : undefined;
      if (fn) module.imports.push({ name: fn.name, from: other.module.path });
    }
    for (let i = rng.int(0, 3); i > 0; i -= 1) {
      module.constants.push({
        name: styled(this.namer.setting(), this.syntax.names.constant),
        value: this.number(),
      });
    }
    for (let i = rng.int(0, 2); i > 0; i -= 1) {
      const kinds = ['text', 'number', 'flag', 'list'] as const;
      const fields = [...new Set(Array.from({ length: rng.int(2, 6) }, () => this.namer.noun()))];
      module.types.push({
        name: styled(this.namer.type(), this.syntax.names.type),
        fields: fields.map((name) => ({ name, kind: rng.pick(kinds) })),
      });
    }
    for (let i = rng.pick([2, 3, 4, 5, 6, 8, 11]); i > 0; i -= 1)
      module.fns.push(this.newFn(module));
    const one: Source = { module, test: undefined, cases: [] };
    if (rng.chance(0.6)) this.giveTest(one);
    this.sources.push(one);
    return one;
  }

  giveTest(one: Source): void {
    one.test = this.#layout.test(one.module.path);
    if (one.cases.length > 0) return;
    for (const fn of one.module.fns) {
      for (let i = this.rng.int(1, 2); i > 0; i -= 1) one.cases.push(this.caseName(fn.name));
    }
  }

  caseName(fn: string): string {
    const plain = this.words(
      '(rejects|accepts|keeps|skips|returns|counts|ignores) (a|the|every) <kind> <noun>( when the <other> is <kind>|)',
    );
    const snake = ['pytest', 'unittest', 'cargo', 'go', 'gtest', 'junit'].includes(this.runner);
    if (!snake) return `${fn} ${plain}`;
    const words = plain.split(' ').slice(0, 6);
    switch (this.runner) {
      case 'go':
        return `Test${fn}_${styled(words, 'pascal')}`;
      case 'gtest':
        return styled(words, 'pascal');
      case 'junit':
        return styled([fn, ...words], 'camel');
      case 'cargo':
        return styled(words, 'snake') + (this.rng.chance(0.3) ? `_${this.rng.int(2, 9)}` : '');
      default:
        return `test_${styled(words, 'snake')}`;
    }
  }

  text(path: string): string | undefined {
    const one = this.sources.find((s) => s.module.path === path);
    if (one) return source(this.syntax, one.module);
    const tested = this.sources.find((s) => s.test === path);
    if (tested) return this.testText(tested);
    return this.texts.get(path);
  }

  testText(one: Source): string {
    const { runner, syntax } = this;
    const path = one.test ?? '';
    const out: string[] = [];
    const imports = one.module.fns.map((f) => f.name);
    const from = relative(path, one.module.path.replace(/\.\w+$/, ''));
    // The cases' numbers must be the same at every look.
    const fixed = (n: number, i: number) =>
      (one.module.path.length * 7919 + n * 104_729 + i * 31) % 997;
    if (runner === 'vitest' || runner === 'jest' || runner === 'node') {
      if (runner === 'vitest') out.push(`import { describe, expect, it } from 'vitest';`);
      if (runner === 'node')
        out.push(`import assert from 'node:assert/strict';`, `import { test } from 'node:test';`);
      out.push(`import { ${imports.join(', ')} } from '${from}.js';`, '');
      one.cases.forEach((name, i) => {
        const fn = imports.find((f) => name.startsWith(f)) ?? imports[0];
        out.push(
          `${runner === 'node' ? 'test' : 'it'}('${name}', () => {`,
          runner === 'node'
            ? `  assert.equal(${fn}(${fixed(1, i)}, [${fixed(2, i)}]), ${fixed(3, i)});`
            : `  expect(${fn}(${fixed(1, i)}, [${fixed(2, i)}])).toBe(${fixed(3, i)});`,
          '});',
          '',
        );
      });
    } else {
      out.push(syntax.comment(`Tests of ${one.module.path}.`), '');
      one.cases.forEach((name, i) => {
        const fn = imports[i % Math.max(1, imports.length)] ?? 'main';
        const equal = `${fn}(${fixed(1, i)}, [${fixed(2, i)}])`;
        switch (runner) {
          case 'cargo':
            out.push(
              '#[test]',
              `fn ${name}() {`,
              `    assert_eq!(${equal}.unwrap(), ${fixed(3, i)});`,
              '}',
              '',
            );
            break;
          case 'go':
            out.push(
              `func ${name}(t *testing.T) {`,
              `\tgot, _ := ${fn}(${fixed(1, i)}, nil)`,
              `\tif got != ${fixed(3, i)} {`,
              `\t\tt.Fatalf("got %d", got)`,
              '\t}',
              '}',
              '',
            );
            break;
          case 'junit':
            out.push(
              '@Test',
              `void ${name}() {`,
              `    assertEquals(${fixed(3, i)}, ${fn}(${fixed(1, i)}));`,
              '}',
              '',
            );
            break;
          case 'gtest':
            out.push(
              `TEST(${this.suite(one)}, ${name}) {`,
              `  EXPECT_EQ(${fn}(${fixed(1, i)}), ${fixed(3, i)});`,
              '}',
              '',
            );
            break;
          case 'rspec':
            out.push(
              `it '${name}' do`,
              `  expect(${fn}(${fixed(1, i)})).to eq(${fixed(3, i)})`,
              'end',
              '',
            );
            break;
          default:
            out.push(`def ${name}():`, `    assert ${equal} == ${fixed(3, i)}`, '');
        }
      });
    }
    return `${out.join('\n').trimEnd()}\n`;
  }

  suite(one: Source): string {
    const stem = one.module.path.slice(one.module.path.lastIndexOf('/') + 1).replace(/\.\w+$/, '');
    return `${styled(stem.split(/[-_]/), 'pascal')}Test`;
  }

  writeSettings(file: string): void {
    const own = this.settings.filter((s) => s.file === file);
    const sep = /\.json$/.test(file);
    const eq = /\.ya?ml$/.test(file) ? ': ' : ' = ';
    const body = own.map((s) => (sep ? `  "${s.key}": ${s.value}` : `${s.key}${eq}${s.value}`));
    this.texts.set(file, sep ? `{\n${body.join(',\n')}\n}\n` : `${body.join('\n')}\n`);
  }

  settingLine(s: Setting, value = s.value): string {
    if (/\.json$/.test(s.file)) return `  "${s.key}": ${value}`;
    return `${s.key}${/\.ya?ml$/.test(s.file) ? ': ' : ' = '}${value}`;
  }

  /** Every place where a name stands, as `grep -rn` prints them. */
  grep(name: string, most = 24): string[] {
    const hits: string[] = [];
    const search = (path: string, text: string) => {
      if (!text.includes(name)) return;
      text.split('\n').forEach((line, i) => {
        if (hits.length < most && line.includes(name)) hits.push(`${path}:${i + 1}:${line}`);
      });
    };
    for (const one of this.sources) {
      search(one.module.path, source(this.syntax, one.module));
      if (one.test) search(one.test, this.testText(one));
    }
    for (const [path, text] of this.texts) search(path, text);
    return hits;
  }

  paths(): string[] {
    const all = this.sources.flatMap((s) => [s.module.path, ...(s.test ? [s.test] : [])]);
    return [...all, ...this.texts.keys()].sort();
  }

  /** Renames a function where it is defined and wherever it is used. */
  rename(one: Source, from: string, to: string): Source[] {
    const touched: Source[] = [];
    const inBody = (body: Statement[]): boolean => {
      let hit = false;
      for (const s of body) {
        if (s.is === 'let' && s.fn === from) {
          s.fn = to;
          hit = true;
        }
        if ('body' in s && inBody(s.body)) hit = true;
      }
      return hit;
    };
    for (const other of this.sources) {
      let hit = false;
      for (const i of other.module.imports) {
        if (i.name === from && i.from === one.module.path) {
          i.name = to;
          hit = true;
        }
      }
      if (!hit && other !== one) continue;
      for (const fn of other.module.fns) {
        if (inBody(fn.body)) hit = true;
        if (other === one && fn.name === from) {
          fn.name = to;
          hit = true;
        }
      }
      other.cases = other.cases.map((c) =>
        c.startsWith(`${from} `) ? to + c.slice(from.length) : c,
      );
      if (hit) touched.push(other);
    }
    return touched;
  }

  move(one: Source, to: string): void {
    const from = one.module.path;
    for (const other of this.sources) {
      for (const i of other.module.imports) if (i.from === from) i.from = to;
    }
    one.module.path = to;
  }

  remove(one: Source): void {
    this.sources.splice(this.sources.indexOf(one), 1);
    for (const other of this.sources) {
      other.module.imports = other.module.imports.filter((i) => i.from !== one.module.path);
    }
  }

  hash(): string {
    return hex(this.rng, 7);
  }
}
