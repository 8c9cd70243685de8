/**
 * A sink that writes down what an adapter tells it. Decides how a reading is compared; refuses to
 * know any dialect.
 */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import {
  type Dialect,
  type Fault,
  type MessageSink,
  type PartFields,
  PartKind,
  type Role,
} from '../../../js/dialects/dialect.ts';
import { EpitomeError } from '../../../js/errors.ts';
import { ImageDetail, type MediaFacts, MediaShape } from '../../../js/media/facts.ts';

export { deepFreeze } from './compare.ts';

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

/** Facts of an image or file of so many bytes, of which nothing else is known. */
export function media(byteLength: number, shape: MediaShape = MediaShape.image): MediaFacts {
  return { byteLength, width: 0, height: 0, length: 0, shape, detail: ImageDetail.auto };
}

/** Facts of sealed data of so many characters. */
export function sealed(byteLength: number): MediaFacts {
  return media(byteLength, MediaShape.sealed);
}

/** The fields that differ from an empty part. */
export type Expected = Partial<RecordedPart> & { kind: PartKind };

/** A whole part from the fields that differ from an empty one. */
export function partLike(fields: Expected): RecordedPart {
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

/** A part that is read as an image or a file. */
export const file = (mediaType: string, facts: MediaFacts): Expected => {
  return { kind: PartKind.media, mediaType, media: facts };
};

/** An object, of which some fields throw when they are read. */
export function thrower<T extends object>(fields: T, ...throwing: string[]): T {
  const thrown = { ...fields };
  for (const name of throwing) {
    Object.defineProperty(thrown, name, {
      enumerable: true,
      get() {
        throw new Error(name);
      },
    });
  }
  return thrown;
}

/** What no host can ask of a dialect, but a fault of ours: each is refused as such. */
export function refuses(impossible: Readonly<Record<string, () => unknown>>): void {
  for (const [name, attempt] of Object.entries(impossible)) {
    it(`refuses ${name}`, () => {
      assert.throws(
        attempt,
        (thrown) => EpitomeError.isInstance(thrown) && thrown.code === 'internal',
      );
    });
  }
}
