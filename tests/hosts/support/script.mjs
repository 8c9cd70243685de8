/** What is asked of every host's agent, and what its tool answers; without Node, for it runs in Workers too. */

/** Tokens. */
export const contextWindow = 12_000;
/** Model calls of one session. */
export const calls = 64;

/** A result of some 1,500 characters that looks like the work of call `n`. */
export function resultOf(n) {
  const lines = Array.from(
    { length: 24 },
    (_, line) =>
      `src/module-${n}/file-${line}.ts:${line + 3}: export const value${line} = ${n * line};`,
  );
  return [`Listing of module ${n}`, ...lines].join('\n');
}

export const request =
  'List the modules of the project one after the other and say which is broken.';
