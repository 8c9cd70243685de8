/** A JSON schema as the AI SDK takes it in 5, 6 and 7, without its package. Decides nothing else. */

const schemaMark = Symbol.for('vercel.ai.schema');
/** 5 asks for this one, too. */
const validatorMark = Symbol.for('vercel.ai.validator');

/** Whatever a model sends passes: the tool itself says what it can't use. */
export function toolSchema(jsonSchema: object): object {
  return {
    [schemaMark]: true,
    [validatorMark]: true,
    _type: undefined,
    jsonSchema,
    validate: (value: unknown) => ({ success: true, value }),
  };
}
