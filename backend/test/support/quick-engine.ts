import type { INestApplicationContext } from '@nestjs/common';
import sharp from 'sharp';
import { PortraitEngines, TooFewUsablePhotos, type PhotoAnalysis, type PortraitEngine } from '../../src/integrations/portrait-engine/index.js';

/** An analysis that decides what becomes of a training with such a photo. */
export function analysisOf(fate: 'works' | 'fails'): PhotoAnalysis {
  return { quality: fate === 'works' ? 1 : 0, faceHeight: 300, yaw: 0, roll: 0, embedding: '', perceptualHash: '0'.repeat(16) };
}

async function quickEngine(): Promise<Pick<PortraitEngine, 'train' | 'generate'>> {
  const jpeg = await sharp({ create: { width: 8, height: 10, channels: 3, background: '#888' } }).jpeg().toBuffer();
  return {
    train: async ({ photos }) => {
      if (photos.some(({ analysis }) => analysis.quality === 0)) throw new TooFewUsablePhotos(0, photos.length);
      return { descriptor: {}, artifacts: [{ name: 'crop.jpg', contentType: 'image/jpeg', bytes: jpeg }], setAside: [] };
    },
    generate: async ({ count, onPortrait }) => {
      const portraits = Array.from({ length: count }, (_, index) => ({ index, jpeg, width: 8, height: 10, likeness: 1, rank: 1, face: { x: 4, y: 4, height: 4 }, source: null }));
      for (const portrait of portraits) await onPortrait?.(portrait);
      return portraits;
    },
  };
}

/** Gives a worker an engine that costs nothing, so that what the product does around it can be played often. */
export async function hurry(worker: INestApplicationContext): Promise<void> {
  Object.assign(worker.get(PortraitEngines, { strict: false }).current, await quickEngine());
}
