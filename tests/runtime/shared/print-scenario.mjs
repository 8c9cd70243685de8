/** Prints the scenario's result as JSON: `node print-scenario.mjs URL`, the package's entry point. */
import { runScenario } from './scenario.mjs';

console.log(JSON.stringify(await runScenario(await import(process.argv[2]))));
