import { elementOf } from '../../core/element-of.js';
import { NEEDED_PHOTOS } from '../../core/needed-photos.js';
import { TooFewUsablePhotos, type EngineProgress, type ModelArtifact, type TrainedModel } from '../../core/port.js';
import type { StudioDescriptor } from '../../core/descriptor.js';
import type { FaceLibrary } from '../../core/models/face-library.js';
import { embeddingFromText } from '../../core/photo-likeness.js';
import { dropScratch } from '../../core/raster/scratch.js';
import { analysePhoto } from '../../core/training/analyse.js';
import type { AnalysedPhoto } from '../../core/training/analysed-photo.js';
import { hasColour } from '../../core/photo/face-light.js';
import { isSmall } from '../../core/rendering/portrait-size.js';
import { findForeign } from '../../core/same-person.js';
import { findPortraitRoom, type PortraitRoom } from '../../core/training/portrait-room.js';
import { prepareCutout } from '../../core/training/prepare-cutout.js';
import { sharpPictures } from '../pictures.js';
import { encodeCutout, type EncodedCutout } from './encode-cutout.js';
import { FEWEST_CUTOUTS, MAX_CUTOUTS, turnsOf } from '../../core/training/turns.js';
import { isCopy, rankForCutouts, type Shot } from '../../core/training/selection.js';
import { skinReference, toneFit } from '../../core/training/skin.js';

/** Doubt about an outline above which, and widest framing in faces below which, a photo is used only for want of better ones. */
const DOUBTFUL = 0.16;
const TIGHT = 1.8;

const isDoubtful = ({ doubt, widest }: PortraitRoom): boolean => doubt > DOUBTFUL || widest < TIGHT;

/** A photo as training gets it in its own thread. */
export interface TrainingPhoto {
  id: string;
  embedding: string;
  perceptualHash: string;
  read(): Promise<Uint8Array>;
}

/** How fine the cutouts are and what happens around. */
export interface TrainingOptions {
  /** Height of the face in the cutout in pixels. */
  cutoutFaceHeight: number;
  /** Fewer photos than a profile needs, for contact sheets of people with few. */
  neededPhotos?: number;
  onProgress(progress: EngineProgress): void;
}

/**
 * Prepares a profile: sets other persons aside, learns the person's skin, cuts the person out of the best photos.
 * @param load gets the models, only once there are enough photos
 * @throws TooFewUsablePhotos
 */
export async function trainStudio(
  load: () => Promise<FaceLibrary>,
  photos: readonly TrainingPhoto[],
  options: TrainingOptions,
): Promise<TrainedModel> {
  const embeddings = photos.map((p) => embeddingFromText(p.embedding));
  const identity = findForeign(embeddings);
  const setAside = identity.foreign.map((i) => ({ photoId: elementOf(photos, i).id, reason: 'other_person' as const }));
  const usable = photos.length - setAside.length;
  const needed = options.neededPhotos ?? NEEDED_PHOTOS;
  if (usable < needed) throw new TooFewUsablePhotos(usable, needed, setAside);
  const own = photos.map((_, i) => i).filter((i) => !identity.foreign.includes(i));
  const analysed = await analyseAll(load, photos, own, options);
  if (analysed.length < needed) throw new TooFewUsablePhotos(analysed.length, needed, setAside);
  const skin = skinReference(
    analysed.map((a) => a.tone),
    analysed.map((a) => a.quality),
  );
  const ranked = rankForCutouts(
    analysed.map((a) => ({
      index: a.index,
      quality: a.quality * toneFit(a.tone, skin),
      likeness: elementOf(identity.likeness, a.index),
      embedding: elementOf(embeddings, a.index),
      perceptualHash: elementOf(photos, a.index).perceptualHash,
    })),
  ).map((c) => analysed.find((a) => a.index === c.index)!);
  const prepared = await prepareBest(await load(), photos, ranked, skin, options);
  if (prepared.length === 0) throw new TooFewUsablePhotos(0, needed);
  const descriptor: StudioDescriptor = {
    engine: 'studio',
    version: 1,
    cutouts: prepared.map((p) => p.cutout),
    references: own.map((i) => elementOf(photos, i).embedding).filter((vector) => vector !== ''),
    skin,
  };
  return { descriptor, artifacts: await toArtifacts(prepared), crops: prepared.length, setAside };
}

