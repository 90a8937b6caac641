import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import sharp from 'sharp';
import { createPhotoInspector, createStudioEngine, renderScene, SCENE_KEYS } from './index.js';
import { loadFaceLibrary } from './models/face-library.js';
import { trainStudio } from './training/train.js';

/** Height of the face in the cutouts, as for portraits on sale. */
const CUTOUT_FACE_HEIGHT = 520;

/** Pictures side by side in rows, each scaled to `width` at 4:5. Returns a PNG. */
export async function contactSheet(rows: readonly (readonly Buffer[])[], width = 320): Promise<Buffer> {
  const height = Math.round(width * 1.25);
  const tiles = rows.flatMap((row, y) =>
    row.map(async (picture, x) => ({ input: await sharp(picture).resize(width, height, { fit: 'cover' }).png().toBuffer(), left: x * width, top: y * height })),
  );
  const columns = Math.max(1, ...rows.map((row) => row.length));
  return sharp({ create: { width: columns * width, height: Math.max(1, rows.length) * height, channels: 3, background: '#000000' } })
    .composite(await Promise.all(tiles))
    .png()
    .toBuffer();
}

/** Three backgrounds of each scene, a column per scene. */
export function sceneSheet(scenes: readonly string[] = SCENE_KEYS, width = 320): Promise<Buffer> {
  const picture = (scene: string, seed: number): Promise<Buffer> =>
    sharp(renderScene(scene, seed, 1024, 1280), { raw: { width: 1024, height: 1280, channels: 3 } }).png().toBuffer();
  return Promise.all([1, 2, 3].map((seed) => Promise.all(scenes.map((scene) => picture(scene, seed))))).then((rows) => contactSheet(rows, width));
}

/**
 * Trains on a folder of photos, however few, and renders eight portraits per scene, a row per scene. Photos that are refused are
 * named and left out.
 */
export async function portraitSheet(folder: string, scenes: readonly string[], seed = 1, width = 320): Promise<Buffer> {
  const inspector = createPhotoInspector();
  const engine = createStudioEngine();
  try {
    const photos = [];
    for (const name of (await readdir(folder)).toSorted()) {
      const inspection = await inspector.inspect(await readFile(join(folder, name)));
      if (inspection.ok) photos.push({ id: name, ...inspection.analysis, read: () => Promise.resolve(inspection.jpeg) });
      else process.stderr.write(`${name}: ${inspection.reason}\n`);
    }
    const options = { cutoutFaceHeight: CUTOUT_FACE_HEIGHT, neededPhotos: 1, onProgress: () => {} };
    const model = await trainStudio(await loadFaceLibrary(), photos, options);
    const readArtifact = (name: string): Promise<Buffer> => Promise.resolve(model.artifacts.find((a) => a.name === name)!.bytes);
    const rows: Buffer[][] = [];
    for (const scene of scenes) {
      const portraits = await engine.generate({ descriptor: model.descriptor, readArtifact, scene, seed, count: 8, onProgress: () => {} });
      rows.push(portraits.map((p) => p.jpeg));
    }
    return await contactSheet(rows, width);
  } finally {
    await Promise.all([inspector.close(), engine.close()]);
  }
}

/** `node contact-sheet.js <out.png> scenes` or `node contact-sheet.js <out.png> <folder of photos> [scene …]` */
async function main([out, source, ...scenes]: string[]): Promise<void> {
  if (!out || !source) throw new Error('usage: contact-sheet <out.png> scenes | <out.png> <folder of photos> [scene …]');
  const chosen = scenes.length > 0 ? scenes : SCENE_KEYS;
  const png = source === 'scenes' ? await sceneSheet(chosen) : await portraitSheet(source, chosen);
  await mkdir(dirname(out), { recursive: true });
  await writeFile(out, png);
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) await main(process.argv.slice(2));
