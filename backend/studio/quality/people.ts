import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { z } from 'zod';

/** A person to judge. */
export interface Person {
  /** Name of the folder, or of the only photo without its ending. */
  id: string;
  /** Paths of the photos, by name. */
  files: string[];
}

const PHOTO = /\.(?:jpe?g|png|webp|gif|heic|heif)$/i;
const GROUPS_FILE = 'groups.json';
const groupsSchema = z.record(z.string(), z.array(z.string().min(1)));

/**
 * The persons of a folder: each folder in it is one, and each loose photo is one.
 * @throws Error with a German text where there are none
 */
export async function readPeople(folder: string): Promise<Person[]> {
  const people: Person[] = [];
  for (const name of await namesIn(folder)) {
    const path = join(folder, name);
    if ((await stat(path)).isDirectory()) people.push(...(await personsIn(path)));
    else if (PHOTO.test(name)) people.push({ id: basename(name, extname(name)), files: [path] });
  }
  if (people.length === 0) throw new Error(`in ${folder} liegt weder ein Foto noch ein Ordner mit Fotos einer Person`);
  return people;
}

/** One person from a folder of photos. @throws Error with a German text where there are none */
export async function readPerson(folder: string): Promise<Person> {
  const [person] = await personsIn(folder);
  if (!person) throw new Error(`in ${folder} liegt kein Foto`);
  return person;
}

async function personsIn(folder: string): Promise<Person[]> {
  const files = (await namesIn(folder)).filter((name) => PHOTO.test(name)).map((name) => join(folder, name));
  return files.length > 0 ? [{ id: basename(folder), files }] : [];
}

async function namesIn(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((cause: unknown) => {
    throw new Error(`${folder} ist kein lesbarer Ordner`, { cause });
  });
  return names.filter((name) => !name.startsWith('.')).toSorted((a, b) => a.localeCompare(b, 'en'));
}

/** What `groups.json` of a folder says; no groups where there is no such file. @throws Error with a German text for another content */
export async function readGroups(folder: string): Promise<Record<string, string[]>> {
  const file = join(folder, GROUPS_FILE);
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '{}';
    throw error;
  });
  try {
    return groupsSchema.parse(JSON.parse(text));
  } catch (cause) {
    throw new Error(`${file}: erwartet wird { "Gruppe": ["Anfang eines Namens", …] }`, { cause });
  }
}

/** Name of the group that has everybody. */
export const EVERYBODY = 'all';

/**
 * Persons by group: everybody first, then the groups that were given, each by the beginnings of its persons' names.
 * @throws Error with a German text for a beginning that nobody has
 */
export function groupPeople(ids: readonly string[], groups: Record<string, string[]>): Record<string, string[]> {
  const named = Object.entries(groups).map(([name, beginnings]) => {
    const nobody = beginnings.find((beginning) => !ids.some((id) => id.startsWith(beginning)));
    if (nobody !== undefined) throw new Error(`Gruppe «${name}»: niemand heisst «${nobody}…»`);
    return [name, ids.filter((id) => beginnings.some((beginning) => id.startsWith(beginning)))] as const;
  });
  return { [EVERYBODY]: [...ids], ...Object.fromEntries(named) };
}
