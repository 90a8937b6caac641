import type { INestApplicationContext } from '@nestjs/common';
import sharp from 'sharp';
import {
  PortraitEngines,
  TooFewUsablePhotos,
  type PreviewEngine,
} from '../../src/integrations/portrait-engine/index.js';
import { until } from './until.js';

/** Previews of one photo of a draft in the hands of a test. */
export interface HeldPreviews {
  photoId: string;
  /** Delivers one picture. */
  show(place: number): Promise<void>;
  /** Delivers what is missing, or fails: for good where no picture can be made of the photo. */
  end(outcome: 'delivers' | 'fails' | 'cannot'): void;
}

/** Gives a worker previews that wait for the test, in the order in which they are begun. */
export function holdPreviews(worker: INestApplicationContext): { next(): Promise<HeldPreviews> } {
  const held: HeldPreviews[] = [];
  const engine: Pick<PreviewEngine, 'previewPhoto'> = worker.get(PortraitEngines, { strict: false }).previews;
  engine.previewPhoto = async ({ photo, scenes, onPreview, signal }) => {
    const missing = new Set(scenes);
    const show = async (place: number): Promise<void> => {
      const scene = scenes[place]!;
      missing.delete(scene);
      await onPreview({ scene, jpeg: await drawn(place) });
    };
    const outcome = await new Promise<'delivers' | 'fails' | 'cannot'>((end, cancel) => {
      signal?.addEventListener('abort', () => cancel(new Error('called off')), { once: true });
      held.push({ photoId: photo.id, show, end });
    });
    if (outcome === 'cannot') throw new TooFewUsablePhotos(0, 1);
    if (outcome === 'fails') throw new Error('these previews fail');
    for (const scene of missing) await show(scenes.indexOf(scene));
  };
  return { next: () => until('the worker to be at previews', () => held.shift() ?? null) };
}

/** Larger than any preview may be. */
const drawn = (place: number): Promise<Buffer> =>
  sharp({
    create: { width: 1024, height: 1280, channels: 3, background: { r: 40 + place * 60, g: 120, b: 90 } },
  })
    .jpeg()
    .toBuffer();
