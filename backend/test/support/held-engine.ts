import type { INestApplicationContext } from '@nestjs/common';
import sharp from 'sharp';
import {
  EngineExhausted,
  PortraitEngines,
  type RenderedPortrait,
} from '../../src/integrations/portrait-engine/index.js';
import { until } from './until.js';

/** A run in the hands of a test. */
export interface HeldRun {
  /** Shows this portrait in small. Resolves when the product has taken it. */
  show(index: number): Promise<void>;
  /** Delivers this portrait with all its files, and leaves the run at work. */
  deliver(index: number): Promise<void>;
  /** Delivers what is missing, or fails. */
  end(outcome: 'delivers' | 'fails'): void;
}

export interface HeldRuns {
  /** The run with this id, once the worker is at it. */
  of(id: string): Promise<HeldRun>;
  /** Lets go of all of them, so that a test that failed holds up no other. */
  endAll(): void;
}

/** Gives a worker an engine whose runs wait for the test. */
export function holdRuns(worker: INestApplicationContext): HeldRuns {
  const held = new Map<string, HeldRun>();
  const engine = worker.get(PortraitEngines, { strict: false }).current;
  engine.generate = async ({ task, count, done, signal, onRendered, onPortrait }) => {
    const portraits = await Promise.all(Array.from({ length: count }, (_, index) => drawn(index)));
    const delivered = new Set(done);
    const deliver = async (index: number) => {
      delivered.add(index);
      await onPortrait?.(portraits[index]!);
    };
    const outcome = await new Promise<'delivers' | 'fails'>((end, cancel) => {
      signal?.addEventListener('abort', () => cancel(new Error('called off')), { once: true });
      held.set(task, { show: async (index) => onRendered?.(portraits[index]!), deliver, end });
    });
    if (outcome === 'fails') throw new EngineExhausted('this run fails');
    for (const { index } of portraits) if (!delivered.has(index)) await deliver(index);
    return portraits;
  };
  return {
    of: (id) => until('the worker to be at the run', () => Promise.resolve(held.get(id) ?? null)),
    endAll: () => {
      for (const run of held.values()) run.end('fails');
      held.clear();
    },
  };
}

/** Larger than any preview, and dark for even positions. */
async function drawn(index: number): Promise<RenderedPortrait> {
  const [width, height] = [640, 800];
  const jpeg = await sharp({
    create: { width, height, channels: 3, background: index % 2 === 0 ? '#14161a' : '#f2f1ee' },
  })
    .jpeg()
    .toBuffer();
  return {
    index,
    jpeg,
    width,
    height,
    likeness: 1,
    rank: 1,
    face: { x: 320, y: 310, height: 250 },
    source: null,
    isSample: false,
  };
}
