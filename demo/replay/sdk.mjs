/**
 * The three versions of the AI SDK behind one face: what differs between them for a replay, and
 * nothing else.
 */

const versions = {
  5: {
    module: 'ai5',
    mock: 'MockLanguageModelV2',
    finish: (reason) => reason,
    usage: (input, output) => ({
      inputTokens: input,
      outputTokens: output,
      totalTokens: input + output,
    }),
    system: (system) => ({ system }),
  },
  6: {
    module: 'ai6',
    mock: 'MockLanguageModelV3',
    finish: (reason) => ({ unified: reason, raw: reason }),
    usage: (input, output) => ({ inputTokens: { total: input }, outputTokens: { total: output } }),
    system: (system) => ({ system, allowSystemInMessages: true }),
  },
  7: {
    module: 'ai7',
    mock: 'MockLanguageModelV4',
    finish: (reason) => ({ unified: reason, raw: reason }),
    usage: (input, output) => ({ inputTokens: { total: input }, outputTokens: { total: output } }),
    system: (instructions) => ({ instructions, allowSystemInMessages: true }),
  },
};

export const sdkVersions = Object.keys(versions);

/**
 * Loads version 5, 6 or 7. `model(generate)` makes a language model of `generate(prompt)`, which
 * returns `{ content, reason, inputTokens, outputTokens }`; `toolSet(schemas, execute)` makes tools;
 * `run(options)` is generateText with `system` as that version takes it.
 */
export async function loadSdk(version) {
  const { module, mock, finish, usage, system } = versions[version];
  const [sdk, test] = await Promise.all([import(module), import(`${module}/test`)]);
  return {
    version,
    model: (modelId, generate) =>
      new test[mock]({
        modelId,
        doGenerate: async ({ prompt }) => {
          const { content, reason, inputTokens, outputTokens } = generate(prompt);
          return {
            content,
            finishReason: finish(reason),
            usage: usage(inputTokens, outputTokens),
            warnings: [],
          };
        },
      }),
    toolSet: (schemas, execute) =>
      Object.fromEntries(
        schemas.map(({ name, description, inputSchema }) => [
          name,
          sdk.tool({
            description,
            inputSchema: sdk.jsonSchema(inputSchema),
            execute: (_, { toolCallId }) => execute(toolCallId),
          }),
        ]),
      ),
    run: ({ system: text, ...options }) =>
      sdk.generateText({ ...options, ...(text === undefined ? {} : system(text)) }),
  };
}
