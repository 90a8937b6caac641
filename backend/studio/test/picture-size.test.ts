import sharp from 'sharp';
import { expect, it } from 'vitest';
import { pictureSize } from '../core/photo/picture-size.js';
import { sniff } from '../core/photo/sniff.js';

const picture = sharp({ create: { width: 123, height: 457, channels: 4, background: '#8ac8' } });
const noisy = sharp(Buffer.alloc(300 * 40 * 3, 'Portraits'), { raw: { width: 300, height: 40, channels: 3 } });

it.each([
  ['JPEG', picture.clone().flatten().jpeg()],
  [
    'progressive JPEG with a profile and EXIF',
    picture
      .clone()
      .flatten()
      .withExif({ IFD0: { Artist: 'a'.repeat(5000) } })
      .jpeg({ progressive: true }),
  ],
  ['PNG', picture.clone().png()],
  ['GIF', picture.clone().gif()],
  ['WebP with alpha', picture.clone().webp()],
  ['lossless WebP', picture.clone().flatten().webp({ lossless: true })],
  ['lossy WebP', picture.clone().flatten().webp()],
])('reads the size of %s off its header', async (_, file) => {
  const bytes = await file.toBuffer();
  expect(pictureSize(bytes, sniff(bytes))).toEqual({ width: 123, height: 457 });
});

it('knows nothing of a file that ends before it, or is none', async () => {
  const bytes = await noisy.jpeg().toBuffer();
  expect(pictureSize(bytes.subarray(0, 30), 'jpeg')).toBeNull();
  expect(pictureSize(Buffer.from('GIF89a'), 'gif')).toBeNull();
  expect(pictureSize(Buffer.alloc(100), 'jpeg')).toBeNull();
  expect(pictureSize(Buffer.alloc(100), 'heic')).toBeNull();
});

it('passes by tables that stand before the frame, whose marks lie among those of frames', async () => {
  const bytes = await noisy.clone().jpeg().toBuffer();
  const tables = [0xc4, 0xc8, 0xcc].flatMap((mark) => [0xff, mark, 0, 10, 0, 1, 2, 3, 4, 5, 6, 7]);
  const file = Buffer.concat([bytes.subarray(0, 2), Buffer.from(tables), bytes.subarray(2)]);
  expect(pictureSize(file, 'jpeg')).toEqual({ width: 300, height: 40 });
});
