/**
 * Judges many photos twice, as a device does and as the server does.
 * @module-tag drill
 */
import { expect, it } from 'vitest';
import { badDrawings, drawnPhoto } from '../../test/support/drawn-faces.js';
import { fileRefusal, judgeOnDevice } from '../core/photo/judge-on-device.js';
import { createRandom } from '../core/raster/random.js';
import { deviceModels } from '../node/models/face-library.js';
import { judgeUpload } from '../node/photo/inspect.js';
import { agreementLines, agreementOf, breachesOfAgreement, type Words } from '../quality/agreement.js';
import { altered, type Variation } from './altered-photos.js';
import { decodeAsDevice, devicePictures } from './as-on-device.js';
import { drawnVariations } from './drawn-variations.js';
import { faceModels } from './face-models.js';
import { hasPhotos } from './photo-sets.js';
import { alteredPhotos, sharedPhotos } from './shared-variations.js';
import { isWhole } from './whole.js';

const SEED = 'agreement';
const DRAWN = 300;

const devices = faceModels().then(deviceModels);

async function wordsOn({ name, photo }: Variation): Promise<Words> {
  const bytes = await photo();
  const judged = await judgeUpload(await faceModels(), bytes);
  const decoded = await decodeAsDevice(bytes);
  const device =
    typeof decoded === 'string'
      ? fileRefusal(decoded)
      : (await judgeOnDevice(devicePictures, (await devices).detector, decoded)).refusal;
  return { name, server: judged.ok ? null : judged.reason, device };
}

async function wordsOnAll(variations: Iterable<Variation> | AsyncIterable<Variation>): Promise<Words[]> {
  const words: Words[] = [];
  for await (const variation of variations) words.push(await wordsOn(variation));
  return words;
}

/** Tilted so far that the server still takes it, and the device alone would not; and farther. */
const [HARDLY_TILTED, TILTED] = [-34, -43];

/** A few photos that the whole run has the like of. */
async function few(): Promise<Variation[]> {
  const good = await drawnPhoto();
  const named = (name: string, photo: Buffer): Variation => ({ name, photo: () => Promise.resolve(photo) });
  const tilted = (turn: number) => altered(good, { turn, quality: 92 }, createRandom(1));
  return [
    named('good', good),
    named('hardly tilted', await tilted(HARDLY_TILTED)),
    named('tilted', await tilted(TILTED)),
    ...(await badDrawings()).filter(({ name }) => DRAWN_BAD.has(name)).map(({ name, bytes }) => named(name, bytes)),
    ...sharedPhotos().filter(({ name }) => SHARED.test(name)),
  ];
}

/** Without glasses, with dark ones, and cut. */
const SHARED = /people\/(?:08|13|15)-/;
const DRAWN_BAD = new Set(['two faces', 'no face', 'blurred', 'dark', 'half a file', 'HEIC']);

it('a device refuses only what the server refuses for the same reason, and most of that', async () => {
  const { differing, shares } = agreementOf(await wordsOnAll(await few()));
  expect(differing).toEqual([]);
  expect(shares.caught.count).toBe(hasPhotos ? 6 : 5);
}, 300_000);

it.runIf(isWhole)(
  'devices and the server agree on every shared photo, on changes of them and on 300 drawings',
  async () => {
    const words = [
      ...(await wordsOnAll(sharedPhotos())),
      ...(await wordsOnAll(alteredPhotos(SEED))),
      ...(await wordsOnAll(drawnVariations(DRAWN, SEED))),
    ];
    const agreement = agreementOf(words);
    console.info(agreementLines(agreement).join('\n'));
    expect(words.length).toBeGreaterThanOrEqual(DRAWN);
    expect(breachesOfAgreement(agreement)).toEqual([]);
  },
  3_600_000,
);
