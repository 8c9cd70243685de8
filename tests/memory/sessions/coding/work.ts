/**
 * What is done to files in a coding session: faults, features, renames, moves, deletions. Decides the
 * course of each; refuses to know when it is its turn.
 */
import { coined, version } from '../../support/values.ts';
import { type Slots, say, some } from '../../support/wording.ts';
import { farBack } from '../earlier.ts';
import { CodingAgent, type Known } from './agent.ts';
import { changed, difference, mend } from './changes.ts';
import { compileErrors, log, stack, testRun } from './runners.ts';
import { source } from './syntax.ts';
import { common } from './tools.ts';
import { styled } from './vocabulary.ts';

export abstract class CodingWork extends CodingAgent {
  protected _bug(known = this.target(), how = this.words.bug): void {
    const { rng, p, t } = this;
    const words = this.words;
    const slots = this.slots(known);
    const { one, fn } = known;
    if (!one.test && rng.chance(0.5)) p.giveTest(one);
    let pasted = '';
    if (rng.chance(0.3)) {
      const error = p.words(
        '(TypeError|ValueError|RuntimeError|IllegalState|Error): (no|unexpected|missing) <kind> <noun> <n>',
      );
      pasted = rng.pick([
        () => stack(p, one, fn.name, error),
        () =>
          one.test
            ? testRun(p, [one], [this.failure(one, fn)]).output
            : stack(p, one, fn.name, error),
        () => log(p, rng.int(5, 60), error),
      ])();
    }
    this.ask(how, slots, pasted);
    if (rng.chance(0.12)) {
      const plan = say(rng, words.plan, slots);
      t.say(plan);
      this.ask(words.go, slots);
    }
    this.explore(known, slots);
    const why = this.why(slots);
    this.edit(
      changed(p, one, () => mend(p, one, fn)),
      rng.chance(0.7) ? say(rng, words.cause, { ...slots, why }) : this.aside(words.fix, slots),
    );
    if (rng.chance(0.06)) {
      this.ask(words.interrupt, slots);
      this.edit(
        changed(p, one, () => mend(p, one, fn)),
        this.aside(words.fix, slots),
      );
    }
    if (rng.chance(0.35)) {
      const near = this.other(known);
      this.edit(
        changed(p, near.one, () => mend(p, near.one, near.fn)),
        this.aside(words.fix, this.slots(near)),
      );
    }
    if (rng.chance(this.manner.careful)) this.test(known, slots);
    this.done(known, why, slots);
    if (rng.chance(0.3)) this.chat(slots);
  }

  /** A short exchange without calls. */
  protected chat(slots: Slots): void {
    const { rng, t } = this;
    this.ask(this.words.go, slots);
    const choice = say(rng, this.words.choices, slots);
    const reason = say(rng, this.words.reasons, slots);
    t.say(
      rng.chance(0.5)
        ? say(rng, this.words.plan, slots)
        : say(rng, this.words.decision, { ...slots, choice, reason }),
    );
  }

  protected _goBack(): void {
    const { rng, t } = this;
    const done = this.history.pick(rng, t.next, farBack);
    if (!done || !this.sound(done.known)) return;
    this.history.note(done, t.next);
    this._bug(done.known, rng.chance(0.5) ? this.words.goBack : this.words.goBackUnnamed);
  }

