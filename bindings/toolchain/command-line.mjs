// The command lines of all scripts: what is wrong is told with the usage and ends with 2, and --help ends
// with 0. Needs the root's npm packages and nothing that is built.

import { Command, InvalidArgumentError } from 'commander';

export { Argument, InvalidArgumentError, Option } from 'commander';

/** A command without options; `name` is what its reader types. */
export function commandLine(name, description) {
  return new Command(name)
    .description(description)
    .allowExcessArguments(false)
    .showHelpAfterError()
    .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : 2));
}

/** Reads a number of at least `least`, with `whole` a whole one. */
export function numberFrom(least, { whole = true } = {}) {
  return (text) => {
    const value = Number(text);
    if (text.trim() !== '' && value >= least && (!whole || Number.isInteger(value))) return value;
    throw new InvalidArgumentError(`A ${whole ? 'whole ' : ''}number from ${least} is needed.`);
  };
}

/** Reads names from `known`, with commas between them. */
export function listOf(known) {
  return (text) => {
    const list = text.split(',').filter((name) => name !== '');
    const unknown = list.filter((name) => !known.includes(name));
    if (unknown.length > 0) throw new InvalidArgumentError(`Known are ${known.join(', ')}.`);
    return list;
  };
}

/** Reads a JSON object. */
export function objectOf(text) {
  try {
    const value = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  } catch {}
  throw new InvalidArgumentError('A JSON object is needed.');
}
