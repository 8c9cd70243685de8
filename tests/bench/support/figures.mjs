/**
 * One figure of a benchmark and how it is shown. Decides rounding and the verdict; refuses to know how
 * a figure came about.
 */

/** `aim`: the largest value that is good enough, in the same unit; absent where there is no aim. */
export function figure(name, value, unit, { aim, note } = {}) {
  return { name, value, unit, ...(aim !== undefined && { aim, met: value <= aim }), note };
}

/**
 * A time as a multiple of a peer's in the same run: what can be compared between machines, so it is
 * printed beside what was recorded.
 */
export function ratio(name, value) {
  return figure(name, value, 'times');
}

/** A value for people: three significant digits at most, thousands apart. */
export function rounded(value) {
  if (typeof value !== 'number') return String(value);
  if (Number.isInteger(value)) return value.toLocaleString('en-US');
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 3;
  return value.toFixed(digits);
}

/** Prints the figures of one part under its title; `recorded` has the ratios of an earlier run by name. */
export function printFigures(title, figures, recorded = {}) {
  console.log(`\n${title}`);
  const cells = figures.map(({ name, value, unit, aim, met, note }) => [
    name,
    `${rounded(value)} ${unit}`,
    aim === undefined ? '' : `aim ${rounded(aim)}: ${met ? 'met' : 'MISSED'}`,
    note ?? (name in recorded ? `recorded ${rounded(recorded[name])}` : ''),
  ]);
  const widths = [0, 1, 2].map((column) => Math.max(...cells.map((row) => row[column].length)));
  for (const [name, value, aim, note] of cells) {
    const line = `  ${name.padEnd(widths[0])}  ${value.padStart(widths[1])}  ${aim.padEnd(widths[2])}  ${note}`;
    console.log(line.trimEnd());
  }
}
