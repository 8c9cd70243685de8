/** What this browser keeps: one value for each kind of conversation, written after each turn. */

import { createStore, del, get, set } from 'idb-keyval';
import type { Workspace } from './tools.ts';
import type { ChatMessage, Shown, Who } from './who.ts';

export interface Kept {
  messages: ChatMessage[];
  /** What `session.snapshot()` gave. */
  state?: string | undefined;
  workspace: Workspace;
  shown?: Shown | undefined;
  /** What happened, in words. */
  events: string[];
  /** Names the session on a server. */
  id: string;
}
export interface Settings {
  who: Who;
  window: number;
}
/** One conversation runs in this tab, another one on a server. */
export type Place = 'tab' | 'server';

const store = createStore('epitome-live', 'kept');
export const load = (place: Place) => get<Kept>(place, store);
export const save = (place: Place, kept: Kept) => set(place, kept, store);
export const drop = (place: Place) => del(place, store);
export const loadSettings = () => get<Settings>('settings', store);
export const saveSettings = (settings: Settings) => set('settings', settings, store);

/** Resolves once this tab alone may write; `onWait` is called if another one may for now. */
export async function becomeOwner(onWait: () => void): Promise<void> {
  const held = (options: LockOptions) =>
    new Promise<boolean>((resolve, reject) => {
      navigator.locks
        .request('epitome-live', options, (lock) => {
          resolve(lock !== null);
          // Held until the tab is closed.
          return lock === null ? undefined : new Promise(() => {});
        })
        .catch(reject);
    });
  if (await held({ ifAvailable: true })) return;
  onWait();
  await held({});
}
