/**
 * Messages of the AI SDK's `useChat` (UIMessages): `parts` since version 4.2, before that `content`
 * with `toolInvocations`. They become what `convertToModelMessages` makes of them.
 */

import { file, isObject, list, output, said, type Transcript, text } from './transcript.ts';
import type { AssistantPart, Fields, Output, UserPart } from './types.ts';

export function readUiMessage(message: unknown, out: Transcript) {
  if (!isObject(message)) return out.fault(`the message is ${said(message)}, not an object`);
  const { role } = message;
  const parts = partsOf(message, out);
  if (role === 'system') return out.instruct(parts.map(textOf).join(''));
  if (role === 'user') {
    const content = parts.flatMap((part) => userPart(part, out) ?? []);
    return out.user(content);
  }
  if (role !== 'assistant') {
    return out.fault(`the role is ${said(role)}; UI messages have system, user and assistant`);
  }
  for (const step of stepsOf(parts)) readStep(step, out);
}

/** The parts of a message; those of old ones are made of its fields. */
function partsOf(message: Fields, out: Transcript): Fields[] {
  const { parts, content, toolInvocations, reasoning } = message;
  const attached = list(message.experimental_attachments).filter(isObject);
  const files = attached.map(({ url, contentType: mediaType, name: filename }) => {
    return { type: 'file', url, mediaType, filename };
  });
  if (Array.isArray(parts)) {
    const read = parts.map((part) =>
      isObject(part) ? part : out.fault(`a part is ${said(part)}, not an object`),
    );
    return [...read, ...files];
  }
  const calls = list(toolInvocations).map((toolInvocation) => {
    return { type: 'tool-invocation', toolInvocation };
  });
  if (content === undefined && calls.length === 0) return out.fault('the message has no parts');
  return [
    ...(typeof reasoning === 'string' ? [{ type: 'reasoning', text: reasoning }] : []),
    ...calls,
    ...(content === '' && calls.length > 0
      ? []
      : [{ type: 'text', text: out.string(content, 'the content') }]),
    ...files,
  ];
}

function textOf(part: Fields): string {
  return part.type === 'text' && typeof part.text === 'string' ? part.text : '';
}

function metadata(value: unknown): { providerOptions?: Fields } {
  return isObject(value) && Object.values(value).every(isObject) ? { providerOptions: value } : {};
}

function userPart(part: Fields, out: Transcript): UserPart | undefined {
  const options = metadata(part.providerMetadata);
  if (part.type === 'text') return { ...text(out.string(part.text, 'a text')), ...options };
  return part.type === 'file' ? filePart(part, out) : undefined;
}

function filePart(part: Fields, out: Transcript) {
  const { url, data, mediaType, mimeType, filename, providerMetadata } = part;
  const found = file(url ?? data, mediaType ?? mimeType, 'application/octet-stream', filename);
  if (found === undefined) return out.leaveOut('files without content');
  return { ...found, ...metadata(providerMetadata) };
}

/** A call in one spelling. */
interface Call {
  step: unknown;
  state: unknown;
  toolCallId: unknown;
  toolName: unknown;
  input: unknown;
  output: unknown;
  errorText: unknown;
  isProviders: boolean;
  options: { providerOptions?: Fields };
  resultOptions: { providerOptions?: Fields };
}

function callOf(part: Fields): Call | undefined {
  const { type, toolInvocation: old } = part;
  if (type === 'tool-invocation' && isObject(old)) {
    const state = old.state === 'result' ? 'output-available' : old.state;
    const { step, toolCallId, toolName, args, result } = old;
    return {
      step: step ?? 0,
      state: state === 'partial-call' ? 'input-streaming' : state,
      toolCallId,
      toolName,
      input: args,
      output: result,
      errorText: undefined,
      isProviders: false,
      options: {},
      resultOptions: {},
    };
  }
  const isDynamic = type === 'dynamic-tool';
  if (!isDynamic && (typeof type !== 'string' || !type.startsWith('tool-'))) return undefined;
  const { state, toolCallId, approval, rawInput, providerExecuted } = part;
  const reason = isObject(approval) ? approval.reason : undefined;
  const isDenied = state === 'output-denied';
  return {
    step: undefined,
    state: isDenied ? 'output-error' : state,
    toolCallId,
    toolName: isDynamic ? part.toolName : (type as string).slice('tool-'.length),
    input: part.input ?? rawInput,
    output: part.output,
    errorText: isDenied ? (reason ?? 'Tool call execution denied.') : part.errorText,
    isProviders: providerExecuted === true,
    options: metadata(part.callProviderMetadata),
    resultOptions: metadata(part.resultProviderMetadata ?? part.callProviderMetadata),
  };
}

/** The steps of a message: parts as they were, calls read. */
function stepsOf(parts: readonly Fields[]): { part: Fields; call: Call | undefined }[][] {
  const steps: { part: Fields; call: Call | undefined }[][] = [[]];
  let oldStep: unknown;
  let called = false;
  for (const part of parts) {
    const call = callOf(part);
    // Version 4 numbers its steps, and words after a call belong to the next one.
    const isOld = part.type === 'tool-invocation';
    const isNext = isOld && called && call?.step !== oldStep;
    const isLater = called && (part.type === 'text' || part.type === 'reasoning');
    if (part.type === 'step-start' || isNext || isLater) {
      steps.push([]);
      called = false;
    }
    if (isOld) {
      called = true;
      oldStep = call?.step;
    }
    if (part.type !== 'step-start') steps.at(-1)?.push({ part, call });
  }
  return steps;
}

function readStep(
  step: readonly { part: Fields; call: Call | undefined }[],
  out: Transcript,
): void {
  const parts: AssistantPart[] = [];
  const results: (() => void)[] = [];
  for (const { part, call } of step) {
    if (call === undefined) {
      const read = replyPart(part, out);
      if (read !== undefined) parts.push(read);
      continue;
    }
    // It never came to a call.
    if (call.state === 'input-streaming') continue;
    const { isProviders } = call;
    const toolCallId = out.string(call.toolCallId, 'the id of a tool call');
    const toolName = out.string(call.toolName, 'the name of a called tool');
    parts.push({
      type: 'tool-call',
      toolCallId,
      toolName,
      input: call.input ?? {},
      ...(isProviders && { providerExecuted: true }),
      ...call.options,
    });
    const given = outputOf(call);
    if (given === undefined) continue;
    const result = { type: 'tool-result' as const, toolCallId, toolName, output: given };
    if (isProviders) parts.push({ ...result, ...call.resultOptions });
    else results.push(() => out.result(toolCallId, toolName, given, call.options));
  }
  out.reply(parts, 'new');
  for (const add of results) add();
}

function replyPart(part: Fields, out: Transcript): AssistantPart | undefined {
  const { type } = part;
  const options = metadata(part.providerMetadata);
  if (type === 'text') return { ...text(out.string(part.text, 'a text')), ...options };
  if (type === 'file') return filePart(part, out);
  if (type !== 'reasoning') return undefined;
  return { type, text: out.string(part.text ?? part.reasoning, 'a thought'), ...options };
}

function outputOf({ state, output: value, errorText, isProviders }: Call): Output | undefined {
  if (state === 'output-available') return output(value);
  if (state !== 'output-error') return undefined;
  if (isProviders) return { type: 'error-json', value: errorText ?? null };
  return { type: 'error-text', value: typeof errorText === 'string' ? errorText : 'unknown error' };
}
