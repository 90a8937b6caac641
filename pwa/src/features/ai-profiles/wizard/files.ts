import { facts } from '~/lib/facts';

/** The types the service can read; everything else is not even sent. */
export const ACCEPTED_TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/gif'];

export interface SortedFiles {
  accepted: File[];
  /** Of another type. */
  invalid: File[];
  /** Larger than the limit. */
  large: File[];
  /** More than there is room for. */
  surplus: File[];
}

/** Sorts chosen files into what is uploaded and what is not, and why. `room` is how many more photos fit. */
export function sortFiles(files: readonly File[], room: number): SortedFiles {
  // Some systems say `image/jpg`, which no standard knows.
  const invalid = files.filter(({ type }) => !ACCEPTED_TYPES.includes(type.replace('image/jpg', 'image/jpeg')));
  const readable = files.filter((file) => !invalid.includes(file));
  const large = readable.filter(({ size }) => size > facts.photos.maxBytes);
  const fitting = readable.filter((file) => !large.includes(file));
  return { accepted: fitting.slice(0, Math.max(0, room)), invalid, large, surplus: fitting.slice(Math.max(0, room)) };
}

/** Names in a row, cut to about fifty characters. */
export function briefNames(names: readonly string[]): string {
  const all = names.join(', ');
  return all.length <= 50 ? all : `${all.slice(0, 49).trimEnd()}…`;
}
