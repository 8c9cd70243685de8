/** What the environment says, checked. Decides defaults; the same on Workers and Node. */

export class SettingsError extends Error {}

const scriptedWindow = 8_000;
const leastWindow = 2_000;

/** Throws `SettingsError`, which names the variable. */
export function settingsOf(env) {
  const text = (name) => env[name]?.trim() || undefined;
  const settings = {
    token: text('TOKEN'),
    origins: (text('ALLOWED_ORIGINS') ?? '').split(',').flatMap((origin) => origin.trim() || []),
    modelUrl: text('MODEL_URL'),
    modelId: text('MODEL_ID'),
    modelKey: text('MODEL_KEY'),
    summarizerId: text('SUMMARIZER_ID') ?? text('MODEL_ID'),
  };
  const { modelUrl, modelId, origins } = settings;
  if ((modelUrl === undefined) !== (modelId === undefined)) {
    throw new SettingsError('MODEL_URL and MODEL_ID belong together');
  }
  if (modelUrl !== undefined && !/^https?:\/\//.test(modelUrl)) {
    throw new SettingsError('MODEL_URL must be an address such as https://host/v1');
  }
  for (const origin of origins) {
    if (!URL.canParse(origin) || new URL(origin).origin !== origin) {
      throw new SettingsError(`ALLOWED_ORIGINS: '${origin}' is not of the form https://host`);
    }
  }
  const window = text('WINDOW_TOKENS');
  if (window === undefined) {
    return { ...settings, contextWindow: modelId === undefined ? scriptedWindow : undefined };
  }
  const contextWindow = Number(window);
  if (!Number.isInteger(contextWindow) || contextWindow < leastWindow) {
    throw new SettingsError(`WINDOW_TOKENS must be an integer from ${leastWindow}`);
  }
  return { ...settings, contextWindow };
}
