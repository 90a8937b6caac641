/**
 * What no engine can undercut: decoding and encoding the pixels of one portrait, and the engine's own time for one
 * portrait, measured in the same run on one render thread.
 */
import sharp from 'sharp';
import { measureStages } from './stages.mjs';
import { createPhotoInspector, createStudioEngine } from '../studio/dist/node/index.js';

const RUNS = 5;
const SCENE = 'city-daylight';

/**
 * Per portrait, milliseconds: the engine with one render thread; rendering alone with one thread and with two (likeness is measured in a
 * thread of its own beside them, so it would hide what a second one brings); the floor; and each stage.
 */
export async function measurePortrait(photos) {
  const inspector = createPhotoInspector({ processes: 2 });
  const inspections = await Promise.all(photos.map((photo) => inspector.inspect(Buffer.from(photo))));
  await inspector.close();
  const accepted = inspections.filter((inspection) => inspection.ok);
  const trainer = createStudioEngine({ renderThreads: 1 });
  const model = await trainer.train({
    photos: accepted.map((photo, index) => ({
      id: String(index),
      analysis: photo.analysis,
      read: async () => photo.jpeg,
    })),
    onProgress: () => undefined,
  });
  await trainer.close();
  const one = await perPortrait(model, 1);
  const bare = { ...model, descriptor: { ...model.descriptor, references: [] } };
  const [renderOne, renderTwo] = [await perPortrait(bare, 1), await perPortrait(bare, 2)];
  const stages = await measureStages(
    accepted.map(({ jpeg }) => jpeg),
    model,
    SCENE,
  );
  return {
    floorMs: await floor(one.jpeg),
    oneThreadMs: one.ms,
    renderOneMs: renderOne.ms,
    renderTwoMs: renderTwo.ms,
    stages,
  };
}

async function perPortrait(model, renderThreads) {
  const engine = createStudioEngine({ renderThreads });
  const artifacts = new Map(model.artifacts.map((artifact) => [artifact.name, artifact.bytes]));
  const generate = (seed) =>
    engine.generate({
      descriptor: model.descriptor,
      readArtifact: async (name) => artifacts.get(name),
      scene: SCENE,
      seed,
      count: 8,
      onProgress: () => undefined,
    });
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
    await sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } })
      .jpeg({ quality: 92, chromaSubsampling: '4:4:4' })
      .toBuffer();
    times.push(performance.now() - start);
  }
  return times.toSorted((a, b) => a - b)[Math.floor(RUNS / 2)];
}
