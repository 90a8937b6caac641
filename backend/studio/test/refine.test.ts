import sharp, { type Region } from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readDescriptor } from '../core/descriptor.js';
import { EngineExhausted, type RenderedPortrait, type TrainedModel } from '../core/port.js';
import type { Background, RefineRequest } from '../core/refining.js';
import { createStudioEngine } from '../node/index.js';
import { artifactsOf, drawnModel, SMALL } from './drawn-model.js';
import { differenceOf } from './picture-difference.js';

const engine = createStudioEngine(SMALL);
afterAll(() => engine.close());

const AS_IT_IS: Background = { kind: 'scene', gains: [1, 1, 1] };

let model: TrainedModel;
let portrait: RenderedPortrait;
let request: RefineRequest;

beforeAll(async () => {
  model = await drawnModel();
  // Nobody is compared with anybody: that takes longer than painting, and changes no picture.
  const descriptor = { ...(model.descriptor as object), references: [] };
  const run = { descriptor, readArtifact: artifactsOf(model), scene: 'linkedin', seed: 5, count: 8 };
  [portrait] = (await engine.generate({ ...run, done: new Set([0, 1, 3, 4, 5, 6, 7]), onProgress: () => {} })) as [
    RenderedPortrait,
  ];
  request = { ...run, index: portrait.index, source: portrait.source!, retouch: 'subtle', cutout: null };
});

const refined = (part: Partial<RefineRequest & { background: Background }> = {}) =>
  engine.refining.refine({ ...request, background: AS_IT_IS, ...part });

/** Colours of the two upper corners, where nothing of a person is. */
async function corners(picture: Uint8Array): Promise<number[][]> {
  const { data, info } = await sharp(picture).raw().toBuffer({ resolveWithObject: true });
  return [0, info.width - 1].map((x) => [...data.subarray(x * info.channels, (x + 1) * info.channels)]);
}

/** What is in a part of a picture; `stats` alone would look at all of it. */
const statsOf = async (picture: Uint8Array, part: Region) =>
  sharp(await sharp(picture).extract(part).png().toBuffer()).stats();

describe('a refined portrait', () => {
  it('is the portrait, byte for byte, where nothing is to be different', async () => {
    const { picture, ...place } = await refined();
    expect(Buffer.from(picture).equals(Buffer.from(portrait.jpeg))).toBe(true);
    expect(place).toEqual({ width: portrait.width, height: portrait.height, face: portrait.face });
  });

  it.each(['#12305e', '#ffd400', '#ffffff', '#000000', '#e2001a'])('has %s behind it, exactly', async (colour) => {
    const { picture } = await refined({ background: { kind: 'colour', colour, gains: [1.1, 1.1, 1] } });
    const wanted = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
    for (const corner of await corners(picture))
      for (const [channel, value] of corner.entries())
        expect(Math.abs(value - wanted[channel]!)).toBeLessThanOrEqual(2);
  });

  it('stands before nothing: clear beside the person, solid where the person is, and marked', async () => {
    const { picture } = await refined({ background: { kind: 'none' } });
    const { format, hasAlpha, xmpAsString } = await sharp(picture).metadata();
    expect({ format, hasAlpha }).toEqual({ format: 'png', hasAlpha: true });
    expect(xmpAsString).toContain('compositeSynthetic');
    for (const [red, green, blue, alpha] of await corners(picture))
      expect([red, green, blue, alpha]).toEqual([0, 0, 0, 0]);
    const { x, y } = portrait.face;
    const face = await sharp(picture)
      .extract({ left: Math.round(x), top: Math.round(y), width: 1, height: 1 })
      .raw()
      .toBuffer();
    expect(face[3]).toBe(255);
  });

  it('has a darker or lighter background, and the same person', async () => {
    const light = async (gain: number) => {
      const { picture } = await refined({ background: { kind: 'scene', gains: [gain, gain, gain] } });
      const { x, y, height } = portrait.face;
      const cheek = { left: Math.round(x), top: Math.round(y + height / 6), width: 8, height: 8 };
      return {
        corner: (await corners(picture))[0]![1]!,
        face: (await statsOf(picture, cheek)).channels[1]!.mean,
      };
    };
    const [dark, same, bright] = await Promise.all([0.7, 1, 1.2].map(light));
    expect(dark!.corner).toBeLessThan(same!.corner - 15);
    expect(bright!.corner).toBeGreaterThan(same!.corner + 4);
    for (const { face } of [dark!, bright!]) expect(Math.abs(face - same!.face)).toBeLessThan(3);
  });

  it('is retouched more or less', async () => {
    const [none, more] = await Promise.all((['none', 'more'] as const).map((retouch) => refined({ retouch })));
    expect(Buffer.from(none!.picture).equals(Buffer.from(more!.picture))).toBe(false);
    expect(await differenceOf(none!.picture, more!.picture)).toBeLessThan(0.02);
  });

  it('is made of another photo, with the face where it was', async () => {
    const { cutouts } = readDescriptor(model.descriptor);
    const other = cutouts.find(({ before }) => before !== portrait.source!.artifact)!;
    const { picture, face, width } = await refined({ cutout: other.artifact });
    expect(await differenceOf(picture, portrait.jpeg)).toBeGreaterThan(0.01);
    expect(Math.abs(face.x / width - portrait.face.x / portrait.width)).toBeLessThan(0.08);
    expect(Math.abs(face.y / width - portrait.face.y / portrait.width)).toBeLessThan(0.08);
    expect(face.height / width / (portrait.face.height / portrait.width)).toBeCloseTo(1, 0);
  });

  it('is not made where it would be another one, or of a photo that is not kept', async () => {
    for (const part of [
      { source: { ...portrait.source!, left: portrait.source!.left + 0.01 } },
      { index: 9 },
      { cutout: 'unknown.webp' },
    ])
      await expect(refined(part), JSON.stringify(part)).rejects.toThrow(EngineExhausted);
  });
});

it('the layers of a portrait show it when they lie over each other, and say how large it is', async () => {
  const { person, background, ...place } = await engine.refining.layers({ ...request, layerHeight: 240 });
  expect(place).toEqual({ width: portrait.width, height: portrait.height, face: portrait.face });
  expect(await sharp(person).metadata()).toMatchObject({ format: 'webp', hasAlpha: true, width: 192, height: 240 });
  const together = await sharp(background)
    .composite([{ input: Buffer.from(person) }])
    .png()
    .toBuffer();
  expect(await differenceOf(together, portrait.jpeg)).toBeLessThan(0.01);
  // Nothing of the person is in the background.
  const { x, y } = portrait.face;
  const scale = 240 / portrait.height;
  const at = { left: Math.round(x * scale) - 8, top: Math.round(y * scale) - 8, width: 16, height: 16 };
  const [behind, shown] = await Promise.all([background, together].map((of) => statsOf(of, at)));
  expect(behind!.channels[0]!.stdev).toBeLessThan(shown!.channels[0]!.stdev / 2);
});