/** The cutouts first: the profile's own picture is made of the first of them. */
async function toArtifacts(prepared: readonly EncodedCutout[]): Promise<ModelArtifact[]> {
  const cutouts = prepared.map(async ({ cutout, webp }) => ({
    name: cutout.artifact,
    contentType: 'image/webp',
    bytes: await webp,
  }));
  const befores = prepared.map(async ({ before }) => ({
    name: before.name,
    contentType: 'image/jpeg',
    bytes: await before.jpeg,
  }));
  return Promise.all([...cutouts, ...befores]);
}

async function analyseAll(
  load: () => Promise<FaceLibrary>,
  photos: readonly TrainingPhoto[],
  own: readonly number[],
  options: TrainingOptions,
): Promise<AnalysedPhoto[]> {
  const found: AnalysedPhoto[] = [];
  for (const [done, index] of own.entries()) {
    const photo = await sharpPictures.decode(await elementOf(photos, index).read());
    const analysed = await analysePhoto(sharpPictures, await load(), photo, index);
    if (analysed) found.push(analysed);
    options.onProgress({ stage: 'analysing', fraction: (0.35 * (done + 1)) / own.length });
  }
  return found;
}

/** Takes turns until enough cutouts exist. Doubtful ones fill up what is missing to a few, and so do copies of what is cut out already. */
async function prepareBest(
  library: FaceLibrary,
  photos: readonly TrainingPhoto[],
  ranked: readonly AnalysedPhoto[],
  skin: StudioDescriptor['skin'],
  options: TrainingOptions,
): Promise<EncodedCutout[]> {
  const prepared: EncodedCutout[] = [];
  const reserve: EncodedCutout[] = [];
  const shown: Shot[] = [];
  for (const { analysed, below, dimness } of turnsOf(ranked)) {
    const spare = below < MAX_CUTOUTS;
    if (prepared.length + (spare ? reserve.length : 0) >= below) break;
    const source = elementOf(photos, analysed.index);
    const shot = { ...analysed, perceptualHash: source.perceptualHash };
    if (prepared.length >= FEWEST_CUTOUTS && shown.some((other) => isCopy(shot, other))) continue;
    const photo = await sharpPictures.decode(await source.read());
    const number = prepared.length + reserve.length + 1;
    const names = { artifact: `cutout-${number}.webp`, before: `before-${number}.jpg` };
    const room = await findPortraitRoom(
      sharpPictures,
      library.personMask,
      photo,
      { face: analysed.face, tone: analysed.photoTone },
      'training',
    );
    if (typeof room === 'string') continue;
    const found = await prepareCutout(sharpPictures, photo, analysed, room, skin, {
      ...names,
      faceHeight: options.cutoutFaceHeight,
      dimness,
    });
    const cutout = found && encodeCutout(found, names.before);
    const isSecondChoice =
      isDoubtful(room) ||
      room.holdsFace ||
      isSmall(analysed.face.height, room.widest) ||
      !hasColour(analysed.photoTone);
    if (cutout && (spare || isSecondChoice)) reserve.push(cutout);
    else if (cutout) {
      prepared.push(cutout);
      shown.push(shot);
    }
    // The next cutout has another size; its buffers would come on top.
    dropScratch();
    options.onProgress({
      stage: 'preparing',
      fraction: Math.min(0.98, 0.35 + (0.63 * prepared.length) / Math.min(MAX_CUTOUTS, ranked.length)),
    });
  }
  options.onProgress({ stage: 'finishing', fraction: 1 });
  return [...prepared, ...reserve.slice(0, Math.max(0, FEWEST_CUTOUTS - prepared.length))];
}
