import { setTimeout as pause } from 'node:timers/promises';
import type { INestApplicationContext } from '@nestjs/common';
import sharp from 'sharp';
import {
  PortraitEngines,
  TooFewUsablePhotos,
  type PhotoAnalysis,
  type PortraitEngine,
  type PreviewEngine,
  type RenderedPortrait,
} from '../../src/integrations/portrait-engine/index.js';

/** An analysis that decides what becomes of a training with such a photo. */
export function analysisOf(fate: 'works' | 'fails'): PhotoAnalysis {
  return {
    quality: fate === 'works' ? 1 : 0,
    faceHeight: 300,
    yaw: 0,
    roll: 0,
    embedding: '',
    perceptualHash: '0'.repeat(16),
  };
}

type Work = Pick<PortraitEngine, 'train' | 'generate'>;

/** A small picture for each place of a run, no two of them alike. */
async function portrait(index: number): Promise<RenderedPortrait> {
  const grey = 40 + index * 20;
  const jpeg = await sharp({ create: { width: 8, height: 10, channels: 3, background: { r: grey, g: grey, b: grey } } })
    .jpeg()
    .toBuffer();
  return {
    index,
    jpeg,
    width: 8,
    height: 10,
    likeness: 1,
    rank: 1,
    face: { x: 4, y: 4, height: 4 },
    source: null,
    isSample: false,
  };
}

async function quickEngine(): Promise<Work> {
  const { jpeg } = await portrait(0);
  return {
    train: async ({ photos }) => {
      if (photos.some(({ analysis }) => analysis.quality === 0)) throw new TooFewUsablePhotos(0, photos.length);
      return {
        descriptor: {},
        artifacts: [{ name: 'crop.jpg', contentType: 'image/jpeg', bytes: jpeg }],
        crops: 1,
        offersRetouch: true,
        photos: photos.map(({ id }, place) =>
          place === 0
            ? { photoId: id, cutout: 'crop.jpg', reason: null }
            : { photoId: id, cutout: null, reason: 'near_duplicate' },
        ),
      };
    },
    generate: async ({ count, onPortrait }) => {
      const portraits = await Promise.all(Array.from({ length: count }, (_, index) => portrait(index)));
      for (const portrait of portraits) await onPortrait?.(portrait);
      return portraits;
    },
  };
}

/** Gives a worker an engine that costs nothing, so that what the product does around it can be played often. */
export async function hurry(worker: INestApplicationContext): Promise<void> {
  Object.assign(worker.get(PortraitEngines, { strict: false }).current, await quickEngine());
  await hurryPreviews(worker);
}

/** Gives a worker previews that cost nothing: a draft alone has the models loaded for them. Its engine stays. */
export async function hurryPreviews(worker: INestApplicationContext): Promise<void> {
  const { jpeg } = await portrait(0);
  const quick: Pick<PreviewEngine, 'warmUp' | 'previewPhoto' | 'previewModel'> = {
    warmUp: () => Promise.resolve(),
    previewPhoto: async ({ scenes, onPreview }) => {
      for (const scene of scenes) await onPreview({ scene, jpeg });
    },
    previewModel: async ({ scenes, onPreview }) => {
      for (const scene of scenes) await onPreview({ scene, jpeg });
    },
  };
  Object.assign(worker.get(PortraitEngines, { strict: false }).previews, quick);
}

/** Gives a worker an engine that reads its photos, as each one does, and fails with the first that is not there. */
export function failOnMissingPhotos(worker: INestApplicationContext): void {
  const engine: Pick<PortraitEngine, 'train'> = worker.get(PortraitEngines, { strict: false }).current;
  engine.train = async ({ photos }) => {
    for (const photo of photos) await photo.read();
    throw new Error('the photos of this training are there');
  };
}

/**
 * An engine that is still at it whenever one looks: it begins, waits until it is told to stop, and then ends its work all the same,
 * as one might that hears of it too late.
 */
async function stubbornEngine(): Promise<Work> {
  const { train, generate } = await quickEngine();
  const told = (signal?: AbortSignal) =>
    new Promise<void>((resolve) =>
      signal?.aborted ? resolve() : signal?.addEventListener('abort', () => resolve(), { once: true }),
    );
  return {
    train: async (request) => {
      request.onProgress({ stage: 'analysing', fraction: 0.1 });
      await told(request.signal);
      return train(request);
    },
    generate: async (request) => {
      const first = await portrait(0);
      await request.onPortrait?.(first);
      await told(request.signal);
      const others = await generate({
        ...request,
        onPortrait: (each) => (each.index === 0 ? undefined : request.onPortrait?.(each)),
      });
      return [first, ...others.slice(1)];
    },
  };
}

/** Gives a worker an engine that is called off in vain. */
export async function beStubborn(worker: INestApplicationContext): Promise<void> {
  Object.assign(worker.get(PortraitEngines, { strict: false }).current, await stubbornEngine());
}

export interface WorkInSteps {
  /** The last portrait of a run waits until this is called; those of later runs do not. */
  finish(): void;
}

/** Gives a worker an engine that takes its time and tells of each step, as the true ones do, and needs no processor for it. */
export async function workInSteps(worker: INestApplicationContext, stepMs: number): Promise<WorkInSteps> {
  const { train, generate } = await quickEngine();
  const last = Promise.withResolvers<void>();
  const stepped: Work = {
    train: async (request) => {
      for (let step = 1; step <= 8; step += 1) {
        request.onProgress({ stage: 'analysing', fraction: step / 10 });
        await pause(stepMs, undefined, { signal: request.signal });
      }
      return train(request);
    },
    generate: async (request) => {
      const { done, count, signal, onRendered, onPortrait } = request;
      const portraits = await generate({ ...request, onPortrait: () => undefined });
      for (const each of portraits.filter(({ index }) => !done?.has(index))) {
        await pause(stepMs, undefined, { signal });
        if (each.index === count - 1) await Promise.race([last.promise, aborted(signal)]);
        await onRendered?.(each);
        await onPortrait?.(each);
      }
      return portraits;
    },
  };
  Object.assign(worker.get(PortraitEngines, { strict: false }).current, stepped);
  return { finish: () => last.resolve() };
}

const aborted = (signal?: AbortSignal) =>
  new Promise<never>((_, reject) =>
    signal?.addEventListener('abort', () => reject(new Error('called off')), { once: true }),
  );
