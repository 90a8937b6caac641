import sharp from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';
import type { PhotoReason } from '../core/port.js';
import { labOf } from '../core/raster/lab.js';
import type { Rgb } from '../core/raster/rgb.js';
import { createPhotoInspector } from '../node/index.js';
import { decodePhoto, encodeNormalised } from '../node/photo/decode.js';
import { judgeUpload } from '../node/photo/inspect.js';
import { drawnPhoto } from '../../test/support/drawn-faces.js';
import {
  auxiliaryProperty,
  coloursProperty,
  cutProperty,
  drawnHeic,
  emptySequence,
  heifOf,
  itemsOf,
  mirrorProperty,
  profileProperty,
  sizeProperty,
  turnProperty,
  withProperties,
} from '../../test/support/heif-files.js';
import { longTest } from '../../test/support/long-test.js';
import { faceModels } from './face-models.js';
import { differenceOf } from './picture-difference.js';

const inspector = createPhotoInspector({ processes: 1 });
afterAll(() => inspector.close());

/** The picture as a file, for comparison. */
async function pictureOf(file: Buffer): Promise<Buffer> {
  return encodeNormalised(await pixelsOf(file));
}

async function pixelsOf(file: Buffer): Promise<Rgb> {
  const decoded = await decodePhoto(file);
  if (typeof decoded === 'string') throw new Error(decoded);
  return decoded;
}

async function reasonOf(file: Buffer): Promise<PhotoReason | 'read'> {
  const decoded = await decodePhoto(file);
  return typeof decoded === 'string' ? decoded : 'read';
}

const p3Profile = async (): Promise<Buffer> => {
  const pixel = sharp({ create: { width: 1, height: 1, channels: 3, background: '#fff' } });
  return (await sharp(await pixel.withIccProfile('p3').png().toBuffer()).metadata()).icc!;
};

describe('a photo of an iPhone', () => {
  it('gets the verdict that the same photo gets as JPEG', async () => {
    const jpeg = await drawnPhoto({ width: 768, height: 960 });
    const [one, other] = [await inspector.inspect(drawnHeic()), await judgeUpload(await faceModels(), jpeg)];
    if (!one.ok || !other.ok) throw new Error(`${one.ok || one.reason}, ${other.ok || other.reason}`);
    expect(one).toMatchObject({ width: 768, height: 960, analysis: { doubt: null } });
    expect(one.analysis.quality).toBeCloseTo(other.analysis.quality, 1);
    expect(one.analysis.faceHeight / other.analysis.faceHeight).toBeCloseTo(1, 1);
    expect(await differenceOf(one.jpeg, jpeg)).toBeLessThan(0.01);
    const { exif, icc, xmp } = await sharp(one.jpeg).metadata();
    expect([exif, icc, xmp]).toEqual([undefined, undefined, undefined]);
  });

  it('is turned and mirrored as the file says, once, whatever EXIF says of it', async () => {
    const upright = sharp(await pictureOf(drawnHeic()));
    // A camera writes its turn twice: as a property, and in EXIF, which is not to be read.
    const exif = {
      id: 60,
      type: 'Exif',
      data: Buffer.concat([
        Buffer.alloc(4),
        Buffer.from('MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x06\0\0\0\0\0\0', 'latin1'),
      ]),
      properties: [],
      refersTo: { type: 'cdsc', ids: [50] },
    };
    const turned = await pictureOf(drawnHeic({ properties: [turnProperty(3)], more: [exif] }));
    expect(await sharp(turned).metadata()).toMatchObject({ width: 960, height: 768 });
    expect(await differenceOf(turned, await upright.clone().rotate(90).toBuffer())).toBeLessThan(0.01);
    const mirrored = await pictureOf(drawnHeic({ properties: [turnProperty(1), mirrorProperty()] }));
    const expected = await sharp(await upright.clone().rotate(270).toBuffer())
      .flop()
      .toBuffer();
    expect(await differenceOf(mirrored, expected)).toBeLessThan(0.01);
    expect(await differenceOf(mirrored, await upright.clone().rotate(270).toBuffer())).toBeGreaterThan(0.02);
  });

  it('is the main picture, whatever else lies in the file', async () => {
    const [other] = itemsOf('skins');
    const { properties } = other!;
    const more = [
      { ...other!, id: 61, refersTo: { type: 'thmb', ids: [50] } },
      {
        ...other!,
        id: 62,
        properties: [...properties, auxiliaryProperty('urn:com:apple:photo:2020:aux:hdrgainmap')],
        refersTo: { type: 'auxl', ids: [50] },
      },
      { ...other!, id: 63 },
    ];
    expect(await differenceOf(await pictureOf(drawnHeic({ more })), await pictureOf(drawnHeic()))).toBe(0);
  });

  it('shows nothing through: transparent parts are white', async () => {
    const { data, width } = await pixelsOf(withAlpha());
    const at = (x: number): number[] => [...data.subarray((64 * width + x) * 3, (64 * width + x) * 3 + 3)];
    expect(distance(at(20), [0xc9, 0x8d, 0x63])).toBeLessThan(2);
    expect(at(110)).toEqual([255, 255, 255]);
  });

  it('has rows of odd lengths, too', async () => {
    const { data, width, height } = await pixelsOf(withProperties('skins', [cutProperty(101, 67)]));
    expect([width, height]).toEqual([101, 67]);
    const last = (height * width - 1) * 3;
    expect(distance([...data.subarray(last, last + 3)], SKINS[3]!)).toBeLessThan(3);
  });

  it('keeps its mark of provenance for «Bild prüfen»', async () => {
    const xmp =
      '<x photoshop:Credit="Bildnis" DigitalSourceType="http://cv.iptc.org/newscodes/digitalsourcetype/compositeSynthetic"/>';
    const mark = {
      id: 64,
      type: 'mime:application/rdf+xml',
      data: Buffer.from(xmp),
      properties: [],
      refersTo: { type: 'cdsc', ids: [50] },
    };
    const trace = await inspector.trace(drawnHeic({ more: [mark] }));
    expect(trace).toMatchObject({ ok: true, mark: 'compositeSynthetic' });
    expect(await inspector.trace(drawnHeic())).toMatchObject({ ok: true, mark: null });
  });
});

