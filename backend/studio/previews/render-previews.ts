import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { writeIcons } from './write-icons.js';
import { writeBareFigure, writeScenePreviews } from './write-pictures.js';

/** `render-previews [FOLDER]`: writes the house figure's pictures to FOLDER/previews and the icons to FOLDER/icons; by default into the PWA. */
const target = process.argv[2] ?? fileURLToPath(new URL('../../../../pwa/public/', import.meta.url));
const previews = join(target, 'previews');
const icons = join(target, 'icons');
await mkdir(previews, { recursive: true });
await mkdir(icons, { recursive: true });
await writeIcons(icons);
await writeBareFigure(previews);
await writeScenePreviews(previews);
