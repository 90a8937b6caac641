import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RenderedPortrait, TrainedModel } from '../core/port.js';
import { createStudioEngine } from '../node/index.js';
import { readDescriptor } from '../core/descriptor.js';
import { cosine, embeddingFromText } from '../core/photo-likeness.js';
import { measurePortrait, type PortraitMeasure } from '../quality/measure-portrait.js';
import { drawnPhoto, OTHER_PERSON } from '../../test/support/drawn-faces.js';
import { drawnTraining, SMALL } from './drawn-model.js';
import { faceModels } from './face-models.js';
import { differenceOf } from './picture-difference.js';
import { isWhole, wholeOr } from './whole.js';
import { inspected, photoSet } from './photo-sets.js';

/** The styles that are promised first: each stands for one kind of background. */
const SCENES = wholeOr(['city-daylight', 'linkedin', 'black-bg', 'studio-grey'], ['linkedin', 'black-bg']);
const COUNT = isWhole ? 8 : 3;
const engine = createStudioEngine(isWhole ? {} : SMALL);

interface Measured {
  portraits: RenderedPortrait[];
  measures: PortraitMeasure[];
}

/** Who is shown, by their likeness vectors, and others. */
interface Shown {
  kind: string;
  model: TrainedModel;
  own: string[];
  others: string[];
}

const embeddingsOf = async (photos: readonly Buffer[], name: string): Promise<string[]> =>
  (await inspected(photos, name)).map(({ analysis }) => analysis.embedding);

async function photographed(): Promise<Shown> {
  const { kind, person, others } = await photoSet();
  const own = await inspected(person, 'own');
  return {
    kind,
    model: await engine.train({ photos: own, onProgress: () => {} }),
    own: own.map(({ analysis }) => analysis.embedding),
    others: await embeddingsOf(others, 'other'),
  };
}

async function drawn(): Promise<Shown> {
  const { model, embeddings } = await drawnTraining();
  const other = await drawnPhoto({ ...OTHER_PERSON, width: 640, height: 800 });
  return { kind: 'drawings', model, own: embeddings, others: await embeddingsOf([other], 'other') };
}

let shown: Shown;
let model: TrainedModel;
const runs = new Map<string, Measured>();
let barsMeasured = 0;

/** As customers get them, 1024 × 1280; the sample is small, of a drawn person whom other tests have trained with already. */
beforeAll(async () => {
  shown = isWhole ? await photographed() : await drawn();
  ({ model } = shown);
  for (const scene of SCENES) {
    const portraits = await engine.generate({
      descriptor: model.descriptor,
      readArtifact: (name) => Promise.resolve(model.artifacts.find((a) => a.name === name)!.bytes),
      scene,
      seed: 2026,
      count: COUNT,
      onProgress: () => {},
    });
    const measures: PortraitMeasure[] = [];
    for (const [i, { jpeg }] of portraits.entries()) {
      const measure = await measurePortrait(await faceModels(), jpeg);
      if (!measure) throw new Error(`${scene} ${i}: no face in the portrait`);
      measures.push(measure);
    }
    runs.set(scene, { portraits, measures });
  }
});

afterAll(async () => {
  await engine.close();
  console.info(`${barsMeasured} quality values measured on ${shown.kind}`);
  if (barsMeasured === 0) throw new Error('no quality bar was measured');
});

/** Checks one value against its bar and counts that it was done. */
function bar(value: number, low: number, high: number, what: string): void {
  barsMeasured++;
  expect(value, what).toBeGreaterThanOrEqual(low);
  expect(value, what).toBeLessThanOrEqual(high);
}

describe.each(SCENES)('%s', (scene) => {
  it('shows one upright face where a portrait has it', () => {
    for (const [i, m] of runs.get(scene)!.measures.entries()) {
      const name = `${scene} ${i}`;
      bar(m.faces, 1, 1, `${name}: faces`);
      bar(m.eyeY, 0.28, 0.45, `${name}: height of the eyes`);
      bar(m.eyeX, 0.4, 0.6, `${name}: middle of the eyes`);
      bar(m.faceHeight, 0.26, 0.5, `${name}: height of the face`);
      bar(Math.abs(m.roll), 0, 0.09, `${name}: tilt`);
    }
  });

  it('is well lit and sharp', () => {
    for (const [i, m] of runs.get(scene)!.measures.entries()) {
      bar(m.light, 85, 190, `${scene} ${i}: face brightness`);
      bar(m.clipped, 0, 0.03, `${scene} ${i}: clipped share`);
      bar(m.reblur, 0.45, 1, `${scene} ${i}: sharpness`);
    }
  });

  it('shows the person and nobody else', () => {
    const references = shown.own.map(embeddingFromText);
    const strangers = shown.others.map(embeddingFromText);
    const { portraits, measures } = runs.get(scene)!;
    for (const [i, { embedding }] of measures.entries()) {
      const likeness = Math.max(...references.map((r) => cosine(r, embedding)));
      bar(likeness, 0.85, 1, `${scene} ${i}: likeness`);
      bar(portraits[i]!.likeness! - likeness, -0.06, 0.06, `${scene} ${i}: reported likeness`);
      for (const stranger of strangers)
        bar(likeness - cosine(stranger, embedding), 0.2, 2, `${scene} ${i}: distance to others`);
    }
  });

  it('comes in clearly different variants', async () => {
    const { portraits } = runs.get(scene)!;
    for (let i = 0; i < COUNT; i++) {
      for (let j = i + 1; j < COUNT; j++)
        bar(await differenceOf(portraits[i]!.jpeg, portraits[j]!.jpeg), 0.04, 1, `${scene} ${i}/${j}: difference`);
    }
  });
});

describe('backgrounds and cutouts', () => {
  it('are as dark and as light as their names say', () => {
    for (const m of runs.get('black-bg')!.measures) bar(m.border, 0, 0.16, 'black-bg: border');
    for (const m of runs.get('linkedin')!.measures) bar(m.border, 0.8, 1, 'linkedin: border');
  });

  it('use at least three photos and none with a visibly wrong outline', () => {
    const { cutouts } = readDescriptor(model.descriptor);
    bar(cutouts.length, 3, 8, 'cutouts');
    for (const c of cutouts) bar(c.uncertainty, 0, 0.2, `${c.artifact}: undecided share`);
  });
});
