/**
 * A sink that writes down what an adapter tells it. Decides how a reading is compared; refuses to
 * know any dialect.
 */
import assert from 'node:assert/strict';
import type {
  Dialect,
  Fault,
  MessageSink,
  PartFields,
  PartKind,
  Role,
} from '../../../js/dialects/dialect.ts';
import { ImageDetail, type MediaFacts, MediaShape } from '../../../js/media/facts.ts';

export interface RecordedPart {
  kind: PartKind;
  flags: number;
  callId: string;
  approvalId: string;
  toolName: string;
  mediaType: string;
  media: MediaFacts | undefined;
  attachments?: MediaFacts[];
  text: string;
  faults: Fault[];
}

export interface Recorded {
  role: Role;
  flags: number;
  /** Faults of the message itself, reported before its first part. */
  faults: Fault[];
  parts: RecordedPart[];
}

/** Reads one message and checks that the calls come in an order that the sink allows. */
export function record(dialect: Dialect, message: unknown): Recorded {
  let recorded: Recorded | undefined;
  const begun = (): Recorded => recorded ?? assert.fail('the first call is message()');
  const running = (): RecordedPart => begun().parts.at(-1) ?? assert.fail('text() needs a part()');
  const sink: MessageSink = {
    message(role: Role, flags: number) {
      assert.equal(recorded, undefined, 'message() is called once');
      recorded = { role, flags, faults: [], parts: [] };
    },
    part(kind: PartKind, flags: number, fields: PartFields = {}, media?: MediaFacts) {
      const ids = { callId: '', approvalId: '', toolName: '', mediaType: '' };
      begun().parts.push({ kind, flags, ...ids, ...fields, media, text: '', faults: [] });
    },
    attachment(media: MediaFacts) {
      const part = running();
      part.attachments = [...(part.attachments ?? []), media];
    },
    text(value: string) {
      assert.equal(typeof value, 'string');
      running().text += value;
    },
    fault(fault: Fault) {
      (begun().parts.at(-1) ?? begun()).faults.push(fault);
    },
  };
  dialect.read(message, sink);
  return begun();
}

/** Facts of sealed data of so many characters. */
export function sealed(byteLength: number): MediaFacts {
  const shape = MediaShape.sealed;
  return { byteLength, width: 0, height: 0, length: 0, shape, detail: ImageDetail.auto };
}

/** A whole part from the fields that differ from an empty one. */
export function partLike(fields: Partial<RecordedPart> & { kind: PartKind }): RecordedPart {
  return {
    flags: 0,
    callId: '',
    approvalId: '',
    toolName: '',
    mediaType: '',
    media: undefined,
    text: '',
    faults: [],
    ...fields,
  };
}

/** Freezes everything that a message holds, except the elements of binary values, which can't be. */
export function deepFreeze<T>(value: T, seen = new Set<object>()): T {
  if (typeof value !== 'object' || value === null || seen.has(value)) return value;
  seen.add(value);
  if (ArrayBuffer.isView(value)) return value;
  for (const descriptor of Object.values(Object.getOwnPropertyDescriptors(value))) {
    deepFreeze(descriptor.value, seen);
  }
  return Object.freeze(value);
}
