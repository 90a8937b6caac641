import type { INestApplicationContext } from '@nestjs/common';
import { PortraitEngines, type PortraitEngine } from '../../src/integrations/portrait-engine/index.js';

export interface Gate {
  /** What is begun from now on stands still half-way: a training that has told of its progress, a run that has shown its first portrait. */
  shut(): void;
  /** All goes on. */
  open(): void;
}

/** Has a worker's engine wait half-way where a test wants it to; nothing stands still before. */
export function holdHalfWay(worker: INestApplicationContext): Gate {
  const engine = worker.get(PortraitEngines, { strict: false }).current;
  const { train, generate } = { train: engine.train.bind(engine), generate: engine.generate.bind(engine) };
  let passage = Promise.withResolvers<void>();
  passage.resolve();
  const half: Pick<PortraitEngine, 'train' | 'generate'> = {
    train: async (request) => {
      request.onProgress({ stage: 'analysing', fraction: 0.1 });
      await passage.promise;
      return train(request);
    },
    generate: (request) =>
      generate({
        ...request,
        onPortrait: async (portrait) => {
          if (portrait.index > 0) await passage.promise;
          else await request.onRendered?.(portrait);
          await request.onPortrait?.(portrait);
        },
      }),
  };
  Object.assign(engine, half);
  return {
    shut: () => (passage = Promise.withResolvers<void>()),
    open: () => passage.resolve(),
  };
}
