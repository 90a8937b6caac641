import { facts } from '~/lib/facts';
import type { PictureFormat } from '~/lib/photo-check/picture-header';

export { ACCEPTED_PICTURES as ACCEPTED_TYPES } from '~/lib/accepted-pictures';

/** A chosen file and what its first bytes say it is. */
export interface SniffedFile {
  file: File;
  format: PictureFormat;
}

export interface SortedFiles {
  accepted: File[];
  /** Of another type: nothing of them is sent. */
  invalid: SniffedFile[];
  /** Larger than the limit. */
  large: File[];
  /** More than there is room for. */
  surplus: File[];
}

/** Sorts chosen files into what is uploaded and what is not, and why. `room` is how many more photos fit. */
export function sortFiles(files: readonly SniffedFile[], room: number): SortedFiles {
  const isReadable = ({ format }: SniffedFile) => format !== 'other';
  const invalid = files.filter((each) => !isReadable(each));
  const readable = files.filter(isReadable).map(({ file }) => file);
  const large = readable.filter(({ size }) => size > facts.photos.maxBytes);
  const fitting = readable.filter((file) => !large.includes(file));
  return { accepted: fitting.slice(0, Math.max(0, room)), invalid, large, surplus: fitting.slice(Math.max(0, room)) };
}

/** Whether somebody took a file for a photo: it gets a place among the photos, with the reason why it is none we can use. */
export const isMeantAsPhoto = ({ file }: SniffedFile): boolean => file.type.startsWith('image/');

/** Names in a row, cut to about fifty characters. */
export function briefNames(names: readonly string[]): string {
  const all = names.join(', ');
  return all.length <= 50 ? all : `${all.slice(0, 49).trimEnd()}…`;
}
