/** Contact sheets for people to look at: every style at every person, and the backgrounds alone. Made by what the compiler wrote (`build`). */
import { mkdir, readFile, readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { createPhotoInspector, createStudioEngine, renderScene, SCENE_KEYS } from '../studio/dist/node/index.js';
import { loadFaceLibrary } from '../studio/dist/node/models/face-library.js';
import { trainStudio } from '../studio/dist/node/training/train.js';

/** Height of the face in the cutouts, as for portraits on sale. */
const CUTOUT_FACE_HEIGHT = 520;
const SEED = 1;
const COLUMNS = 4;
const TILE = { width: 480, height: 600 };

/** Pictures row by row, in `columns`. @returns {Promise<Buffer>} a PNG */
async function contactSheet(pictures, columns = COLUMNS) {
  const tiles = pictures.map(async (picture, index) => ({
    input: await sharp(picture).resize(TILE.width, TILE.height, { fit: 'cover' }).png().toBuffer(),
    left: (index % columns) * TILE.width,
    top: Math.floor(index / columns) * TILE.height,
  }));
  const rows = Math.ceil(pictures.length / columns);
  return sharp({
    create: { width: columns * TILE.width, height: rows * TILE.height, channels: 3, background: '#000000' },
  })
    .composite(await Promise.all(tiles))
    .png()
    .toBuffer();
}

/** Every person (a folder of photos each, however few) in every style: `<out>/<person>/<style>.png`, and `<out>/scenes/<style>.png`. */
export async function writeContactSheets({ people, out, styles, say }) {
  const chosen = styles.length > 0 ? styles : SCENE_KEYS;
  const unknown = chosen.filter((key) => !SCENE_KEYS.includes(key));
  if (unknown.length > 0) throw new Error(`unbekannter Stil: ${unknown.join(', ')} (es gibt ${SCENE_KEYS.join(', ')})`);
  const persons = await foldersIn(people);
  await mkdir(out, { recursive: true }).catch((cause) =>
    Promise.reject(new Error(`${out} ist kein Ordner, in den sich schreiben lässt`, { cause })),
  );
  await writeSheets(join(out, 'scenes'), chosen, (scene) =>
    [1, 2, 3, 4].map((seed) =>
      sharp(renderScene(scene, seed, 1024, 1280), { raw: { width: 1024, height: 1280, channels: 3 } })
        .png()
        .toBuffer(),
    ),
  );
  const library = await loadFaceLibrary();
  const engine = createStudioEngine();
  try {
    for (const person of persons) {
      const model = await train(library, join(people, person), say);
      if (!model) {
        say(`${person}: kein brauchbares Foto`);
        continue;
      }
      const artifacts = new Map(model.artifacts.map((artifact) => [artifact.name, artifact.bytes]));
      const run = (scene) =>
        engine.generate({
          descriptor: model.descriptor,
          readArtifact: async (name) => artifacts.get(name),
          scene,
          seed: SEED,
          count: 8,
          onProgress: () => undefined,
        });
      await writeSheets(join(out, person), chosen, async (scene) => (await run(scene)).map(({ jpeg }) => jpeg));
      say(`${person}: ${chosen.length} Stile, ${model.descriptor.cutouts.length} Freisteller`);
    }
  } finally {
    await engine.close();
  }
}

async function foldersIn(folder) {
  const names = (
    await readdir(folder).catch((cause) => Promise.reject(new Error(`${folder} ist kein lesbarer Ordner`, { cause })))
  ).toSorted();
  const isFolder = await Promise.all(names.map(async (name) => (await stat(join(folder, name))).isDirectory()));
  const found = names.filter((_, index) => isFolder[index]);
  if (found.length === 0) throw new Error(`in ${folder} liegt kein Ordner mit Fotos einer Person`);
  return found;
}

/** Names the photos that are refused; null where none is left. */
async function train(library, folder, say) {
  const inspector = createPhotoInspector();
  try {
    const photos = [];
    for (const name of (await readdir(folder)).toSorted()) {
      const inspection = await inspector.inspect(await readFile(join(folder, name)));
      if (inspection.ok) photos.push({ id: name, ...inspection.analysis, read: async () => inspection.jpeg });
      else say(`${join(folder, name)}: ${inspection.reason}`);
    }
    return photos.length === 0
      ? null
      : await trainStudio(() => Promise.resolve(library), photos, {
          cutoutFaceHeight: CUTOUT_FACE_HEIGHT,
          neededPhotos: 1,
          onProgress: () => undefined,
        });
  } finally {
    await inspector.close();
  }
}

async function writeSheets(folder, styles, picturesOf) {
  await mkdir(folder, { recursive: true });
  for (const style of styles)
    await writeFile(join(folder, `${style}.png`), await contactSheet(await Promise.all(await picturesOf(style))));
}
