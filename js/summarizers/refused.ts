/** What a model does not take is left out of its calls. */

/** `olderMaxTokens`: the ceiling by the name that it had first. */
export type Parameter = 'temperature' | 'reasoning' | 'olderMaxTokens' | 'maxOutputTokens';

const ceiling = /max[_ ]?(?:(?:output|completion|new)[_ ]?)?tokens/i;
const names: Readonly<Record<Parameter, RegExp>> = {
  temperature: /temperature/i,
  reasoning: /reasoning|thinking|effort/i,
  olderMaxTokens: ceiling,
  maxOutputTokens: ceiling,
};

/** OpenAI's reasoning models refuse a temperature. */
const noTemperature = /(^|[/:])(o[1-9]|gpt-5)(-(?!chat)|$)/;

export function takesTemperature(modelId: unknown): boolean {
  return typeof modelId !== 'string' || !noTemperature.test(modelId);
}

/** A provider that refuses a request for what is in it, not for who sends it or when. */
export function isRefusal(status: unknown): boolean {
  return status === 400 || status === 422;
}

/** An answer, or the words of a refusal and the error that it is where nothing helps. */
export type Outcome<T> = { value: T } | { refusal: string; error: unknown };

export class Refused {
  /** What may be left out. */
  readonly #parameters: readonly Parameter[];
  readonly #known = new Set<Parameter>();

  constructor(parameters: readonly Parameter[]) {
    this.#parameters = parameters;
  }

  /** From now on `parameter` is left out. */
  add(parameter: Parameter): void {
    this.#known.add(parameter);
  }

  /**
   * Calls until nothing is refused that can be left out. What was, is not sent again, unless the
   * model refuses the request without it as well.
   */
  async without<T>(call: (out: ReadonlySet<Parameter>) => Promise<Outcome<T>>): Promise<T> {
    const out = new Set(this.#known);
    const remember = () => {
      for (const parameter of out) this.#known.add(parameter);
    };
    for (;;) {
      let outcome: Outcome<T>;
      try {
        outcome = await call(out);
      } catch (error) {
        remember();
        throw error;
      }
      if ('value' in outcome) {
        remember();
        return outcome.value;
      }
      const named = this.#namedIn(outcome.refusal, out);
      if (named === undefined) throw outcome.error;
      out.add(named);
    }
  }

  /** The one that is said to be at fault, or is named first. */
  #namedIn(refusal: string, out: ReadonlySet<Parameter>): Parameter | undefined {
    const told = /"param"\s*:\s*"([^"]*)"/.exec(refusal)?.[1] ?? '';
    const left = this.#parameters.filter((parameter) => !out.has(parameter));
    const firstIn = (text: string) => {
      const places = left.map((parameter) => text.search(names[parameter]));
      const first = Math.min(...places.filter((place) => place >= 0));
      return left[places.indexOf(first)];
    };
    return firstIn(told) ?? firstIn(refusal);
  }
}

/** Provider options without those that say how hard a model thinks. */
export function withoutReasoning(options: object): object {
  const clean = ([name, value]: [string, unknown]) => [
    name,
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).filter(([key]) => !names.reasoning.test(key)))
      : value,
  ];
  return Object.fromEntries(Object.entries(options).map(clean));
}
