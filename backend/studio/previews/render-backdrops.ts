import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { writeBackdrops } from './write-backdrops.js';

/** `backdrops`: writes the backgrounds of previews on devices. */
const folder = fileURLToPath(new URL('../../browser/backdrops/', import.meta.url));
await mkdir(folder, { recursive: true });
await writeBackdrops(folder);
