import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TrainRequest } from '../core/port.js';
import { encodeNormalised } from '../node/photo/decode.js';
import { judgeUpload } from '../node/photo/inspect.js';
import { drawnPerson } from '../../test/support/drawn-faces.js';
import { sharedFolder } from '../../test/support/photos.js';
import { faceModels } from './face-models.js';
import { onceInARun } from './once-in-a-run.js';

export type TrainingPhotos = TrainRequest['photos'];

/** Nine photos of one person, and where they come from. */
export interface PhotoSet {
  kind: 'photos' | 'drawings';
  person: Buffer[];
  /** Photos of other persons, if there are any. */
  others: Buffer[];
}

export const photoFolder = join(sharedFolder, 'photos');
export const hasPhotos = existsSync(join(photoFolder, 'person-a'));

const folder = (name: string): Buffer[] =>
  readdirSync(join(photoFolder, name))
    .toSorted()
    .map((file) => readFileSync(join(photoFolder, name, file)));

/** The shared photos where they exist, else drawings. Says which, so that nobody mistakes one for the other. */
export async function photoSet(): Promise<PhotoSet> {
  const set: PhotoSet = hasPhotos
    ? { kind: 'photos', person: folder('person-a'), others: [...folder('person-b'), ...folder('person-c').slice(0, 1)] }
    : { kind: 'drawings', person: await drawnPerson(9), others: [] };
  console.info(`engine tests run on ${set.kind} (${set.person.length} of one person, ${set.others.length} of others)`);
  return set;
}

type Inspected = Pick<TrainingPhotos[number], 'analysis' | 'read'>;

/** Each photo is judged once in a run: that takes longer than what most tests look at. */
async function judged(photo: Buffer, name: string): Promise<Inspected> {
  const print = createHash('sha256').update(photo).digest('hex');
  const { analysis, jpeg } = await onceInARun(print, async () => {
    const judgement = await judgeUpload(await faceModels(), photo);
    if (!judgement.ok) throw new Error(`${name} was refused: ${judgement.reason}`);
    return { analysis: judgement.analysis, jpeg: await encodeNormalised(judgement.photo) };
  });
  return { analysis, read: () => Promise.resolve(jpeg) };
}

/**
 * Judges photos with the models of this process and makes them what a training takes. Every photo must be accepted. The check's doubts are
 * left out: the training has its own.
 */
export async function inspected(photos: readonly Buffer[], name = 'photo'): Promise<TrainingPhotos> {
  const found: TrainingPhotos = [];
  for (const [i, photo] of photos.entries())
    found.push({ id: `${name}-${i}`, ...(await judged(photo, `${name} ${i}`)) });
  return found;
}
