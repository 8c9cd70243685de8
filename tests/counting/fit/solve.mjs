/**
 * A bounded, ridge-regularised least-squares fit of relative errors, made robust by reweighting until
 * it minimises absolute ones. Plain JavaScript, deterministic; knows nothing of tokens or features.
 *
 * Minimises  sum_i s_i |x_i . w - t_i| / (t_i + softening)  +  ridge,  lower <= w <= upper.
 */

/** Rows that are mostly zero, kept as the places and values that are not. */
export function compressRows(rows, width) {
  const starts = new Uint32Array(rows.length + 1);
  rows.forEach((row, index) => {
    let count = 0;
    for (let column = 0; column < width; column += 1) if (row[column] !== 0) count += 1;
    starts[index + 1] = starts[index] + count;
  });
  const columns = new Uint16Array(starts[rows.length]);
  const values = new Float64Array(starts[rows.length]);
  rows.forEach((row, index) => {
    let at = starts[index];
    for (let column = 0; column < width; column += 1) {
      if (row[column] !== 0) {
        columns[at] = column;
        values[at] = row[column];
        at += 1;
      }
    }
  });
  return { count: rows.length, width, starts, columns, values };
}

/** x . w for every row. */
export function predict({ count, starts, columns, values }, weights) {
  const result = new Float64Array(count);
  for (let row = 0; row < count; row += 1) {
    let sum = 0;
    for (let at = starts[row]; at < starts[row + 1]; at += 1)
      sum += values[at] * weights[columns[at]];
    result[row] = sum;
  }
  return result;
}

/** The Gram matrix X'SX (row-major, symmetric) and X'St for row weights s. */
function normalEquations({ count, width, starts, columns, values }, target, rowWeights) {
  const gram = new Float64Array(width * width);
  const moment = new Float64Array(width);
  for (let row = 0; row < count; row += 1) {
    const weight = rowWeights[row];
    if (weight === 0) continue;
    const end = starts[row + 1];
    for (let one = starts[row]; one < end; one += 1) {
      const scaled = values[one] * weight;
      const base = columns[one] * width;
      moment[columns[one]] += scaled * target[row];
      for (let other = one; other < end; other += 1)
        gram[base + columns[other]] += scaled * values[other];
    }
  }
  for (let row = 0; row < width; row += 1) {
    for (let column = row + 1; column < width; column += 1) {
      gram[column * width + row] = gram[row * width + column];
    }
  }
  return { gram, moment };
}

/** Solves G x = m for the columns in `free` by Cholesky's decomposition; undefined if G is not definite. */
function cholesky(gram, width, free, right) {
  const size = free.length;
  const lower = new Float64Array(size * size);
  for (let row = 0; row < size; row += 1) {
    for (let column = 0; column <= row; column += 1) {
      let sum = gram[free[row] * width + free[column]];
      for (let at = 0; at < column; at += 1) {
        sum -= lower[row * size + at] * lower[column * size + at];
      }
      if (row === column) {
        if (sum <= 0) return undefined;
        lower[row * size + row] = Math.sqrt(sum);
      } else lower[row * size + column] = sum / lower[column * size + column];
    }
  }
  const solution = Float64Array.from(right);
  for (let row = 0; row < size; row += 1) {
    for (let at = 0; at < row; at += 1) solution[row] -= lower[row * size + at] * solution[at];
    solution[row] /= lower[row * size + row];
  }
  for (let row = size - 1; row >= 0; row -= 1) {
    for (let at = row + 1; at < size; at += 1) {
      solution[row] -= lower[at * size + row] * solution[at];
    }
    solution[row] /= lower[row * size + row];
  }
  return solution;
}

/** The gradient G w - m. */
function gradientOf({ gram, moment }, weights) {
  const width = weights.length;
  return Float64Array.from(moment, (value, row) => {
    let sum = -value;
    const base = row * width;
    for (let column = 0; column < width; column += 1) sum += gram[base + column] * weights[column];
    return sum;
  });
}

/**
 * Moves `weights` between their bounds by exact solutions for the columns that are not at a bound, as
 * long as that makes the quadratic less; columns that leave their bounds are held there, columns whose
 * gradient points inside are let go.
 */
