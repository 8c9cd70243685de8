/**
 * Facts, and questions about them in other words: a question shares at most one content word with its fact. Written
 * before anybody looked at how results are ranked, and not changed since.
 */

/** [fact, question, who says it] */
export const paraphrases = [
  [
    'The invoice for Hartwell Timber must go out before the 14th, otherwise they charge a late fee.',
    'When is the bill of Hartwell due?',
    'user',
  ],
  [
    'Please never touch the legacy_billing folder, it is frozen until the audit is over.',
    'Which directory am I forbidden to edit while the audit runs?',
    'user',
  ],
  [
    'Our staging machine answers on port 8443, the live one on 443.',
    'Where does the staging server listen?',
    'user',
  ],
  [
    'I am allergic to peanuts, so leave those restaurants out.',
    'Does this person have food problems with peanuts?',
    'user',
  ],
  [
    'The deploy failed because the disk of node-7 was full.',
    'Why did the rollout break on node-7?',
    'assistant',
  ],
  [
    'We agreed on Postgres rather than MySQL, since we need JSON indexes.',
    'Reason for choosing the Postgres database',
    'assistant',
  ],
  ['Mrs. Okafor prefers to be called in the afternoon.', 'best time to phone Okafor', 'user'],
  [
    'The flaky test is testReconnectBackoff; it depends on the wall clock.',
    'Which unstable check uses real time, something with backoff?',
    'assistant',
  ],
  [
    'Customer 88213 wants his money back for the broken kettle.',
    'refund request about a kettle',
    'user',
  ],
  [
    'Rate limiting is handled in src/gateway/throttle.ts by a token bucket.',
    'Where is throttling of requests implemented?',
    'assistant',
  ],
  [
    'The build takes eleven minutes, most of it in the linker.',
    'How slow is compilation, and what part of the build dominates?',
    'assistant',
  ],
  [
    'Use British spelling everywhere in the brochure.',
    'language conventions for the brochure',
    'user',
  ],
  [
    'The password reset mail is sent twice when the queue restarts.',
    'duplicate messages after a queue reboot',
    'assistant',
  ],
  [
    'Our budget for the trip is 2,400 euros, flights included.',
    'How much may the journey cost in euros?',
    'user',
  ],
  [
    'The meeting with the Lisbon office moved to Thursday at nine.',
    'new appointment Lisbon colleagues',
    'user',
  ],
  [
    'Cache entries expire after 90 seconds, which is too short for the dashboard.',
    'lifetime of cached data behind the dashboard',
    'assistant',
  ],
  [
    'The migration adds a column archived_at to the orders table.',
    'schema change concerning orders',
    'assistant',
  ],
  [
    'Do not call the vendor API more than five times a minute.',
    'vendor quota per 60 seconds',
    'user',
  ],
  [
    'The memory leak comes from listeners that are never removed in ChartPanel.',
    'Why does ChartPanel keep growing in RAM?',
    'assistant',
  ],
  [
    'My daughter turns six on the 3rd of May, we need a cake.',
    'birthday of the child in May',
    'user',
  ],
  [
    'The signing certificate runs out on 2031-03-02.',
    'expiry date of our certificate',
    'assistant',
  ],
  [
    'Translate only the headings, the body stays in German.',
    'which text must remain German',
    'user',
  ],
  [
    'The login page is blank in Safari because of a missing polyfill.',
    'sign-in screen empty on an Apple browser: polyfill',
    'assistant',
  ],
  [
    'Backups are kept for thirty days in the Frankfurt region.',
    'How long do we retain copies in Frankfurt?',
    'assistant',
  ],
];
