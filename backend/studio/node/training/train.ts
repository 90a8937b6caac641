import { elementOf } from '../../core/element-of.js';
import { NEEDED_PHOTOS } from '../../core/needed-photos.js';
import {
  TooFewUsablePhotos,
  type EngineProgress,
  type ModelArtifact,
  type PhotoUse,
  type TrainedModel,
  type UnusedReason,
} from '../../core/port.js';
import type { StudioDescriptor } from '../../core/descriptor.js';
import type { FaceLibrary } from '../../core/models/face-library.js';
import { embeddingFromText } from '../../core/photo-likeness.js';
import { dropScratch } from '../../core/raster/scratch.js';
import { analysePhoto } from '../../core/training/analyse.js';
import type { AnalysedPhoto } from '../../core/training/analysed-photo.js';
import { isSmall } from '../../core/rendering/portrait-size.js';
import { findForeign } from '../../core/same-person.js';
import { findPortraitRoom, type PortraitRoom } from '../../core/training/portrait-room.js';
import { prepareCutout } from '../../core/training/prepare-cutout.js';
import { sharpPictures } from '../pictures.js';
import { encodeCutout, type EncodedCutout } from './encode-cutout.js';
import { FEWEST_CUTOUTS, MAX_CUTOUTS, turnsOf, type Turn } from '../../core/training/turns.js';
import { isCopy, rankForCutouts, type Shot } from '../../core/training/selection.js';
import { skinReference, toneFit } from '../../core/training/skin.js';
import { measureTilt } from '../../core/training/tilt.js';

/** Doubt about an outline above which, and widest framing in faces below which, a photo is used only for want of better ones. */
const DOUBTFUL = 0.16;
const TIGHT = 1.8;

function doubtAbout({ doubt, widest, holdsFace }: PortraitRoom, faceHeight: number): UnusedReason | null {
  if (doubt > DOUBTFUL) return 'outline_unclear';
  if (widest < TIGHT) return 'too_close';
  if (holdsFace) return 'hands';
  return isSmall(faceHeight, widest) ? 'small' : null;
}

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
  /** Fewer photos than a profile needs, for previews and for contact sheets of people with few. */
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
  const { used, unused } = await prepareBest(await load(), photos, ranked, skin, options);
  // The thread lives on and may long have nothing to do.
  dropScratch();
  if (used.length === 0) throw new TooFewUsablePhotos(0, needed);
  for (const { photoId, reason } of setAside) unused.set(photoId, reason);
  const descriptor: StudioDescriptor = {
    engine: 'studio',
    version: 1,
    cutouts: used.map(({ encoded }) => encoded.cutout),
    references: own.map((i) => elementOf(photos, i).embedding).filter((vector) => vector !== ''),
    skin,
  };
  return {
    descriptor,
    artifacts: await toArtifacts(used.map(({ encoded }) => encoded)),
    crops: used.length,
    offersRetouch: true,
    photos: usesOf(photos, used, unused),
  };
}

/** A cutout with the photo it was made of. */
interface Used {
  photoId: string;
  encoded: EncodedCutout;
  /** Why the photo serves only for want of better ones; null for a good one. */
  reason: UnusedReason | null;
}

/** What became of each photo: the cutouts in their order, then the others as they came. One that is in neither list had no face. */
function usesOf(
  photos: readonly TrainingPhoto[],
  used: readonly Used[],
  unused: ReadonlyMap<string, UnusedReason>,
): PhotoUse[] {
  const others = photos.filter(({ id }) => !used.some(({ photoId }) => photoId === id));
  return [
    ...used.map(({ photoId, encoded, reason }) => ({ photoId, cutout: encoded.cutout.artifact, reason })),
    ...others.map(({ id }) => ({ photoId: id, cutout: null, reason: unused.get(id) ?? 'no_face' })),
  ];
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

/**
 * Takes turns until enough cutouts exist. Doubtful ones fill up what is missing to a few, and so do copies of what is cut out already.
 * @returns the cutouts, and why the other ranked photos became none, by their ids
 */
async function prepareBest(
  library: FaceLibrary,
  photos: readonly TrainingPhoto[],
  ranked: readonly AnalysedPhoto[],
  skin: StudioDescriptor['skin'],
  options: TrainingOptions,
): Promise<{ used: Used[]; unused: Map<string, UnusedReason> }> {
  const prepared: Used[] = [];
  const reserve: Used[] = [];
  const shown: Shot[] = [];
  const unused = new Map<string, UnusedReason>();
  for (const turn of turnsOf(ranked)) {
    const source = elementOf(photos, turn.analysed.index);
    const shot = { ...turn.analysed, perceptualHash: source.perceptualHash };
    const isCopied = prepared.length >= FEWEST_CUTOUTS && shown.some((other) => isCopy(shot, other));
    const areEnough = prepared.length + (turn.late ? reserve.length : 0) >= turn.below;
    const number = prepared.length + reserve.length + 1;
    const result = isCopied
      ? 'near_duplicate'
      : areEnough
        ? (turn.late ?? 'enough_better')
        : await cutOut(library, source, turn, skin, number, options);
    if (typeof result === 'string') unused.set(source.id, result);
    else if (result.reason) reserve.push(result);
    else {
      prepared.push(result);
      shown.push(shot);
    }
    options.onProgress({
      stage: 'preparing',
      fraction: Math.min(0.98, 0.35 + (0.63 * prepared.length) / Math.min(MAX_CUTOUTS, ranked.length)),
    });
  }
  options.onProgress({ stage: 'finishing', fraction: 1 });
  const missing = Math.max(0, FEWEST_CUTOUTS - prepared.length);
  for (const { photoId, reason } of reserve.slice(missing)) unused.set(photoId, reason!);
  return { used: [...prepared, ...reserve.slice(0, missing)], unused };
}

/** Cuts the person out of one photo, or says why no portrait can be made of it. @param number names the files */
async function cutOut(
  library: FaceLibrary,
  source: TrainingPhoto,
  { analysed, dimness, late }: Turn<AnalysedPhoto>,
  skin: StudioDescriptor['skin'],
  number: number,
  options: TrainingOptions,
): Promise<Used | UnusedReason> {
  const photo = await sharpPictures.decode(await source.read());
  const names = { artifact: `cutout-${number}.webp`, before: `before-${number}.jpg` };
  const face = await measureTilt(sharpPictures, library, photo, analysed.face);
  const seen = { face, tone: analysed.photoTone };
  const room = await findPortraitRoom(sharpPictures, library.personMask, photo, seen, 'training');
  if (typeof room === 'string') return room;
  const found = await prepareCutout(sharpPictures, photo, { ...analysed, face }, room, skin, {
    ...names,
    faceHeight: options.cutoutFaceHeight,
    dimness,
  });
  const encoded = found && encodeCutout(found, names.before);
  return encoded ? { photoId: source.id, encoded, reason: late ?? doubtAbout(room, face.height) } : 'light_differs';
}
