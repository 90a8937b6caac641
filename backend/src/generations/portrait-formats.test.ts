import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { facts } from '../facts/index.js';
import { cropFor, cutFormats } from './portrait-formats.js';

const XMP =
  '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about=""/></rdf:RDF></x:xmpmeta>';
const picture = { width: 1024, height: 1280 };
const formatOf = (key: string) => facts.portraitFormats.find((format) => format.key === key)!;
/** From the closest to the widest framing, eyes high and low, to either side. */
const faces = [270, 400, 520, 640].flatMap((height) =>
  [0.3, 0.38, 0.445].flatMap((y) => [0.42, 0.5, 0.58].map((x) => ({ x: x * 1024, y: y * 1280, height }))),
);

describe.each(facts.portraitFormats)('$key', (format) => {
  test.each(faces)('lies inside the picture, has its proportions and is never blown up: %o', (face) => {
    const crop = cropFor(format, picture, face);
    expect(crop.left).toBeGreaterThanOrEqual(0);
    expect(crop.top).toBeGreaterThanOrEqual(0);
    expect(crop.left + crop.width).toBeLessThanOrEqual(picture.width);
    expect(crop.top + crop.height).toBeLessThanOrEqual(picture.height);
    expect(crop.width / crop.height).toBeCloseTo(format.width / format.height, 2);
    expect(crop.height).toBeGreaterThanOrEqual(format.height);
  });

  test.each(faces)('shows the eyes, and the chin: %o', (face) => {
    const { left, top, width, height } = cropFor(format, picture, face);
    const [x, y] = [(face.x - left) / width, (face.y - top) / height];
    expect(x).toBeGreaterThan(0.3);
    expect(x).toBeLessThan(0.7);
    expect(y).toBeGreaterThan(0.25);
    expect(y).toBeLessThan(0.55);
    // From the middle of the eyes to the chin it is about six tenths of the face.
    expect(face.y + 0.6 * face.height).toBeLessThanOrEqual(top + height + 0.1 * face.height);
  });
});

test('a round profile picture has a larger face than the square', () => {
  const face = { x: 512, y: 490, height: 420 };
  expect(cropFor(formatOf('linkedin'), picture, face).height).toBeLessThan(
    cropFor(formatOf('square'), picture, face).height,
  );
});

test('the files have the promised size, resolution and the mark of the portrait', async () => {
  const jpeg = await sharp({ create: { ...picture, channels: 3, background: '#777777' } })
    .withXmp(XMP)
    .jpeg()
    .toBuffer();
  const cut = await cutFormats({
    index: 0,
    jpeg,
    ...picture,
    likeness: 1,
    rank: 1,
    face: { x: 512, y: 490, height: 420 },
    source: null,
    isSample: false,
  });
  expect(cut.map(({ key }) => key)).toEqual(['linkedin', 'square', 'cv', 'banner', 'signature', 'badge']);
  for (const { key, jpeg: bytes } of cut) {
    const { width, height } = formatOf(key);
    const meta = await sharp(bytes).metadata();
    expect(meta).toMatchObject({ format: 'jpeg', width, height });
    expect(meta.xmp?.toString()).toContain('rdf:Description');
  }
  const cv = await sharp(cut.find(({ key }) => key === 'cv')!.jpeg).metadata();
  expect(cv.density).toBe(300);
  expect(((cv.width / 300) * 25.4).toFixed(0)).toBe('35');
  expect(((cv.height / 300) * 25.4).toFixed(0)).toBe('45');
});

test('a file for applications weighs what portals ask for, by its detail', async () => {
  const noise = { type: 'gaussian', mean: 128, sigma: 14 } as const;
  const jpeg = await sharp({ create: { ...picture, channels: 3, background: '#000', noise } })
    .blur(1)
    .jpeg({ quality: 95 })
    .toBuffer();
  const portrait = { index: 0, jpeg, ...picture, likeness: 1, rank: 1, source: null, isSample: false };
  const cut = await cutFormats({ ...portrait, face: { x: 512, y: 490, height: 420 } });
  expect(cut.find(({ key }) => key === 'cv')!.jpeg.length).toBeGreaterThan(150_000);
});

test('a picture smaller than a format is not blown up', async () => {
  const jpeg = await sharp({ create: { width: 256, height: 320, channels: 3, background: '#777777' } })
    .jpeg()
    .toBuffer();
  const cut = await cutFormats({
    index: 0,
    jpeg,
    width: 256,
    height: 320,
    likeness: 1,
    rank: 1,
    face: { x: 128, y: 120, height: 100 },
    source: null,
    isSample: false,
  });
  for (const { jpeg: bytes } of cut) expect((await sharp(bytes).metadata()).width).toBeLessThanOrEqual(256);
});