  protected _feature(): void {
    const { rng, p, t } = this;
    const words = this.words;
    const uses = this.fns.several(rng, t.next, rng.int(1, 4)).filter((k) => this.sound(k));
    const folder = rng.pick(p.folders);
    const base = uses[0] ?? this.target();
    this.ask(words.feature, this.slots(base, { folder }));
    const slots = this.slots(base, { folder });
    for (const use of uses.slice(0, 2))
      this.step(this.aside(words.look, this.slots(use)), this.read(use));
    if (rng.chance(0.3)) {
      const choice = say(rng, words.choices, slots);
      t.say(say(rng, words.decision, { ...slots, choice, reason: say(rng, words.reasons, slots) }));
      this.ask(words.go, slots);
    }
    const one = p.add([...new Set(uses.map((u) => u.one))], p.path(folder));
    const path = one.module.path;
    this.step(
      this.aside(words.wrote, { ...slots, file: path }),
      this.tools.write(path, source(p.syntax, one.module)),
    );
    const fn = one.module.fns[0];
    if (!fn) return;
    const known = this.k(one, fn);
    for (const f of one.module.fns) this.note(this.k(one, f));
    if (rng.chance(0.4)) this.compile(known, uses[0]?.fn.name ?? fn.name);
    this.test(known, this.slots(known), 0.5);
    if (rng.chance(0.3)) {
      const extra = changed(p, one, () => one.module.fns.push(p.newFn(one.module)), 3);
      this.edit(extra, this.aside(words.fix, this.slots(known)));
    }
    this.done(known, this.why(this.slots(known)), this.slots(known), [
      path,
      ...(one.test ? [one.test] : []),
    ]);
  }

  protected compile(known: Known, name: string): void {
    const { rng, p } = this;
    const run = compileErrors(p, known.one, name, rng.int(1, 4));
    this.step(
      this.aside(this.words.run, {}),
      this.tools.shell(run.command, run.output, { code: run.code }),
    );
    const change = changed(p, known.one, () => mend(p, known.one, known.fn));
    this.edit(change, this.aside(this.words.compile, { fn: name, file: known.one.module.path }));
    if (rng.chance(0.6))
      this.step(
        '',
        this.tools.shell(
          run.command,
          rng.pick(['', 'ok', `Finished in ${rng.int(1, 60)}.${rng.int(0, 9)}s`]),
        ),
      );
  }

  protected _rename(): void {
    const { rng, p } = this;
    const words = this.words;
    const known = this.target();
    const from = known.fn.name;
    const to = styled(p.namer.fn(), p.syntax.names.fn);
    const slots = this.slots(known, { from, to, fn: to });
    this.ask(words.rename, slots);
    this.step(this.aside(words.search, { ...slots, fn: from }), this.grep(from));
    const before = new Map(p.sources.map((s) => [s, source(p.syntax, s.module)]));
    const touched = p.rename(known.one, from, to);
    if (touched.length > 3 && rng.chance(0.6)) {
      const paths = touched.map((s) => s.module.path);
      this.step(
        '',
        this.tools.shellOn(
          paths,
          'change',
          (f) => `sed -i${rng.pick([" ''", ''])} 's/\\b${from}\\b/${to}/g' ${f.join(' ')}`,
        ),
      );
    } else {
      for (const s of touched) {
        const change = difference(
          s.module.path,
          before.get(s) ?? '',
          source(p.syntax, s.module),
          0,
        );
        if (!change) continue;
        this.edit(change, s === known.one ? this.aside(words.fix, slots) : '');
      }
    }
    if (rng.chance(0.5)) this.compile(known, from);
    this.test(known, slots, 0.2);
    this.done(
      known,
      `\`${from}\` → \`${to}\``,
      slots,
      touched.map((s) => s.module.path),
    );
  }

