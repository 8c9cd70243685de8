/**
 * One cold start in a process of its own, as JSON: from the import to the first count, in
 * milliseconds, how much of it this thread was on a processor, and by how much the process grew, in bytes. Arguments: what counts, and an encoding.
 */

const [, , counter, encoding] = process.argv;
const before = process.memoryUsage.rss();
const cpuBefore = process.threadCpuUsage();
const start = performance.now();
let tokens;
let module;
if (counter === 'epitome') {
  const { loadExactCounter } = await import('../../../dist/node/exact.js');
  const exact = await loadExactCounter({ encoding });
  tokens = exact.count('Hello, world');
  module = exact.memoryBytes;
} else {
  const { countTokens } = await import(`gpt-tokenizer/encoding/${encoding}`);
  tokens = countTokens('Hello, world');
}
const ms = performance.now() - start;
const { user, system } = process.threadCpuUsage(cpuBefore);
const cpu = (user + system) / 1000;
console.log(JSON.stringify({ ms, cpu, rss: process.memoryUsage.rss() - before, module, tokens }));
