/** Prints of texts, to tell them apart. */

/** A print of 64 bits as hex: two sums of the code units, each mixed in its own way. */
export function printOf(text: string): string {
  let [a, b] = [0x9e3779b9, 0x85ebca6b];
  for (let i = 0; i < text.length; i += 1) {
    const unit = text.charCodeAt(i);
    a = Math.imul(a ^ unit, 0x01000193);
    b = Math.imul((b << 13) ^ (b >>> 19) ^ unit, 0xc2b2ae35);
  }
  return [a ^ (a >>> 15), b ^ (b >>> 16)]
    .map((half) => (half >>> 0).toString(16).padStart(8, '0'))
    .join('');
}
