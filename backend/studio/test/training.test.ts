import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TooFewUsablePhotos, type EngineProgress, type TrainedModel, type TrainRequest } from '../core/port.js';
import { createStudioEngine } from '../node/index.js';
import { readDescriptor } from '../core/descriptor.js';
import { trainStudio } from '../node/training/train.js';
import { drawnPerson, drawnPhoto, NINE_DRAWINGS } from '../../test/support/drawn-faces.js';
import { longTest } from '../../test/support/long-test.js';
import { faceModels } from './face-models.js';
import { isWhole } from './whole.js';
import { hasPhotos, inspected, photoSet, type TrainingPhotos } from './photo-sets.js';

const engine = createStudioEngine({ renderThreads: 1, cutoutFaceHeight: 160 });
afterAll(() => engine.close());

const train = (photos: TrainingPhotos, rest: Partial<TrainRequest> = {}) =>
  engine.train({ photos, onProgress: () => {}, ...rest });

/** As a preview trains, but in this process, which has the models. */
const ofOne = ({ id, analysis, read }: TrainingPhotos[number]): Promise<TrainedModel> =>
  trainStudio(faceModels, [{ id, ...analysis, read }], {
    cutoutFaceHeight: 80,
    neededPhotos: 1,
    onProgress: () => {},
  });

/** Photos of which some show somebody else beyond doubt: `places` says which. */
const withStrangers = (photos: TrainingPhotos, places: readonly number[]): TrainingPhotos =>
  photos.map((photo, i) => {
    if (!places.includes(i)) return photo;
    const vector = Float32Array.from({ length: 1024 }, (_, k) => Math.sin(k * (i * 7 + 1)));
    return { ...photo, analysis: { ...photo.analysis, embedding: Buffer.from(vector.buffer).toString('base64') } };
  });

/** Of the drawings: as large as their faces need to be. */
const SIZE = { width: 720, height: 900 };

/** Five copies of one shot, and three other shots. */
async function copiesAndOthers(): Promise<Buffer[]> {
  const [shot, ...others] = await Promise.all(
    [{}, ...[2, 3, 7].map((i) => NINE_DRAWINGS[i])].map((part) => drawnPhoto({ ...part, ...SIZE })),
  );
  const copies = await Promise.all([
    ...[70, 98].map((quality) => sharp(shot).jpeg({ quality }).toBuffer()),
    sharp(shot).resize(600).jpeg().toBuffer(),
    sharp(shot).linear(0.9, 0).jpeg().toBuffer(),
    sharp(shot).linear(1.06, 0).jpeg().toBuffer(),
  ]);
  return [...copies, ...others];
}

