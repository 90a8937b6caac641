import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import sharp from 'sharp';
import { elementOf } from '../core/element-of.js';
import type { Cutout } from '../core/descriptor.js';
import type { FaceLibrary } from '../core/models/face-library.js';
import { cosine, embeddingFromText } from '../core/photo-likeness.js';
import { analysePhoto } from '../core/training/analyse.js';
import type { AnalysedPhoto } from '../core/training/analysed-photo.js';
import { measureTilt } from '../core/training/tilt.js';
import type { Rgb } from '../core/raster/rgb.js';
import { sharpPictures } from '../node/pictures.js';
import type { PortraitFigures } from './figures.js';
import { makePortraits, type AcceptedPhoto, type Made, type MadePortrait, type Wish } from './make-portraits.js';
import { measureCutout, type MeasuredCutout } from './measure-cutout.js';
import { measurePortrait } from './measure-portrait.js';
import type { PersonReport, PhotoReport, PortraitReport } from './run-report.js';

/** Largest sides of the small pictures in pixels, and their JPEG quality. */
const SMALL = { width: 480, height: 600 };
const SMALL_QUALITY = 82;

/** Whose photos are judged, and where the pictures go. */
export interface PersonOrder extends Wish {
  id: string;
  /** Paths of the photos. */
  files: readonly string[];
  /** Folder of the run. */
  out: string;
  /** Whether portraits are kept as the engine makes them. */
  isLarge: boolean;
}

/** Makes a person's portraits and measures them, and writes them into `<out>/pictures/<id>`. */
export async function judgePerson(library: FaceLibrary, order: PersonOrder): Promise<PersonReport> {
  const made = await makePortraits(library, order.files, order);
  const cutouts = await measureCutouts(library, made);
  const portraits: PortraitReport[] = [];
  for (const portrait of made.portraits) {
    const source = elementOf(cutouts, portrait.variant.source);
    const picture = `pictures/${order.id}/${portrait.style}-${portrait.variant.index + 1}.jpg`;
    const file = join(order.out, picture);
    await writeSmall(portrait.jpeg, file);
    if (order.isLarge) await writeFile(file, portrait.jpeg);
    portraits.push({
      style: portrait.style,
      index: portrait.variant.index,
      photo: source.photo,
      picture,
      figures: await figuresOf(library, made, portrait, source),
    });
  }
  const photos: PhotoReport[] = [];
  for (const [i, { name, bytes, inspection }] of made.photos.entries()) {
    const picture = `pictures/${order.id}/photo-${i + 1}.jpg`;
    const isUsed = cutouts.some(({ photo }) => photo === name);
    photos.push({
      name,
      refused: inspection.ok ? null : inspection.reason,
      doubt: inspection.ok ? (inspection.analysis.doubt ?? null) : null,
      isUsed,
      unused: inspection.ok && !isUsed ? whyUnused(made, name) : null,
      picture: (await writeSmall(inspection.ok ? inspection.jpeg : bytes, join(order.out, picture))) ? picture : null,
    });
  }
  return { id: order.id, outcome: outcomeOf(made), error: null, photos, figures: personFigures(made), portraits };
}

/** Whether the picture can be decoded and was written. */
async function writeSmall(picture: Uint8Array, file: string): Promise<boolean> {
  await mkdir(dirname(file), { recursive: true });
  const small = await sharp(picture)
    .autoOrient()
    .resize({ ...SMALL, fit: 'inside', withoutEnlargement: true })
    .jpeg({ quality: SMALL_QUALITY })
    .toBuffer()
    .catch(() => null);
  if (small) await writeFile(file, small);
  return small !== null;
}

function outcomeOf({ accepted, portraits }: Made): PersonReport['outcome'] {
  if (portraits.length > 0) return 'portraits';
  if (accepted.length === 0) return 'refused';
  return accepted.every(({ analysis }) => analysis.doubt) ? 'doubtful' : 'none';
}

/** What the training says; without a profile, what the check doubted. */
function whyUnused({ accepted, profile }: Made, name: string): string {
  const reason = profile?.photos.find(({ photoId }) => photoId === name)?.reason;
  const doubt = accepted.find(({ id }) => id === name)?.analysis.doubt;
  return reason ?? doubt ?? 'training_could_not';
}

function personFigures({ photos, accepted, profile, peakBytes }: Made): PersonReport['figures'] {
  const used = profile?.descriptor.cutouts.length ?? 0;
  const checkMs = photos.reduce((sum, { ms }) => sum + ms, 0) / Math.max(1, photos.length);
  return {
    photos: photos.length,
    accepted: accepted.length,
    used,
    checkMs: Math.round(checkMs),
    cutoutMs: profile && used > 0 ? Math.round(profile.trainingMs / used) : null,
    peakBytes,
  };
}

/** A cutout with the photo it was made of; no figures where that is not found. */
interface Source {
  cutout: Cutout;
  photo: string | null;
  measured: MeasuredCutout | null;
}

/** Measures each cutout beside the photo it was made of. */
async function measureCutouts(library: FaceLibrary, { accepted, profile }: Made): Promise<Source[]> {
  if (!profile) return [];
  const { descriptor, artifacts, photos } = profile;
  const found: Source[] = [];
  for (const cutout of descriptor.cutouts) {
    const name = photos.find((use) => use.cutout === cutout.artifact)?.photoId;
    const source = accepted.find(({ id }) => id === name);
    const seen = source && (await lookAgain(library, source));
    const file = artifacts.get(cutout.artifact)!;
    const measured = seen ? await measureCutout(library, seen, cutout, file, descriptor.skin) : null;
    found.push({ cutout, photo: name ?? null, measured });
  }
  return found;
}

/** A photo and its face as the training saw them; null where no face is found. */
async function lookAgain(
  library: FaceLibrary,
  { jpeg }: AcceptedPhoto,
): Promise<{ photo: Rgb; analysed: AnalysedPhoto } | null> {
  const photo = await sharpPictures.decode(jpeg);
  const analysed = await analysePhoto(sharpPictures, library, photo, 0);
  if (!analysed) return null;
  return { photo, analysed: { ...analysed, face: await measureTilt(sharpPictures, library, photo, analysed.face) } };
}

const NOTHING_MEASURED = {
  colourShift: null,
  redder: null,
  yellower: null,
  lightness: null,
  becameSkin: null,
  elsewhere: null,
  onFace: null,
  tint: null,
  parts: null,
  largestPart: null,
  holes: null,
  missing: null,
  foreign: null,
  unsupported: null,
  hairCut: null,
};

async function figuresOf(
  library: FaceLibrary,
  { accepted }: Made,
  { variant: { crop }, jpeg, width, ms }: MadePortrait,
  { cutout, measured }: Source,
): Promise<PortraitFigures> {
  const seen = await measurePortrait(library, jpeg);
  const likeness = seen
    ? Math.max(...accepted.map(({ analysis }) => cosine(embeddingFromText(analysis.embedding), seen.embedding)))
    : null;
  return {
    ...(measured ? { ...measured.colours, ...measured.outlineWithin(crop) } : NOTHING_MEASURED),
    faces: seen?.faces ?? 0,
    likeness,
    eyes: seen?.eyeY ?? null,
    tilt: seen ? Math.abs(seen.roll) : null,
    enlargement: width / crop.width / cutout.scale,
    sharpness: seen?.reblur ?? null,
    clipped: seen?.clipped ?? null,
    bytes: jpeg.length,
    portraitMs: Math.round(ms),
  };
}
