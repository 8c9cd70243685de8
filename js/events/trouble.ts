/**
 * What goes to the console while nobody listens to events: one line for each kind of trouble that would
 * otherwise pass in silence.
 */
import type { CompactorEvent, EventError } from '../types.ts';
import { attempt } from '../values/fields.ts';

/** UTF-16 code units of a line, and of what it quotes. */
const mostLine = 300;
const mostQuoted = 120;
/** Of a quoted text that is looked at. */
const mostRead = 4_000;

/** Faults of a message as a whole: nobody reads what it says. */
const ofMessages = ['not-an-object', 'unknown-role', 'unreadable-content', 'ui-message'];

/** Two troubles of a kind are told once. */
interface Trouble {
  kind: string;
  line: string;
}

/** The line for an event that is trouble; undefined for any other. `redacted` takes secrets out of a text. */
export function troubleIn(
  event: CompactorEvent,
  redacted: (text: string) => string,
): Trouble | undefined {
  // Addresses first: what redaction puts in the place of a password would tear one in two.
  const quoted = (text: unknown) =>
    cut(attempt(() => redacted(plain(read(text)))) ?? '…', mostQuoted);
  const trouble = troubleOf(event, quoted);
  return trouble && { kind: trouble.kind, line: cut(`epitome: ${trouble.line}`, mostLine) };
}

function troubleOf(event: CompactorEvent, quoted: (text: unknown) => string): Trouble | undefined {
  const said = ({ message }: EventError) => quoted(message).replace(/[.:\s]+$/, '');
  switch (event.type) {
    case 'error': {
      const { name, code = '' } = event.error;
      return {
        kind: `error ${name === 'EpitomeError' ? code : ''}`,
        line: `a step went on without what failed (${said(event.error)}); pass \`onEvent\` to hear of it each time.`,
      };
    }
    case 'unknown-model': {
      const { modelId, usedFor, contextWindow } = event;
      const option = usedFor === 'steps' ? 'contextWindow' : 'summarizerWindow';
      return {
        kind: `unknown-model ${usedFor}`,
        line: `the window of the model '${quoted(modelId)}' is not known, so ${contextWindow} tokens are assumed; check the id, name it in \`models\`, or set \`${option}\`.`,
      };
    }
    case 'cannot-fit': {
      const { view, budget, viewBytes, requestBytes, viewImages, requestImages } = event.breakdown;
      const [size, most] =
        view > budget
          ? [`${view} tokens`, budget]
          : viewBytes > requestBytes
            ? [`${viewBytes} bytes`, requestBytes]
            : [`${viewImages} images`, requestImages ?? 20];
      return {
        kind: event.type,
        line: `what has to stay has ${size}, and ${most} fit, so the provider will probably refuse the request; send less, or look at the \`cannot-fit\` event for what takes the room.`,
      };
    }
    case 'fault': {
      const { messageIndex, fault } = event;
      if (!ofMessages.includes(fault)) return undefined;
      const what =
        fault === 'ui-message'
          ? 'is a UI message, so what it says is neither counted nor folded; pass what `convertToModelMessages` makes of them.'
          : `can't be read (${fault}), so no record tells of it; pass messages of the AI SDK, of OpenAI's chat completions or of Anthropic's Messages API.`;
      return { kind: event.type, line: `messages[${messageIndex}] ${what}` };
    }
    case 'summary-failed':
      if (event.lasting !== true || event.error === undefined) return undefined;
      return {
        kind: 'summarizer',
        line: `every call of the summarizer fails (${said(event.error)}), so code writes the records; check its model, key and address.`,
      };
    case 'compaction':
      if (!event.folds.some(({ codeReason }) => codeReason === 'paused')) return undefined;
      return {
        kind: 'summarizer',
        line: 'the summarizer has failed three times in a row, so code writes the records; the `summary-failed` and `summary-rejected` events say why.',
      };
    case 'store-failed': {
      const { doing, reason, error } = event;
      return {
        kind: `store-failed ${doing} ${reason}`,
        line: `a session's store ${reason === 'conflict' ? 'was written by others each time' : `failed to ${doing === 'load' ? 'load' : 'save'}`} (${error === undefined ? reason : said(error)}), and its steps go on without it.`,
      };
    }
    case 'state-dropped':
      return {
        kind: `state-dropped ${event.reason}`,
        line:
          event.reason === 'version'
            ? `a saved state has version ${event.version}, and this release reads ${event.reads}, so its history is folded once more.`
            : "a saved state can't be read, so its history is folded once more; store what `snapshot()` returns and give it back unchanged.",
      };
    default:
      return undefined;
  }
}

/** Never more than is looked at. */
const read = (text: unknown) => (typeof text === 'string' ? text.slice(0, mostRead) : String(text));

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const colours = /\u001b\[[\d;]*[A-Za-z]/g;

/** In one line, and addresses without what may be secret in them. */
function plain(text: string): string {
  return text
    .replace(colours, ' ')
    .replace(/\b([a-z][a-z0-9+.-]{0,20}:\/\/)[^\s/?#@'"]*@/gi, '$1')
    .replace(/\b([a-z][a-z0-9+.-]{0,20}:\/\/[^\s?#'"<>)]*)[?#][^\s'"<>)]*/gi, '$1')
    .replace(/[\p{C}\p{Z}]+/gu, ' ')
    .trim();
}

/** Splits no surrogate pair. */
function cut(text: string, most: number): string {
  if (text.length <= most) return text;
  return `${text.slice(0, most - 1).replace(/[\uD800-\uDBFF]$/, '')}…`;
}
