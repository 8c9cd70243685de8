/**
 * A coding agent at work for somebody: what both say, how files are looked at, changed and tested.
 * Decides what an episode is made of; refuses to know which episodes there are.
 */
import type { Rng } from '../../../js/support/random.ts';
import { coined, person } from '../../support/values.ts';
import { listed, mistyped, type Slots, say, some } from '../../support/wording.ts';
import { Earlier, farBack } from '../earlier.ts';
import { type Call, Transcript } from '../transcript.ts';
import { anyFn, type Change, changed, mend } from './changes.ts';
import { type HostedTool, hostedTools } from './hosted.ts';
import { codingPhrases } from './phrases/index.ts';
import type { CodingPhrases } from './phrases/phrases.ts';
import { Project, type Setting, type Source } from './project.ts';
import { type Failure, testRun } from './runners.ts';
import { type Fn, source } from './syntax.ts';
import { Tools } from './tools.ts';

export interface Known {
  readonly one: Source;
  readonly fn: Fn;
}

export interface Table {
  readonly name: string;
  readonly columns: string[][];
}

export interface Served {
  readonly port: number;
  readonly route: string;
}

/** Something that was done, for changelogs and reports. */
export interface Done {
  readonly known: Known;
  readonly why: string;
}

/** How an agent is: what it says before calls, whether it does several things at once. */
interface Manner {
  readonly silent: number;
  readonly parallel: number;
  readonly careful: number;
  readonly compares: number;
  readonly headings: number;
}

export class CodingAgent {
  readonly rng: Rng;
  readonly t: Transcript;
  readonly p: Project;
  protected readonly tools: Tools;
  protected readonly words: CodingPhrases;
  protected readonly english: boolean;
  protected readonly manner: Manner;
  protected readonly known = new Map<Fn, Known>();
  protected readonly fns = new Earlier<Known>();
  protected readonly settings = new Earlier<Setting>();
  protected readonly given = new Map<Setting, { at: number; value: string }>();
  protected readonly tables = new Earlier<Table>();
  protected readonly served = new Earlier<Served>();
  protected readonly history = new Earlier<Done>();
  /** Written notes and changelogs. */
  protected readonly reports: string[] = [];
  /** What was deleted and may be missed. */
  protected readonly deleted: Source[] = [];
  /** Tools of hosts: pull requests, tickets, messages. */
  protected readonly hosted: readonly HostedTool[];
  protected unsaved: Set<string> = new Set();

  constructor(rng: Rng, language: string) {
    this.rng = rng;
    this.t = new Transcript(rng, rng.pick([0, 0, 0.3, 0.7]));
    this.p = new Project(rng);
    this.tools = new Tools(rng, this.p);
    const words = codingPhrases[language];
    if (!words) throw new RangeError(`No phrases for coding in ${language}.`);
    this.words = words;
    this.english = language === 'en';
    this.manner = {
      silent: rng.pick([0.1, 0.3, 0.5, 0.8]),
      parallel: rng.pick([0, 0.1, 0.35]),
      careful: rng.pick([0.3, 0.6, 0.9]),
      compares: rng.pick([0.05, 0.15, 0.3]),
      headings: rng.pick([0, 0.15, 0.4]),
    };
    this.hosted = hostedTools(rng, this.p);
  }

  // --- words ---------------------------------------------------------------------------------------

  protected k(one: Source, fn: Fn): Known {
    const known = this.known.get(fn);
    if (known?.one === one) return known;
    const fresh = { one, fn };
    this.known.set(fn, fresh);
    return fresh;
  }

  protected note(known: Known): void {
    this.fns.note(known, this.t.next);
  }

  protected sound(known: Known | undefined): known is Known {
    return (
      known !== undefined &&
      this.p.sources.includes(known.one) &&
      known.one.module.fns.includes(known.fn)
    );
  }

  /** A function that is known from earlier, or one that nobody has looked at. */
  protected target(fresh = 0.35): Known {
    const { rng, t, p } = this;
    if (!rng.chance(fresh)) {
      for (let i = 0; i < 4; i += 1) {
        const known = this.fns.pick(rng, t.next);
        if (this.sound(known)) return known;
        if (known) this.fns.forget(known);
      }
    }
    for (;;) {
      const one = rng.chance(0.15) ? p.add() : rng.pick(p.sources);
      const fn = anyFn(rng, one);
      if (fn) return this.k(one, fn);
    }
  }

