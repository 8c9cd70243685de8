/**
 * The engine's functions by name, on top of the one that takes their number: rows stand in the order of
 * `kCalls` in bindings/calls.cc. `bindings/engine.h` says what each does; every answer below zero is minus
 * an error code.
 */
import type { CoreModule } from '../core.mjs';

export function callsOf({ call }: CoreModule) {
  return {
    openSession: (length: number) => call(0, length),
    closeSession: (session: number) => call(1, session),
    feedState: (session: number, length: number) => call(2, session, length),
    restoreSession: (session: number, length: number) => call(3, session, length),
    snapshotSession: (session: number) => call(4, session),
    feed: (session: number, run: number, length: number) => call(5, session, run, length),
    stagedTokens: (session: number) => call(6, session),
    stagedTextTokens: (session: number) => call(7, session),
    dropStaged: (session: number) => call(8, session),
    attach: (session: number) => call(9, session),
    append: (session: number, run: number) => call(10, session, run),
    sameMessage: (session: number, run: number, index: number) => call(11, session, run, index),
    releaseRun: (session: number, run: number) => call(12, session, run),
    foldable: (session: number, run: number, keepMessages: number) =>
      call(13, session, run, keepMessages),
    countBy: (session: number, family: number, media: number) => call(14, session, family, media),
    step: (
      session: number,
      run: number,
      contextWindow: number,
      modelMaxOutput: number,
      model: number,
      family: number,
      billedInput: number,
      billedOutput: number,
      now: number,
      flags: number,
      above: number,
    ) =>
      call(
        15,
        session,
        run,
        contextWindow,
        modelMaxOutput,
        model,
        family,
        billedInput,
        billedOutput,
        flags,
        above,
        now,
      ),
    readList: (session: number, run: number) => call(16, session, run),
    readDone: (session: number, run: number) => call(17, session, run),
    readEarly: (session: number, run: number) => call(18, session, run),
    pending: (session: number, run: number) => call(19, session, run),
    request: (session: number, run: number, number: number) => call(20, session, run, number),
    progress: (session: number, run: number) => call(21, session, run),
    reply: (
      session: number,
      run: number,
      number: number,
      length: number,
      finishReason: number,
      inputTokens: number,
      outputTokens: number,
    ) => call(22, session, run, number, length, finishReason, inputTokens, outputTokens),
    blockRoom: (session: number, run: number) => call(23, session, run),
    offerBlocks: (session: number, run: number, length: number) => call(24, session, run, length),
    giveUp: (session: number, run: number, number: number, why: number) =>
      call(25, session, run, number, why),
    records: (session: number, run: number) => call(26, session, run),
    rewind: (session: number, run: number) => call(27, session, run),
    pin: (session: number, length: number, on: number) => call(28, session, length, on),
    pins: (session: number) => call(29, session),
    lastVerdict: (session: number) => call(30, session),
    postpone: (session: number, run: number) => call(31, session, run),
    awaited: (session: number) => call(32, session),
    flushRequest: (session: number, run: number) => call(33, session, run),
    flushed: (session: number, run: number, length: number) => call(34, session, run, length),
    beginText: (session: number, run: number, last: number, records: number) =>
      call(35, session, run, last, records),
    endText: (session: number, maxUnits: number) => call(36, session, maxUnits),
    view: (session: number, run: number) => call(37, session, run),
    report: (session: number, run: number) => call(38, session, run),
    explain: (session: number, run: number) => call(39, session, run),
    repairs: (session: number, run: number) => call(40, session, run),
    totals: (session: number) => call(41, session),
    lookupModel: (length: number) => call(42, length),
    checkPattern: (length: number) => call(43, length),
    mediaRule: (length: number, family: number) => call(44, length, family),
    envelope: (family: number) => call(45, family),
    abortedText: () => call(46),
    besides: (session: number, hostOverhead: number, maxOutputTokens: number) =>
      call(47, session, hostOverhead, maxOutputTokens),
  };
}

export type CoreCalls = ReturnType<typeof callsOf>;
