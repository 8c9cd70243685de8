/** What is loaded when somebody first searches. */
export { answered } from './answers.ts';
export { search } from './search.ts';
