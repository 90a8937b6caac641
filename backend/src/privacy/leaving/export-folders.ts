import { chmod, mkdir, readdir, rm, rmdir, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HOUR } from '../../platform/clock/index.js';

/** Far longer than an export takes: whatever is older was left by a process that died. */
const LEFT_BEHIND_MS = 2 * HOUR;

const root = () => join(tmpdir(), 'bildnis-exports');

/**
 * Works in a folder only this process’s user can read. What earlier attempts of the same export left goes first.
 * An older attempt that is still at work loses its files too: its result is discarded anyway.
 */
export async function inExportFolder<T>(
  exportId: string,
  attempt: number,
  work: (folder: string) => Promise<T>,
): Promise<T> {
  await discardLeftExportFolders();
  const ofExport = join(root(), exportId);
  const own = join(ofExport, String(attempt));
  await rm(ofExport, { recursive: true, force: true });
  await mkdir(own, { recursive: true, mode: 0o700 });
  try {
    return await work(own);
  } finally {
    await rm(own, { recursive: true, force: true });
    await rmdir(ofExport).catch(() => undefined); // a newer attempt is at work beside
  }
}

/** Removes what exports of killed workers left more than two hours ago. The age is that of the file system, whatever clock the product runs on. */
export async function discardLeftExportFolders(): Promise<void> {
  await mkdir(root(), { recursive: true, mode: 0o700 });
  await chmod(root(), 0o700); // fails when somebody else made it: personal data must not go there
  for (const name of await readdir(root())) {
    const folder = join(root(), name);
    const found = await stat(folder).catch(() => null); // another worker was faster
    if (found && found.mtimeMs < Date.now() - LEFT_BEHIND_MS) await rm(folder, { recursive: true, force: true });
  }
}
