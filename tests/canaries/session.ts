/**
 * Long sessions of a user with a coding agent, the same for the same seed. Decides what happens in
 * them and how often something is planted; wording, values and message shapes are others' matter.
 *
 * Sizes follow recorded coding sessions: for 10,000 tokens some 60 messages, 6 of them the user's,
 * a handful of new files and commands each, 3 errors.
 */
import { createRng, type Rng } from '../js/support/random.ts';
import { Noise } from './noise.ts';
import { chinese } from './phrasings/chinese.ts';
import { english } from './phrasings/english.ts';
import { foreignFacts, foreignUser } from './phrasings/foreign.ts';
import { german } from './phrasings/german.ts';
import type { FactKind, Phrasings, UserKind } from './phrasings/phrasings.ts';
import {
  approvalReasons,
  injections,
  orderParts,
  toolErrors,
  toolFacts,
} from './phrasings/tools.ts';
import { type CanarySession, type Language, textOf } from './plants.ts';
import { type Statement, type ToolStep, Transcript } from './transcript.ts';
import { Values } from './values.ts';

const phrasingsOf: Record<Language, Phrasings> = { english, german, chinese };

const userKinds: readonly UserKind[] = [
  'path',
  'url',
  'number',
  'constraint',
  'constraint',
  'approval',
  'negation',
  'negation',
  'name',
  'cjk',
  'rtl',
];
const toolKinds = Object.keys(toolFacts) as (keyof typeof toolFacts)[];

/** A session of at least `length` messages. */
export function buildSession(seed: number, language: Language, length: number): CanarySession {
  const author = new Author(seed, language);
  while (author.transcript.messages.length < length) author.episode();
  return author.finished();
}

class Author {
  readonly transcript = new Transcript();
  readonly #rng: Rng;
  readonly #values: Values;
  readonly #noise: Noise;
  readonly #phrasings: Phrasings;
  /** Files and commands that the agent comes back to. */
  readonly #files: string[] = [];
  readonly #commands: string[] = [];
  readonly #secrets: string[] = [];

  readonly #seed: number;
  readonly #language: Language;

