import { facts, type PortraitFormat } from '../facts/index.js';

export type FormatKey = PortraitFormat['key'];
export const FORMAT_KEYS = facts.portraitFormats.map(({ key }) => key) as [FormatKey, ...FormatKey[]];

/** What a portrait was cut to, in the order of the facts. */
export const formatsOf = (portrait: { formats: readonly FormatKey[] }): PortraitFormat[] =>
  facts.portraitFormats.filter(({ key }) => portrait.formats.includes(key));

/** Size of a format in pixels. A portrait that is smaller than the format is not blown up. */
export function formatSize(
  format: PortraitFormat,
  picture: { width: number; height: number },
): { width: number; height: number } {
  const height = Math.min(format.height, Math.round(largestHeight(format, picture)));
  return { height, width: Math.min(picture.width, Math.round((height * format.width) / format.height)) };
}

/** Height of the largest part of a picture that has the proportions of the format. */
export const largestHeight = (format: PortraitFormat, picture: { width: number; height: number }): number =>
  Math.min(picture.height, (picture.width * format.height) / format.width);
