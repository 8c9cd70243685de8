/** A thin line from the range in the history to the record that stands for it. */

import { useSignal, useSignalEffect } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { timeline } from '../player.ts';
import { rowCount, shownRecord, starts } from './blocks.ts';
import { rowsOf } from './history.tsx';

export function Tie() {
  const element = useRef<SVGSVGElement>(null);
  const path = useSignal('');
  const width = useSignal(0);
  useEffect(() => {
    const parent = element.current?.parentElement;
    if (!parent) return;
    const observer = new ResizeObserver(() => {
      width.value = parent.clientWidth;
    });
    observer.observe(parent);
    return () => observer.disconnect();
  }, [width]);
  useSignalEffect(() => {
    const record = shownRecord.value;
    const [above, below] = element.current?.parentElement?.querySelectorAll('canvas') ?? [];
    const own = element.current?.getBoundingClientRect();
    const window = timeline.value?.window;
    if (!record || !above || !below || !own || !window || width.value === 0) {
      path.value = '';
      return;
    }
    const scale = width.value / window;
    const { pitch, row } = rowsOf(rowCount.value);
    const from = starts.value[record.first - 1] as number;
    const to = starts.value[record.last] as number;
    // From the last row that the range reaches.
    const r = Math.max(0, Math.ceil(to / window) - 1);
    const left = Math.max(from, r * window) - r * window;
    const x = ((left + to - r * window) / 2) * scale;
    const y = above.getBoundingClientRect().top - own.top + r * pitch + row;
    const endX = ((record.from + record.to) / 2) * scale;
    const endY = below.getBoundingClientRect().top - own.top;
    const middle = (y + endY) / 2;
    path.value = `M${x} ${y}C${x} ${middle} ${endX} ${middle} ${endX} ${endY}`;
  });
  return (
    <svg class="tie" ref={element} aria-hidden="true">
      <path d={path.value} />
    </svg>
  );
}
