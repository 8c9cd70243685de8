/** Makes what is far down the page when the reader comes near it, so that the page opens without it. */

import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

const distance = '50% 0px';

export function Near({ name, children }: { name: string; children: () => ComponentChildren }) {
  const place = useRef<HTMLDivElement>(null);
  const isNear = useSignal(false);
  useEffect(() => {
    if (place.current === null) return;
    const observer = new IntersectionObserver(
      (all) => {
        if (!all.some(({ isIntersecting }) => isIntersecting)) return;
        isNear.value = true;
        observer.disconnect();
      },
      { rootMargin: distance },
    );
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [isNear]);
  return (
    <div ref={place} class={`near ${name}`}>
      {isNear.value && children()}
    </div>
  );
}
