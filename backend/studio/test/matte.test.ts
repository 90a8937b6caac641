import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import type { FaceLibrary } from '../core/models/face-library.js';
import { isWhole, wholeOr } from './whole.js';
import { sharpPictures } from '../node/pictures.js';
import { faceModels } from './face-models.js';
import { decodePhoto } from '../node/photo/decode.js';
import type { Rgb } from '../core/raster/rgb.js';
import type { Face } from '../core/photo/face.js';
import { OVAL, pointsOf } from '../core/photo/landmarks.js';
import { fillPolygon } from '../core/raster/polygon.js';
import { analysePhoto } from '../core/training/analyse.js';
import { frameFor, toCutout } from '../core/training/cutout-frame.js';
import { sampleCutout } from '../core/training/sample-cutout.js';
import { findPortraitRoom } from '../core/training/portrait-room.js';
import { prepareCutout } from '../core/training/prepare-cutout.js';
import { renderScene } from '../node/index.js';
import { drawnCutout, drawnPhoto, NINE_DRAWINGS, OTHER_PERSON } from '../../test/support/drawn-faces.js';

const FACE = isWhole ? 300 : 200;
let library: FaceLibrary;

beforeAll(async () => {
  library = await faceModels();
});

const cuts = new Map<string, Promise<Cut>>();
/** The cutout of a drawing before a scene, made once for all who look at it. */
function cutBefore(part: object, scene: string, seed: number): Promise<Cut> {
  const key = JSON.stringify([part, scene, seed]);
  const cut = cuts.get(key) ?? composite(part, scene, seed).then(({ photo, truth }) => cutOut(photo, truth));
  cuts.set(key, cut);
  return cut;
}

/** A drawing whose exact outline is known, put before a background it was not drawn for. */
async function composite(part: object, scene: string, seed: number): Promise<{ photo: Rgb; truth: Rgb }> {
  const { data, width, height } = await drawnCutout(part);
  const background = Buffer.from(renderScene(scene, seed, width, height));
  const png = await sharp(background, { raw: { width, height, channels: 3 } })
    .composite([{ input: data, raw: { width, height, channels: 4 } }])
    .png({ compressionLevel: 0 })
    .toBuffer();
  const photo = await decodePhoto(png);
  if (typeof photo === 'string') throw new Error(photo);
  return { photo, truth: truthOf(data, width, height) };
}

/** The alpha of straight RGBA as a grey picture. */
function truthOf(rgba: Uint8Array, width: number, height: number): Rgb {
  const truth = new Uint8Array(width * height * 3);
  for (let i = 0; i < width * height; i++) truth.fill(rgba[i * 4 + 3]!, i * 3, i * 3 + 3);
  return { data: truth, width, height };
}

interface Cut {
  /** Found and true alpha, 0..1. */
  alpha: Float32Array;
  real: Float32Array;
  valid: Float32Array;
  columns: number;
  face: Face;
}

async function cutOut(photo: Rgb, truth: Rgb): Promise<Cut> {
  const analysed = await analysePhoto(sharpPictures, library, photo, 0);
  if (!analysed) throw new Error('no face');
  const room = await findPortraitRoom(sharpPictures, library.personMask, photo, analysed, 'check');
  if (typeof room === 'string') throw new Error(room);
  const prepared = await prepareCutout(sharpPictures, photo, analysed, room, analysed.tone, {
    artifact: 'a',
    before: 'b',
    faceHeight: FACE,
    dimness: 0,
  });
  if (!prepared) throw new Error('no cutout');
  const { data, width, height } = prepared.picture;
  const { rgb, valid } = await sampleCutout(sharpPictures, truth, frameFor(analysed.face, FACE));
  return {
    alpha: Float32Array.from({ length: width * height }, (_, i) => data[i * 4 + 3]! / 255),
    real: rgb[0],
    valid,
    columns: prepared.cutout.width,
    face: analysed.face,
  };
}

