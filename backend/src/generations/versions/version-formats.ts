import { facts } from '../../facts/index.js';
import { FORMAT_KEYS, type FormatKey } from '../portrait-format-keys.js';

/** The formats a portrait is cut to, and its own 4:5. */
export type VersionFormat = FormatKey | 'portrait';
export const VERSION_FORMATS = ['portrait', ...FORMAT_KEYS] as [VersionFormat, ...VersionFormat[]];

interface Size {
  width: number;
  height: number;
}

/** Which part of a portrait is asked for: shares of its width and height. */
export interface Part {
  left: number;
  top: number;
  width: number;
}

/** Rounding of shares may reach so many pixels over the edge. */
const ROUNDING = 1;

const shapeOf = (format: VersionFormat): { ratio: number; most: Size | null } => {
  const found = facts.portraitFormats.find(({ key }) => key === format);
  return found ? { ratio: found.width / found.height, most: found } : { ratio: 4 / 5, most: null };
};

/** The same part in whole pixels inside the portrait; null where it reaches out of it, or is too small to be of use. */
export function partInPixels(
  format: VersionFormat,
  part: Part,
  portrait: Size,
): (Size & { left: number; top: number }) | null {
  const { ratio } = shapeOf(format);
  const width = Math.round(part.width * portrait.width);
  const height = Math.round(width / ratio);
  const left = Math.round(part.left * portrait.width);
  const top = Math.round(part.top * portrait.height);
  if (part.width < facts.refinement.leastWidth) return null;
  if (left + width > portrait.width + ROUNDING || top + height > portrait.height + ROUNDING) return null;
  const inside = { width: Math.min(width, portrait.width), height: Math.min(height, portrait.height) };
  return {
    ...inside,
    left: Math.min(left, portrait.width - inside.width),
    top: Math.min(top, portrait.height - inside.height),
  };
}

/** How large the file becomes: as large as the format, and never larger than what is seen of the portrait. */
export function versionSize(format: VersionFormat, part: Size): Size {
  const { most, ratio } = shapeOf(format);
  const height = most ? Math.min(most.height, part.height) : part.height;
  return { height, width: Math.min(part.width, Math.round(height * ratio)) };
}

/** What the channels of a picture are multiplied with. @param light from -1 to 1 each @param most how far they move at 1 */
export function gainsOf(
  { brightness, warmth }: { brightness: number; warmth: number },
  most: { brightness: number; warmth: number } = facts.refinement,
): [number, number, number] {
  const light = 1 + brightness * most.brightness;
  const tint = warmth * most.warmth;
  return [light * (1 + tint), light, light * (1 - tint)];
}
