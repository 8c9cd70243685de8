/** How long ago something was seen last, in messages. Decides the bands in which that is reported. */

/** What the newest messages hold is in every view. */
export const nearest = 10;

export const bands = ['11–30', '31–100', '101–300', '> 300'] as const;
export type Band = (typeof bands)[number];

/** The band of a distance; undefined for what is near. */
export function bandOf(distance: number): Band | undefined {
  if (distance <= nearest) return undefined;
  if (distance <= 30) return '11–30';
  if (distance <= 100) return '31–100';
  return distance <= 300 ? '101–300' : '> 300';
}