  constructor(seed: number, language: Language) {
    this.#seed = seed;
    this.#language = language;
    this.#rng = createRng(`canaries ${language} ${seed}`);
    this.#values = new Values(this.#rng.fork());
    this.#noise = new Noise(this.#rng.fork(), this.#values);
    this.#phrasings = phrasingsOf[language];
    this.transcript.user('chat', this.#rng.pick(this.#phrasings.openings));
  }

  /** The session without what can't be measured: what stands in more than one message. */
  finished(): CanarySession {
    const { messages, canaries, deeds, injections } = this.transcript;
    const texts = messages.map(textOf);
    const isUnique = ({ needle }: { needle: string }) =>
      texts.filter((text) => text.includes(needle)).length === 1;
    return {
      seed: this.#seed,
      language: this.#language,
      messages,
      // A denial stands in its result, too.
      canaries: canaries.filter((canary) => canary.by === 'decision' || isUnique(canary)),
      // Each once, as it came first.
      deeds: [...new Map(deeds.toReversed().map((deed) => [deed.text, deed])).values()].map(
        (deed) => ({
          ...deed,
          lastMessage: texts.findLastIndex((text) => text.includes(deed.text)),
        }),
      ),
      injections,
      secrets: this.#secrets,
      incidental: this.#noise.incidental.filter((needle) => isUnique({ needle })),
      phrasings: this.#phrasings,
    };
  }

  /** A message of the user, and what the agent does about it. */
  episode(): void {
    if (this.transcript.messages.length > 1) this.#userSays();
    const steps = this.#rng.int(2, 6);
    for (let i = 0; i < steps; i += 1) this.#step();
    if (this.#rng.chance(0.06)) this.#asksFirst();
    this.transcript.assistant(...this.#talk(0.5));
  }

  #userSays(): void {
    const { user, chat } = this.#phrasings;
    const kind = this.#rng.pick(userKinds);
    if (this.#rng.chance(0.35)) {
      this.transcript.user('chat', this.#rng.pick(chat));
      return;
    }
    const isForeign = kind === 'cjk' || kind === 'rtl';
    const isOrder = isForeign
      ? this.#rng.chance(0.5)
      : kind === 'constraint' || kind === 'negation';
    const templates = isForeign ? foreignUser[kind][isOrder ? 'orders' : 'others'] : user[kind];
    const { text } = this.#values.fill(this.#rng.pick(templates));
    const more = !isForeign && this.#rng.chance(0.25) ? `\n${this.#rng.pick(chat)}` : '';
    this.transcript.user(kind, text + more, isOrder);
  }

  /** What the agent says, now and then with a fact in it. */
  #talk(chance = 0.14): [text: string, said: Statement[]] {
    const talk = this.#rng.pick(this.#phrasings.talk);
    if (!this.#rng.chance(chance)) return [talk, []];
    const fact = this.#fact();
    return [`${talk} ${fact.sentence}`, [fact]];
  }

  #fact(): Statement {
    const { assistant } = this.#phrasings;
    const kind = this.#rng.pick([...(Object.keys(assistant) as FactKind[]), 'cjk', 'rtl'] as const);
    const isForeign = kind === 'cjk' || kind === 'rtl';
    return this.#statement(kind, isForeign ? foreignFacts[kind] : assistant[kind]);
  }

  #statement(kind: Statement['kind'], templates: readonly string[]): Statement {
    const { text, values } = this.#values.fill(this.#rng.pick(templates));
    return { kind, sentence: text, needle: values[0]?.value ?? text };
  }

  /** One of what is there already, or a new one. */
  #known(of: string[], kind: 'path' | 'command', chance: number): string {
    if (of.length > 0 && this.#rng.chance(chance)) return this.#rng.pick(of.slice(-6));
    const value = this.#values.next(kind);
    of.push(value);
    return value;
  }

  #step(): void {
    const kind = this.#rng.weighted({
      bash: 40,
      edit: 28,
      read: 16,
      fails: 9,
      search: 5,
      write: 2,
    });
    const [text, said] = this.#talk();
    const step: ToolStep = { ...this.#call(kind), text, said };
    if (kind !== 'fails' && this.#rng.chance(0.14)) this.#print(step);
    if (this.#rng.chance(0.03)) this.#inject(step);
    if (this.#rng.chance(0.03)) this.#leak(step);
    this.transcript.step(step);
  }

  #call(kind: 'bash' | 'edit' | 'read' | 'fails' | 'search' | 'write'): Omit<ToolStep, 'text'> {
    const rng = this.#rng;
    const noise = this.#noise;
    switch (kind) {
      case 'read': {
        const path = this.#known(this.#files, 'path', 0.3);
        const output = noise.code(rng.int(10, 70));
        return { tool: 'read', input: { path }, output, deeds: [{ kind: 'read', text: path }] };
      }
      case 'edit': {
        const path = this.#known(this.#files, 'path', 0.7);
        const input = {
          path,
          oldText: noise.code(rng.int(2, 8)),
          newText: noise.code(rng.int(2, 10)),
        };
        const output = `Successfully replaced text in ${path}.`;
        return { tool: 'edit', input, output, deeds: [{ kind: 'changed', text: path }] };
      }
      case 'write': {
        const path = this.#known(this.#files, 'path', 0);
        const input = { path, content: noise.code(rng.int(10, 40)) };
        const output = `Successfully wrote ${path}.`;
        return { tool: 'write', input, output, deeds: [{ kind: 'changed', text: path }] };
      }
      case 'search': {
        const input = { pattern: this.#values.word(), limit: 50 };
        return { tool: 'grep', input, output: noise.matches(rng.int(2, 12)) };
      }
      case 'bash': {
        const command = this.#known(this.#commands, 'command', 0.5);
        const output = rng.chance(0.5) ? noise.log(rng.int(4, 24)) : noise.passing(rng.int(3, 20));
        const deeds = [{ kind: 'command', text: command }] as const;
        return { tool: 'bash', input: { command }, output, deeds: [...deeds] };
      }
      case 'fails': {
        const command = this.#known(this.#commands, 'command', 0.5);
        const error = this.#values.fill(rng.pick(toolErrors)).text;
        const deeds: ToolStep['deeds'] = [
          { kind: 'command', text: command },
          { kind: 'error', text: error },
        ];
        const output = `${error}\n${noise.trace(rng.int(2, 9))}\n\nCommand exited with code 1`;
        return { tool: 'bash', input: { command }, output, failed: rng.chance(0.5), deeds };
      }
    }
  }

  /** Puts a fact where a result is read: at its start or its end. */
  #print(step: ToolStep): void {
    const kind = this.#rng.pick(toolKinds);
    const fact = this.#statement(kind, toolFacts[kind]);
    step.printed = [fact];
    step.output = this.#rng.chance(0.5)
      ? `${fact.sentence}\n${step.output}`
      : `${step.output}\n${fact.sentence}`;
  }

  #inject(step: ToolStep): void {
    const pick = (templates: readonly string[]) =>
      this.#rng.pick(templates).replace('{word}', () => this.#values.word());
    const { verbs, objects, ends } = orderParts;
    const order = `${this.#rng.pick(verbs)} ${pick(objects)} ${pick(ends)}`;
    step.injection = order;
    step.output += `\n${this.#rng.pick(injections).replace('{order}', order)}`;
  }

  /** A key in a published format, as a tool prints its environment. */
  #leak(step: ToolStep): void {
    const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789';
    const secret = Array.from({ length: 36 }, () => this.#rng.pick([...letters])).join('');
    this.#secrets.push(secret);
    step.output += `\nGITHUB_TOKEN=ghp_${secret}`;
  }

  /** A command that the host runs only when the user agrees. */
  #asksFirst(): void {
    const approved = this.#rng.chance(0.5);
    const reasons = approvalReasons[approved ? 'approved' : 'denied'];
    const reason = this.#values.fill(this.#rng.pick(reasons)).text;
    const command = this.#values.next('command');
    this.transcript.step({
      tool: 'bash',
      input: { command },
      output: this.#noise.log(6),
      text: this.#rng.pick(this.#phrasings.talk),
      decision: { approved, reason },
    });
  }
}
