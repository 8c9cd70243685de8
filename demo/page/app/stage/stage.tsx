/** The session as it plays: what was said, what the model was shown, and what became of each message. */

import { useEffect, useRef } from 'preact/hooks';
import { isRunning, run, step } from '../player.ts';
import { Chart } from './chart.tsx';
import { Controls } from './controls.tsx';
import { Detail } from './detail.tsx';
import { Hero } from './hero.tsx';
import { History } from './history.tsx';
import { List } from './list.tsx';
import { Window } from './window.tsx';
import './stage.css';

export function Stage() {
  const strips = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (strips.current === null) return;
    // What nobody sees need not play.
    const observer = new IntersectionObserver(([entry]) => {
      if (entry?.isIntersecting === false && isRunning.peek()) run(false);
    });
    observer.observe(strips.current);
    return () => observer.disconnect();
  }, []);
  return (
    <section id="stage" class="stage" data-step={step.value + 1}>
      <Hero />
      <div class="strips" ref={strips}>
        <History />
        <Window />
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
