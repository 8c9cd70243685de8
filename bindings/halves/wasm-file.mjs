// WebAssembly files as sections, and the few of them that splitting looks into. Decides how they are read
// and written; refuses to know what belongs where.

const custom = 0;
const header = 8;

/** Reads numbers and names off bytes. */
export class Reader {
  constructor(bytes, at = 0, end = bytes.length) {
    Object.assign(this, { bytes, at, end });
  }

  get done() {
    return this.at >= this.end;
  }

  byte() {
    return this.bytes[this.at++];
  }

  unsigned() {
    for (let value = 0, scale = 1; ; scale *= 128) {
      const byte = this.byte();
      value += (byte & 127) * scale;
      if (byte < 128) return value;
    }
  }

  /** Of at most 32 bits. */
  signed() {
    for (let value = 0, shift = 0; ; ) {
      const byte = this.byte();
      if (shift < 32) value |= (byte & 127) << shift;
      shift += 7;
      if (byte < 128) return byte & 64 && shift < 32 ? value | (-1 << shift) : value;
    }
  }

  text() {
    const length = this.unsigned();
    this.at += length;
    return Buffer.from(this.bytes.subarray(this.at - length, this.at)).toString();
  }

  list(item) {
    return Array.from({ length: this.unsigned() }, (_, index) => item(index));
  }

  /** What the next so many bytes hold. */
  part(length) {
    this.at += length;
    return new Reader(this.bytes, this.at - length, this.at);
  }

  rest() {
    return this.bytes.subarray(this.at, this.end);
  }
}

function encodedUnsigned(number) {
  const bytes = [];
  for (let rest = number; ; ) {
    const low = rest % 128;
    rest = Math.floor(rest / 128);
    bytes.push(rest > 0 ? low | 128 : low);
    if (rest === 0) return Buffer.from(bytes);
  }
}

function encodedSigned(number) {
  const bytes = [];
  for (let rest = number | 0; ; ) {
    const low = rest & 127;
    rest >>= 7;
    const isLast = (rest === 0 && (low & 64) === 0) || (rest === -1 && (low & 64) !== 0);
    bytes.push(isLast ? low : low | 128);
    if (isLast) return Buffer.from(bytes);
  }
}

export const Section = { import: 2, export: 7, element: 9, code: 10, data: 11, dataCount: 12 };

/** The sections of a file in its order: `{ id, name?, start, bytes }`, `start` where its bytes begin. */
export function sectionsOf(file) {
  const reader = new Reader(file, header);
  const sections = [];
  while (!reader.done) {
    const id = reader.byte();
    const size = reader.unsigned();
    const start = reader.at;
    const content = reader.part(size);
    const name = id === custom ? content.text() : undefined;
    sections.push({
      id,
      name,
      start: name === undefined ? start : content.at,
      bytes: content.rest(),
    });
  }
  return sections;
}

/** The file with the data section that is given in place of its own, or behind its code. */
export function withData(file, segments) {
  const data = Buffer.concat([
    encodedUnsigned(segments.length),
    ...segments.flatMap(({ address, bytes }) => [
      Buffer.from([0, 0x41]),
      encodedSigned(address),
      Buffer.from([0x0b]),
      encodedUnsigned(bytes.length),
      bytes,
    ]),
  ]);
  const parts = [file.subarray(0, header)];
  const put = (id, bytes) => parts.push(Buffer.from([id]), encodedUnsigned(bytes.length), bytes);
  for (const { id, bytes } of sectionsOf(file)) {
    // Names and notes are for those who build it, and nothing copies a segment by its number.
    if (id === custom || id === Section.data || id === Section.dataCount) continue;
    put(id, bytes);
    if (id === Section.code && segments.length > 0) put(Section.data, data);
  }
  return Buffer.concat(parts);
}

/** The segments of a file's memory as it starts: `{ at, address, bytes }`, `at` where the segment begins. */
export function dataOf(file) {
  const section = sectionsOf(file).find(({ id }) => id === Section.data);
  if (section === undefined) return [];
  const reader = new Reader(file, section.start, section.start + section.bytes.length);
  return reader.list(() => {
    const at = reader.at;
    if (reader.byte() !== 0 || reader.byte() !== 0x41) throw new Error('data without an address');
    const address = reader.signed();
    reader.byte();
    return { at, address, bytes: reader.part(reader.unsigned()).rest() };
  });
}
