/** What the core is told and tells, and what its numbers stand for. */
import type { Billed } from '../bills/usage.ts';
import type { ModelFacts } from '../models/facts.ts';
import { wantsThoughtsBack } from '../models/models.ts';
import type {
  CompactionEvent,
  EditReport,
  FinishReason,
  FloorBreakdown,
  Rejection,
} from '../types.ts';

/** `Next` of `src/session/machine.h`. */
export const Next = {
  unchanged: 0,
  view: 1,
  read: 2,
  summarize: 3,
  blocks: 4,
  prepare: 5,
  turn: 6,
} as const;

/** `Verdict` of `src/summary/check.h`; one that was mended stands, and one without headings may. */
export const verdicts: readonly (Rejection | undefined)[] = [
  undefined,
  'empty',
  'refused',
  'truncated',
  'inflated',
  'too-short',
  'tool-call',
  'echo',
  'wrong-language',
  'invented',
  undefined,
  undefined,
  'no-record',
  'repetitive',
];

/** `RequestKind` of `src/summary/request.h`. */
export const requestKinds = ['fold', 'merge', 'part'] as const;

/** `FinishReason` of `src/summary/check.h`. */
export const finishReasons: Record<FinishReason, number> = {
  stop: 0,
  length: 1,
  'content-filter': 2,
  'tool-calls': 3,
  error: 4,
  other: 5,
};

/** The same of a reply that was checked when it was written. */
export const checkedBefore = 6;

/** `GiveUp` of `src/session/session.h`. */
export const giveUps = { failed: 0, 'timed-out': 1, aborted: 2 } as const;

/** What the rewrites of a step did, as the core tells it. */
export type Report = Omit<
  CompactionEvent,
  'type' | 'sessionId' | 'reason' | 'edits' | 'summarizeMillis'
> & {
  /** `arrival`: new results were too long, or repeated others. */
  reason: CompactionEvent['reason'] | 'arrival';
  /** The tool's name is in part `part` of message `namedIn`, counted from 1. */
  edits: (Omit<EditReport, 'toolName'> & { namedIn: number; part: number })[];
  cannotFit?: FloorBreakdown;
};

/** What a step brings along beside its messages. */
export interface StepFacts {
  billed: Billed;
  /** The host's clock, milliseconds. */
  now: number;
  /** The host asked for a rewrite. */
  manual: boolean;
  /** The last step that the host's loop may take. */
  final: boolean;
  /** A postponed rewrite is to be taken up. */
  resume: boolean;
  /** The bill is for the view that the session sent last, whichever transcript it was of. */
  billedLate: boolean;
  /** It is for a view before that one. */
  billedBefore: boolean;
}

/** A rewrite that was postponed: the messages that it folds, and the requests that it waits for. */
export interface Awaited {
  firstMessage: number;
  lastMessage: number;
  /** Code has written the record meanwhile: nobody is asked, and a reply is taken all the same. */
  isLate: boolean;
  ids: string[];
}

/** A request that waits: its number in the rewrite, and an id that stands for what it asks. */
export interface Waiting {
  number: number;
  id: string;
}

/** `Rewound` of `src/session/session.h`. */
export const Rewound = { nothing: 0, done: 1, textIsGone: 2 } as const;

/** `EditOutcome` of `src/session/session.h`. */
export const EditOutcome = {
  done: 0,
  empty: 1,
  unknown: 2,
  tooManyTokens: 3,
  tooManyBytes: 4,
  noSmaller: 5,
} as const;

/** Bits in the order of `StepFlag` of `bindings/engine.h`. */
export function stepFlags(step: StepFacts, { modelId, window, manyAreSmall }: ModelFacts): number {
  const flags = [
    step.manual,
    step.final,
    step.resume,
    step.billedLate,
    wantsThoughtsBack(modelId),
    window === 'stated',
    window === 'assumed',
    manyAreSmall,
    step.billedBefore,
  ];
  return flags.reduce((bits, isSet, place) => bits | (Number(isSet) << place), 0);
}
