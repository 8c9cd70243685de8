/**
 * The rules of Google's Gemini API for `contents`, from its documentation (ai.google.dev: "Function
 * calling", "Thought signatures", "generateContent") and the errors that it answers with. Decides what
 * is refused; shares no code with the engine.
 */
import type { Fault } from '../fault.ts';
import { lastIndexWhere } from '../values.ts';
import {
  type Fields,
  fieldsOf,
  isBase64,
  isFields,
  isText,
  type Report,
  sameJson,
  unicodeFaults,
} from './body.ts';

/** Image understanding, document understanding: */
const mediaTypes = [
  'image/png',
  'image/jpeg',
  'image/webp',
  'image/heic',
  'image/heif',
  'application/pdf',
];
/** Of a part, exactly one: "data: Union type"; "contents.parts must not be empty". */
const dataFields = [
  'text',
  'inlineData',
  'fileData',
  'functionCall',
  'functionResponse',
  'toolCall',
  'toolResponse',
  'executableCode',
  'codeExecutionResult',
];
/** What the provider package sends for a signature that it was not given. */
const skipped = 'skip_thought_signature_validator';

export function checkGemini(body: Fields, emitted: readonly (readonly Fields[])[]): Fault[] {
  const contents = fieldsOf(body.contents);
  const faults = unicodeFaults(body);
  const fault: Report = (rule, at, detail) => faults.push({ rule, at, detail });
  // generateContent, `contents`: a conversation is the user's turn, the model's, and so on.
  if (contents[0]?.role !== 'user')
    fault('first-user', 0, `the first role is ${contents[0]?.role}`);
  for (const [index, content] of contents.entries()) {
    if (content.role !== 'user' && content.role !== 'model') {
      fault('roles', index, `there is no role ${content.role}`);
    }
    const parts = fieldsOf(content.parts);
    // "contents[].parts must not be empty."
    if (parts.length === 0) fault('empty-parts', index, 'no parts');
    for (const part of parts) checkPart(part, index, fault);
    checkServerTools(parts, index, fault);
  }
  checkTurns(contents, fault);
  checkSignatures(contents, emitted, fault);
  return faults;
}

function callsOf(content: Fields | undefined): Fields[] {
  return fieldsOf(content?.parts).flatMap((part) => fieldsOf([part.functionCall]));
}

function responsesOf(content: Fields | undefined): Fields[] {
  return fieldsOf(content?.parts).flatMap((part) => fieldsOf([part.functionResponse]));
}

/**
 * "Please ensure that function call turn comes immediately after a user turn or after a function
 * response turn." "Please ensure that function response turn comes immediately after a function call
 * turn." "Please ensure that the number of function response parts is equal to the number of function
 * call parts of the function call turn."
 */
function checkTurns(contents: readonly Fields[], fault: Report): void {
  const ids = new Set<unknown>();
  for (const [index, content] of contents.entries()) {
    const calls = callsOf(content);
    for (const { id } of calls) {
      if (id !== undefined && ids.has(id)) fault('unique-ids', index, `two calls ${id}`);
      ids.add(id);
    }
    if (calls.length > 0) {
      if (content.role !== 'model') fault('call-turn', index, `a call by ${content.role}`);
      if (contents[index - 1]?.role !== 'user') {
        fault('call-turn', index, 'a call that follows neither a user turn nor responses');
      }
      const responses = responsesOf(contents[index + 1]);
      if (responses.length !== calls.length) {
        fault('response-count', index, `${calls.length} calls, ${responses.length} responses`);
      }
    }
    const responses = responsesOf(content);
    if (responses.length === 0) continue;
    if (content.role !== 'user') fault('response-turn', index, `a response by ${content.role}`);
    const asked = callsOf(contents[index - 1]);
    if (asked.length === 0) fault('response-turn', index, 'responses that follow no call');
    // Function calling, step 3: the same name, and the id of the call that is answered.
    for (const { id, name } of responses) {
      if (!asked.some((call) => call.name === name && call.id === id)) {
        fault('response-name', index, `${name} ${id} was not called right before`);
      }
    }
    if (new Set(responses.map(({ id }) => id)).size !== responses.length) {
      fault('response-name', index, 'two responses to one call');
    }
  }
}

