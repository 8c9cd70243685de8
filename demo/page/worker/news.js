/** What a page gets of a play: figures of every step, and no text. The same from the worker and from the build. */

/** What is known of a session before its first step is played. */
export function infoOf({ player, session, windowTokens, play, fresh }) {
  const { messages, tokens, systemTokens } = player;
  return {
    play,
    fresh,
    name: session.name,
    format: session.format,
    notes: session.notes,
    windowTokens,
    systemTokens,
    roles: messages.map(({ role }) => role),
    tokens: tokens.slice(),
    stepCount: messages.filter(({ role }) => role === 'assistant').length,
  };
}

/** What the page keeps of a keyframe. */
export function slim({ items, ...keyframe }) {
  return { ...keyframe, items: items.map(({ text, message, ...item }) => item) };
}
