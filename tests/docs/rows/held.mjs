/** Sentences that a test of another suite holds: what it does is what the sentence says. */

// biome-ignore format: a row a line
const rows = {
  'js/bad-input.test.ts': [
    ['api', '`messages` is always the view', 'anything that is no array is left alone, with an error event'],
    ['how-it-works', 'Images and files never cross', 'in an image or file is never counted or sent as text'],
    ['decisions', 'An id that is used again behind its result', 'that are used again and again still pair each result with its call'],
    ['troubleshooting', 'Parts that epitome does not know are never edited', 'types that nobody knows are carried, and are no fault'],
  ],
  'js/session-plan.test.ts': [['api', 'It works for a session that never stepped', 'of a session that never stepped, of one that was restored, and of a child']],
  'js/stored-sessions.test.ts': [
    ['api', 'no model is paid twice for what was handed out', 'after every step changes no byte of a prompt'],
    ['api', 'At most the counts of the last steps are missing', 'after every step changes no byte of a prompt'],
    ['deploy', "at most the last step's bill is missing", 'after every step changes no byte of a prompt'],
    ['operating', 'At most the counts of the last step are missing', 'after every step changes no byte of a prompt'],
    ['api', 'In the background one of them has the summary written', 'buy one summary of a range in the background'],
    ['api', 'even if no step is under way then', 'go on from a fold whose summary came when no step was under way'],
  ],
  'js/fork.test.ts': [['models', 'stays folded for all that', 'lets a small model be asked without folding for the large one'], ['api', 'and are paid for once', 'shares summaries that were asked for in the background before, and pays for none again']],
  'js/one-shot.test.ts': [
    ['concepts', 'so a call never loses its result', 'never splits a call from its results, wherever the boundary would fall'],
    ['presets/checkpoint', 'only a call and its results are never separated', 'never splits a call from its results, wherever the boundary would fall'],
  ],
  'js/properties.test.ts': [
    ['concepts', 'The view is always a history that providers accept', 'keep every contract, and give the same views raw'],
    ['concepts options', 'decided once and then repeated', 'keep every contract, and give the same views raw'],
  ],
  'js/regressions.test.ts': [
    ['concepts', 'The record is written once and stays as it is', 'C5: the cached prefix changes at rewrites alone, and they are few'],
    ['presets', 'records are written once', 'C5: the cached prefix changes at rewrites alone, and they are few'],
    ['presets/epitome', 'Each record is written once', 'C5: the cached prefix changes at rewrites alone, and they are few'],
    ['decisions', 'It is never replaced later', 'C5: the cached prefix changes at rewrites alone, and they are few'],
    ['troubleshooting', 'So two rewrites never follow each other', 'C1: no loop of rewrites that gain nothing, where what must stay is over the trigger'],
    ['troubleshooting', 'Cuts by epitome never split a character', 'C19: no cut goes through a pair, and halves that a host has are mended and told'],
  ],
  'js/never-blind.test.ts': [['concepts', 'If what never goes is larger than the budget, the newest calls stay beside it', 'keeps the newest call in sight']],
  'js/count-messages.test.ts': [['counting', 'Never the JSON of a message', 'counts calls and results alike in every dialect, from their parts and not from JSON']],
  'js/first-minutes.test.ts': [['events', 'a result that was never larger in a view', 'tell of no compaction where results only arrive smaller']],
  'js/stopgap.test.ts': [['events', 'That happens once for a record', 'replaces']],
  'js/recover.test.ts': [
    ['events', 'It comes once for each change', 'rise where a larger prompt is served all the same'],
    ['too-long', 'A limit is at most what was refused, and at least the largest that was served before', 'are at most what was refused, and at least what was served, or a quarter of the window'],
    ['api', 'it never rejects', 'is undefined where the error is none of size, and nothing is learned'],
  ],
  'js/complaints-hosts.test.ts': [['models', 'redacted reasoning** is never changed', 'C10: signed reasoning passes as it is or goes with its message, and its bytes count']],
  'js/retries.test.ts': [['operating', 'at most `summarizeTimeout`', 'waits no longer than the time-out allows']],
  'js/options.test.ts': [['options', 'It is only counted, never changed', 'count the host’s system prompt and tools when they are given']],
  'js/policy.test.ts': [
    ['options', 'and has at most `maxMessages`', 'asks no model and lets the oldest go when there are more than maxMessages'],
    ['options', '`keep`: never edited', 'of a tool that is kept stay, and others have a length of their own'],
  ],
  'js/presets.test.ts': [
    ['options', 'What a request quotes of the messages at most', 'quotes at most 100,000 characters, and cuts whole messages out of the middle'],
    ['presets/microAgent', 'always so', 'the first request and six messages, and never splits a call from its result'],
    ['presets/checkpoint', 'asked for once more, and the second one stands', 'asks again for one without sections'],
    ['troubleshooting', 'and at most the budget', 'at the window without its reserve of 20,000'],
  ],
  'js/compaction-hooks.test.ts': [['options', 'Called behind each fold, once it is saved', 'comes when the round is saved, once for each fold']],
  'js/presets-first-rewrite.test.ts': [['presets/openclaw presets/tiered', 'it comes up to a tenth earlier still', 'kind}`']],
  'js/flush.test.ts': [['presets/tiered', 'always so: the `flush` event', 'tells what was said beside the silent token, and keeps it from the view']],
  'js/edited-records.test.ts': [['recipes', 'changes the prefix of the prompt once', 'shows the text from the next step on, and tells of it as of a rewrite']],
  'js/redact.test.ts': [['security', 'in some 30 languages', 'are found beside their names in other languages']],
  'js/secrets-kept-out.test.ts': [
    ['security', 'an `error` event says so once in a session', 'messages give way all the same, nobody is asked, and nothing of them is kept'],
    ['troubleshooting', 'Redaction never stops a step', 'are in nothing that is kept, saved, asked or told'],
  ],
  'js/middleware.test.ts': [['too-long', 'the call, never the loop, so no tool runs twice', 'runs no tool twice when step 37 overflows']],
  'js/outdated-reads.test.ts': [['troubleshooting', 'an error or an empty answer never takes a read away', 'gives way only to one that succeeded']],
  'js/complaints-records.test.ts': [['troubleshooting', 'Such a reply never replaces anything', 'C8: an empty, failed or cut-off reply replaces nothing, and takes nothing away']],
  'js/complaints-texts.test.ts': [['troubleshooting', 'hidden fields are never sent to the summarizer, and never counted as text', 'C17: metadata, base64 and hidden fields are not what a summariser reads']],
  'js/exact.test.ts': [['counting', 'It loads a vocabulary once', 'loads an encoding once']],
  'js/unseen-tokens.test.ts': [['decisions', 'grows by a whole prompt each time, a bill that never changes does not grow', '`change nothing: ']],
  'core/calibration_test.cc': [['decisions', 'is never priced lower than expected', 'ShortMessagesSayLittleOfLongOnes']],
  'js/testing.test.ts': [['api', 'Never thrown: the `error` of an event has it', 'ends the waiting for a model that never answers']],
  'js/recall-tools.test.ts': [['recall', 'Below half of the trigger it answers', 'does nothing below half of the trigger, else the next step compacts']],
};

export const heldRows = Object.entries(rows).flatMap(([file, all]) =>
  all.map(([on, says, name]) => ({ on, says, test: `${file}: ${name}` })),
);
