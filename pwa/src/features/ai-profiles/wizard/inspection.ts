import { checkPhoto, type PhotoCheck } from '~/lib/photo-check';
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

/** Reads a file and checks it on the device. One that has been moved or removed since it was chosen is as good as damaged. */
export async function inspectFile(file: File): Promise<PhotoCheck & { bytes: ArrayBuffer }> {
  try {
    const bytes = await file.arrayBuffer();
    return { bytes, ...(await checkPhoto(bytes)) };
  } catch {
    return { bytes: new ArrayBuffer(), reason: 'damaged', hash: null, isSmall: false };
  }
}
