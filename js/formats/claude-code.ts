/**
 * Session files of Claude Code. Decides which records are messages of the main conversation: a reply
 * comes in pieces, one block a line; records form a tree, and what a person took back is a branch of it.
 */
import { readBlocks } from './anthropic.ts';
import { Draft, type Item, wrongShape } from './draft.ts';
import {
  type Fields,
  field,
  isObject,
  listIn,
  stringIn,
  timeOf,
  toolsOf,
  usageOf,
} from './values.ts';

/** Whether a record is one that only Claude Code writes. */
export function isClaudeCodeRecord(value: unknown): boolean {
  const type = field(value, 'type');
  if (type === 'user' || type === 'assistant') return isObject(field(value, 'message'));
  if (type === 'summary') return stringIn(value, 'leafUuid') !== undefined;
  if (type === 'system') return stringIn(value, 'subtype') !== undefined;
  return type === 'file-history-snapshot' || type === 'queue-operation';
}

interface MessageRecord {
  item: Item;
  record: Fields;
  message: Fields;
}

export function readClaudeCode(items: readonly Item[]): Draft {
  const draft = new Draft('claude-code');
  const taken = mainBranch(draft, items);
  let lastPieceOf: string | undefined;
  for (const { item, record, message } of taken) {
    const timestamp = timeOf(record.timestamp);
    const isReply = message.role === 'assistant';
    const model = isReply ? stringIn(message, 'model') : undefined;
    const usage = isReply ? usageOf(message.usage) : undefined;
    if (model !== undefined) draft.model = model;
    if (isReply) lastPieceOf = stringIn(message, 'id');
    readBlocks(
      draft,
      item,
      message,
      {
        ...(item.line !== undefined && { line: item.line }),
        ...(timestamp !== undefined && { timestamp }),
        ...(model !== undefined && { model }),
        ...(usage && { usage }),
      },
      isReply ? lastPieceOf : undefined,
    );
  }
  return draft;
}

/** The records of the main conversation, in order; the others are counted. */
function mainBranch(draft: Draft, items: readonly Item[]): MessageRecord[] {
  const messages: MessageRecord[] = [];
  const parents = new Map<string, string | undefined>();
  let foldsBefore = 0;
  for (const item of items) {
    const record = item.value;
    if (!isObject(record)) throw wrongShape(item, 'not an object');
    const uuid = stringIn(record, 'uuid');
    if (uuid !== undefined) parents.set(uuid, stringIn(record, 'parentUuid', 'logicalParentUuid'));
    noteFacts(draft, record);
    if (record.type !== 'user' && record.type !== 'assistant') continue;
    const { message } = record;
    if (!isObject(message)) throw wrongShape(item, `${record.type} without a message`);
    if (record.isSidechain === true || stringIn(record, 'parent_tool_use_id') !== undefined) {
      draft.note('sub-agent', item.line);
    } else if (record.isApiErrorMessage === true || message.model === '<synthetic>') {
      draft.note('not-sent', item.line);
    } else if (record.isCompactSummary === true && messages.length > foldsBefore) {
      // What it sums up stands in the file.
      draft.note('compaction-left-out', item.line);
      foldsBefore = messages.length;
    } else {
      messages.push({ item, record, message });
    }
  }
  return withoutBranches(draft, messages, parents);
}

function noteFacts(draft: Draft, record: Fields): void {
  if (record.type === 'summary') draft.title = stringIn(record, 'summary') ?? draft.title;
  else if (record.type === 'custom-title')
    draft.title = stringIn(record, 'customTitle') ?? draft.title;
  else if (record.type === 'ai-title') draft.title ??= stringIn(record, 'aiTitle');
  else if (record.type === 'system' && record.subtype === 'init') {
    draft.tools = toolsOf(record.tools);
    draft.model ??= stringIn(record, 'model');
  }
}

/**
 * Leaves out what the newest message does not descend from. Pieces of a reply, and the results of
 * parallel calls, branch off beside one another; they belong to the branch that any of them is on. Where
 * the chain breaks, everything before the break is taken as it stands.
 */
function withoutBranches(
  draft: Draft,
  messages: MessageRecord[],
  parents: ReadonlyMap<string, string | undefined>,
): MessageRecord[] {
  const chain = new Set<string>();
  let at = stringIn(messages.at(-1)?.record, 'uuid');
  while (at !== undefined && parents.has(at) && !chain.has(at)) {
    chain.add(at);
    at = parents.get(at);
  }
  const first = messages.findIndex(({ record }) => chain.has(stringIn(record, 'uuid') ?? ''));
  const replies = new Set<string>();
  for (const { record, message } of messages) {
    const id = stringIn(message, 'id');
    if (id !== undefined && chain.has(stringIn(record, 'uuid') ?? '')) replies.add(id);
  }
  const calls = new Set<string>();
  return messages.filter(({ item, record, message }, i) => {
    const uuid = stringIn(record, 'uuid');
    const answers = (listIn(message, 'content') ?? []).some((block) =>
      calls.has(stringIn(block, 'tool_use_id') ?? ''),
    );
    const id = stringIn(message, 'id');
    const kept =
      i < first ||
      uuid === undefined ||
      chain.has(uuid) ||
      answers ||
      (id !== undefined && replies.has(id));
    if (!kept) {
      draft.note('other-branch', item.line);
      return false;
    }
    for (const block of listIn(message, 'content') ?? []) {
      const call = field(block, 'type') === 'tool_use' ? stringIn(block, 'id') : undefined;
      if (call !== undefined) calls.add(call);
    }
    return true;
  });
}
