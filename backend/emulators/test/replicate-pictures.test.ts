import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { lookOf } from '../src/replicate/runs/look.js';
import { sampleMark } from '../src/replicate/runs/sample-mark.js';
import { STYLE_SEED } from '../../src/styles/style-seed.js';
import {
  beginPrediction,
  beginTraining,
  download,
  ended,
  openStudio,
  trainedVersion,
  zipOf,
  type Studio,
} from './replicate-world.js';

let studio: Studio;
let version: string;

beforeAll(async () => {
  studio = await openStudio();
  version = await trainedVersion(studio);
});

afterAll(async () => {
  await studio.stop();
  expect(studio.objections, 'objections of the contract').toEqual([]);
});

async function pictures(input: Record<string, unknown>, of = version): Promise<Buffer[]> {
  const done = await ended(studio, (await beginPrediction(studio, of, input)).body);
  if (!done.output) throw new Error(done.error ?? done.status);
  return download(done.output);
}

/** A picture in 64 grey dots, for comparing what is on it. */
async function gist(picture: Buffer): Promise<number[]> {
  return [...(await sharp(picture).greyscale().resize(8, 8, { fit: 'fill' }).raw().toBuffer())];
}

function distance(a: number[], b: number[]): number {
  return a.reduce((sum, one, at) => sum + Math.abs(one - b[at]!), 0) / a.length;
}

it('draws in the size of the aspect ratio and in the format wished', async () => {
  const wishes = [
    { aspect_ratio: '4:5', output_format: 'jpg', expected: { width: 896, height: 1088, format: 'jpeg' } },
    { aspect_ratio: '3:4', output_format: 'png', expected: { width: 896, height: 1152, format: 'png' } },
    { aspect_ratio: '16:9', output_format: 'webp', expected: { width: 1344, height: 768, format: 'webp' } },
    {
      aspect_ratio: 'custom',
      width: 500,
      height: 300,
      output_format: 'jpg',
      expected: { width: 512, height: 304, format: 'jpeg' },
    },
  ];
  for (const { expected, ...input } of wishes) {
    const [picture] = await pictures({ ...input, num_outputs: 1 });
    expect(await sharp(picture).metadata()).toMatchObject(expected);
  }
  const incomplete = (await beginPrediction(studio, version, { width: undefined })).body;
  expect((await ended(studio, incomplete)).error).toBe("width and height must be defined if aspect ratio is 'custom'");
});

it('draws different pictures in one run and between runs, and the same again for the same seed', async () => {
  const all = await pictures({ num_outputs: 4, seed: 1 });
  const gists = await Promise.all(all.map(gist));
  for (let a = 0; a < all.length; a++)
    for (let b = 0; b < a; b++) expect(distance(gists[a]!, gists[b]!), `${a} and ${b}`).toBeGreaterThan(3);
  const elsewhere = await pictures({ num_outputs: 4, seed: 2 });
  expect(elsewhere.some((one) => all.some((other) => one.equals(other)))).toBe(false);
  const again = await pictures({ num_outputs: 4, seed: 1 });
  expect(again.map((one, at) => one.equals(all[at]!))).toEqual([true, true, true, true]);
  const [one, other] = await Promise.all([pictures({ seed: undefined }), pictures({ seed: undefined })]);
  expect(one[0]!.equals(other[0]!)).toBe(false);
});

it('draws out of the photos its own version was trained on, each in its turn', async () => {
  const plain = (background: string) =>
    sharp({ create: { width: 300, height: 400, channels: 3, background } })
      .jpeg()
      .toBuffer();
  const zip = await zipOf({
    'photos/1.JPG': await plain('#d02020'),
    'photos/2.jpg': await plain('#20d020'),
    'photos/3.jpeg': await plain('#2020d0'),
    '__MACOSX/._1.jpg': Buffer.from('x'),
    'photos/1.txt': Buffer.from('a person'),
  });
  const training = await ended(studio, (await beginTraining(studio, {}, zip)).body);
  const drawn = await pictures({ num_outputs: 3 }, training.output!.version);
  const strongest = await Promise.all(
    drawn.map(async (picture) => {
      const means = (await sharp(picture).stats()).channels.map(({ mean }) => mean);
      return means.indexOf(Math.max(...means));
    }),
  );
  expect(strongest.toSorted()).toEqual([0, 1, 2]);
  expect(studio.emulator.versions().map((one) => one.photos)).toEqual([6, 3]);
});