/** Compares a cutout's alpha with the drawing's own. */
async function errorsOf(
  part: object,
  scene: string,
  seed: number,
): Promise<{ mean: number; leak: number; hole: number }> {
  const { alpha, real, valid } = await cutBefore(part, scene, seed);
  let [sum, leak, hole, count] = [0, 0, 0, 0];
  for (let i = 0; i < alpha.length; i++) {
    if (valid[i]! < 0.5) continue;
    sum += Math.abs(alpha[i]! - real[i]!);
    if (real[i]! < 0.01 && alpha[i]! > 0.1) leak++;
    if (real[i]! > 0.99 && alpha[i]! < 0.9) hole++;
    count++;
  }
  return { mean: sum / count, leak: leak / count, hole: hole / count };
}

/** A cutout, and 1 where the mesh's oval says «face». */
async function besides(
  part: object,
  scene: string,
  seed: number,
): Promise<{ alpha: Float32Array; real: Float32Array; mesh: Float32Array }> {
  const { alpha, real, columns, face } = await cutBefore(part, scene, seed);
  const frame = frameFor(face, FACE);
  const mesh = new Float32Array(alpha.length);
  fillPolygon(
    mesh,
    columns,
    alpha.length / columns,
    pointsOf(face.mesh, OVAL).map(([x, y]) => toCutout(frame, x, y)),
  );
  return { alpha, real, mesh };
}

describe('the matte', () => {
  const cases = [
    ...wholeOr(
      [
        ['first person', NINE_DRAWINGS[0]!, 'studio-grey', 4],
        ['first person', NINE_DRAWINGS[1]!, 'office', 5],
      ] as const,
      [],
    ),
    ...wholeOr([1, 2, 3, 4, 5, 6, 7, 8], [8]).map(
      (seed) => ['first person', NINE_DRAWINGS[3]!, 'outdoor-green', seed] as const,
    ),
    ...wholeOr(['linkedin', 'warm-studio'], ['linkedin']).map(
      (scene) => ['second person', OTHER_PERSON, scene, 4] as const,
    ),
  ] as const;

  it.each(cases)('follows the known outline: %s %o before %s', async (_, part, scene, seed) => {
    const errors = await errorsOf(part, scene, seed);
    console.info(
      `alpha before ${scene}: mean error ${errors.mean.toFixed(4)}, leaks ${(errors.leak * 100).toFixed(2)} %, holes ${(errors.hole * 100).toFixed(2)} %`,
    );
    expect(errors.mean).toBeLessThanOrEqual(0.004);
    expect(errors.leak).toBeLessThanOrEqual(0.001);
    expect(errors.hole).toBeLessThanOrEqual(0.005);
  });

  it('leaves no strip beside the jaw, where the mesh reaches beyond it', async () => {
    const { alpha, real, mesh } = await besides(NINE_DRAWINGS[3]!, 'outdoor-green', 8);
    const strip = alpha.filter((own, i) => mesh[i] === 1 && real[i]! < 0.01 && own > 0.1);
    expect(strip.length / mesh.filter((inside) => inside === 1).length).toBeLessThan(0.002);
  });

  it.each(wholeOr([{ x: 0.35 }, { x: 0.5, y: 0.5, size: 0.38 }, { x: 0.65, tilt: 4 }], [{ x: 0.65, tilt: 4 }]))(
    'covers a shoulder to the last pixel where the photo ends: %o',
    async (part) => {
      const { data, width, height } = await drawnCutout(part);
      const photo = await decodePhoto(await drawnPhoto(part));
      if (typeof photo === 'string') throw new Error(photo);
      const { alpha, real, valid, columns } = await cutOut(photo, truthOf(data, width, height));
      const edge = [...valid.keys()].filter(
        (i) =>
          valid[i]! > 0.5 &&
          real[i]! > 0.99 &&
          [i - 1, i + 1].some((j) => valid[j]! < 0.5 && Math.floor(j / columns) === Math.floor(i / columns)),
      );
      expect(edge.length).toBeGreaterThan(100);
      expect(edge.reduce((sum, i) => sum + alpha[i]!, 0) / edge.length).toBeGreaterThan(0.95);
    },
  );
});
