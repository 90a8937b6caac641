/** Where the time of a training and of a portrait goes: the engine's own steps, one after the other in this thread. */
import { analysePhoto } from '../studio/dist/core/training/analyse.js';
import { prepareCutout } from '../studio/dist/core/training/prepare-cutout.js';
import { loadFaceLibrary } from '../studio/dist/node/models/face-library.js';
import { createBackdrop } from '../studio/dist/core/rendering/backdrop.js';
import { compose } from '../studio/dist/core/rendering/compose.js';
import { develop } from '../studio/dist/core/rendering/develop.js';
import { likenessOf } from '../studio/dist/core/rendering/likeness.js';
import { placePerson } from '../studio/dist/core/rendering/place-person.js';
import { sharpPictures } from '../studio/dist/node/pictures.js';
import { encodePortrait } from '../studio/dist/node/rendering/render-portrait.js';
import { planVariants } from '../studio/dist/core/rendering/variants.js';
import { findPortraitRoom } from '../studio/dist/core/training/portrait-room.js';
import { sceneOf } from '../studio/dist/scenes/registry.js';

const [WIDTH, HEIGHT] = [1024, 1280];
const PHOTOS = 3;

/** Adds up what each step takes. */
class Stopwatch {
  totals = new Map();

  async time(step, work) {
    const start = performance.now();
    const result = await work();
    this.totals.set(step, (this.totals.get(step) ?? 0) + performance.now() - start);
    return result;
  }
}

/** @returns {Promise<{ training: [string, number][], portrait: [string, number][] }>} milliseconds per photo, and per portrait of a run */
export async function measureStages(jpegs, model, scene) {
  const library = await loadFaceLibrary();
  await analysePhoto(sharpPictures, library, await sharpPictures.decode(jpegs[0]), 0); // models and caches
  return {
    training: await trainingStages(library, jpegs.slice(0, PHOTOS), model),
    portrait: await portraitStages(library, model, scene),
  };
}

async function trainingStages(library, jpegs, { descriptor }) {
  const watch = new Stopwatch();
  for (const [index, jpeg] of jpegs.entries()) {
    const photo = await watch.time('Foto lesen', () => sharpPictures.decode(jpeg));
    const analysed = await watch.time('Gesicht finden', () => analysePhoto(sharpPictures, library, photo, index));
    const room = await watch.time('Person finden', () =>
      findPortraitRoom(sharpPictures, library.personMask, photo, analysed, 'training'),
    );
    if (typeof room === 'string') continue;
    await watch.time('Freistellen', () =>
      prepareCutout(sharpPictures, photo, analysed, room, descriptor.skin, {
        artifact: 'x.webp',
        before: 'x.jpg',
        faceHeight: 520,
        dimness: 0,
      }),
    );
  }
  return [...watch.totals].map(([step, ms]) => [step, ms / jpegs.length]);
}

async function portraitStages(library, { descriptor, artifacts }, sceneKey) {
  const watch = new Stopwatch();
  const scene = sceneOf(sceneKey);
  const variants = planVariants({ scene, seed: 2, count: 8 }, descriptor.cutouts);
  for (const variant of variants) {
    const cutout = descriptor.cutouts[variant.source];
    const webp = artifacts.find(({ name }) => name === cutout.artifact).bytes;
    const person = await watch.time('Person lesen und setzen', () =>
      placePerson(sharpPictures, webp, cutout, variant.crop, WIDTH, HEIGHT),
    );
    const light = { ...scene.light, key: scene.light.key * variant.key, stops: scene.light.stops + variant.stops };
    const backdrop = await watch.time('Hintergrund', () =>
      createBackdrop({ ...scene, light }, variant.backgroundSeed, variant.variation, WIDTH, HEIGHT),
    );
    await watch.time('Licht und Zusammensetzen', () => compose(person, backdrop, light, variant.variation));
    const pixels = await watch.time('Entwickeln', () =>
      develop(backdrop.planes, WIDTH, HEIGHT, light, person.rgba, {
        contrast: variant.contrast,
        sharpen: 0.4,
        grainSeed: 1,
      }),
    );
    const jpeg = await watch.time('Schreiben', () => encodePortrait(pixels, WIDTH, HEIGHT));
    await watch.time('Ähnlichkeit', () => likenessOf(sharpPictures, library, jpeg, descriptor.references));
  }
  return [...watch.totals].map(([step, ms]) => [step, ms / variants.length]);
}
