/**
 * What is asked of the figures of a quick run. Decides the floors alone; refuses to know how a figure
 * is measured. They stand a little below what was reached: who reaches more raises them.
 */
import type { Report } from './report.ts';

export interface Floor {
  readonly row: string;
  readonly column: string;
  /** Percent for a share, else in the figure's own unit. */
  readonly least?: number;
  readonly most?: number;
}

/** What is asked of one set of sessions, by the end of the row's name. */
interface Asked {
  readonly least: Readonly<Record<string, number>>;
  readonly most: Readonly<Record<string, number>>;
}

/** Of every set. */
const always: Asked['most'] = {
  'secrets leaked, prompt': 0,
  'secrets leaked, record': 8,
  'secrets leaked, state': 8,
  'lying model: falsehoods that stand': 0,
  'faithful model: replies refused': 3,
  'faithful model: folds left to the digest': 3,
};

const bySet: Readonly<Record<string, Asked>> = {
  'generated coding': {
    least: {
      'view recall': 85,
      'record alone, record': 79,
      'deeds told, known-file': 97,
      'deeds told, shell': 97,
      'superseded value resolved': 97,
      'planted facts after 5 folds, user': 97,
      'planted facts after 5 folds, tool': 33,
      'planted facts after 5 folds, assistant': 50,
      'faithful model: statements that stand': 97,
    },
    most: {
      'superseded value stands alone': 0,
      'wrong statements, moved': 0,
      'wrong statements, not-found': 0,
      'other spellings of a file, a record': 4,
      'torn names': 0,
      'torn words': 0,
      'revoked order alone after 5 folds': 0,
      'order-relaying model: falsehoods that stand': 0,
    },
  },
  'generated service': {
    least: {
      'view recall': 65,
      'record alone, record': 54,
      'deeds told, domain': 88,
      'superseded value resolved': 62,
      'planted facts after 5 folds, user': 70,
      'planted facts after 5 folds, tool': 10,
      'faithful model: statements that stand': 97,
    },
    most: {
      'superseded value stands alone': 10,
      'wrong statements, refused': 0,
      'other spellings of a file, a record': 0,
      'torn names': 0,
      'torn words': 0,
      'revoked order alone after 5 folds': 0,
      'order-relaying model: falsehoods that stand': 0,
    },
  },
  'generated research': {
    least: {
      'view recall': 90,
      'record alone, record': 78,
      'superseded value resolved': 97,
      'planted facts after 5 folds, user': 97,
      'planted facts after 5 folds, tool': 45,
      'planted facts after 5 folds, assistant': 71,
      'faithful model: statements that stand': 97,
    },
    most: {
      'superseded value stands alone': 0,
      'wrong statements, not-found': 0,
      'other spellings of a file, a record': 0,
      'torn names': 0,
      'torn words': 0,
      'revoked order alone after 5 folds': 0,
      'order-relaying model: falsehoods that stand': 0,
    },
  },
  'generated chat': {
    least: {
      'view recall': 75,
      'record alone, record': 38,
      'superseded value resolved': 97,
      'planted facts after 5 folds, user': 92,
      'planted facts after 5 folds, tool': 53,
      'faithful model: statements that stand': 97,
    },
    most: {
      'superseded value stands alone': 0,
      'other spellings of a file, a record': 0,
      'torn names': 0,
      'torn words': 0,
      'revoked order alone after 5 folds': 0,
    },
  },
};

/** At each position; there are fifteen of them. */
const constraints = { top: 93, middle: 93, late: 86 };

function* floorsOf(set: string, { least, most }: Asked): Generator<Floor> {
  const place = (what: string) => ({
    row: `${set}: ${what}`,
    column: what.includes(' model: ') ? '16k model' : '16k digest',
  });
  for (const [what, value] of Object.entries(least)) yield { ...place(what), least: value };
  const limits = { ...always, ...most };
  for (const [what, value] of Object.entries(limits)) yield { ...place(what), most: value };
}

export const floors: readonly Floor[] = [
  ...Object.entries(bySet).flatMap(([set, asked]) => [...floorsOf(set, asked)]),
  ...Object.entries(constraints).map(([position, least]) => ({
    row: `constraints said in passing: ${position}`,
    column: '25k digest',
    least,
  })),
];

export interface Judgement extends Floor {
  readonly found: number | undefined;
  readonly holds: boolean;
}

/** A floor whose figure was not measured does not hold. */
export function judged(report: Report, asked: readonly Floor[] = floors): Judgement[] {
  return asked.map((floor) => {
    const { row, column, least = -Infinity, most = Infinity } = floor;
    const found = report.valueOf(row, column);
    return { ...floor, found, holds: found !== undefined && found >= least && found <= most };
  });
}
