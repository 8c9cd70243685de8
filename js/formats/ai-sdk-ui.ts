/**
 * UI messages of the AI SDK: what `useChat` keeps. Decides what of a message a model is sent, by the rule
 * of `convertToModelMessages`: a `step-start` ends a step, and a step's results follow it.
 */
import { outputOf } from './ai-sdk.ts';
import { Draft, type Envelope, type Item, wrongShape } from './draft.ts';
import { roleName } from './openai-chat.ts';
import type {
  AssistantPart,
  FilePart,
  MessageDetails,
  ProviderOptions,
  ToolOutput,
  UserPart,
} from './types.ts';
import {
  dataUrl,
  type Fields,
  field,
  isObject,
  listIn,
  stringIn,
  textOf,
  timeOf,
  toolsOf,
  usageOf,
} from './values.ts';

export function readAiSdkUi(items: readonly Item[], envelope: Envelope): Draft {
  const draft = new Draft('ai-sdk-ui');
  draft.tools = toolsOf(envelope.tools);
  draft.model = stringIn(envelope, 'model');
  draft.title = stringIn(envelope, 'title');
  const system = stringIn(envelope, 'system');
  if (system !== undefined) draft.system.push(system);
  for (const item of items) {
    const { value } = item;
    if (!isObject(value)) throw wrongShape(item, 'not an object');
    readMessage(draft, item, value);
  }
  return draft;
}

function readMessage(draft: Draft, item: Item, value: Fields): void {
  const metadata = value.metadata;
  const timestamp = timeOf(value.createdAt ?? field(metadata, 'createdAt'));
  const usage = usageOf(field(metadata, 'usage') ?? field(metadata, 'totalUsage'));
  const details: MessageDetails = {
    ...(item.line !== undefined && { line: item.line }),
    ...(timestamp !== undefined && { timestamp }),
    ...(usage && { usage }),
  };
  const parts = listIn(value, 'parts') ?? olderParts(item, value);
  if (value.role === 'assistant') {
    readReply(draft, item, parts, details);
  } else if (value.role === 'user') {
    draft.addUser(parts.flatMap(userPart), details);
  } else if (value.role === 'system') {
    const texts = parts.flatMap(userPart).map((part) => (part.type === 'text' ? part.text : ''));
    draft.addSystem(texts.join(''), details);
  } else {
    throw wrongShape(item, `role ${roleName(value.role)} is none of this format`);
  }
}

function userPart(part: unknown): UserPart[] {
  const text = field(part, 'text');
  if (field(part, 'type') === 'text' && typeof text === 'string') return [{ type: 'text', text }];
  const file = filePart(part);
  return file ? [file] : [];
}

/** Messages of AI SDK 4 may have content and invocations in place of parts. */
function olderParts(item: Item, value: Fields): readonly unknown[] {
  const { content } = value;
  if (typeof content !== 'string') throw wrongShape(item, 'neither parts nor content');
  const invocations = listIn(value, 'toolInvocations') ?? [];
  return [
    ...invocations.map((toolInvocation) => ({ type: 'tool-invocation', toolInvocation })),
    ...(content === '' ? [] : [{ type: 'text', text: content }]),
  ];
}

function readReply(
  draft: Draft,
  item: Item,
  parts: readonly unknown[],
  details: MessageDetails,
): void {
  let step: AssistantPart[] = [];
  let results: (() => void)[] = [];
  let isEmpty = true;
  const endStep = () => {
    if (step.length > 0) {
      draft.addReply(step, details);
      isEmpty = false;
    }
    for (const add of results) add();
    step = [];
    results = [];
  };
  for (const part of parts) {
    const type = stringIn(part, 'type') ?? '';
    const text = field(part, 'text') ?? field(part, 'reasoning');
    if (type === 'step-start') endStep();
    else if (type === 'text' || type === 'reasoning') {
      if (typeof text !== 'string') throw wrongShape(item, `a part of type ${type} without text`);
      step.push({ type, text, ...providerOptions(part) });
    } else if (type === 'file') {
      const file = filePart(part);
      if (file) step.push(file);
    } else if (type.startsWith('tool-') || type === 'dynamic-tool') {
      const tool = toolOf(part, type);
      if (tool === undefined) continue;
      step.push(tool.call);
      const { output } = tool;
      const { toolCallId, toolName } = tool.call;
      if (output === undefined) continue;
      if (tool.call.providerExecuted) {
        step.push({ type: 'tool-result', toolCallId, toolName, output });
      } else {
        results.push(() => draft.addResult(toolCallId, output, details, toolName));
      }
    }
    // Sources and data parts are for people only.
  }
  endStep();
  if (isEmpty) draft.note('empty-message', item.line);
}

function providerOptions(part: unknown): { providerOptions?: ProviderOptions } {
  const metadata = field(part, 'providerMetadata');
  return isObject(metadata) ? { providerOptions: metadata as ProviderOptions } : {};
}

type ToolUse = { call: AssistantPart & { type: 'tool-call' }; output: ToolOutput | undefined };

/** A tool's part; undefined while its input was still on its way. */
function toolOf(part: unknown, type: string): ToolUse | undefined {
  const old = field(part, 'toolInvocation');
  const use = old ?? part;
  const state = field(use, 'state');
  if (state === 'input-streaming' || state === 'partial-call') return undefined;
  const call: ToolUse['call'] = {
    type: 'tool-call',
    toolCallId: stringIn(use, 'toolCallId') ?? '',
    toolName: stringIn(use, 'toolName') ?? type.replace(/^tool-/, ''),
    input: field(use, 'input') ?? field(use, 'args') ?? field(use, 'rawInput') ?? {},
    ...(field(use, 'providerExecuted') === true && { providerExecuted: true }),
  };
  return { call, output: outputIn(use, state) };
}

function outputIn(use: unknown, state: unknown): ToolOutput | undefined {
  if (state === 'output-available') return outputOf(field(use, 'output'), false);
  if (state === 'result') return outputOf(field(use, 'result'), false);
  if (state === 'output-error') return outputOf(textOf(field(use, 'errorText') ?? ''), true);
  if (state === 'output-denied') {
    const reason = stringIn(field(use, 'approval'), 'reason');
    return outputOf(reason ?? 'Tool execution denied.', true);
  }
  return undefined;
}

function filePart(part: unknown): FilePart | undefined {
  if (field(part, 'type') !== 'file') return undefined;
  const url = stringIn(part, 'url', 'data');
  if (url === undefined) return undefined;
  const inline = dataUrl(url);
  const filename = stringIn(part, 'filename');
  return {
    type: 'file',
    data: inline?.data ?? url,
    mediaType:
      stringIn(part, 'mediaType', 'mimeType') ?? inline?.mediaType ?? 'application/octet-stream',
    ...(filename !== undefined && { filename }),
  };
}