/** The fixture's picture and its alpha, as they refer to each other. */
function withAlpha(): Buffer {
  const [picture, alpha] = itemsOf('half-transparent');
  return heifOf([picture!, { ...alpha!, refersTo: { type: 'auxl', ids: [picture!.id] } }], picture!.id);
}

const SKINS = [
  [0xf1, 0xd0, 0xb8],
  [0xc9, 0x8d, 0x63],
  [0x7a, 0x4a, 0x30],
  [0xe0, 0x60, 0x40],
];
const lab = ([r, g, b]: readonly number[]): readonly number[] => labOf(r! / 255, g! / 255, b! / 255);
const distance = (a: readonly number[], b: readonly number[]): number =>
  Math.hypot(...lab(a).map((value, i) => value - lab(b)[i]!));

/** What a colour of Display P3 is in sRGB: by its matrix (CSS Color 4), out of range cut off. */
function fromP3(colour: readonly number[]): number[] {
  const [r, g, b] = colour.map((value) =>
    value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4,
  );
  const linear = [
    1.2249402 * r! - 0.2249404 * g!,
    -0.0420569 * r! + 1.0420571 * g!,
    -0.0196376 * r! - 0.0786361 * g! + 1.0982735 * b!,
  ];
  return linear.map((value) => {
    const bounded = Math.min(1, Math.max(0, value));
    return 255 * (bounded <= 0.0031308 ? bounded * 12.92 : 1.055 * bounded ** (1 / 2.4) - 0.055);
  });
}

