/**
 * What is true of a recorded session: what its calls changed, and which statements would be wrong.
 * Decides by the names of tools and arguments that the recordings have; generated sessions say it of
 * themselves. Refuses to know how records are written.
 */
import { field, outputOf, partsOf, stringField, typeOf } from '../../../js/testing/shapes.ts';
import type { Claim } from './claims.ts';
import { shellActs } from './shell.ts';
import { textOf } from './texts.ts';

export interface Deed {
  readonly at: number;
  readonly tool: string;
  readonly target: string;
  readonly outcome?: string | undefined;
  readonly kind: 'known-file' | 'shell' | 'domain';
}

export interface Falsehood {
  /** `claim` is wrong from message `at` on, up to but without `until`. */
  readonly at: number;
  readonly until: number | undefined;
  readonly subject: string;
  readonly claim: Claim;
  readonly because: string;
}

interface Call {
  at: number;
  tool: string;
  input: unknown;
  output: string;
}

const readers = /^(?:read|open|view|cat)(?:_?file)?$/i;
const writers = /^(?:edit|write|create|insert|multi_?edit|apply_?patch)(?:_?file)?$/i;
const shells = /^(?:bash|shell|execute_bash|run|run_command|terminal)$/i;
const editors = /^str_replace_(?:editor|based_edit_tool)$/;
/** Of tools that nobody has described. */
const domainVerbs =
  /^(?:book|cancel|update|modify|exchange|return|send|create|delete|transfer|add|remove|refund|pay|issue|assign|close|reopen|schedule|approve)_/;
const idLike = /^(?=.*\d)[A-Za-z0-9_#-]{4,60}$/;

const missing = /ENOENT|no such file|not found|does not exist|cannot find|File \S+ not found/i;
const failed =
  /^\s*(?:error|failed|ENOENT|cannot|could not|traceback|invalid|usage:)|no such file|"error"/i;

function callsOf(messages: readonly unknown[]): Call[] {
  const calls: Call[] = [];
  const open = new Map<string, Call>();
  for (const [at, message] of messages.entries()) {
    for (const part of partsOf(message)) {
      const id = stringField(part, 'toolCallId') ?? '';
      if (typeOf(part) === 'tool-call') {
        const tool = stringField(part, 'toolName') ?? '';
        const call = { at, tool, input: field(part, 'input'), output: '' };
        calls.push(call);
        open.set(id, call);
      } else if (typeOf(part) === 'tool-result') {
        const call = open.get(id);
        if (call !== undefined) call.output = textOf(outputOf(part));
      }
    }
  }
  return calls;
}

function pathOf({ input }: Call): string | undefined {
  for (const name of ['path', 'file_path', 'filename', 'file', 'file_name']) {
    const path = stringField(input, name);
    if (path !== undefined && path !== '') return path;
  }
  return undefined;
}

function commandOf({ tool, input }: Call): string | undefined {
  return shells.test(tool) ? (stringField(input, 'command') ?? undefined) : undefined;
}

/** The call reads a file, or changes one. */
function fileUse(call: Call): 'read' | 'write' | undefined {
  const { tool, input } = call;
  if (editors.test(tool)) return stringField(input, 'command') === 'view' ? 'read' : 'write';
  if (readers.test(tool)) return 'read';
  return writers.test(tool) ? 'write' : undefined;
}

/** As far as every spelling agrees: at most the last three names of a path. */
function tailOf(path: string): string {
  return path
    .replace(/\/+$/, '')
    .split('/')
    .filter((name) => name !== '' && name !== '.')
    .slice(-3)
    .join('/');
}

function domainTarget(input: unknown): string | undefined {
  if (typeof input !== 'object' || input === null) return undefined;
  const fields = Object.entries(input);
  // An id of the thing before one of its owner.
  const ranked = fields.toSorted(
    ([a], [b]) => Number(/user|customer/.test(a)) - Number(/user|customer/.test(b)),
  );
  for (const [name, value] of ranked) {
    if (
      /(?:_|^)(?:id|number|code)$/.test(name) &&
      typeof value === 'string' &&
      idLike.test(value)
    ) {
      return value;
    }
  }
  return undefined;
}

/** Every call that changed something, oldest first. Calls that failed changed nothing. */
export function deedsOf(messages: readonly unknown[]): Deed[] {
  const deeds: Deed[] = [];
  for (const call of callsOf(messages)) {
    const { at, tool, input, output } = call;
    if (failed.test(output.slice(0, 300))) continue;
    const path = pathOf(call);
    const command = commandOf(call);
    if (command !== undefined) {
      for (const { target } of shellActs(command)) {
        deeds.push({ at, tool, target: tailOf(target), kind: 'shell' });
      }
    } else if (fileUse(call) === 'write' && path !== undefined) {
      deeds.push({ at, tool, target: tailOf(path), kind: 'known-file' });
    } else if (fileUse(call) === undefined && domainVerbs.test(tool)) {
      const target = domainTarget(input);
      if (target !== undefined) deeds.push({ at, tool, target, kind: 'domain' });
    }
  }
  return deeds;
}

/** Statements that would be wrong of what is behind a message. */
export function falsehoodsOf(messages: readonly unknown[]): Falsehood[] {
  const calls = callsOf(messages);
  const found: Falsehood[] = [];
  const laterUse = (from: Call, path: string, isMeant: (call: Call) => boolean) =>
    calls.find((call) => call.at > from.at && isMeant(call) && tailOf(pathOf(call) ?? '') === path);
  for (const call of calls) {
    const path = tailOf(pathOf(call) ?? '');
    if (fileUse(call) === 'read' && path !== '' && missing.test(call.output.slice(0, 200))) {
      const isRead = (later: Call) =>
        fileUse(later) !== undefined && !missing.test(later.output.slice(0, 200));
      const until = laterUse(call, path, isRead)?.at;
      found.push({ at: call.at, until, subject: path, claim: 'read', because: 'not-found' });
    }
    for (const { verb, target } of shellActs(commandOf(call) ?? '')) {
      const subject = tailOf(target);
      if (verb === 'move') {
        found.push({ at: call.at, until: undefined, subject, claim: 'deleted', because: 'moved' });
      }
      if (verb !== 'delete') continue;
      const again = calls.find(
        (later) =>
          later.at > call.at &&
          ((fileUse(later) === 'write' && `${pathOf(later)}/`.includes(`${subject}/`)) ||
            shellActs(commandOf(later) ?? '').some(
              (act) => act.verb === 'create' && tailOf(act.target) === subject,
            )),
      );
      if (again !== undefined) {
        const until = calls.find(
          (later) =>
            later.at > again.at &&
            shellActs(commandOf(later) ?? '').some(
              (act) => act.verb === 'delete' && tailOf(act.target) === subject,
            ),
        )?.at;
        found.push({ at: again.at, until, subject, claim: 'deleted', because: 'recreated' });
      }
    }
  }
  return found;
}
