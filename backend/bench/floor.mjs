/**
 * What no engine can undercut: decoding and encoding the pixels of one portrait, and the engine's own time for one
 * portrait, measured in the same run on one render thread.
 */
import sharp from 'sharp';
import { createPhotoInspector, createStudioEngine } from '../dist/integrations/portrait-engine/studio/index.js';

const RUNS = 5;

/** @returns {Promise<{ floorMs: number, oneThreadMs: number, twoThreadsMs: number }>} medians per portrait */
export async function measurePortrait(photos) {
  const inspector = createPhotoInspector({ processes: 2 });
  const inspections = await Promise.all(photos.map((photo) => inspector.inspect(Buffer.from(photo))));
  await inspector.close();
  const accepted = inspections.filter((inspection) => inspection.ok);
  const trainer = createStudioEngine({ renderThreads: 1 });
  const model = await trainer.train({ photos: accepted.map((photo, index) => ({ id: String(index), analysis: photo.analysis, read: async () => photo.jpeg })), onProgress: () => undefined });
  await trainer.close();
  const one = await perPortrait(model, 1);
  const two = await perPortrait(model, 2);
  return { floorMs: await floor(one.jpeg), oneThreadMs: one.ms, twoThreadsMs: two.ms };
}

async function perPortrait(model, renderThreads) {
  const engine = createStudioEngine({ renderThreads });
  const artifacts = new Map(model.artifacts.map((artifact) => [artifact.name, artifact.bytes]));
  const generate = (seed) => engine.generate({ descriptor: model.descriptor, readArtifact: async (name) => artifacts.get(name), scene: 'city-daylight', seed, count: 8, onProgress: () => undefined });
  await generate(1); // threads and caches
  const start = performance.now();
  const portraits = await generate(2);
  const ms = (performance.now() - start) / portraits.length;
  await engine.close();
  return { ms, jpeg: portraits[0].jpeg };
}

async function floor(jpeg) {
  const times = [];
  for (let run = 0; run < RUNS; run += 1) {
    const start = performance.now();
    const { data, info } = await sharp(jpeg).raw().toBuffer({ resolveWithObject: true });
    await sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } }).jpeg({ quality: 92, chromaSubsampling: '4:4:4' }).toBuffer();
    times.push(performance.now() - start);
  }
  return times.toSorted((a, b) => a - b)[Math.floor(RUNS / 2)];
}