  protected other(than: Known): Known {
    for (let i = 0; i < 6; i += 1) {
      const known = this.rng.chance(0.3)
        ? this.fns.pick(this.rng, this.t.next, farBack)
        : this.target(0.1);
      if (this.sound(known) && known.fn !== than.fn) {
        this.note(known);
        return known;
      }
    }
    return this.target(1);
  }

  protected slots(known: Known, more: Slots = {}): Slots {
    const { p, rng } = this;
    const other = this.other(known);
    this.note(known);
    const base = {
      fn: known.fn.name,
      file: known.one.module.path,
      other: other.fn.name,
      noun: p.namer.noun(),
      n: rng.chance(0.5) ? rng.int(2, 60) : rng.int(100, 60_000),
      ticket: p.ticket(),
      folder: rng.pick(p.folders),
    };
    const all: Slots = { ...base, ...more };
    return { symptom: say(rng, this.words.symptoms, { ...all, other: p.namer.noun() }), ...all };
  }

  /** Names one after the other, as the user's language has it. */
  protected list(names: readonly string[]): string {
    return this.english ? listed(names) : names.join(', ');
  }

  protected why(slots: Slots): string {
    return say(this.rng, this.words.causes, slots);
  }

  /** What the agent says before a call: often nothing. */
  protected aside(templates: readonly string[], slots: Slots): string {
    if (this.rng.chance(this.manner.silent)) return '';
    return say(this.rng, templates, slots);
  }

