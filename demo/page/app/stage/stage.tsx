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
  const moving = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (moving.current === null) return;
    const observer = new IntersectionObserver(([entry]) => {
      isAway.value = entry?.isIntersecting === false;
    });
    observer.observe(moving.current);
    return () => observer.disconnect();
  }, []);
  return (
    <section id="stage" class="stage" data-step={step.value + 1}>
      <Hero />
      <div ref={moving}>
        <div class={`strips${timeline.value === undefined ? ' is-empty' : ''}`}>
          <History />
          <Window />
          <Tie />
        </div>
        <Controls />
        <Chart />
      </div>
      <div class="reading">
        <List />
        <Detail />
      </div>
    </section>
  );
}