  protected _move(): void {
    const { rng, p, t } = this;
    const words = this.words;
    const first = this.target();
    const home = common([first.one.module.path]);
    const batch = [
      first.one,
      ...some(
        rng,
        p.sources.filter((s) => s !== first.one && common([s.module.path]) === home),
        rng.int(1, 5),
      ),
    ];
    const fresh = rng.chance(0.6);
    const folder = fresh
      ? `${home}/${coined(rng, 2)}`
      : rng.pick(p.folders.filter((f) => f !== home).concat(`${home}/${coined(rng, 2)}`));
    const paths = batch.flatMap((s) => [
      s.module.path,
      ...(s.test && common([s.test]) === home ? [s.test] : []),
    ]);
    const names = paths.map((f) => f.split('/').at(-1) ?? f);
    const slots = this.slots(first, { folder, names: this.list(names) });
    this.ask(words.move, slots);
    if (rng.chance(0.4))
      this.step(
        '',
        this.tools.shell(
          `ls ${home}`,
          p
            .paths()
            .filter((f) => common([f]) === home)
            .map((f) => f.split('/').at(-1))
            .join('\n'),
        ),
      );
    if (fresh && rng.chance(0.6)) {
      this.step(
        '',
        this.tools.shell(`mkdir -p ${folder}`, '', {
          deeds: [{ target: folder, outcome: undefined, kind: 'shell', verb: 'create' }],
        }),
      );
    }
    const verb = rng.pick(['mv', 'git mv']);
    const call = this.tools.shellOn(
      paths,
      'move',
      (f, into) => `${verb} ${f.join(' ')} ${into}/`,
      folder,
    );
    const at = this.step(this.aside(words.moved, slots), call);
    for (const path of paths)
      t.falsehoods.push({
        at,
        until: undefined,
        subject: path,
        claim: 'deleted',
        because: 'moved',
      });
    for (const s of batch) {
      const test = s.test && common([s.test]) === home ? s.test : undefined;
      p.move(s, `${folder}/${s.module.path.split('/').at(-1)}`);
      if (test) s.test = `${folder}/${test.split('/').at(-1)}`;
    }
    if (fresh && !p.folders.includes(folder)) p.folders.push(folder);
    const importers = p.sources.filter((s) =>
      s.module.imports.some((i) => batch.some((b) => b.module.path === i.from)),
    );
    for (const s of importers.slice(0, 4)) {
      const line = s.module.imports.find((i) => batch.some((b) => b.module.path === i.from));
      if (!line) continue;
      const written = p.syntax.import(line, s.module.path);
      const old = p.syntax.import(
        { ...line, from: `${home}/${line.from.split('/').at(-1)}` },
        s.module.path,
      );
      if (old !== written) this.edit({ path: s.module.path, old, fresh: written, line: 3 }, '');
    }
    if (rng.chance(0.5)) this.compile(first, first.fn.name);
    if (rng.chance(this.manner.careful)) this.test(first, slots, 0.15);
    this.done(
      first,
      `${this.list(names)} → ${folder}`,
      slots,
      batch.map((s) => s.module.path),
    );
  }

  protected _remove(): void {
    const { rng, p, t } = this;
    const words = this.words;
    if (p.sources.length < 12) return;
    const known = this.target();
    const gone = [
      known.one,
      ...(rng.chance(0.4)
        ? some(
            rng,
            p.sources.filter((s) => s !== known.one),
            rng.int(1, 2),
          )
        : []),
    ];
    const paths = gone.flatMap((s) => [s.module.path, ...(s.test ? [s.test] : [])]);
    const slots = this.slots(known, {
      names: this.list(gone.map((s) => s.module.path.split('/').at(-1) ?? '')),
    });
    this.ask(words.remove, slots);
    if (rng.chance(0.7)) this.step(this.aside(words.search, slots), this.grep(known.fn.name));
    this.step(
      '',
      this.tools.shellOn(
        paths,
        'delete',
        (f) => `${rng.pick(['rm', 'git rm -q', 'rm -f'])} ${f.join(' ')}`,
      ),
    );
    t.deleted(paths);
    for (const s of gone) {
      p.remove(s);
      this.deleted.push(s);
    }
    const rest = this.target();
    if (rng.chance(0.5)) this.compile(rest, known.fn.name);
    const run = testRun(p, some(rng, p.sources, 6), []);
    this.step(this.aside(words.run, slots), this.tools.shell(run.command, run.output));
    t.say(`${rng.pick(words.headings)}\n\n${paths.map((f) => `- ~~${f}~~`).join('\n')}`);
  }

