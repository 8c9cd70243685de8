/** For people who test their own agents, in any test runner: a summarizer, a clock and a store for tests, and what makes a view valid. */
export { type FakeClock, fakeClock } from './clock.ts';
export {
  type ExpectOptions,
  expectValid,
  faultsOf,
  InvalidView,
  type Provider,
} from './expect.ts';
export type { Fault } from './fault.ts';
export { type FakeStore, fakeStore, type StoreFault, type StoreMethod } from './store.ts';
export {
  type ScriptedReply,
  type ScriptedSummarizer,
  scriptedSummarizer,
} from './summarizer.ts';
