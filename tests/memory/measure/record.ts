/**
 * What of a view is the record and what is the host's own. Decides it by identity and metadata alone;
 * refuses to read prose.
 */
import { field, partsOf, roleOf, stringField } from '../../../js/testing/shapes.ts';
import { textOf, textOfMessage } from './texts.ts';

export interface SplitView {
  /** The record: what stands in the view for messages that are not there. */
  readonly record: string;
  /** All other text of the view. */
  readonly rest: string;
  /** What the view says in its own messages, a tool's aside: the record, and whatever stands beside it. */
  readonly made: string;
  /** Indexes of the host's messages that stand in the view as they are. */
  readonly verbatim: ReadonlySet<number>;
}

/** True for a message that says of itself that it stands for others. */
export function isMarked(message: object): boolean {
  return field(field(message, 'providerOptions'), 'epitome') !== undefined;
}

/** `view` holds messages of `host` by reference, and what was made. */
export function splitView(view: readonly object[], host: readonly object[]): SplitView {
  const places = new Map(host.map((message, index) => [message, index]));
  const hostParts = new Set(host.flatMap((message) => partsOf(message)));
  const verbatim = new Set<number>();
  const record: string[] = [];
  const rest: string[] = [];
  const made: string[] = [];
  for (const message of view) {
    const place = places.get(message);
    if (place !== undefined) verbatim.add(place);
    else if (roleOf(message) !== 'tool') {
      made.push(
        ...partsOf(message)
          .filter((part) => !hostParts.has(part))
          .map(textOf),
      );
    }
    if (place !== undefined || !isMarked(message)) {
      rest.push(textOfMessage(message));
      continue;
    }
    for (const part of partsOf(message)) {
      (hostParts.has(part) ? rest : record).push(stringField(part, 'text') ?? '');
    }
  }
  return { record: record.join('\n\n'), rest: rest.join('\n'), made: made.join('\n'), verbatim };
}
