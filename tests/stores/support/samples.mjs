/** What is saved in the tests of stores. Pure; every value has what is hard to store somewhere. */

/** Text that engines change, refuse or take for syntax. */
export const oddText =
  'null \0 quote \' " back \\ % _ * ? [a] 你好 👩‍👩‍👧 \u2028 é e\u0301 \ud800 end';

export const oddIds = [
  'plain',
  'Plain',
  'with space',
  'a/b\\c:d',
  '../up',
  '%_*?[a]^$',
  'quote \' and "',
  '{tag}',
  'é',
  'e\u0301',
  '你好',
  '👩‍👩‍👧',
  '\ufffd',
  '\u{10ffff}',
  '\u2028line',
  'x'.repeat(512),
];

export function record(round, more = {}) {
  return {
    round,
    at: 1_800_000_000_000 + round,
    reason: 'threshold',
    tokensBefore: 90_000,
    tokensAfter: 31_000,
    firstMessage: 2,
    lastMessage: 40 + round,
    fingerprints: [`a${round}`, `b${round}`],
    summary: `What round ${round} stands for: "quotes", 你好, 👩‍👩‍👧.`,
    source: 'digest',
    durationMs: 12.5,
    outcome: 'digest',
    ...more,
  };
}

export const fullRecord = record(7, {
  source: 'model',
  check: 'accepted',
  model: 'some-model',
  usage: { inputTokens: 40_000, outputTokens: 900 },
  cost: 0.0425,
  outcome: 'folded',
  state: '{"epitome":8}',
});

export function archived(position, more = {}) {
  return {
    position,
    fingerprint: `f${position.toString(16)}`,
    round: 1,
    message: { role: 'user', content: `message ${position}` },
    at: 1_800_000_000_000 + position,
    ...more,
  };
}

/** A message with every value that hosts put into one. */
export const oddMessage = {
  role: 'tool',
  content: [
    { type: 'text', text: oddText },
    { type: 'file', mediaType: 'image/png', data: new Uint8Array([0, 1, 254, 255]) },
    { type: 'file', mediaType: 'text/plain', data: new URL('https://example.org/a?b=c#d') },
    { type: 'custom', at: new Date(1_700_000_000_000), big: 12345678901234567890n },
    { type: 'custom', $epitome: ['url', 'not one of ours'], none: null, nested: { $epitome: 1 } },
    { type: 'tool-result', output: { type: 'json', value: { deep: [[], {}, [0.1, -1, 1e300]] } } },
  ],
};
