import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { SCENE_KEYS, UnknownScene } from '../node/index.js';
import { writeIcons } from './write-icons.js';
import { writeScenePreviews } from './write-pictures.js';

/** `previews [SCENE…]`: writes the pictures of these scenes into the PWA; without one those of all and the icons. */
const wanted = process.argv.slice(2);
const unknown = wanted.find((scene) => !SCENE_KEYS.includes(scene));
if (unknown !== undefined) throw new UnknownScene(unknown);
const target = fileURLToPath(new URL('../../../../pwa/public/', import.meta.url));
const previews = join(target, 'previews');
const icons = join(target, 'icons');
await mkdir(previews, { recursive: true });
await mkdir(icons, { recursive: true });
if (wanted.length === 0) await writeIcons(icons);
await writeScenePreviews(previews, wanted.length === 0 ? SCENE_KEYS : wanted);
