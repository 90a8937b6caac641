import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { readDescriptor, type StudioDescriptor } from '../core/descriptor.js';
import type { FaceLibrary } from '../core/models/face-library.js';
import { faceModels } from './face-models.js';
import { expressionOf, isGrimace, isPresentable } from '../core/photo/expression.js';
import { inspectPhoto, judgeUpload } from '../node/photo/inspect.js';
import { eyeOpening, type Mesh } from '../core/photo/landmarks.js';
import { trainStudio } from '../node/training/train.js';
import { faceWith } from './face-with.js';
import { isWhole } from './whole.js';
import { drawingSvg, NINE_DRAWINGS, type Drawing } from '../../test/support/drawn-faces.js';

const SIZE = { width: 640, height: 800 };
let library: FaceLibrary;
beforeAll(async () => {
  library = await faceModels();
});

/** A drawing as a photo; on request with lids instead of eyes. */
function photoOf(drawing: Partial<Drawing>, shut: boolean): Promise<Buffer> {
  const svg = drawingSvg(drawing);
  const lids = (x: number): string =>
    `<path d="M${x - 18} 4 Q${x} 12 ${x + 18} 4" stroke="#2a1a12" stroke-width="3" fill="none"/>`;
  const closed = svg.replace(
    /<path d="M(-?\d+) 2 Q[^>]*fill="#f4f1ec"\/>[\s\S]*?stroke-width="1.6" fill="none"\/>/g,
    (_, left: string) => lids(Number(left) + 18),
  );
  expect(closed).not.toBe(svg);
  return sharp(Buffer.from(shut ? closed : svg))
    .jpeg({ quality: 93, chromaSubsampling: '4:4:4' })
    .toBuffer();
}

/** @param stops by how much the first photos are dimmer than they were drawn */
async function trained(shut: readonly number[], count = 9, stops: readonly number[] = []): Promise<StudioDescriptor> {
  const photos = [];
  for (const [i, drawing] of NINE_DRAWINGS.slice(0, count).entries()) {
    const photo = sharp(await photoOf(drawing, shut.includes(i))).linear(2 ** (-(stops[i] ?? 0) / 2.2), 0);
    const inspection = await inspectPhoto(
      library,
      await photo.jpeg({ quality: 93, chromaSubsampling: '4:4:4' }).toBuffer(),
    );
    if (!inspection.ok) throw new Error(inspection.reason);
    photos.push({ id: String(i), ...inspection.analysis, read: () => Promise.resolve(inspection.jpeg) });
  }
  const model = await trainStudio(faceModels, photos, { cutoutFaceHeight: 160, neededPhotos: 1, onProgress: () => {} });
  return readDescriptor(model.descriptor);
}

const openings = ({ cutouts }: StudioDescriptor): number[] =>
  cutouts.map(({ mesh }) =>
    eyeOpening(Array.from({ length: mesh.length / 3 }, (_, i) => mesh.slice(i * 3, i * 3 + 3)) as unknown as Mesh),
  );

describe('a grimace', () => {
  const winking = (left: number, right: number): ReturnType<typeof faceWith> => {
    const [one, other] = [faceWith(left), faceWith(right)];
    return { happy: 0, mesh: one.mesh.map((point, i) => (i >= 362 && i <= 387 ? other.mesh[i]! : point)) };
  };

  it('is an eye shut beside an open one, both shut, or a word on the lips', () => {
    expect(isGrimace(winking(0.08, 0.3))).toBe(true);
    expect(isGrimace(winking(0.3, 0.08))).toBe(true);
    expect(isGrimace(faceWith(0.1))).toBe(true);
    expect(isGrimace(faceWith(0.3, 0.5))).toBe(true);
  });

  it('is no narrow eye, no eye narrower than the other, and no laugh', () => {
    expect(isGrimace(faceWith(0.18))).toBe(false);
    expect(isGrimace(winking(0.2, 0.3))).toBe(false);
    expect(isGrimace(faceWith(0.24, 0.5, 0.95))).toBe(false);
  });
});

describe('shut eyes', () => {
  it('make a photo less useful', async () => {
    const [open, shut] = [
      await judgeUpload(library, await photoOf(SIZE, false)),
      await judgeUpload(library, await photoOf(SIZE, true)),
    ];
    if (!open.ok || !shut.ok) throw new Error('refused');
    expect(shut.analysis.quality).toBeLessThan(0.75 * open.analysis.quality);
  });

  it.runIf(isWhole)('are in no cutout while there are other photos', async () => {
    const found = openings(await trained([0, 2, 5, 7]));
    expect(found).toHaveLength(5);
    expect(Math.min(...found)).toBeGreaterThan(0.22);
  });

  it.runIf(isWhole)('fill up to three cutouts where there are no others', async () => {
    const found = openings(await trained([0, 1, 2, 3, 4], 6));
    expect(found).toHaveLength(3);
    expect(found[0]).toBeGreaterThan(0.22);
  });
});

describe.runIf(isWhole)('light from behind', () => {
  const dimnessOf = ({ cutouts }: StudioDescriptor): number[] => cutouts.map(({ dimness }) => dimness);

  it('is in no cutout while there are other photos', async () => {
    const found = dimnessOf(await trained([], 6, [0.85, 0.85, 1.5]));
    expect(found).toHaveLength(3);
    expect(Math.max(...found)).toBeLessThan(0.4);
  });

  it('fills up to three cutouts, but to two only where it has burnt the hair', async () => {
    const dim = dimnessOf(await trained([], 4, [0.85, 0.85]));
    expect(dim).toHaveLength(3);
    expect(dim.filter((dimness) => dimness > 0.65)).toHaveLength(1);
    const burnt = dimnessOf(await trained([], 4, [1.5, 1.5]));
    expect(burnt).toHaveLength(2);
    expect(Math.max(...burnt)).toBeLessThan(0.4);
  });
});

describe('a face to show', () => {
  it('has its eyes open, as far as this person opens them', () => {
    expect(isPresentable(faceWith(0.3, 0, 0), 0.3)).toBe(true);
    expect(isPresentable(faceWith(0.2, 0, 0), 0.3)).toBe(false);
    expect(isPresentable(faceWith(0.2, 0, 0), 0.21)).toBe(true);
    expect(expressionOf(faceWith(0.1, 0, 0))).toBe(0);
  });

  it('has its mouth closed, or laughs', () => {
    expect(isPresentable(faceWith(0.3, 0.36, 0.5), 0.3)).toBe(false);
    expect(isPresentable(faceWith(0.3, 0.36, 0.95), 0.3)).toBe(true);
    expect(isPresentable(faceWith(0.3, 0.25, 0), 0.3)).toBe(true);
    expect(expressionOf(faceWith(0.3, 0.5, 0.5))).toBe(0);
  });
});
