/** How an answer is read, whoever gives it. The heavy library behind it is loaded with this file. */

export { readUIMessageStream } from 'ai';
export { inWords } from './failure.ts';
