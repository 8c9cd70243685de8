/** A canvas that is as wide as its place, sharp on any screen, and drawn again when what it shows changes. */

import { useSignal, useSignalEffect } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';

export interface CanvasProps {
  /** CSS pixels. */
  height: number;
  label: string;
  draw: (context: CanvasRenderingContext2D, width: number) => void;
  /** With a place in CSS pixels, or without one when the pointer has left. */
  onPoint?: (at: { x: number; y: number; width: number } | undefined, isPressed: boolean) => void;
}

export function Canvas({ height, label, draw, onPoint }: CanvasProps) {
  const element = useRef<HTMLCanvasElement>(null);
  const width = useSignal(0);
  const size = useSignal(height);
  size.value = height;
  const drawing = useSignal(draw);
  drawing.value = draw;

  useEffect(() => {
    const canvas = element.current;
    if (canvas === null) return;
    const observer = new ResizeObserver(() => {
      width.value = canvas.clientWidth;
    });
    observer.observe(canvas);
    return () => observer.disconnect();
  }, [width]);

  useSignalEffect(() => {
    const canvas = element.current;
    const context = canvas?.getContext('2d');
    if (!canvas || !context || width.value === 0) return;
    const scale = devicePixelRatio || 1;
    const [w, h] = [Math.round(width.value * scale), Math.round(size.value * scale)];
    if (canvas.width !== w || canvas.height !== h) [canvas.width, canvas.height] = [w, h];
    context.setTransform(scale, 0, 0, scale, 0, 0);
    context.clearRect(0, 0, width.value, size.value);
    drawing.value(context, width.value);
  });

  const point = (event: PointerEvent, isPressed: boolean) => {
    const box = element.current?.getBoundingClientRect();
    if (box === undefined) return;
    onPoint?.(
      { x: event.clientX - box.left, y: event.clientY - box.top, width: box.width },
      isPressed,
    );
  };
  return (
    <canvas
      ref={element}
      class="drawing"
      style={{ height: `${height}px` }}
      role="img"
      aria-label={label}
      onPointerMove={(event) => point(event, false)}
      onPointerDown={(event) => point(event, true)}
      onPointerLeave={() => onPoint?.(undefined, false)}
    />
  );
}