  /** The user, in one of the ways in which people type. */
  protected ask(templates: readonly string[], slots: Slots, pasted = ''): number {
    const { rng } = this;
    let text = say(rng, templates, slots).trim();
    if (this.english && rng.chance(0.12))
      text = text.toLowerCase() === text ? text : lowered(text, slots);
    if (this.english && rng.chance(0.1))
      text = mistyped(rng, text, Object.values(slots).map(String));
    if (pasted !== '')
      text = `${text}\n${say(rng, this.words.pasted, slots)}\n${rng.chance(0.5) ? `\`\`\`\n${pasted}\n\`\`\`` : `\n${pasted}`}`;
    return this.t.user(text);
  }

  protected done(known: Known, why: string, slots: Slots, names: readonly string[] = []): void {
    const { rng, t } = this;
    const words = this.words;
    const parts: string[] = [];
    if (rng.chance(this.manner.headings)) parts.push(`${rng.pick(words.headings)}\n`);
    parts.push(
      say(rng, words.done, {
        ...slots,
        why,
        names: (names.length > 0 ? names : [known.one.module.path]).join(', '),
      }),
    );
    if (rng.chance(0.3)) {
      const choice = say(rng, words.choices, slots);
      const reason = say(rng, words.reasons, slots);
      parts.push(say(rng, words.decision, { ...slots, choice, reason }));
    }
    if (rng.chance(this.manner.compares)) {
      const like = this.fns.pick(rng, t.next, farBack);
      if (this.sound(like)) {
        this.note(like);
        parts.push(say(rng, words.like, { other: like.fn.name, file: like.one.module.path }));
      }
    }
    const tree = rng.chance(0.1) ? `\n\n\`\`\`\n${this.tree(known.one.module.path)}\n\`\`\`` : '';
    t.say(parts.join(rng.chance(0.5) ? '\n\n' : ' ') + tree);
    const done = { known, why };
    this.history.note(done, t.next);
  }

  protected tree(path: string): string {
    const folder = path.split('/').slice(0, -1).join('/');
    const inside = this.p.paths().filter((f) => f.startsWith(`${folder}/`));
    return [
      `${folder}/`,
      ...inside
        .slice(0, 12)
        .map(
          (f, i, all) => `${i === all.length - 1 ? '└──' : '├──'} ${f.slice(folder.length + 1)}`,
        ),
    ].join('\n');
  }

  // --- steps ---------------------------------------------------------------------------------------

  protected step(comment: string, ...calls: Call[]): number {
    const at = this.t.step(comment, calls, this.thought());
    for (const call of calls) {
      for (const deed of call.deeds ?? [])
        if (deed.kind !== 'domain') this.unsaved.add(deed.target);
    }
    return at;
  }

  /** What goes through the agent's head: often beside the point. */
  protected thought(): string {
    const { rng, t } = this;
    const known = this.fns.pick(rng, t.next);
    if (!this.sound(known)) return '';
    const other = this.fns.several(rng, t.next, 3).find((k) => k.fn !== known.fn) ?? known;
    const slots = {
      fn: known.fn.name,
      file: known.one.module.path,
      other: other.fn.name,
      noun: this.p.namer.noun(),
      n: rng.int(2, 900),
    };
    const why = say(rng, thoughts.concat(this.words.causes), slots);
    return rng.chance(0.5) ? why : `${why}. ${say(rng, thoughts, slots)}`;
  }

  protected read(known: Known): Call {
    const { rng } = this;
    const path = known.one.module.path;
    const text = source(this.p.syntax, known.one.module).split('\n');
    for (const fn of known.one.module.fns) this.note(this.k(known.one, fn));
    const at = text.findIndex((l) => l.includes(known.fn.name)) + 1;
    if (text.length > 60 && rng.chance(0.4)) {
      const from = Math.max(1, at - rng.int(2, 12));
      if (rng.chance(0.4)) {
        const to = from + rng.int(20, 60);
        return this.tools.shell(
          `sed -n '${from},${to}p' ${path}`,
          text.slice(from - 1, to).join('\n'),
        );
      }
      return this.tools.read(path, from, rng.int(25, 90));
    }
    return this.tools.read(path);
  }

  protected grep(name: string): Call {
    const { rng, p } = this;
    const hits = p.grep(name, rng.int(8, 30));
    const where = rng.pick(['.', p.folders[0]?.split('/')[0] ?? '.', 'src']);
    const command = rng.pick([
      `grep -rn "${name}" ${where}`,
      `rg -n ${name}`,
      `grep -rn "${name}" --include="*.${p.syntax.extension}" .`,
      `git grep -n ${name}`,
    ]);
    return this.tools.shell(command, hits.join('\n'), { code: hits.length > 0 ? 0 : 1 });
  }

  /** Looks around until the place is found. */
  protected explore(known: Known, slots: Slots): void {
    const { rng, p, t } = this;
    const words = this.words;
    if (rng.chance(0.3)) {
      const wrong = `${rng.pick(p.folders)}/${coined(rng, 2)}${known.one.module.path.slice(known.one.module.path.lastIndexOf('/') + 1)}`;
      const at = this.step(
        this.aside(words.look, { ...slots, file: wrong }),
        this.tools.missing(wrong),
      );
      t.falsehoods.push({
        at,
        until: undefined,
        subject: wrong,
        claim: 'read',
        because: 'not-found',
      });
      const found = p
        .paths()
        .filter((f) => f.endsWith(p.syntax.extension))
        .slice(0, rng.int(6, 40));
      const look = rng.chance(0.5)
        ? this.tools.shell(
            `find . -name "*.${p.syntax.extension}" -not -path "*/node_modules/*"`,
            found.map((f) => `./${f}`).join('\n'),
          )
        : this.grep(known.fn.name);
      this.step(this.aside(words.missing, { ...slots, file: wrong }), look);
    } else if (rng.chance(0.5)) {
      this.step(this.aside(words.search, slots), this.grep(known.fn.name));
    }
    const reads = [this.read(known)];
    const test = known.one.test;
    if (rng.chance(this.manner.parallel) && test) reads.push(this.tools.read(test));
    this.step(this.aside(words.look, slots), ...reads);
    // What it calls, often in a file from long ago.
    if (rng.chance(0.4)) {
      const from = rng.chance(0.5) ? known.one.module.imports[0]?.from : undefined;
      const source = p.sources.find((s) => s.module.path === from);
      const fn = source ? anyFn(rng, source) : undefined;
      const next = source && fn ? this.k(source, fn) : this.other(known);
      this.step(this.aside(words.look, this.slots(next)), this.read(next));
    }
    if (rng.chance(0.15)) this.sidestep();
  }

  protected sidestep(): void {
    const { rng, p } = this;
    const files = some(rng, p.paths(), rng.int(2, 7));
    const call = rng.pick<() => Call>([
      () =>
        this.tools.shell(
          'git status --short',
          files.map((f) => `${rng.pick([' M', '??', 'M ', 'A '])} ${f}`).join('\n'),
        ),
      () =>
        this.tools.shell(
          'git diff --stat',
          `${files.map((f) => ` ${f} | ${rng.int(1, 60)} ${'+'.repeat(rng.int(1, 12))}${'-'.repeat(rng.int(0, 9))}`).join('\n')}\n ${files.length} files changed`,
        ),
      () =>
        this.tools.shell(
          `git log --oneline -${files.length + 3}`,
          Array.from(
            { length: files.length + 3 },
            () =>
              `${p.hash()} ${p.words('(fix|add|drop|speed up|rework|test) <kind> <noun>( for <other>|)')}`,
          ).join('\n'),
        ),
      () =>
        this.tools.shell(
          `wc -l ${files.join(' ')}`,
          files.map((f) => `${String(rng.int(9, 700)).padStart(8)} ${f}`).join('\n'),
        ),
      () =>
        this.tools.shell(
          `ls -la ${files[0]?.split('/')[0] ?? '.'}`,
          files
            .map(
              (f) =>
                `-rw-r--r-- 1 ${person(rng).handle} staff ${String(rng.int(90, 90_000)).padStart(6)} ${rng.pick(['Jan', 'Apr', 'Sep', 'Nov'])} ${rng.int(1, 28)} ${f.split('/').at(-1)}`,
            )
            .join('\n'),
        ),
      () =>
        this.tools.shell(
          `env | grep ${p.name.toUpperCase()}`,
          Array.from(
            { length: rng.int(2, 6) },
            () =>
              `${p.name.toUpperCase()}_${p.namer.noun().toUpperCase()}_${rng.pick(['URL', 'PATH', 'MODE'])}=${coined(rng, 3)}`,
          ).join('\n'),
        ),
    ])();
    this.step('', call);
  }

  protected edit(change: Change | undefined, comment: string): number {
    if (!change) return this.t.next;
    if (this.rng.chance(0.04)) {
      this.step(comment, this.tools.misfit({ ...change, old: change.old.replace(/ {2}/g, ' ') }));
      this.step(
        '',
        this.tools.shell(
          `grep -n "${change.old.trim().split('\n')[0]?.slice(0, 30) ?? ''}" ${change.path}`,
          `${change.line}:${change.old.split('\n')[0] ?? ''}`,
        ),
      );
      return this.step('', this.tools.edit(change));
    }
    return this.step(comment, this.tools.edit(change));
  }

  protected scope(one: Source): Source[] {
    const { rng, p } = this;
    const near = p.sources.filter((s) => s.test && s !== one);
    return rng.chance(0.5) ? [one] : [one, ...some(rng, near, rng.int(2, 10))];
  }

  protected failure(one: Source, fn: Fn): Failure {
    const { rng } = this;
    const own = one.cases.filter((c) => c.includes(fn.name));
    const name = rng.pick(own.length > 0 ? own : one.cases);
    return { one, name, expected: this.p.number(), actual: this.p.number() };
  }

  /** Runs the tests; sometimes they fail first and something is changed again. */
  protected test(known: Known, slots: Slots, red = 0.35): void {
    const { rng, p } = this;
    const words = this.words;
    const { one, fn } = known;
    if (!one.test) {
      p.giveTest(one);
      this.step(
        this.aside(words.wrote, { ...slots, file: one.test ?? '' }),
        this.tools.write(one.test ?? '', p.testText(one)),
      );
    }
    const scope = this.scope(one);
    for (let i = 0; i < 3 && rng.chance(red); i += 1) {
      const failure = this.failure(one, fn);
      const run = testRun(p, scope, [failure]);
      this.step(
        this.aside(words.run, slots),
        this.tools.shell(run.command, run.output, { code: run.code }),
      );
      const change = changed(p, one, () => mend(p, one, fn));
      this.edit(
        change,
        this.aside(words.red, { ...slots, test: failure.name, why: this.why(slots) }),
      );
    }
    const run = testRun(p, scope, []);
    this.step(this.aside(words.run, slots), this.tools.shell(run.command, run.output));
  }
}

const thoughts = [
  'The user (wants|asked for) (a small change|the cause|this) in <file>, so (first|before anything else) I need to (see|know) who calls `<fn>`',
  '`<fn>` or `<other>`? (The first one fits|Both would fit) what the output says, but (only one|I have to check which) runs (per|for each) <noun>',
  'Wait, (maybe|perhaps) the <noun> is (set|filled) (elsewhere|twice|only on the second call). (Look at|Read) <file> again',
  'If `<fn>` gives <n> here then `<other>` (cannot be|is not) (wrong|the cause)',
  'I should (keep|leave) the (signature|name) of `<fn>`, (others|other modules) depend on it',
  '(Simplest|Smallest) (thing|fix)(:|) (guard|check) the <noun> in `<fn>`, (then|and) run (all|the) tests',
];

/** In lower case, but for what fills the slots. */
function lowered(text: string, slots: Slots): string {
  const kept = new Set(Object.values(slots).map(String));
  return text
    .split(' ')
    .map((w) => ([...kept].some((k) => k.includes(w) || w.includes(k)) ? w : w.toLowerCase()))
    .join(' ');
}
