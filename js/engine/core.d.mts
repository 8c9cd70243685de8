/**
 * The Emscripten glue's shape: numbers in, numbers out. `bindings/engine.h` says what each function
 * does; every answer below zero is minus an error code.
 */
export interface CoreModule {
  /** Detached whenever memory grows: read it anew after each call. */
  readonly HEAPU8: Uint8Array<ArrayBuffer>;
  bufferAddress(): number;
  bufferCapacity(): number;
  outputAddress(): number;
  outputLength(): number;
  wireVersion(): number;
  openSession(length: number): number;
  closeSession(session: number): number;
  feedState(session: number, length: number): number;
  restoreSession(session: number, length: number): number;
  snapshotSession(session: number): number;
  feed(session: number, run: number, length: number): number;
  stagedTokens(session: number): number;
  stagedTextTokens(session: number): number;
  dropStaged(session: number): number;
  attach(session: number): number;
  append(session: number, run: number): number;
  sameMessage(session: number, run: number, index: number): number;
  releaseRun(session: number, run: number): number;
  countBy(
    session: number,
    family: number,
    media: number,
    contextWindow: number,
    modelMaxOutput: number,
  ): number;
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
  foldBefore(session: number, run: number, message: number): number;
  readList(session: number, run: number): number;
  readDone(session: number, run: number): number;
  pending(session: number, run: number): number;
  request(session: number, run: number, number: number): number;
  reply(
    session: number,
    run: number,
    number: number,
    length: number,
    finishReason: number,
    inputTokens: number,
    outputTokens: number,
  ): number;
  progress(session: number, run: number): number;
  blockRoom(session: number, run: number): number;
  offerBlocks(session: number, run: number, length: number): number;
  giveUp(session: number, run: number, number: number, why: number): number;
  pin(session: number, length: number, on: number): number;
  pins(session: number): number;
  records(session: number, run: number): number;
  rewind(session: number, run: number): number;
  editRecord(session: number, run: number, record: number, length: number): number;
  lastVerdict(session: number): number;
  postpone(session: number, run: number): number;
  awaited(session: number): number;
  flushRequest(session: number, run: number): number;
  flushed(session: number, run: number, length: number): number;
  beginText(session: number, run: number, last: number, records: number): number;
  endText(session: number, maxUnits: number): number;
  view(session: number, run: number): number;
  report(session: number, run: number): number;
  explain(session: number, run: number): number;
  repairs(session: number, run: number): number;
  totals(session: number): number;
  checkPattern(length: number): number;
  budget(session: number, contextWindow: number, modelMaxOutput: number): number;
  redactedText(length: number, patterns: number): number;
  lookupModel(length: number): number;
  mediaRule(length: number, family: number): number;
  envelope(family: number): number;
  abortedText(): number;
}

export interface CoreFactoryOptions {
  instantiateWasm(
    imports: WebAssembly.Imports,
    done: (instance: WebAssembly.Instance, module: WebAssembly.Module) => void,
  ): WebAssembly.Exports;
}

export default function createCore(options: CoreFactoryOptions): Promise<CoreModule>;
