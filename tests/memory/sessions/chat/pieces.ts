/** Longer things that an assistant writes in English: stories and letters, sentence by sentence. */
export const story: readonly string[] = [
  '<name> had never (trusted|liked) the <item>, (least of all|not even) in <place>.',
  '(By|Towards) <clock> the last (ferry|train|bus) to <place> had gone, and (nobody|only the dog) seemed to mind.',
  '"You said <date>," <name> (whispered|repeated|shouted over the rain). "You said it (twice|in writing)."',
  'There was a smell of <food> on the stairs, the way there (always|never) was (on Sundays|before a storm).',
  'The (key|letter|map) was where her father had left it, behind the <item>, wrapped in a page of the <place> (Courier|Gazette).',
  '<name> counted (the steps|to <n>), then (the money|again), then gave up counting.',
  'It took (them|us) <n> minutes to (find|admit) it: the door had been open (all along|since <clock>).',
  'What (the neighbours|the children) (remember|tell) is different: a lamp, a (red|borrowed) coat, somebody laughing in the dark.',
  '(Outside|Below), the tide turned. (Inside|Above), <name> did not.',
  '"<amount>," said the man from <place>, "and not a (penny|word) more."',
  'She wrote <name> on the (envelope|wall), crossed it out, and wrote it again (smaller|in pencil).',
  'Nobody in <place> (spoke|speaks) of the (flood|wedding|second winter) (any more|without lowering their voice).',
  'The <item> (creaked|leaned|shone), as if it (knew|had heard).',
  '(Much later|On <date>), when it (no longer mattered|was over), they (laughed|argued) about the <food>.',
  'And (still|yet): the (window|light) on the <n>th floor (stayed|went) (on|dark) at <clock>, (every|each) (night|Friday).',
];

export const letter: readonly string[] = [
  'Dear <name>,',
  '(thank you|many thanks) for (your message|the call) (of|on) <date>. (It made my week|I read it twice).',
  'About <matter>: (we|I) would like to (begin|settle it) (around|before) <date>, if that (suits|works for) you.',
  'The (estimate|quote) from <place> came to <amount>, which is (more|less) than (I|we) (hoped|feared).',
  '(Could|Would) you (bring|lend us) the <item>? Ours is <n> cm (too short|off).',
  'As you know, <name> (does not eat|cannot have) <food>; (please|could you) (tell|warn) the (kitchen|others).',
  'We (meet|start) at <clock> (in front of|behind) the (station|church) in <place>.',
  '(PS|One more thing): (keep|do not lose) the receipt.',
  '(Warm regards|Yours|All the best)',
];
