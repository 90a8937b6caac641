import sharp from 'sharp';
import yazl from 'yazl';

/** Longest side of the photos that leave us, pixels: training looks at 1024 and less. */
const LONGEST_SIDE = 1536;

/** The photos of a training, no larger than it needs, under names that tell nothing. */
export async function zipPhotos(photos: readonly { read(): Promise<Uint8Array> }[]): Promise<Buffer> {
  const zip = new yazl.ZipFile();
  for (const [index, photo] of photos.entries()) {
    const jpeg = await sharp(await photo.read())
      .resize({ width: LONGEST_SIDE, height: LONGEST_SIDE, fit: 'inside', withoutEnlargement: true })
      .jpeg({ quality: 92 })
      .toBuffer();
    zip.addBuffer(jpeg, `${String(index + 1).padStart(2, '0')}.jpg`, { compress: false });
  }
  zip.end();
  const parts: Buffer[] = [];
  for await (const part of zip.outputStream) parts.push(Buffer.from(part as Buffer));
  return Buffer.concat(parts);
}
