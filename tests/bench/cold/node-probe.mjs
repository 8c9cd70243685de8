/** In a fresh process: prints the milliseconds from import to the first view, and of a second engine. */

const options = { contextWindow: 32_000 };
const messages = [{ role: 'user', content: 'Hello.' }];
const first = (compactor) =>
  compactor.session().prepareStep({ messages, steps: [], stepNumber: 0, model: 'm' });

const start = performance.now();
const { createCompactor } = await import(process.argv[2]);
const imported = performance.now();
const compactor = await createCompactor(options);
const created = performance.now();
await first(compactor);
const stepped = performance.now();
const second = await createCompactor(options);
await first(second);
const again = performance.now();
// Later ones find compiled code of the glue and the driver.
await first(await createCompactor(options));

console.log(
  JSON.stringify({
    whole: stepped - start,
    import: imported - start,
    create: created - imported,
    step: stepped - created,
    second: again - stepped,
    third: performance.now() - again,
  }),
);
