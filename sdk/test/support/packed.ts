import { execFile } from 'node:child_process';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

export const sdkFolder = fileURLToPath(new URL('../..', import.meta.url));

interface Package {
  archive: string;
  files: { path: string; size: number }[];
}

let once: Promise<Package> | undefined;

/** The package as it would be published: path of its archive, and the files within. Packed once. */
export const packed = (): Promise<Package> => (once ??= pack());

async function pack(): Promise<Package> {
  const folder = await mkdtemp(join(tmpdir(), 'bildnis-pack-'));
  const { stdout } = await promisify(execFile)(
    'npm',
    ['pack', '--json', '--ignore-scripts', '--pack-destination', folder],
    { cwd: sdkFolder },
  );
  const answer = JSON.parse(stdout) as Packed[] | Record<string, Packed>;
  const [description] = Object.values<Packed>(answer);
  return { archive: join(folder, description!.filename), files: description!.files };
}

interface Packed {
  filename: string;
  files: { path: string; size: number }[];
}
