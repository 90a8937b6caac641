import { checkPhoto, type PhotoCheck } from '~/lib/photo-check';
import { heicAsJpeg } from '~/lib/photo-check/heic-as-jpeg';
import { formatOf, type PictureFormat } from '~/lib/photo-check/picture-header';
import type { SniffedFile } from './files';

/** As many bytes as a format is told by. */
const HEAD = 32;

/** Looks at the first bytes of a file. One that cannot be read is none we know. */
export async function sniffFile(file: File): Promise<SniffedFile> {
  const format = await file
    .slice(0, HEAD)
    .arrayBuffer()
    .then(
      (bytes): PictureFormat => formatOf(new Uint8Array(bytes)),
      (): PictureFormat => 'other',
    );
  return { file, format };
}

export interface Inspection extends PhotoCheck {
  /** What is sent: the file, or what this device has made of it so that everybody can read it. */
  sent: File;
  bytes: ArrayBuffer;
}

/** Reads a file and checks it on the device. One that has been moved or removed since it was chosen is as good as damaged. */
export async function inspectFile(file: File): Promise<Inspection> {
  try {
    const bytes = await file.arrayBuffer();
    const check = await checkPhoto(bytes);
    const sent = check.reason ? file : await heicAsJpeg(file, bytes);
    return { ...check, sent, bytes: sent === file ? bytes : await sent.arrayBuffer() };
  } catch {
    return { sent: file, bytes: new ArrayBuffer(), reason: 'damaged', hash: null, isSmall: false };
  }
}
