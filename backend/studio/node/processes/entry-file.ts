import { sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * Path of a thread's or process's own file beside the caller. Threads need JavaScript: when the caller runs as TypeScript source
 * (in tests), the built file of the same place in `dist` is taken.
 */
export function entryFile(callerUrl: string, file: string): string {
  const path = fileURLToPath(new URL(file, callerUrl));
  if (!fileURLToPath(callerUrl).endsWith('.ts')) return path;
  const at = path.lastIndexOf(`${sep}node${sep}`);
  return `${path.slice(0, at)}${sep}dist${path.slice(at)}`;
}
