/**
 * The arithmetic of the fit against slow definitions of what it should find, on made data.
 */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dice } from '../corpus/random.mjs';
import { boundOf, fitMargin, groupCount } from '../fit/margin.mjs';
import { quantise, shiftsFor, valuesOf } from '../fit/quantise.mjs';
import { boundedMinimum, compressRows, predict, solve } from '../fit/solve.mjs';

/** Rows of counts, mostly zero, and targets near their weighted sums. */
function made(seed, { count, weights, noise = 0, outliers = 0 }) {
  const { next, between, chance } = dice(seed);
  const rows = Array.from({ length: count }, () =>
    Float64Array.from(weights, () => (chance(0.4) ? between(0, 60) : 0)),
  );
  const truth = Float64Array.from(rows, (row) => {
    const sum = row.reduce((total, value, column) => total + value * weights[column], 0);
    const wrong = chance(outliers) ? 3 : 1;
    return sum * wrong * (1 + noise * (next() - 0.5)) + 1e-9;
  });
  return { rows, truth, ones: new Float64Array(count).fill(1) };
}

const weights = [0.9, 0.25, 0, 1.5, 0.02, 0.6];

/** What the fit minimises, by its definition. */
function meanError(rows, truth, candidate, softening = 10) {
  let sum = 0;
  rows.forEach((row, index) => {
    const estimate = row.reduce((total, value, column) => total + value * candidate[column], 0);
    sum += Math.abs(estimate - truth[index]) / (truth[index] + softening);
  });
  return sum / rows.length;
}

test('sparse rows give the sums that dense rows give', () => {
  const { rows } = made('dense', { count: 50, weights });
  const sums = predict(compressRows(rows, weights.length), weights);
  rows.forEach((row, index) => {
    const sum = row.reduce((total, value, column) => total + value * weights[column], 0);
    assert.ok(Math.abs(sums[index] - sum) < 1e-9);
  });
});

test('the fit finds the weights behind exact data, and is not led by outliers', () => {
  for (const outliers of [0, 0.1]) {
    const { rows, truth, ones } = made('found', { count: 600, weights, outliers });
    const { weights: found } = solve(compressRows(rows, weights.length), truth, ones, {
      ridge: 1e-9,
      rounds: 30,
      smallest: 1e-3,
    });
    weights.forEach((weight, column) => {
      assert.ok(Math.abs(found[column] - weight) < 0.01, `${column}: ${found[column]}`);
    });
  }
});

test('no small step from the fit makes the mean of absolute errors clearly less', () => {
  const { rows, truth, ones } = made('steps', { count: 400, weights, noise: 0.3, outliers: 0.05 });
  const { weights: found } = solve(compressRows(rows, weights.length), truth, ones, {
    ridge: 1e-9,
    rounds: 40,
    smallest: 1e-3,
  });
  const least = meanError(rows, truth, found);
  for (let column = 0; column < weights.length; column += 1) {
    for (const step of [-0.05, -0.01, 0.01, 0.05]) {
      const moved = Float64Array.from(found);
      moved[column] += step;
      if (moved[column] < 0) continue;
      assert.ok(meanError(rows, truth, moved) > least - 2e-4, `${column} by ${step}`);
    }
  }
});

test('weights stay between their bounds and given ones do not move', () => {
  const { rows, truth, ones } = made('bounds', { count: 300, weights });
  const lower = Float64Array.of(0, 0, 0, 0, 0.5, 0);
  const upper = Float64Array.of(0.5, 9, 9, 9, 0.5, 9);
  const prior = Float64Array.of(0, 0, 0, 0, 0.5, 0);
  const { weights: found } = solve(compressRows(rows, 6), truth, ones, { lower, upper, prior });
  found.forEach((value, column) => {
    assert.ok(value >= lower[column] && value <= upper[column], `${column}: ${value}`);
  });
  assert.equal(found[4], 0.5);
});

