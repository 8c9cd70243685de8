/**
 * A figure of the exact counter beside the floor to ship and the goal. Decides which side of them is
 * good; refuses to know how it was measured.
 */

/** `larger`: more is better. */
export function judged(name, value, unit, { floor, goal, larger = false, note } = {}) {
  const reaches = (mark) => (larger ? value >= mark : value <= mark);
  return {
    name,
    value,
    unit,
    ...(floor !== undefined && { floor, goal, shippable: reaches(floor) }),
    ...(goal !== undefined && { aim: goal, met: reaches(goal) }),
    note,
  };
}

export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}
