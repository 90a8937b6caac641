import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadFaceLibrary, type FaceLibrary } from '../../src/integrations/portrait-engine/studio/models/face-library.js';
import { decodePhoto, type Rgb } from '../../src/integrations/portrait-engine/studio/photo/decode.js';
import { analysePhoto } from '../../src/integrations/portrait-engine/studio/training/analyse.js';
import { frameFor, sampleCutout } from '../../src/integrations/portrait-engine/studio/training/cutout-frame.js';
import { prepareCutout } from '../../src/integrations/portrait-engine/studio/training/prepare-cutout.js';
import { renderScene } from '../../src/integrations/portrait-engine/studio/index.js';
import { drawnCutout, NINE_DRAWINGS, OTHER_PERSON } from '../support/drawn-faces.js';

const FACE = 300;
let library: FaceLibrary;

beforeAll(async () => {
  library = await loadFaceLibrary();
});

/** A drawing whose exact outline is known, put before a background it was not drawn for. */
async function composite(part: object, scene: string, seed: number): Promise<{ photo: Rgb; truth: Rgb }> {
  const { data, width, height } = await drawnCutout(part);
  const background = Buffer.from(renderScene(scene, seed, width, height));
  const png = await sharp(background, { raw: { width, height, channels: 3 } })
    .composite([{ input: data, raw: { width, height, channels: 4 } }])
    .png()
    .toBuffer();
  const photo = await decodePhoto(png);
  if (typeof photo === 'string') throw new Error(photo);
  const truth = new Uint8Array(width * height * 3);
  for (let i = 0; i < width * height; i++) truth.fill(data[i * 4 + 3], i * 3, i * 3 + 3);
  return { photo, truth: { data: truth, width, height } };
}

/** Compares a cutout's alpha with the drawing's own. */
async function errorsOf(part: object, scene: string, seed: number): Promise<{ mean: number; leak: number; hole: number }> {
  const { photo, truth } = await composite(part, scene, seed);
  const analysed = await analysePhoto(library, photo, 0);
  if (!analysed) throw new Error('no face');
  const prepared = await prepareCutout(library.personMask, photo, analysed, analysed.tone, { artifact: 'a', faceHeight: FACE, smallestCrop: 1.5 });
  if (!prepared) throw new Error('no cutout');
  const alpha = await sharp(await prepared.webp).extractChannel(3).raw().toBuffer();
  const { rgb, valid } = await sampleCutout(truth, frameFor(analysed.face, FACE));
  let [sum, leak, hole, count] = [0, 0, 0, 0];
  for (let i = 0; i < alpha.length; i++) {
    if (valid[i] < 0.5) continue;
    const [own, real] = [alpha[i] / 255, rgb[0][i]];
    sum += Math.abs(own - real);
    if (real < 0.01 && own > 0.1) leak++;
    if (real > 0.99 && own < 0.9) hole++;
    count++;
  }
  return { mean: sum / count, leak: leak / count, hole: hole / count };
}

describe('the matte', () => {
  const cases = [
    ['first person', NINE_DRAWINGS[0], 'studio-grey', 4],
    ['first person', NINE_DRAWINGS[1], 'office', 4],
    ['first person', NINE_DRAWINGS[3], 'outdoor-green', 1],
    ['second person', OTHER_PERSON, 'linkedin', 4],
    ['second person', OTHER_PERSON, 'warm-studio', 4],
  ] as const;

  it.each(cases)('follows the known outline: %s %o before %s', async (_, part, scene, seed) => {
    const errors = await errorsOf(part, scene, seed);
    console.info(`alpha before ${scene}: mean error ${errors.mean.toFixed(4)}, leaks ${(errors.leak * 100).toFixed(2)} %, holes ${(errors.hole * 100).toFixed(2)} %`);
    expect(errors.mean).toBeLessThanOrEqual(0.006);
    expect(errors.leak).toBeLessThanOrEqual(0.003);
    expect(errors.hole).toBeLessThanOrEqual(0.01);
  });
});