describe('colours of skin', () => {
  const middles = async (file: Buffer): Promise<number[][]> => {
    const { data, width } = await pixelsOf(file);
    return [32, 96].flatMap((y) =>
      [32, 96].map((x) => [...data.subarray((y * width + x) * 3, (y * width + x) * 3 + 3)]),
    );
  };
  const worst = (seen: number[][], meant: readonly (readonly number[])[]): number =>
    Math.max(...seen.map((colour, i) => distance(colour, meant[i]!)));

  it.each(['skins', 'skins-10-bit'])('are those of the file: %s', async (name) => {
    expect(worst(await middles(withProperties(name, [])), SKINS)).toBeLessThan(1.5);
  });

  it.each([
    ['a profile', async () => profileProperty(await p3Profile())],
    ['numbers', () => coloursProperty(12, 13)],
  ])('are brought from Display P3 to sRGB: named by %s', async (_, property) => {
    for (const name of ['skins', 'skins-10-bit']) {
      const seen = await middles(withProperties(name, [await property()]));
      expect(worst(seen, SKINS.map(fromP3))).toBeLessThan(1.5);
      expect(worst(seen, SKINS)).toBeGreaterThan(3);
    }
  });

  it('that would come out wrong are not guessed', async () => {
    for (const [primaries, transfer] of [
      [9, 16],
      [9, 18],
      [9, 1],
      [12, 16],
    ] as const)
      expect(await reasonOf(withProperties('skins-10-bit', [coloursProperty(primaries, transfer)]))).toBe('heic');
    expect(await reasonOf(withProperties('skins-10-bit', [coloursProperty(1, 1)]))).toBe('read');
  });
});

describe('files that are no such photo', () => {
  it('are too large by what they claim, and by what they hide', async () => {
    expect(await reasonOf(drawnHeic({ width: 8000, height: 6251 }))).toBe('too_many_pixels');
    expect(await reasonOf(withProperties('skins', [sizeProperty(12_001, 100)]))).toBe('too_many_pixels');
    expect(await reasonOf(withProperties('flat-51-megapixels', []))).toBe('too_many_pixels');
    expect(await reasonOf(withProperties('flat-51-megapixels', [sizeProperty(128, 128)]))).not.toBe('read');
  });

  it('are damaged when a part is missing', async () => {
    const whole = drawnHeic();
    const shares = [0.02, 0.05, 0.3, 0.6, 0.9, 0.999];
    const cut = await Promise.all(shares.map((share) => reasonOf(whole.subarray(0, Math.trunc(whole.length * share)))));
    expect(cut).toEqual(shares.map(() => 'damaged'));
  });

  it('leave the process that meets them as it was', async () => {
    const whole = drawnHeic();
    const trace = await inspector.trace(whole);
    expect(trace).toMatchObject({ ok: true });
    const [pid] = inspector.processIds;
    for (const share of [0.01, 0.05, 0.2, 0.5, 0.8]) {
      const broken = Buffer.from(whole);
      broken.fill(0xff, Math.trunc(whole.length * share), Math.trunc(whole.length * share) + 40);
      // Decodes as a check does, and takes a tenth of the time.
      await inspector.trace(broken);
    }
    expect(await inspector.trace(whole)).toEqual(trace);
    expect(inspector.processIds).toEqual([pid]);
  });

  it('of other codecs and sequences without a picture are refused', async () => {
    const avif = await sharp(await drawnPhoto({ width: 64, height: 80 }))
      .avif()
      .toBuffer();
    expect(await reasonOf(avif)).toBe('unsupported_format');
    avif.write('mif1', 8);
    expect(await reasonOf(avif)).toBe('heic');
    expect(await reasonOf(emptySequence())).toBe('heic');
    // A sequence that has a picture besides shows that one.
    expect(await reasonOf(drawnHeic({ brand: 'msf1' }))).toBe('read');
  });
});

longTest('an operator can have them refused', async () => {
  const without = createPhotoInspector({ processes: 1, heic: false });
  try {
    expect(await without.inspect(drawnHeic())).toEqual({ ok: false, reason: 'heic' });
    expect(await without.trace(drawnHeic())).toEqual({ ok: false, reason: 'heic' });
    // Others are judged: this one by its face.
    expect(await without.inspect(await drawnPhoto({ size: 0.075, y: 0.45 }))).toEqual({
      ok: false,
      reason: 'too_small',
    });
  } finally {
    await without.close();
  }
});
