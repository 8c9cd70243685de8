/** The calls of the core, as bindings/calls.mjs wrote them of bindings/calls.def, where each is explained. */
export interface Calls {
  /** Options as JSON text in the buffer. Answers a session handle. */
  openSession(length: number): number;
  closeSession(session: number): number;
  /**
   * A piece of a saved state that is longer than the buffer; others follow. kCapacity for one that no
   * session has saved.
   */
  feedState(session: number, length: number): number;
  /** The last piece of a saved state, a JSON text, in the buffer: all of it, where none came before. */
  restoreSession(session: number, length: number): number;
  /** Output: the state as JSON text. */
  snapshotSession(session: number): number;
  /** Output: the members of it that change at every step, as JSON text. */
  meter(session: number): number;
  /**
   * Records in the buffer: new messages with `run` 0, those of a text with kForText, without secrets,
   * else texts that the run wants to read.
   */
  feed(session: number, run: number, length: number): number;
  /** Tokens of the messages fed and not yet taken. */
  stagedTokens(session: number): number;
  /** The same, of their texts alone. */
  stagedTextTokens(session: number): number;
  dropStaged(session: number): number;
  /** Output: how the staged array was matched. Answers the run's number. */
  attach(session: number): number;
  append(session: number, run: number): number;
  /** 1 when the one staged message equals the run's message `index`. */
  sameMessage(session: number, run: number, index: number): number;
  releaseRun(session: number, run: number): number;
  /**
   * What the session counts by from now on, `family` and `media` as `lookupModel` tells them; of no
   * effect once an array was attached, here or in the session that its state is of. Media of unknown
   * size are held against the window of the step that they come in with.
   */
  countBy(
    session: number,
    family: number,
    media: number,
    contextWindow: number,
    modelMaxOutput: number,
  ): number;
  /** The next step of the run, a manual one, folds what stands before this message, and nothing else. */
  foldBefore(session: number, run: number, message: number): number;
  /**
   * Answers a Next. Token counts; 0 where unknown. `requestImages`: 0 for any number. `model` and
   * `family` as `lookupModel` tells them; `now` in milliseconds, 0 where the host does not say;
   * `flags` a set of StepFlag.
   */
  step(
    session: number,
    run: number,
    contextWindow: number,
    modelMaxOutput: number,
    requestImages: number,
    model: number,
    family: number,
    billedInput: number,
    billedOutput: number,
    now: number,
    flags: number,
  ): number;
  /** Output: [n, n x (message index, 1 where its texts are to come without secrets)]. */
  readList(session: number, run: number): number;
  readDone(session: number, run: number): number;
  /**
   * Output: [n, n x (number, id low, id high)], the summary requests that wait for a reply. An id
   * stands for what is asked: the same request has it at another time, too.
   */
  pending(session: number, run: number): number;
  /** Output: the summary request of that number. */
  request(session: number, run: number, number: number): number;
  /** Output: [done, total], records of the rewrite under way; [0, 0] when there is none. */
  progress(session: number, run: number): number;
  /**
   * The reply to it in the buffer, without secrets. Answers a Next; the verdict is `lastVerdict`. The
   * tokens are those of the call that wrote it; 0 where unknown, or given before.
   */
  reply(
    session: number,
    run: number,
    number: number,
    length: number,
    finishReason: number,
    inputTokens: number,
    outputTokens: number,
  ): number;
  /** Answers the tokens that the texts of the blocks asked for may have together, as estimated. */
  blockRoom(session: number, run: number): number;
  /**
   * The host's blocks as JSON text in the buffer, without secrets. Output: [n, n x index], those that
   * had no room. Answers a Next.
   */
  offerBlocks(session: number, run: number, length: number): number;
  giveUp(session: number, run: number, number: number, why: number): number;
  lastVerdict(session: number): number;
  /** The step goes on without the replies. Answers a Next. */
  postpone(session: number, run: number): number;
  /**
   * Output: [rewrites, then of each: first message, last message, 1 where it is late, n, n x (id low,
   * id high)], the requests that have to be answered for postponed rewrites to be taken up.
   */
  awaited(session: number): number;
  /** Output: the records kept of a run's messages, as a JSON array. */
  records(session: number, run: number): number;
  /** Takes back the last change of the records. Answers a `Rewound`. */
  rewind(session: number, run: number): number;
  /**
   * The text in the buffer, without secrets, takes the place of the view's record `record`, counted
   * from the oldest. Output: [room], where it has none. Answers an EditOutcome.
   */
  editRecord(session: number, run: number, record: number, length: number): number;
  /**
   * Pins the text in the buffer, which has no secrets, or takes it off (`on` is 0). Answers 1 where
   * that changed what is pinned.
   */
  pin(session: number, length: number, on: number): number;
  /** Output: what is pinned as a JSON array of texts. */
  pins(session: number): number;
  /** Output: what the host's turn before a fold is about. */
  turnRequest(session: number, run: number): number;
  /** What the host wants of the fold's summary in the buffer, without secrets; in its turn. */
  instruct(session: number, run: number, length: number): number;
  /**
   * The turn is over; `putsOff` is 1 where the step shall make no fold. What the agent replied in the
   * buffer, without secrets. Output: [silent, the reply as it may be told]. Answers a Next.
   */
  turnDone(session: number, run: number, length: number, putsOff: number): number;
  /**
   * Answers the first of the messages to feed as kForText; `records` is 1 where the view's records
   * come before them.
   */
  beginText(session: number, run: number, last: number, records: number): number;
  /** Output: the text, at most so many UTF-16 code units. */
  endText(session: number, maxUnits: number): number;
  /** Output: the view. */
  view(session: number, run: number): number;
  /** Output: JSON text; empty where there is nothing to tell. */
  report(session: number, run: number): number;
  explain(session: number, run: number): number;
  repairs(session: number, run: number): number;
  totals(session: number): number;
  /** Output: [view, overhead, budget], tokens of the last step. */
  sizes(session: number): number;
  /** Output: [total, overhead], tokens: what messages may have in a window by the session's options. */
  budget(session: number, contextWindow: number, modelMaxOutput: number): number;
  /**
   * A model id in the buffer. Output: [model, family, media], `model` being a fingerprint of the id
   * and `family` a choice of one as `numberOf` tells it.
   */
  lookupModel(length: number): number;
  /**
   * A model id in the buffer. Answers the rule that its images and files are priced by, and its
   * family's for an id that no rule names.
   */
  mediaRule(length: number, family: number): number;
  /** Output: [message, tool, tools, request], tokens of a family's envelopes. */
  envelope(family: number): number;
  /** Output: the text that answers an aborted call. */
  abortedText(): number;
}

/** By their numbers. */
export const callNames = [
  'openSession',
  'closeSession',
  'feedState',
  'restoreSession',
  'snapshotSession',
  'meter',
  'feed',
  'stagedTokens',
  'stagedTextTokens',
  'dropStaged',
  'attach',
  'append',
  'sameMessage',
  'releaseRun',
  'countBy',
  'foldBefore',
  'step',
  'readList',
  'readDone',
  'pending',
  'request',
  'progress',
  'reply',
  'blockRoom',
  'offerBlocks',
  'giveUp',
  'lastVerdict',
  'postpone',
  'awaited',
  'records',
  'rewind',
  'editRecord',
  'pin',
  'pins',
  'turnRequest',
  'instruct',
  'turnDone',
  'beginText',
  'endText',
  'view',
  'report',
  'explain',
  'repairs',
  'totals',
  'sizes',
  'budget',
  'lookupModel',
  'mediaRule',
  'envelope',
  'abortedText',
] as const satisfies readonly (keyof Calls)[];