describe('training', () => {
  /** Eight of one person, and one of somebody else among them. */
  let drawn: TrainingPhotos;
  /** What comes of the drawings, for all tests that look at it. */
  let model: TrainedModel;
  const progress: EngineProgress[] = [];

  beforeAll(async () => {
    const own = await inspected(await copiesAndOthers(), 'drawing');
    drawn = withStrangers([...own.slice(0, 4), { ...own[7]!, id: 'stranger' }, ...own.slice(4)], [4]);
    model = await train(drawn, { onProgress: (p) => progress.push(p) });
  });

  it('makes lossless cutouts with alpha, and a descriptor that survives JSON', async () => {
    const descriptor = readDescriptor(JSON.parse(JSON.stringify(model.descriptor)));
    expect([...descriptor.cutouts.map((c) => c.artifact), ...descriptor.cutouts.map((c) => c.before)]).toEqual(
      model.artifacts.map((a) => a.name),
    );
    expect(descriptor.references).toHaveLength(8);
    for (const { bytes, contentType } of model.artifacts.slice(0, descriptor.cutouts.length)) {
      const facts = await sharp(bytes).metadata();
      expect([contentType, facts.format, facts.hasAlpha]).toEqual(['image/webp', 'webp', true]);
      const { channels, isOpaque } = await sharp(bytes).stats();
      expect(isOpaque).toBe(false);
      expect(channels[3]!.mean).toBeGreaterThan(60);
    }
    const fractions = progress.map((p) => p.fraction);
    expect(fractions).toEqual(fractions.toSorted((a, b) => a - b));
    expect(fractions.at(-1)).toBe(1);
    expect(new Set(progress.map((p) => p.stage))).toEqual(new Set(['analysing', 'preparing', 'finishing']));
  });

  it.runIf(isWhole)('leaves photos in black and white out where enough are in colour', async () => {
    const photos = await Promise.all(
      (await drawnPerson(8)).map((photo, i) =>
        i < 4 ? sharp(photo).grayscale().toColourspace('srgb').jpeg({ quality: 95 }).toBuffer() : photo,
      ),
    );
    const { artifacts, photos: uses } = await train(await inspected(photos, 'half grey'));
    expect(uses!.filter(({ reason }) => reason === 'black_and_white').map(({ photoId }) => photoId)).toEqual(
      [0, 1, 2, 3].map((i) => `half grey-${i}`),
    );
    const cutouts = artifacts.filter(({ contentType }) => contentType === 'image/webp');
    expect(cutouts).toHaveLength(4);
    for (const { bytes } of cutouts) {
      const rgba = await sharp(bytes).raw().toBuffer();
      const opaque = Array.from({ length: rgba.length / 4 }, (_, i) => rgba.subarray(i * 4, i * 4 + 4)).filter(
        (pixel) => pixel[3] === 255,
      );
      expect(opaque.filter(([red, , blue]) => Math.abs(red! - blue!) > 12).length).toBeGreaterThan(0.2 * opaque.length);
    }
  });

  it('cuts a shot out but once where there are enough others, however many copies there are', () => {
    expect(readDescriptor(model.descriptor).cutouts).toHaveLength(4);
  });

  it('keeps each of them as a plain picture, too, with nothing of what stood around the person', async () => {
    const { artifacts, descriptor } = model;
    for (const [index, cutout] of readDescriptor(descriptor).cutouts.entries()) {
      const { bytes, contentType } = artifacts.find((artifact) => artifact.name === cutout.before)!;
      const facts = await sharp(bytes).metadata();
      expect([contentType, facts.format, facts.width, facts.height]).toEqual([
        'image/jpeg',
        'jpeg',
        Math.min(960, cutout.width),
        Math.round((cutout.height * Math.min(960, cutout.width)) / cutout.width),
      ]);
      expect([facts.exif, facts.xmp, facts.iptc]).toEqual([undefined, undefined, undefined]);
      const alpha = await sharp(artifacts[index]!.bytes).extractChannel(3).raw().toBuffer();
      const pixels = await sharp(bytes).raw().toBuffer();
      // Well away from the person (JPEG rings along edges, to all sides) there is the plain ground and nothing else.
      const isClear = (i: number): boolean => alpha.subarray(Math.max(0, i - 24), i + 24).every((a) => a === 0);
      const far = [...alpha.keys()].filter(
        (i) =>
          i % 97 === 0 &&
          i < alpha.length / 4 &&
          [-24, -16, -8, 0, 8, 16, 24].every((row) => isClear(Math.max(0, i + row * cutout.width))),
      );
      expect(far.length).toBeGreaterThan(20);
      for (const i of far)
        expect(
          Math.abs(pixels[i * 3]! - 0xe6) + Math.abs(pixels[i * 3 + 1]! - 0xe2) + Math.abs(pixels[i * 3 + 2]! - 0xda),
        ).toBeLessThan(12);
    }
  });

  it('says of every photo whether it is used, in the order of the cutouts, and of the others why not', async () => {
    const { cutouts } = readDescriptor(model.descriptor);
    const uses = model.photos!;
    expect(uses.map(({ photoId }) => photoId).toSorted()).toEqual(drawn.map(({ id }) => id).toSorted());
    expect(uses.slice(0, cutouts.length).map(({ cutout }) => cutout)).toEqual(cutouts.map(({ artifact }) => artifact));
    // Each cutout is as good as the photo that is named; these are not all equally good.
    const qualities = uses
      .slice(0, cutouts.length)
      .map(({ photoId }) => drawn.find(({ id }) => id === photoId)!.analysis.quality);
    expect(cutouts.map(({ quality }) => quality.toFixed(2))).toEqual(qualities.map((quality) => quality.toFixed(2)));
    expect(new Set(qualities.map((quality) => quality.toFixed(2))).size).toBeGreaterThan(1);
    const reasons = Object.fromEntries(uses.slice(cutouts.length).map(({ photoId, reason }) => [photoId, reason]));
    expect(reasons['stranger']).toBe('other_person');
    expect(Object.values(reasons).filter((reason) => reason === 'near_duplicate')).toHaveLength(4);
  });

  it('sets a clearly different person aside and needs eight photos beside', async () => {
    const two = train(withStrangers(drawn, [2]));
    await expect(two).rejects.toThrow(TooFewUsablePhotos);
    await expect(two).rejects.toMatchObject({ usable: 7, needed: 8 });
  });

  it('refuses seven photos', async () => {
    await expect(train(drawn.slice(0, 4).concat(drawn.slice(6)))).rejects.toMatchObject({
      name: 'TooFewUsablePhotos',
      usable: 7,
      needed: 8,
    });
  });

  it.runIf(hasPhotos && isWhole)('finds a real stranger among real photos of one person', async () => {
    const set = await photoSet();
    const own = await inspected(set.person, 'own');
    const [stranger] = await inspected(set.others.slice(0, 1), 'stranger');
    const { photos } = await train([...own.slice(0, 4), stranger!, ...own.slice(4)]);
    expect(photos!.filter(({ reason }) => reason === 'other_person')).toEqual([
      { photoId: 'stranger-0', cutout: null, reason: 'other_person' },
    ]);
  });

  longTest(
    'hands on a failing read, stops when it is cancelled, and then gives the same cutouts for the same photos',
    async () => {
      const gone = drawn.map((photo, i) =>
        i === 0 ? { ...photo, read: () => Promise.reject(new Error('object is gone')) } : photo,
      );
      await expect(train(gone)).rejects.toThrow('object is gone');
      const cancel = new AbortController();
      const running = train(drawn, {
        signal: cancel.signal,
        onProgress: () => cancel.abort(new Error('profile deleted')),
      });
      await expect(running).rejects.toThrow('profile deleted');
      const [first, second] = isWhole ? [model, await train(drawn)] : [await ofOne(drawn[0]!), await ofOne(drawn[0]!)];
      expect(first.artifacts.length).toBeGreaterThan(0);
      expect(second.descriptor).toEqual(first.descriptor);
      expect(second.artifacts.map((x) => Buffer.from(x.bytes).toString('base64'))).toEqual(
        first.artifacts.map((x) => Buffer.from(x.bytes).toString('base64')),
      );
    },
  );
});
