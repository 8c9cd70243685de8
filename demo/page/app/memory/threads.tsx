/** The threads as lines behind the columns. */

import { useSignal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Thread } from '../../../engine/threads.ts';
import { focus, isFollowed } from './state.ts';

export const keyOf = ({ step, reference }: Thread) => `${step} ${reference.from} ${reference.text}`;

interface Path {
  key: string;
  d: string;
  isHeld: boolean;
  isStrong: boolean;
}

/** From `a` to `b`, leaving and arriving level. */
function curve([ax, ay]: readonly [number, number], [bx, by]: readonly [number, number]) {
  const bend = (bx - ax) / 2;
  return `M${ax} ${ay}C${ax + bend} ${ay} ${bx - bend} ${by} ${bx} ${by}`;
}

function pathsIn(frame: Element, drawn: readonly Thread[]): Path[] {
  const { left, top } = frame.getBoundingClientRect();
  const by = (name: string) =>
    new Map(
      [...frame.querySelectorAll<HTMLElement>(`[data-${name}]`)].map((element) => [
        element.dataset[name] as string,
        element,
      ]),
    );
  const [said, held, wanted] = [by('said'), by('held'), by('wanted')];
  const gaps = [...by('gap').values()];
  const from = (message: number) =>
    gaps.find(({ dataset }) => Number(dataset.gap) <= message && message <= Number(dataset.last)) ??
    said.get(String(message));
  const side = (element: Element, right: boolean) => {
    const box = element.getBoundingClientRect();
    return [
      Math.round((right ? box.right : box.left) - left),
      Math.round(box.top + box.height / 2 - top),
    ] as const;
  };
  return drawn.flatMap((thread) => {
    const key = keyOf(thread);
    const [a, b, c] = [from(thread.reference.from), held.get(key), wanted.get(key)];
    if (!a || !b || !c) return [];
    return {
      key,
      d: curve(side(a, true), side(b, false)) + curve(side(b, true), side(c, false)),
      isHeld: thread.reference.held,
      isStrong: isFollowed(thread),
    };
  });
}

export function Drawn({ drawn }: { drawn: readonly Thread[] }) {
  const own = useRef<SVGSVGElement>(null);
  const paths = useSignal<Path[]>([]);
  // Read, so that a new choice draws anew.
  void focus.value;
  useLayoutEffect(() => {
    const frame = own.current?.parentElement;
    if (!frame) return;
    const draw = () => {
      const next = pathsIn(frame, drawn);
      if (JSON.stringify(next) !== JSON.stringify(paths.value)) paths.value = next;
    };
    // It is told when the columns have been laid out, and again when a row opens or a font arrives.
    const observer = new ResizeObserver(draw);
    for (const column of frame.children) observer.observe(column);
    return () => observer.disconnect();
  });
  const ordered = paths.value.toSorted((a, b) => Number(a.isStrong) - Number(b.isStrong));
  return (
    <svg ref={own} class="lines" aria-hidden="true" focusable="false">
      {ordered.map(({ key, d, isHeld, isStrong }) => (
        <path key={key} d={d} class={`${isHeld ? 'held' : 'broken'} ${isStrong ? 'strong' : ''}`} />
      ))}
    </svg>
  );
}
