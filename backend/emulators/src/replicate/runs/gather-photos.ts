import { basename } from 'node:path';
import sharp from 'sharp';
import type { Blobs } from '../state/blobs.js';
import type { Run } from '../state/store.js';
import { readZip } from './read-zip.js';

/** Longer edge of a working copy in pixels: enough for the largest crop, small enough to be kept. */
const copyEdge = 1400;
const isPicture = /\.(jpe?g|png|webp)$/i;

/**
 * Unpacks the photos of a training and keeps small copies, upright and without any metadata.
 * @returns the names of the copies' blobs
 * @throws Error, as the trainer does, for what is no ZIP, a ZIP without pictures, or a picture that cannot be read
 */
export async function gatherPhotos(run: Run, zip: Buffer, blobs: Blobs): Promise<string[]> {
  const files = await readZip(zip);
  const pictures = [...files].filter(
    ([name]) => !name.startsWith('__MACOSX/') && !basename(name).startsWith('.') && isPicture.test(name),
  );
  if (pictures.length === 0) throw new Error('No images found in input_images');
  const kept: string[] = [];
  try {
    for (const [name, bytes] of pictures) {
      const blob = `photo-${run.id}-${kept.length}.jpg`;
      await blobs.put(blob, await workingCopy(name, bytes));
      kept.push(blob);
    }
  } catch (error) {
    await blobs.remove(kept);
    throw error;
  }
  return kept;
}

async function workingCopy(name: string, bytes: Buffer): Promise<Buffer> {
  try {
    return await sharp(bytes)
      .autoOrient()
      .resize(copyEdge, copyEdge, { fit: 'inside', withoutEnlargement: true })
      .jpeg({ quality: 90 })
      .toBuffer();
  } catch (cause) {
    throw new Error(`cannot identify image file '${basename(name)}'`, { cause });
  }
}
