/**
 * Agent-like messages made by rule from the packages of one split, by kind, and the project's own
 * recorded sessions. Decides how much of each kind there is; the kinds are in agent/.
 */

import { readdirSync, readFileSync } from 'node:fs';
import { dataKinds } from './agent/data.mjs';
import { drawsOf, loadFaker, materialOf } from './agent/material.mjs';
import { talkKinds } from './agent/talk.mjs';
import { terminalKinds } from './agent/terminal.mjs';
import { dice as diceOf } from './random.mjs';

const longest = 9000;
const perShare = { fit: 64e3, heldout: 20e3 };

const groups = { terminal: terminalKinds, data: dataKinds, talk: talkKinds };

/** Texts of the sessions that the project recorded itself: parts of their messages, and tools. */
function recordedSessions() {
  const folder = new URL('../../../demo/sessions/', import.meta.url);
  const messages = [];
  const add = (file, text) => {
    if (typeof text === 'string' && text.length > 0) {
      messages.push({ category: 'session', source: 'demo/sessions', file, text });
    }
  };
  for (const file of readdirSync(folder).sort()) {
    if (!file.endsWith('.json')) continue;
    const session = JSON.parse(readFileSync(new URL(file, folder), 'utf8'));
    add(file, session.system);
    for (const tool of session.tools ?? []) add(file, JSON.stringify(tool));
    for (const { content } of session.messages) {
      if (typeof content === 'string') add(file, content);
      else {
        for (const part of content) {
          add(file, part.text);
          if (part.input !== undefined) add(file, JSON.stringify(part.input));
          const value = part.output?.value;
          if (value !== undefined)
            add(file, typeof value === 'string' ? value : JSON.stringify(value));
        }
      }
    }
  }
  return messages;
}

/** Agent-like messages of one split; `packaged` are its messages from packages. */
export async function agentMessages(split, packaged) {
  const faker = await loadFaker();
  const material = materialOf(packaged);
  const messages = split === 'fit' ? recordedSessions() : [];
  for (const [group, kinds] of Object.entries(groups)) {
    for (const [kind, [make, share]] of Object.entries(kinds)) {
      const category = kind === 'logs' ? 'logs' : `agent-${group}`;
      let left = share * perShare[split];
      for (let index = 0; left > 0; index += 1) {
        const seed = `${split} ${kind} ${index}`;
        faker.seed(index + (split === 'fit' ? 0 : 1e6));
        const dice = diceOf(seed);
        const windows = group === 'terminal' && dice.chance(0.12);
        const made = make({ ...drawsOf(material, dice), faker });
        const text = (windows ? made.replaceAll('\n', '\r\n') : made)
          .slice(0, longest)
          .toWellFormed();
        messages.push({ category, source: 'generated', file: seed, text });
        left -= Math.max(text.length, 60);
      }
    }
  }
  return messages;
}
