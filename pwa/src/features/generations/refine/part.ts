import type { Schemas } from '~/lib/api';
import { facts } from '~/lib/facts';
import type { Portrait } from '../generations-data';

export type VersionFormat = Schemas['RefineBody']['format'];

/** A picture that is cut: its size, and where the face is in it. */
export type Subject = Pick<Portrait, 'width' | 'height' | 'face'>;

/** A part of a portrait: shares of its width and height. The height follows from the format. */
export interface Part {
  left: number;
  top: number;
  width: number;
}

export const VERSION_FORMATS: readonly VersionFormat[] = ['portrait', ...facts.portraitFormats.map(({ key }) => key)];

const LEAST = facts.refinement.leastWidth;
/** How large the face is at first, from forehead to chin, as a share of the part's height, and where the eyes lie. */
const FACE = 0.44;
const EYES = 0.42;

/** Width by height of a format. */
export function ratioOf(format: VersionFormat): number {
  const found = facts.portraitFormats.find(({ key }) => key === format);
  return found ? found.width / found.height : 4 / 5;
}

/** How high a part of this width is, as a share of the portrait's height. */
export const heightOf = (width: number, format: VersionFormat, portrait: Pick<Portrait, 'width' | 'height'>): number =>
  (width * portrait.width) / ratioOf(format) / portrait.height;

/** The widest part that the portrait has in this format. */
export const widest = (format: VersionFormat, portrait: Pick<Portrait, 'width' | 'height'>): number =>
  Math.min(1, 1 / heightOf(1, format, portrait));

const clamp = (value: number, least: number, most: number): number => Math.min(Math.max(value, least), most);

/** The same part inside the portrait, and neither too small nor larger than that. */
export function inside(part: Part, format: VersionFormat, portrait: Pick<Portrait, 'width' | 'height'>): Part {
  const most = widest(format, portrait);
  const width = clamp(part.width, Math.min(LEAST, most), most);
  return {
    width,
    left: clamp(part.left, 0, 1 - width),
    top: clamp(part.top, 0, Math.max(0, 1 - heightOf(width, format, portrait))),
  };
}

/** What is shown at first: the face as large as a profile picture wants it, or as much as there is. */
export function startPart(format: VersionFormat, portrait: Subject): Part {
  const { face } = portrait;
  if (!face || format === 'portrait') return inside({ left: 0, top: 0, width: 1 }, format, portrait);
  const wished = (face.height / FACE) * (portrait.height / portrait.width) * ratioOf(format);
  const { width } = inside({ left: 0, top: 0, width: wished }, format, portrait);
  const height = heightOf(width, format, portrait);
  return inside({ width, left: face.x - width / 2, top: face.y - height * EYES }, format, portrait);
}

/** The part larger or smaller about its middle. */
export function resized(
  part: Part,
  width: number,
  format: VersionFormat,
  portrait: Pick<Portrait, 'width' | 'height'>,
): Part {
  const next = inside({ ...part, width }, format, portrait).width;
  const [before, after] = [heightOf(part.width, format, portrait), heightOf(next, format, portrait)];
  return inside(
    { width: next, left: part.left + (part.width - next) / 2, top: part.top + (before - after) / 2 },
    format,
    portrait,
  );
}

/** What the channels of a picture are multiplied with, as the server does. @param light from -1 to 1 each @param most how far they move at 1 */
export function gainsOf(
  { brightness, warmth }: { brightness: number; warmth: number },
  most: { brightness: number; warmth: number } = facts.refinement,
): [number, number, number] {
  const light = 1 + brightness * most.brightness;
  const tint = warmth * most.warmth;
  return [light * (1 + tint), light, light * (1 - tint)];
}

/** How far apart faces may be, as shares, to count as in the same place. */
const SAME_PLACE = 0.01;

/** Whether the face of one picture lies elsewhere than that of another, or is of another size. */
export const isElsewhere = ({ face: a }: Subject, { face: b }: Subject): boolean =>
  a !== null &&
  (b === null || (['x', 'y', 'height'] as const).some((what) => Math.abs(a[what] - b[what]) > SAME_PLACE));