function checkPart(part: Fields, index: number, fault: Report): void {
  const data = dataFields.filter((name) => part[name] !== undefined);
  if (data.length !== 1)
    fault('one-datum', index, `a part with ${data.join(' and ') || 'nothing'}`);
  // "Unable to submit request because it must have a text parameter"
  if (part.text !== undefined && !isText(part.text)) {
    fault('empty-text', index, 'a text part without text');
  }
  // API reference, `FunctionCall.args`: a struct.
  const call = part.functionCall as Fields | undefined;
  if (call?.args !== undefined && !isFields(call.args)) {
    fault('args', index, `args of ${call.name} that are no object`);
  }
  const response = part.functionResponse as Fields | undefined;
  // Function calling, "Multimodal function responses": files lie in the response's own parts.
  for (const media of [part, ...fieldsOf(response?.parts)]) {
    const inline = media.inlineData as Fields | undefined;
    if (inline === undefined) continue;
    if (!mediaTypes.includes(String(inline.mimeType)) || !isBase64(inline.data)) {
      fault('media', index, `data of ${inline.mimeType}`);
    }
  }
  // API reference, `FunctionResponse.response`: a struct, never a text or a list.
  const answer = response?.response;
  if (
    response !== undefined &&
    (typeof answer !== 'object' || answer === null || Array.isArray(answer))
  ) {
    fault('response-struct', index, 'a response that is no object');
  }
}

/** A tool that the server ran goes back with what it gave, by id, in one turn. */
function checkServerTools(parts: readonly Fields[], index: number, fault: Report): void {
  const calls = parts.flatMap(({ toolCall }) => fieldsOf([toolCall])).map(({ id }) => id);
  const responses = parts
    .flatMap(({ toolResponse }) => fieldsOf([toolResponse]))
    .map(({ id }) => id);
  if (!sameJson(calls, responses)) {
    fault('server-tool', index, `calls ${calls.join()} and responses ${responses.join()}`);
  }
}

/**
 * Thought signatures: Gemini 3 validates the current turn strictly: all contents since the user last
 * said something that is no function response. The first function call of each step of it has to carry
 * the signature that it came with, or the answer is a 400. For every turn: parts go back as they came,
 * and one with a signature is neither changed nor merged with another.
 */
function checkSignatures(
  contents: readonly Fields[],
  emitted: readonly (readonly Fields[])[],
  fault: Report,
): void {
  const sent = emitted.flat();
  const current = lastIndexWhere(
    contents,
    (content) => content.role === 'user' && responsesOf(content).length === 0,
  );
  for (const [index, content] of contents.entries()) {
    if (content.role !== 'model') continue;
    for (const part of fieldsOf(content.parts)) {
      const { thoughtSignature: signature, ...data } = part;
      const id = (part.functionCall as Fields | undefined)?.id;
      const call = id === undefined ? undefined : sent.find((own) => idOf(own) === id);
      const expected = call?.thoughtSignature;
      if (signature === skipped) {
        fault('signature', index, `${id} is sent without the signature that it came with`);
      } else if (expected !== undefined && signature !== expected) {
        const where = index > current ? 'current-signature' : 'signature';
        fault(where, index, `${id} has lost its signature`);
      } else if (signature !== undefined) {
        const owner = sent.find((own) => own.thoughtSignature === signature);
        const { thoughtSignature: _, ...own } = owner ?? {};
        if (!sameJson(own, data)) {
          fault('signed-part', index, 'a signature on a part that is not the one it came with');
        }
      }
    }
  }
}

function idOf(part: Fields): unknown {
  return (part.functionCall as Fields | undefined)?.id;
}
