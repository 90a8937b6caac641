import { facts } from '~/lib/facts';

/**
 * What the file dialog offers. Where HEIC is among it an iPhone hands over the original; else it makes a JPEG of it, which has twice the bytes,
 * and of a photo of 48 megapixels more than are taken. Some systems know HEIC by the end of its name only.
 */
export const ACCEPTED_PICTURES = [
  ...facts.photos.formats.map((format) => `image/${format.toLowerCase()}`),
  'image/heif',
  '.heic',
  '.heif',
];
