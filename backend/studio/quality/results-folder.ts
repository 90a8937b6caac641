import { cp, mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** What lies in a folder of results. Paths of pictures in a report are relative to it. */
export const REPORT = 'figures.json';
export const PAGE = 'index.html';
export const BACKGROUNDS = 'backgrounds';
/** Report and pictures of the run that is compared with. */
export const BEFORE = 'before';
const PICTURES = 'pictures';
const RESULTS = [PAGE, REPORT, PICTURES, BACKGROUNDS, BEFORE];
/** Where a run's results are until they are whole. */
const UNFINISHED = 'unfinished';

/**
 * The report of the run that the folder has results of; null where it is empty or missing.
 * @throws Error with a German text for a folder with other things in it: they would be in danger
 */
export async function reportIn(folder: string): Promise<string | null> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [] as string[];
    throw new Error(`${folder} ist kein Ordner, in den sich schreiben lässt`, { cause: error });
  });
  if (names.includes(REPORT)) return join(folder, REPORT);
  if (names.some((name) => name !== UNFINISHED))
    throw new Error(`${folder} ist nicht leer und hat keinen früheren Bericht: geben Sie einen neuen Ordner an`);
  return null;
}

/** An empty folder for the results of a run. @throws Error with a German text where none can be made */
export async function beginResults(folder: string): Promise<string> {
  const unfinished = join(folder, UNFINISHED);
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished, { recursive: true }).catch((cause: unknown) => {
    throw new Error(`${folder} ist kein Ordner, in den sich schreiben lässt`, { cause });
  });
  return unfinished;
}

/** Copies an earlier report and its small pictures into the results of a run. */
export async function keepBefore(report: string, unfinished: string): Promise<void> {
  const [from, to] = [dirname(report), join(unfinished, BEFORE)];
  await mkdir(to);
  await cp(report, join(to, REPORT));
  if (await exists(join(from, PICTURES))) await cp(join(from, PICTURES), join(to, PICTURES), { recursive: true });
}

/** Puts whole results in the place of those of the run before. */
export async function finishResults(folder: string): Promise<void> {
  const unfinished = join(folder, UNFINISHED);
  for (const name of RESULTS) {
    await rm(join(folder, name), { recursive: true, force: true });
    if (await exists(join(unfinished, name))) await rename(join(unfinished, name), join(folder, name));
  }
  await rm(unfinished, { recursive: true });
}

export const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );
