import { facts } from '~/lib/facts';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { checkPhoto } from '.';
import { formatOf, sizeOf } from './picture-header';

const text = (value: string) => Array.from(value).map((letter) => letter.charCodeAt(0));
const two = (value: number) => [value >> 8, value & 0xff];
const twoLittle = (value: number) => two(value).toReversed();
const padded = (...bytes: number[]) => new Uint8Array([...bytes, ...Array.from({ length: 32 }, () => 0)]);

/** A JPEG up to its frame header, behind an EXIF block as a camera writes it. */
const jpeg = (width: number, height: number) =>
  padded(
    0xff,
    0xd8,
    0xff,
    0xe1,
    ...two(6),
    1,
    2,
    3,
    4,
    0xff,
    0xff,
    0xc4,
    ...two(3),
    9,
    0xff,
    0xc2,
    ...two(17),
    8,
    ...two(height),
    ...two(width),
  );
const png = (width: number, height: number) =>
  padded(0x89, ...text('PNG\r\n\x1a\n'), 0, 0, 0, 13, ...text('IHDR'), 0, 0, ...two(width), 0, 0, ...two(height));
const gif = (width: number, height: number) => padded(...text('GIF89a'), ...twoLittle(width), ...twoLittle(height));
const webp = (kind: string, ...rest: number[]) =>
  padded(...text('RIFF'), 0, 0, 0, 0, ...text('WEBP'), ...text(kind), 0, 0, 0, 0, ...rest);
const lossless = (width: number, height: number) => {
  const bits = (width - 1) | ((height - 1) << 14);
  return webp('VP8L', 0x2f, bits & 0xff, (bits >> 8) & 0xff, (bits >> 16) & 0xff, (bits >> 24) & 0xff);
};
const heic = (brand = 'heic') => padded(0, 0, 0, 24, ...text('ftyp'), ...text(brand));
const checked = (bytes: Uint8Array<ArrayBuffer>) => checkPhoto(bytes.buffer);
const decode = (answer: () => Promise<{ close(): void }>) => vi.stubGlobal('createImageBitmap', vi.fn(answer));

afterEach(() => vi.unstubAllGlobals());

describe('the header of a picture', () => {
  it.each([
    ['jpeg', jpeg(4032, 3024)],
    ['png', png(4032, 3024)],
    ['gif', gif(4032, 3024)],
    ['webp', webp('VP8 ', 0, 0, 0, 0x9d, 0x01, 0x2a, ...twoLittle(4032), ...twoLittle(3024))],
    ['webp', lossless(4032, 3024)],
    ['webp', webp('VP8X', 0, 0, 0, 0, ...twoLittle(4031), 0, ...twoLittle(3023), 0)],
  ] as const)('tells format and size: %s', (format, bytes) => {
    expect(formatOf(bytes)).toBe(format);
    expect(sizeOf(bytes, format)).toEqual({ width: 4032, height: 3024 });
  });

  it('says nothing of a file that breaks off, or is no picture', () => {
    expect(sizeOf(jpeg(10, 10).subarray(0, 20), 'jpeg')).toBeNull();
    expect([formatOf(padded(...text('%PDF-1.7'))), formatOf(new Uint8Array([0xff, 0xd8, 0xff]))]).toEqual([
      'other',
      'other',
    ]);
  });
});

describe('the check before a photo leaves the device', () => {
  it.each([
    ['unsupported_format', padded(...text('%PDF-1.7'))],
    ['too_many_pixels', png(facts.photos.maxSide + 1, 100)],
    ['too_many_pixels', png(10_000, facts.photos.maxPixels / 10_000 + 1)],
    ['tiny', png(facts.photos.minFacePixels - 1, facts.photos.minFacePixels - 1)],
  ])('refuses what surely cannot be used: %s', async (reason, bytes) => {
    expect((await checked(bytes)).reason).toBe(reason);
  });

  it('refuses a file that cannot be decoded', async () => {
    decode(() => Promise.reject(new DOMException('', 'InvalidStateError')));
    expect((await checked(jpeg(800, 600))).reason).toBe('damaged');
  });

  it('leaves to the server what this device cannot do', async () => {
    expect((await checked(jpeg(800, 600))).reason).toBeNull();
    decode(() => Promise.reject(new RangeError('out of memory')));
    expect((await checked(jpeg(800, 600))).reason).toBeNull();
    decode(() => Promise.reject(new DOMException('', 'InvalidStateError')));
    expect((await checked(jpeg(8000, 6000))).reason).toBeNull();
    expect((await checked(heic())).reason).toBeNull();
    expect((await checked(heic('mif1'))).reason).toBeNull();
  });

  it('knows the same bytes again, and advises on small ones only', async () => {
    const [one, same, other] = await Promise.all([
      checked(jpeg(512, 512)),
      checked(jpeg(512, 512)),
      checked(jpeg(511, 900)),
    ]);
    expect(one.hash).toMatch(/^[0-9a-f]{64}$/);
    expect([same.hash, other.hash === one.hash]).toEqual([one.hash, false]);
    expect([one.isSmall, other.isSmall]).toEqual([false, true]);
  });

  it('does without a name for the content where the browser gives none', async () => {
    vi.stubGlobal('crypto', {});
    expect(await checked(jpeg(800, 600))).toEqual({ reason: null, hash: null, isSmall: false });
  });
});