  protected _restore(): void {
    const { rng, p, t } = this;
    const words = this.words;
    const one = this.deleted.splice(rng.int(0, this.deleted.length - 1), 1)[0];
    const fn = one?.module.fns[0];
    if (!one || !fn) return;
    const known = this.k(one, fn);
    const path = one.module.path;
    this.ask(words.restore, { ...this.slots(this.target()), file: path });
    one.module.imports = one.module.imports.filter((i) =>
      p.sources.some((s) => s.module.path === i.from),
    );
    if (rng.chance(0.4)) one.module.fns.splice(1, one.module.fns.length - 2);
    p.sources.push(one);
    const text = source(p.syntax, one.module);
    const at = rng.chance(0.4)
      ? this.step(
          '',
          this.tools.shellOn(
            [path],
            'create',
            (f) => `git checkout HEAD~${rng.int(1, 4)} -- ${f[0]}`,
          ),
        )
      : this.step(this.aside(words.wrote, { file: path }), this.tools.write(path, text));
    t.falsehoods.push({
      at,
      until: undefined,
      subject: path,
      claim: 'deleted',
      because: 'recreated',
    });
    if (one.test) this.test(known, this.slots(known), 0.2);
    this.done(known, this.why(this.slots(known)), this.slots(known));
  }

  protected _lint(): void {
    const { rng, t } = this;
    const known = this.target();
    const slots = this.slots(known);
    this.ask(this.words.lint, slots);
    this.compile(known, known.fn.name);
    if (rng.chance(0.4)) this.compile(this.target(), this.target().fn.name);
    t.say(say(rng, this.words.green, slots) || 'OK.');
  }

  protected _install(): void {
    const { rng, p, t } = this;
    const known = this.target();
    const [name, at] = [
      `${coined(rng, 2)}${rng.pick(['', '-core', 'js', '-client', 'kit'])}`,
      version(rng),
    ];
    const [add, found] = (
      {
        typescript: [
          `npm install ${name}@${at}`,
          `added ${rng.int(1, 90)} packages, changed ${rng.int(0, 9)} packages, and audited ${rng.int(300, 2000)} packages in ${rng.int(2, 60)}s\n\n${rng.int(0, 9)} moderate severity vulnerabilities`,
        ],
        python: [
          `uv add "${name}==${at}"`,
          `Resolved ${rng.int(20, 200)} packages in ${rng.int(100, 900)}ms\nInstalled ${rng.int(1, 9)} packages\n + ${name}==${at}\n + ${coined(rng, 2)}==${version(rng)}`,
        ],
        rust: [
          `cargo add ${name}@${at}`,
          `      Adding ${name} v${at} to dependencies\n             Features:\n             + std\n             - ${coined(rng, 2)}`,
        ],
        go: [
          `go get ${name}.dev/${name}@v${at}`,
          `go: downloading ${name}.dev/${name} v${at}\ngo: added ${name}.dev/${name} v${at}`,
        ],
        java: [
          `./gradlew dependencies --write-locks | grep ${name}`,
          `+--- io.${name}:${name}:${at}\n|    \\--- io.${coined(rng, 2)}:core:${version(rng)}`,
        ],
        cpp: [
          `vcpkg install ${name}`,
          `Computing installation plan...\n    ${name}:x64-linux@${at}\nElapsed time to handle ${name}: ${rng.int(1, 9)}.${rng.int(1, 9)} min`,
        ],
        ruby: [
          `bundle add ${name} --version ${at}`,
          `Fetching ${name} ${at}\nInstalling ${name} ${at}\nBundle complete! ${rng.int(10, 90)} Gemfile dependencies`,
        ],
      } as const
    )[p.syntax.id];
    const slots = this.slots(known, { library: name });
    this.ask(this.words.library, slots);
    this.step(
      this.aside(this.words.look, { ...slots, file: p.manifest }),
      this.tools.read(p.manifest),
    );
    this.step(
      '',
      this.tools.shell(add, found, {
        deeds: [{ target: name, outcome: at, kind: 'shell', verb: 'create' }],
      }),
    );
    const change = changed(
      p,
      known.one,
      () => known.one.module.fns.push(p.newFn(known.one.module)),
      3,
    );
    this.edit(change, this.aside(this.words.fix, slots));
    if (rng.chance(this.manner.careful)) this.test(known, slots);
    const choice = `${name} ${at}`;
    t.say(
      say(rng, this.words.decision, {
        ...slots,
        choice,
        reason: say(rng, this.words.reasons, slots),
      }),
    );
  }

