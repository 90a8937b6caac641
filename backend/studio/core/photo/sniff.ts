/** What a file is by its first bytes; names and declared types are not believed. */
export type PhotoFormat = 'jpeg' | 'png' | 'webp' | 'gif' | 'heic' | 'other';

const HEIF_BRANDS = new Set(['heic', 'heix', 'hevc', 'hevx', 'heim', 'heis', 'hevm', 'hevs', 'mif1', 'msf1']);

/** @param bytes at least the first 16 bytes of the file; fewer give `other`. */
export function sniff(bytes: Uint8Array): PhotoFormat {
  if (bytes.length < 16) return 'other';
  const text = String.fromCharCode(...bytes.subarray(0, 16));
  if (text.startsWith('\xff\xd8\xff')) return 'jpeg';
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'png';
  if (text.startsWith('RIFF') && text.slice(8, 12) === 'WEBP') return 'webp';
  if (text.startsWith('GIF87a') || text.startsWith('GIF89a')) return 'gif';
  if (text.slice(4, 8) === 'ftyp' && HEIF_BRANDS.has(text.slice(8, 12))) return 'heic';
  return 'other';
}
