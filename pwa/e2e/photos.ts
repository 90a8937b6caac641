import { facts } from '@bildnis/sdk/facts';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../..');
const personFolder = join(process.env.BILDNIS_SHARED ?? resolve(root, '../shared'), 'photos', 'person-a');

/** Paths of nine good photos of one person, small files first: the shared ones, or drawn ones where that folder is missing. */
export async function photoFiles(folder: string): Promise<string[]> {
  if (existsSync(personFolder))
    return readdirSync(personFolder)
      .map((name) => join(personFolder, name))
      .toSorted((one, other) => statSync(one).size - statSync(other).size);
  const { drawnPerson } = (await import(
    new URL('../../backend/test/support/drawn-faces.ts', import.meta.url).href
  )) as { drawnPerson(count: number): Promise<Buffer[]> };
  const { writeFileSync } = await import('node:fs');
  return (await drawnPerson(9)).map((bytes, index) => {
    const path = join(folder, `foto-${index + 1}.jpg`);
    writeFileSync(path, bytes);
    return path;
  });
}

/** As many of them as a training needs, where more would prove nothing. */
export const fewestPhotos = async (folder: string): Promise<string[]> =>
  (await photoFiles(folder)).slice(0, facts.photos.min);
