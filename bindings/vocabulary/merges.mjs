/**
 * Finds which two earlier tokens each token is made of, and throws where a vocabulary can't be written
 * that way without loss.
 */

/** Tokens by rank, a character a byte, of a `.tiktoken` file: base64 and rank on each line. */
export function readRanks(text) {
  const tokens = [];
  for (const line of text.trim().split('\n')) {
    const gap = line.indexOf(' ');
    const rank = Number(line.slice(gap + 1));
    if (rank !== tokens.length) throw new Error(`rank ${rank} stands where ${tokens.length} must`);
    tokens.push(Buffer.from(line.slice(0, gap), 'base64').toString('latin1'));
  }
  return tokens;
}

/** Merges tokens of lower rank than `limit` within `bytes`, lowest rank first, down to two parts. */
function halves(bytes, limit, ranks) {
  const parts = [...bytes];
  while (parts.length > 2) {
    let best = limit;
    let at = -1;
    for (let index = 0; index + 1 < parts.length; index += 1) {
      const rank = ranks.get(parts[index] + parts[index + 1]);
      if (rank !== undefined && rank < best) {
        best = rank;
        at = index;
      }
    }
    if (at < 0) throw new Error(`token ${limit} is not made of two earlier ones`);
    parts.splice(at, 2, parts[at] + parts[at + 1]);
  }
  return parts.map((part) => ranks.get(part));
}

/**
 * The two ranks of each token, flat. The first 256 tokens must be the single bytes: they have their
 * own rank twice.
 */
export function findMerges(tokens) {
  const ranks = new Map(tokens.map((bytes, rank) => [bytes, rank]));
  if (ranks.size !== tokens.length) throw new Error('a token occurs twice');
  const merges = new Uint32Array(tokens.length * 2);
  tokens.forEach((bytes, rank) => {
    if ((bytes.length === 1) !== rank < 256) throw new Error(`token ${rank} is out of place`);
    const [left, right] = bytes.length === 1 ? [rank, rank] : halves(bytes, rank, ranks);
    if (rank >= 256 && !(left < rank && right < rank)) {
      throw new Error(`token ${rank} is made of later ones`);
    }
    merges[rank * 2] = left;
    merges[rank * 2 + 1] = right;
  });
  return merges;
}