function pivot({ gram, moment, lower, upper }, weights) {
  const width = weights.length;
  const held = new Int8Array(width);
  for (let column = 0; column < width; column += 1)
    if (lower[column] === upper[column]) held[column] = 2;
  for (let round = 0; round < 40; round += 1) {
    const free = [];
    for (let column = 0; column < width; column += 1) if (held[column] === 0) free.push(column);
    const right = free.map((row) => {
      let sum = moment[row];
      for (let column = 0; column < width; column += 1) {
        if (held[column] !== 0) sum -= gram[row * width + column] * weights[column];
      }
      return sum;
    });
    const solution = cholesky(gram, width, free, right);
    if (!solution) return;
    let changed = false;
    free.forEach((column, at) => {
      weights[column] = Math.min(upper[column], Math.max(lower[column], solution[at]));
      if (weights[column] !== solution[at]) {
        held[column] = 1;
        changed = true;
      }
    });
    if (changed) continue;
    const gradient = gradientOf({ gram, moment }, weights);
    for (let column = 0; column < width; column += 1) {
      if (held[column] !== 1) continue;
      const inward =
        weights[column] === lower[column] ? gradient[column] < 0 : gradient[column] > 0;
      if (inward) {
        held[column] = 0;
        changed = true;
      }
    }
    if (!changed) return;
  }
}

/**
 * Minimises w'Gw/2 - m'w between bounds from `weights`, in place: exact steps first, then coordinate
 * descent, which never makes it worse and always respects the bounds.
 */
export function boundedMinimum(problem, weights, { sweeps = 400, tolerance = 1e-9 } = {}) {
  const { gram, lower, upper } = problem;
  const width = weights.length;
  pivot(problem, weights);
  const gradient = gradientOf(problem, weights);
  for (let sweep = 0; sweep < sweeps; sweep += 1) {
    let largest = 0;
    for (let column = 0; column < width; column += 1) {
      const curvature = gram[column * width + column];
      if (curvature <= 0) continue;
      const wanted = weights[column] - gradient[column] / curvature;
      const next = Math.min(upper[column], Math.max(lower[column], wanted));
      const change = next - weights[column];
      if (change === 0) continue;
      weights[column] = next;
      const base = column * width;
      for (let row = 0; row < width; row += 1) gradient[row] += gram[base + row] * change;
      largest = Math.max(largest, Math.abs(change) * Math.sqrt(curvature));
    }
    if (largest < tolerance) break;
  }
  return weights;
}

/**
 * The weights of every column, and the quadratic { gram, moment } that they minimise in the last
 * round (without bounds: what a rounding to whole numbers should lose least of).
 *
 * `rows` from compressRows; `truth` and `sampleWeights` one a row. Options: `softening` (added to the
 * truth under the error, so that tiny messages do not rule), `ridge` (relative to the mean curvature
 * of a column) and `floor` (of the pull: what rare columns feel), `prior` (what both pull to), `lower`, `upper` (per column), `rounds` of reweighting,
 * `smallest` (relative error below which an error counts as square, not as absolute).
 */
export function solve(rows, truth, sampleWeights, options = {}) {
  const { softening = 10, ridge = 1e-4, floor = 1e-12, rounds = 12, smallest = 0.01 } = options;
  const { count, width } = rows;
  const lower = options.lower ?? new Float64Array(width);
  const upper = options.upper ?? new Float64Array(width).fill(Number.POSITIVE_INFINITY);
  const prior = options.prior ?? new Float64Array(width);
  const weights = prior.map((value, column) =>
    Math.min(upper[column], Math.max(lower[column], value)),
  );
  const rowWeights = new Float64Array(count);
  const total = sampleWeights.reduce((sum, weight) => sum + weight, 0);
  const deviation = new Float64Array(count).fill(1);
  let quadratic;
  for (let round = 0; round <= rounds; round += 1) {
    for (let row = 0; row < count; row += 1) {
      const scale = truth[row] + softening;
      rowWeights[row] = sampleWeights[row] / total / (scale * scale * deviation[row]);
    }
    quadratic = normalEquations(rows, truth, rowWeights);
    const { gram, moment } = quadratic;
    for (let column = 0; column < width; column += 1) {
      const pull = ridge * gram[column * width + column] + floor;
      gram[column * width + column] += pull;
      moment[column] += pull * prior[column];
    }
    boundedMinimum({ gram, moment, lower, upper }, weights);
    const estimates = predict(rows, weights);
    for (let row = 0; row < count; row += 1) {
      const error = Math.abs(estimates[row] - truth[row]) / (truth[row] + softening);
      deviation[row] = Math.max(error, smallest);
    }
  }
  return { weights, ...quadratic };
}
