/** Details whose content is made when they are opened first: records have many rows. */

import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';

interface Props {
  summary: ComponentChildren;
  /** Open from the start, and again whenever it becomes true. */
  open?: boolean;
  class?: string;
  children: () => ComponentChildren;
}

export function Details({ summary, open = false, class: name, children }: Props) {
  const wasOpen = useSignal(open);
  if (open) wasOpen.value = true;
  return (
    <details
      class={name}
      open={open}
      onToggle={({ currentTarget }) => {
        if (currentTarget.open) wasOpen.value = true;
      }}
    >
      <summary>{summary}</summary>
      {wasOpen.value && children()}
    </details>
  );
}
