import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { writeOgPictures } from './write-og.js';

/** `render-og [FOLDER]`: writes the pictures of shared addresses to FOLDER/og; by default into the PWA. */
const target = process.argv[2] ?? fileURLToPath(new URL('../../../../pwa/public/', import.meta.url));
const folder = join(target, 'og');
await mkdir(folder, { recursive: true });
await writeOgPictures(folder);