it('turns photos upright and keeps nothing of their metadata', async () => {
  const top = await sharp({ create: { width: 400, height: 200, channels: 3, background: '#ffffff' } })
    .png()
    .toBuffer();
  // Lies on its side: upright, the white half is on top.
  const upright = await sharp({ create: { width: 400, height: 400, channels: 3, background: '#000000' } })
    .composite([{ input: top, top: 0, left: 0 }])
    .png()
    .toBuffer();
  const lying = await sharp(upright)
    .rotate(-90)
    .withMetadata({ orientation: 6 })
    .withExifMerge({ IFD0: { Artist: 'Anna' } })
    .jpeg()
    .toBuffer();
  const training = await ended(studio, (await beginTraining(studio, {}, await zipOf({ 'a.jpg': lying }))).body);
  const [picture] = await pictures(
    { num_outputs: 1, output_format: 'png', aspect_ratio: '1:1' },
    training.output!.version,
  );
  const { data, info } = await sharp(picture).greyscale().raw().toBuffer({ resolveWithObject: true });
  const at = (y: number) => data[Math.floor(y * info.height) * info.width + info.width / 2]!;
  expect(at(0.1)).toBeGreaterThan(200);
  expect(at(0.9)).toBeLessThan(50);
  expect((await sharp(picture).metadata()).exif).toBeUndefined();
});

it('draws what the prompt asks for: no two styles on sale look alike, with the same photo and seed', async () => {
  const looks = STYLE_SEED.map(({ prompt }) => JSON.stringify(lookOf(prompt)));
  expect(looks.filter((look, at) => looks.indexOf(look) < at)).toEqual([]);
  const styles = STYLE_SEED.filter((_, at) => at % 2 === 0);
  const gists: number[][] = [];
  for (const { prompt } of styles)
    gists.push(
      await gist(
        (
          await pictures({ prompt: `photo of PRTXabc woman, head and shoulders, ${prompt}`, num_outputs: 1, seed: 3 })
        )[0]!,
      ),
    );
  for (let a = 0; a < gists.length; a++)
    for (let b = 0; b < a; b++)
      expect(distance(gists[a]!, gists[b]!), `${styles[a]!.slug} and ${styles[b]!.slug}`).toBeGreaterThan(4);
});

it('says in its metadata that a picture is a sample and no work of a trained model, in every format', async () => {
  for (const output_format of ['jpg', 'png', 'webp']) {
    const xmp = (await sharp((await pictures({ output_format, num_outputs: 1 }))[0]).metadata()).xmp!.toString('utf8');
    expect(xmp).toContain('xmp:Label="Muster"');
    expect(xmp).toContain('digitalsourcetype/compositeSynthetic');
    expect(xmp).not.toContain('trainedAlgorithmicMedia');
  }
});

it.each(['#000000', '#ffffff', '#808080', '#c89a7c'])(
  'marks every part of a picture on %s, also in a preview of 240 pixels',
  async (background) => {
    const marked = await sharp({ create: { width: 1024, height: 1280, channels: 3, background } })
      .composite([{ input: sampleMark(1024, 1280) }])
      .png()
      .toBuffer();
    const { data, info } = await sharp(marked).greyscale().resize(240).raw().toBuffer({ resolveWithObject: true });
    const [ground] = await sharp({ create: { width: 1, height: 1, channels: 3, background } })
      .greyscale()
      .raw()
      .toBuffer();
    // The smallest cut shows about half of the width: no part of that size is without the mark.
    const part = 120;
    for (let top = 0; top + part <= info.height; top += 20)
      for (let left = 0; left + part <= info.width; left += 20) {
        let seen = 0;
        for (let y = top; y < top + part; y++)
          for (let x = left; x < left + part; x++) if (Math.abs(data[y * info.width + x]! - ground!) > 20) seen++;
        expect(seen, `${left},${top}`).toBeGreaterThan(60);
      }
  },
);
