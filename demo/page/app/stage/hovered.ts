import { signal } from '@preact/signals';
import type { Selection } from '../player.ts';

/** What the pointer is over. */
export const hovered = signal<Selection>(undefined);