test('the bounded minimum is the one that projected gradient descent creeps to', () => {
  const width = 5;
  for (let seed = 0; seed < 20; seed += 1) {
    const { next } = dice(seed);
    const factor = Array.from({ length: 40 }, () =>
      Array.from({ length: width }, () => next() - 0.4),
    );
    const gram = new Float64Array(width * width);
    const moment = Float64Array.from({ length: width }, () => next() * 4 - 2);
    for (const row of factor) {
      row.forEach((one, at) => {
        row.forEach((other, column) => {
          gram[at * width + column] += one * other;
        });
      });
    }
    const lower = new Float64Array(width).fill(-0.05);
    const upper = new Float64Array(width).fill(0.1);
    const found = boundedMinimum({ gram, moment, lower, upper }, new Float64Array(width));
    const crept = new Float64Array(width);
    for (let round = 0; round < 20_000; round += 1) {
      const gradient = crept.map((_, row) => {
        let sum = -moment[row];
        for (let column = 0; column < width; column += 1)
          sum += gram[row * width + column] * crept[column];
        return sum;
      });
      gradient.forEach((value, column) => {
        crept[column] = Math.min(0.1, Math.max(-0.05, crept[column] - 0.01 * value));
      });
    }
    found.forEach((value, column) => {
      assert.ok(Math.abs(value - crept[column]) < 1e-5);
    });
  }
});

test('rounding to bytes loses no more than plain rounding, and no step of one column gains', () => {
  const bits = 12;
  const { rows, truth, ones } = made('bytes', { count: 500, weights, noise: 0.2 });
  const solved = solve(compressRows(rows, weights.length), truth, ones);
  const shifts = shiftsFor([solved.weights, weights], bits);
  const wholes = quantise(solved, shifts, bits);
  const loss = (candidate) => {
    let sum = 0;
    candidate.forEach((one, row) => {
      sum -= solved.moment[row] * one;
      candidate.forEach((other, column) => {
        sum += 0.5 * solved.gram[row * candidate.length + column] * one * other;
      });
    });
    return sum;
  };
  assert.ok(wholes.every((whole) => Math.abs(whole) <= 127));
  const best = loss(valuesOf(wholes, shifts, bits));
  const plain = solved.weights.map((weight, column) =>
    Math.round(weight * 2 ** (bits - shifts[column])),
  );
  assert.ok(best <= loss(valuesOf(plain, shifts, bits)) + 1e-12);
  wholes.forEach((_, column) => {
    for (const step of [-1, 1]) {
      const moved = Int32Array.from(wholes);
      moved[column] += step;
      if (Math.abs(moved[column]) > 127) continue;
      assert.ok(loss(valuesOf(moved, shifts, bits)) >= best - 1e-12);
    }
  });
});

test('rounding to bytes ends nowhere below the lower bounds', () => {
  const bits = 12;
  const { rows, truth, ones } = made('bounded bytes', { count: 500, weights, noise: 0.2 });
  const solved = solve(compressRows(rows, weights.length), truth, ones);
  const shifts = shiftsFor([solved.weights, weights], bits);
  const lower = solved.weights.map((weight, column) => weight + (column % 2 === 0 ? 0.003 : -1));
  const values = valuesOf(quantise(solved, shifts, bits, { lower }), shifts, bits);
  for (const [column, value] of values.entries()) assert.ok(value >= lower[column] - 1e-9);
});

test('the safe bound is passed about as often as asked, and never below the estimate', () => {
  const { next, between } = dice('margin');
  const count = 6000;
  const normal = () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next());
  const estimates = Float64Array.from({ length: count }, () => between(20, 2000));
  const sums = Array.from(estimates, (estimate, index) => {
    const list = new Float64Array(groupCount + 1);
    list[index % 2] = estimate;
    return list;
  });
  // Texts of the second kind err three times as much.
  const truth = estimates.map((estimate, index) =>
    Math.max(1, estimate * (1 + (index % 2 === 0 ? 0.02 : 0.06) * normal())),
  );
  const importance = new Float64Array(count).fill(1);
  const quantiles = new Float64Array(count).fill(0.99);
  const margin = fitMargin({ estimates, sums, truth, importance, quantiles });
  const over = [0, 0];
  let passed = 0;
  truth.forEach((value, index) => {
    const bound = boundOf(estimates[index], sums[index], margin);
    assert.ok(bound >= estimates[index]);
    if (value > bound) passed += 1;
    over[index % 2] += bound / estimates[index] - 1;
  });
  assert.ok(passed > 0 && passed < 0.015 * count, `${passed} of ${count}`);
  assert.ok(over[1] > 2 * over[0], 'the kind that errs more is given more room');
});
