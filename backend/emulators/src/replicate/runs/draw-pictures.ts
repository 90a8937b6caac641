import type { Blobs } from '../state/blobs.js';
import { randomToken } from '../state/ids.js';
import type { DeliveredFile, Run, Version } from '../state/store.js';
import { contentTypes, drawGrey, drawPortrait, type PictureFormat, type Wanted } from './draw-portrait.js';
import { sizeOf } from './log-lines.js';
import { seededNumbers, shuffled } from './seeded.js';

/**
 * Makes the pictures of a prediction out of the photos its version was trained on, every one from another photo as long as
 * there are some. The same version, prompt, seed and index give the same picture.
 * @throws Error with the model's own words when nothing may be shown
 */
export async function drawPictures(run: Run, version: Version, blobs: Blobs): Promise<DeliveredFile[]> {
  const wrong = new Set(run.misbehaviours.map((one) => one.kind));
  if (wrong.has('nsfw')) throw new Error('NSFW content detected. Try running it again, or try a different prompt.');
  const wanted = wishOf(run);
  const photos = shuffled(version.photos, seededNumbers(version.id, run.seed ?? 0));
  const token = randomToken(40);
  const files: DeliveredFile[] = [];
  for (let index = 0; index < countOf(run); index++) {
    const photo = await blobs.get(photos[index % photos.length] ?? '');
    if (!photo) throw new Error('The weights of this version are gone.');
    const name = `out-${index}.${wanted.format}`;
    const file = {
      id: `${token}/${name}`,
      blob: `${token}-${name}`,
      contentType: contentTypes[wanted.format],
      run: run.id,
    };
    const bytes = wrong.has('grey-image')
      ? await drawGrey(wanted)
      : await drawPortrait(
          photo,
          wanted,
          typeof run.input.prompt === 'string' ? run.input.prompt : '',
          seededNumbers(version.id, run.seed ?? 0, index),
        );
    await blobs.put(file.blob, wrong.has('corrupt-image') ? broken(bytes) : bytes);
    files.push(file);
  }
  return files;
}

function countOf(run: Run): number {
  const missing = run.misbehaviours.find((one) => one.kind === 'fewer-images')?.missing ?? 0;
  return Math.max(0, Number(run.input.num_outputs ?? 1) - missing);
}

function wishOf({ input }: Run): Wanted {
  const [width, height] = sizeOf(input);
  const format =
    input.output_format === 'jpg' || input.output_format === 'png'
      ? input.output_format
      : ('webp' satisfies PictureFormat);
  return { width, height, format, quality: Number(input.output_quality ?? 90) };
}

/** Begins like the picture and is none: what a broken upload leaves. */
function broken(bytes: Buffer): Buffer {
  return Buffer.concat([bytes.subarray(0, 24), Buffer.alloc(2000, 0x5a)]);
}
