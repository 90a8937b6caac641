import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { elementOf } from '../core/element-of.js';
import { readDescriptor, type StudioDescriptor } from '../core/descriptor.js';
import type { FaceLibrary } from '../core/models/face-library.js';
import {
  DEFAULT_RETOUCH,
  TooFewUsablePhotos,
  type PhotoAnalysis,
  type PhotoInspection,
  type PhotoUse,
} from '../core/port.js';
import { portraitWidth } from '../core/rendering/portrait-size.js';
import { planVariants, type Variant } from '../core/rendering/variants.js';
import { inspectPhoto } from '../node/photo/inspect.js';
import { renderPortrait } from '../node/rendering/render-portrait.js';
import { trainStudio } from '../node/training/train.js';
import { sceneOf } from '../scenes/registry.js';

/** Size of portraits on sale and of the faces in their cutouts, in pixels. */
const WIDTH = 1024;
export const CUTOUT_FACE_HEIGHT = 520;
const SEED = 1;

/** Which portraits are made. */
export interface Wish {
  styles: readonly string[];
  /** Portraits of each style. */
  count: number;
}

/** A photo with the check's verdict. */
export interface CheckedPhoto {
  name: string;
  bytes: Uint8Array;
  inspection: PhotoInspection;
  ms: number;
}

/** A photo that the check accepts, as the training gets it. */
export interface AcceptedPhoto {
  id: string;
  jpeg: Uint8Array;
  analysis: PhotoAnalysis;
}

/** A profile made for the measuring. */
export interface Profile {
  descriptor: StudioDescriptor;
  artifacts: ReadonlyMap<string, Uint8Array>;
  /** What became of each photo. */
  photos: readonly PhotoUse[];
  trainingMs: number;
}

/** A finished portrait with its plan. */
export interface MadePortrait {
  style: string;
  variant: Variant;
  jpeg: Uint8Array;
  /** In pixels. */
  width: number;
  ms: number;
}

/** What the engine makes of one person's photos. */
export interface Made {
  photos: CheckedPhoto[];
  accepted: AcceptedPhoto[];
  /** Null where the training can use no photo. */
  profile: Profile | null;
  portraits: MadePortrait[];
  /** Peak of the process's resident memory, in bytes. */
  peakBytes: number;
}

/** Checks, trains and renders in this process, one after the other, as the service does it in several. Files in the order given. */
export async function makePortraits(library: FaceLibrary, files: readonly string[], wish: Wish): Promise<Made> {
  const photos: CheckedPhoto[] = [];
  for (const file of files) {
    const bytes = await readFile(file);
    // The first call also prepares the models, once in a process's life.
    if (photos.length === 0) await inspectPhoto(library, bytes);
    const { result, ms } = await timed(() => inspectPhoto(library, bytes));
    photos.push({ name: basename(file), bytes, inspection: result, ms });
  }
  const accepted = photos.flatMap(({ name, inspection }) =>
    inspection.ok ? [{ id: name, jpeg: inspection.jpeg, analysis: inspection.analysis }] : [],
  );
  const profile = accepted.length > 0 ? await train(library, accepted) : null;
  const portraits = profile ? await render(profile, wish) : [];
  return { photos, accepted, profile, portraits, peakBytes: process.resourceUsage().maxRSS * 1024 };
}

/** Trains with however few photos. */
async function train(library: FaceLibrary, accepted: readonly AcceptedPhoto[]): Promise<Profile | null> {
  const photos = accepted.map(({ id, jpeg, analysis: { embedding, perceptualHash } }) => ({
    id,
    embedding,
    perceptualHash,
    read: () => Promise.resolve(jpeg),
  }));
  const options = { cutoutFaceHeight: CUTOUT_FACE_HEIGHT, neededPhotos: 1, onProgress: () => {} };
  try {
    const { result, ms } = await timed(() => trainStudio(() => Promise.resolve(library), photos, options));
    return {
      descriptor: readDescriptor(result.descriptor),
      artifacts: new Map(result.artifacts.map(({ name, bytes }) => [name, bytes])),
      photos: result.photos ?? [],
      trainingMs: ms,
    };
  } catch (error) {
    if (error instanceof TooFewUsablePhotos) return null;
    throw error;
  }
}

async function render({ descriptor, artifacts }: Profile, { styles, count }: Wish): Promise<MadePortrait[]> {
  const made: MadePortrait[] = [];
  for (const style of styles) {
    for (const variant of planVariants({ scene: sceneOf(style), seed: SEED, count }, descriptor.cutouts)) {
      const cutout = elementOf(descriptor.cutouts, variant.source);
      const webp = artifacts.get(cutout.artifact)!;
      const width = portraitWidth(variant.crop, cutout.scale, WIDTH);
      const order = {
        scene: style,
        variant,
        cutout,
        webp,
        retouch: DEFAULT_RETOUCH,
        width,
        height: width * 1.25,
      };
      const { result, ms } = await timed(() => renderPortrait(order));
      made.push({ style, variant, jpeg: result, width, ms });
    }
  }
  return made;
}

async function timed<T>(work: () => Promise<T>): Promise<{ result: T; ms: number }> {
  const begun = performance.now();
  const result = await work();
  return { result, ms: performance.now() - begun };
}
