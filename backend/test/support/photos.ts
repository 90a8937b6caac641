import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** Folder with test photos: environment variable BILDNIS_SHARED, by default `shared` beside the repository. */
export const sharedFolder = process.env.BILDNIS_SHARED ?? resolve(root, '../shared');
const personFolder = join(sharedFolder, 'photos', 'person-a');

/** Nine good photos of one person: the shared ones, or drawn ones where that folder is missing. */
export async function referencePhotos(): Promise<Uint8Array<ArrayBuffer>[]> {
  if (existsSync(personFolder)) {
    return readdirSync(personFolder)
      .toSorted()
      .map((name) => new Uint8Array(readFileSync(join(personFolder, name))));
  }
  // By URL, so that it also loads where Node itself strips the types (npm run bench).
  const { drawnPerson } = (await import(
    new URL('./drawn-faces.ts', import.meta.url).href
  )) as typeof import('./drawn-faces.js');
  return (await drawnPerson(9)).map((photo) => new Uint8Array(photo));
}

/** Photos of another person; none where the shared ones are missing, for drawn faces are too alike to be told apart. */
export function otherPersonsPhotos(): Uint8Array<ArrayBuffer>[] {
  const folder = join(sharedFolder, 'photos', 'person-b');
  return existsSync(folder)
    ? readdirSync(folder)
        .toSorted()
        .map((name) => new Uint8Array(readFileSync(join(folder, name))))
    : [];
}

/** Share of the width: still large enough for a good photo, and much faster to judge and cut out. */
const SMALL = 0.6;
let small: Promise<Uint8Array<ArrayBuffer>[]> | undefined;

/** Three of the reference photos made small: for tests that need a face and judge no picture. */
export const smallPhotos = (): Promise<Uint8Array<ArrayBuffer>[]> =>
  (small ??= referencePhotos().then((photos) => Promise.all(photos.slice(0, 3).map(madeSmall))));

async function madeSmall(photo: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  const { width } = await sharp(photo).metadata();
  return new Uint8Array(
    await sharp(photo)
      .resize(Math.round(width * SMALL))
      .jpeg({ quality: 92 })
      .toBuffer(),
  );
}
