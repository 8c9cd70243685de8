/**
 * Rollout files of Codex. Decides which records are messages: `response_item` is what the model was
 * sent and said, `event_msg` what a person was shown of it. Older files have bare items.
 */
import { Draft, type Item, wrongShape } from './draft.ts';
import { isResponseItem, readItem } from './openai-responses.ts';
import { field, isObject, stringIn, timeOf, toolsOf, usageOf } from './values.ts';

const recordTypes: ReadonlySet<unknown> = new Set([
  'session_meta',
  'response_item',
  'event_msg',
  'turn_context',
  'compacted',
]);

/** Whether a record is one that only Codex writes. */
export function isCodexRecord(value: unknown): boolean {
  if (field(value, 'record_type') !== undefined) return true;
  return recordTypes.has(field(value, 'type')) && isObject(field(value, 'payload'));
}

export function readCodex(items: readonly Item[]): Draft {
  const draft = new Draft('codex');
  for (const item of items) readRecord(draft, item);
  return draft;
}

function readRecord(draft: Draft, item: Item): void {
  const { value } = item;
  if (!isObject(value)) throw wrongShape(item, 'not an object');
  const timestamp = timeOf(value.timestamp);
  const details = {
    ...(item.line !== undefined && { line: item.line }),
    ...(timestamp !== undefined && { timestamp }),
    ...(draft.model !== undefined && { model: draft.model }),
  };
  if (!recordTypes.has(value.type)) {
    // The first line of older files says who and when; state lines say nothing of the conversation.
    if (isResponseItem(value)) readItem(draft, item, value, details);
    else addInstructions(draft, value);
    return;
  }
  const { payload } = value;
  if (!isObject(payload)) throw wrongShape(item, `${value.type} without a payload`);
  if (value.type === 'response_item') readItem(draft, item, payload, details);
  else if (value.type === 'compacted') draft.note('compaction-left-out', item.line);
  else if (value.type === 'turn_context') draft.model = stringIn(payload, 'model') ?? draft.model;
  else if (value.type === 'session_meta') addInstructions(draft, payload);
  else if (payload.type === 'token_count') {
    draft.billed(usageOf(field(payload.info, 'last_token_usage')));
  } else if (payload.type === 'thread_name_updated') {
    draft.title = stringIn(payload, 'thread_name', 'name') ?? draft.title;
  }
}

function addInstructions(draft: Draft, meta: unknown): void {
  const text =
    stringIn(field(meta, 'base_instructions'), 'text') ??
    stringIn(meta, 'base_instructions', 'instructions');
  // A forked session repeats the first line of its parent.
  if (text !== undefined && draft.system.length === 0) draft.system.push(text);
  if (draft.tools.length === 0) draft.tools = toolsOf(field(meta, 'dynamic_tools'));
}
