/**
 * Rounds weights to small whole numbers so that the fit loses as little as it can. Decides steps and
 * roundings; knows neither features nor families.
 *
 * A weight is  whole * 2^shift / 2^bits,  whole in one signed byte, shift shared by all families.
 */

const largest = 127;

/** The smallest shift for each column with which every family's weight fits a signed byte. */
export function shiftsFor(weightsOfFamilies, bits) {
  const [{ length }] = weightsOfFamilies;
  return Array.from({ length }, (_, column) => {
    const most = Math.max(...weightsOfFamilies.map((weights) => Math.abs(weights[column])));
    return Math.max(0, Math.ceil(Math.log2((most * 2 ** bits) / largest) - 1e-9));
  });
}

/**
 * Whole numbers for one family's weights: rounded, then moved one column at a time to where the
 * quadratic w'Gw/2 - m'w is least while the other columns stay, until none moves. None ends below `lower`.
 */
export function quantise(
  { weights, gram, moment },
  shifts,
  bits,
  { fixed = new Set(), lower } = {},
) {
  const width = weights.length;
  const steps = shifts.map((shift) => 2 ** (shift - bits));
  const least = steps.map((step, column) =>
    Math.max(-largest, Math.ceil((lower?.[column] ?? -Infinity) / step - 1e-9)),
  );
  const wholes = Int32Array.from(weights, (weight, column) => {
    // What is given is a ceiling: rounding may raise it.
    const whole = weight / steps[column];
    const near = fixed.has(column) ? Math.ceil(whole - 1e-9) : Math.round(whole);
    return Math.max(least[column], Math.min(largest, near));
  });
  const gradient = new Float64Array(width);
  for (let row = 0; row < width; row += 1) {
    let sum = -moment[row];
    for (let column = 0; column < width; column += 1) {
      sum += gram[row * width + column] * wholes[column] * steps[column];
    }
    gradient[row] = sum;
  }
  // Coarse columns first: fine ones can then make up for what they lose.
  const order = steps
    .map((step, column) => ({ column, cost: step * step * gram[column * width + column] }))
    .sort((a, b) => b.cost - a.cost || a.column - b.column)
    .map(({ column }) => column);
  for (let sweep = 0; sweep < 200; sweep += 1) {
    let moved = false;
    for (const column of order) {
      const curvature = gram[column * width + column];
      if (curvature <= 0 || fixed.has(column)) continue;
      const wanted = wholes[column] - gradient[column] / curvature / steps[column];
      const next = Math.max(least[column], Math.min(largest, Math.round(wanted)));
      if (next === wholes[column]) continue;
      const change = (next - wholes[column]) * steps[column];
      wholes[column] = next;
      const base = column * width;
      for (let row = 0; row < width; row += 1) gradient[row] += gram[base + row] * change;
      moved = true;
    }
    if (!moved) break;
  }
  return wholes;
}

/** What whole numbers stand for. */
export function valuesOf(wholes, shifts, bits) {
  return Float64Array.from(wholes, (whole, column) => whole * 2 ** (shifts[column] - bits));
}
