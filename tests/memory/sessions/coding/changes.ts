/**
 * Small changes to made-up sources. Decides what is different afterwards and says it as the pair of
 * texts that an edit tool takes; refuses to know the tool.
 */
import type { Rng } from '../../../js/support/random.ts';
import type { Project, Source } from './project.ts';
import { type Fn, type Statement, source } from './syntax.ts';

export interface Change {
  readonly path: string;
  readonly old: string;
  readonly fresh: string;
  /** Line where it begins, from 1. */
  readonly line: number;
}

/** What differs between two texts, with up to `context` lines around it. */
export function difference(
  path: string,
  before: string,
  after: string,
  context = 1,
): Change | undefined {
  if (before === after) return undefined;
  const [a, b] = [before.split('\n'), after.split('\n')];
  let head = 0;
  while (head < a.length && head < b.length && a[head] === b[head]) head += 1;
  let tail = 0;
  while (
    tail < a.length - head &&
    tail < b.length - head &&
    a[a.length - 1 - tail] === b[b.length - 1 - tail]
  ) {
    tail += 1;
  }
  // An insertion needs a line to stand beside.
  const around = Math.max(context, head + tail >= a.length ? 1 : 0);
  const from = Math.max(0, head - around);
  const to = Math.max(0, tail - around);
  return {
    path,
    old: a.slice(from, a.length - to).join('\n'),
    fresh: b.slice(from, b.length - to).join('\n'),
    line: head + 1,
  };
}

function flat(body: readonly Statement[]): Statement[] {
  return body.flatMap((s) => ('body' in s ? [s, ...flat(s.body)] : [s]));
}

const turned: Readonly<Record<string, string>> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
};

/** What a mutation changed, in a word that sentences are chosen by. */
export type Mended =
  | 'comparison'
  | 'guard'
  | 'number'
  | 'order'
  | 'call'
  | 'log'
  | 'constant'
  | 'step';

/** Changes one function somewhere. */
export function mend(project: Project, one: Source, fn: Fn): Mended {
  const { rng } = project;
  const all = flat(fn.body);
  const comparisons = all.filter((s) => s.is === 'when');
  const sets = all.filter((s) => s.is === 'set');
  const calls = all.filter((s) => s.is === 'let');
  const tries: (() => Mended | undefined)[] = rng.shuffle([
    () => {
      const s = comparisons.length > 0 ? rng.pick(comparisons) : undefined;
      if (s?.is !== 'when') return undefined;
      s.op = turned[s.op] ?? '===';
      return 'comparison';
    },
    () => {
      const name = fn.params[fn.params.length - 1];
      if (name === undefined || fn.body[0]?.is === 'guard') return undefined;
      fn.body.unshift({ is: 'guard', name, result: rng.pick(['0', project.number()]) });
      return 'guard';
    },
    () => {
      const s = sets.length > 0 ? rng.pick(sets) : undefined;
      if (s?.is !== 'set') return undefined;
      s.value = project.number();
      return 'number';
    },
    () => {
      const i = rng.int(0, Math.max(0, fn.body.length - 3));
      const [first, second] = [fn.body[i], fn.body[i + 1]];
      if (!first || !second || second.is === 'give' || first.is === second.is) return undefined;
      fn.body[i] = second;
      fn.body[i + 1] = first;
      return 'order';
    },
    () => {
      const s = calls.length > 0 ? rng.pick(calls) : undefined;
      if (s?.is !== 'let') return undefined;
      s.args = [...s.args.slice(0, 1), project.number()];
      return 'call';
    },
    () => {
      const s: Statement = {
        is: 'log',
        level: rng.pick(['debug', 'warn'] as const),
        message: project.words('<noun> is <kind>'),
        name: fn.params[0] ?? 'value',
      };
      fn.body.splice(rng.int(0, Math.max(0, fn.body.length - 1)), 0, s);
      return 'log';
    },
    () => {
      const constant = one.module.constants.length > 0 ? rng.pick(one.module.constants) : undefined;
      if (!constant) return undefined;
      constant.value = project.number();
      return 'constant';
    },
  ]);
  for (const attempt of tries) {
    const done = attempt();
    if (done) return done;
  }
  fn.body.unshift({ is: 'note', text: project.note() });
  return 'step';
}

/** Runs `mutate` on a source and says what it changed. */
export function changed(
  project: Project,
  one: Source,
  mutate: () => void,
  context?: number,
): Change | undefined {
  const before = source(project.syntax, one.module);
  mutate();
  return difference(
    one.module.path,
    before,
    source(project.syntax, one.module),
    context ?? project.rng.int(0, 2),
  );
}

/** A function that may have a name, with its source. */
export function anyFn(rng: Rng, one: Source): Fn | undefined {
  return one.module.fns.length > 0 ? rng.pick(one.module.fns) : undefined;
}
