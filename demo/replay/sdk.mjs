/**
 * The three versions of the AI SDK behind one face: what differs between them for a replay, and
 * nothing else.
 */

/** Files in a tool's output as version 5 knows them; addresses it knows none. */
function media({ value }) {
  return {
    type: 'content',
    value: value.map((item) => {
      const { type, text, url, data, mediaType } = item;
      if (type === 'text') return item;
      return data === undefined
        ? { type: 'text', text: text ?? url }
        : { type: 'media', data, mediaType };
    }),
  };
}

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
    output: (output) => (output.type === 'content' ? media(output) : output),
    modelOutput: (output) => output,
  },
  6: {
    module: 'ai6',
    mock: 'MockLanguageModelV3',
    finish: (reason) => ({ unified: reason, raw: reason }),
    usage: (input, output) => ({ inputTokens: { total: input }, outputTokens: { total: output } }),
    system: (system) => ({ system, allowSystemInMessages: true }),
    output: (output) => output,
    modelOutput: ({ output }) => output,
  },
  7: {
    module: 'ai7',
    mock: 'MockLanguageModelV4',
    finish: (reason) => ({ unified: reason, raw: reason }),
    usage: (input, output) => ({ inputTokens: { total: input }, outputTokens: { total: output } }),
    system: (instructions) => ({ instructions, allowSystemInMessages: true }),
    output: (output) => output,
    modelOutput: ({ output }) => output,
  },
};

export const sdkVersions = Object.keys(versions);

/**
 * Loads version 5, 6 or 7. `model(generate)` makes a language model of `generate(prompt)`, which
 * returns `{ content, reason, inputTokens, outputTokens }`; `toolSet(schemas, execute)` makes tools, where
 * `execute(id)` returns an output as messages have it; `session(session)` is a session as that version
 * takes it; `run(options)` is generateText with `system` as that version takes it.
 */
export async function loadSdk(version) {
  const { module, mock, finish, usage, system, output, modelOutput } = versions[version];
  const [sdk, test] = await Promise.all([import(module), import(`${module}/test`)]);
  return {
    version,
    model: (modelId, generate) =>
      new test[mock]({
        modelId,
        // Nothing is loaded from the addresses in a transcript.
        supportedUrls: { '*/*': [/^/], '*': [/^/] },
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
            toModelOutput: modelOutput,
          }),
        ]),
      ),
    session: (session) => ({
      ...session,
      messages: session.messages.map((message) =>
        message.role === 'tool'
          ? {
              ...message,
              content: message.content.map((part) => ({ ...part, output: output(part.output) })),
            }
          : message,
      ),
    }),
    run: ({ system: text, ...options }) =>
      sdk.generateText({ ...options, ...(text === undefined ? {} : system(text)) }),
  };
}