  protected _script(): void {
    const { rng, p, t } = this;
    const known = this.target();
    const slots = this.slots(known);
    const path = `${rng.pick(['scripts', 'tools', 'bin', 'hack'])}/${p.words('<kind>-<noun>')}-${coined(rng, 2)}.sh`;
    const out = `${rng.pick(['/tmp', 'var', 'out'])}/${coined(rng, 2)}.${rng.pick(['csv', 'json', 'txt'])}`;
    const text = `#!/usr/bin/env bash\nset -euo pipefail\n# ${p.note()}\n\nlimit=\${1:-${p.number()}}\ngrep -rn "${known.fn.name}" ${common([known.one.module.path])} | head -n "$limit" > ${out}\nwc -l ${out}\n`;
    this.ask(this.words.script, slots);
    p.texts.set(path, text);
    this.step(this.aside(this.words.wrote, { ...slots, file: path }), this.tools.write(path, text));
    this.step(
      '',
      this.tools.shellOn([path], 'change', (f) => `chmod +x ${f[0]}`),
    );
    if (rng.chance(0.3)) {
      const wrong = `/${rng.pick(['data', 'mnt', 'opt'])}/${coined(rng, 2)}`;
      this.step(
        '',
        this.tools.shell(
          `./${path} ${rng.int(2, 99)}`,
          `${path}: line 5: ${wrong}: No such file or directory`,
          { code: 1 },
        ),
      );
    }
    const n = rng.int(3, 4000);
    this.step(
      this.aside(this.words.run, slots),
      this.tools.shell(`./${path}`, `${n} ${out}`, {
        deeds: [{ target: path, outcome: undefined, kind: 'shell', verb: 'run' }],
      }),
    );
    t.say(
      rng.pick([
        `${n} → \`${out}\``,
        `\`${path}\`: ${n} (${out})`,
        say(rng, this.words.done, { ...slots, why: `${n}`, names: path }),
      ]),
    );
  }

  /** Build output goes and comes back. */
  protected clean(): void {
    const { rng, p, t } = this;
    const folder = rng.pick(['build', 'dist', `.cache/${p.name}`, 'target/tmp', 'coverage']);
    this.ask(this.words.lint, {});
    t.deleted([folder]);
    this.step(
      '',
      this.tools.shell(`rm -rf ${folder}`, '', {
        deeds: [{ target: folder, outcome: undefined, kind: 'shell', verb: 'delete' }],
      }),
    );
    const known = this.target();
    const run = compileErrors(p, known.one, known.fn.name, rng.int(2, 6));
    this.step('', this.tools.shell(run.command, run.output, { code: run.code }));
    this.edit(
      changed(p, known.one, () => mend(p, known.one, known.fn)),
      this.aside(this.words.compile, this.slots(known)),
    );
    const at = this.step(
      '',
      this.tools.shell(`mkdir -p ${folder} && ${run.command}`, '', {
        deeds: [{ target: folder, outcome: undefined, kind: 'shell', verb: 'create' }],
      }),
    );
    t.falsehoods.push({
      at,
      until: undefined,
      subject: folder,
      claim: 'deleted',
      because: 'recreated',
    });
    this.done(known, this.why(this.slots(known)), this.slots(known));
  }
}
