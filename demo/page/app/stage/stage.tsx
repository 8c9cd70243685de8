/** The session as it plays: what was said, what the model was shown, and what became of each message. */

import { useEffect, useRef } from 'preact/hooks';
import { isAway, step, timeline } from '../player.ts';
import { Chart } from './chart.tsx';
import { Controls } from './controls.tsx';
import { Detail } from './detail.tsx';
import { Hero } from './hero.tsx';
import { History } from './history.tsx';
import { List } from './list.tsx';
import { Tie } from './tie.tsx';
import { Window } from './window.tsx';
import './stage.css';

export function Stage() {
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    const seen = new Set<Element>();
    const observer = new IntersectionObserver((entries) => {
      for (const { target, isIntersecting } of entries) {
        if (isIntersecting) seen.add(target);
        else seen.delete(target);
      }
      isAway.value = seen.size === 0;
    });
    for (const part of section.current?.querySelectorAll('.strips, .controls, .chart') ?? []) {
      observer.observe(part);
    }
    return () => observer.disconnect();
  }, []);
  return (
    <section id="stage" class="stage" data-step={step.value + 1} ref={section}>
      <Hero />
      <div class={`strips${timeline.value === undefined ? ' is-empty' : ''}`}>
        <History />
        <Window />
        <Tie />
      </div>
      <Controls />
      <Chart />
      <div class="reading">
        <List />
        <Detail />
      </div>
    </section>
  );
}
