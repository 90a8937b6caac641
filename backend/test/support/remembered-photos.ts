import { createHash } from 'node:crypto';
import { inject } from 'vitest';
import type { PhotoInspection, PhotoInspector } from '../../src/integrations/portrait-engine/index.js';
import { onceAmongWorkers } from './once-among-workers.js';
import { otherPersonsPhotos, referencePhotos, smallPhotos } from './photos.js';

/** Behind the picture, where nothing looks at it. */
const MARK = Buffer.from('another file of the same photo: ');
const NUMBER_BYTES = 3;

/** Another file that shows the same as a test photo, so that what was said of that is remembered for it, too. */
export const anotherFileOf = (photo: Uint8Array, number: number): Uint8Array<ArrayBuffer> =>
  new Uint8Array(Buffer.concat([photo, MARK, Buffer.from(`${number}`.padStart(NUMBER_BYTES, '0'))]));

/** Different files of three small photos. The verdict of a photo is remembered for all of its files, and its cutout is made once. */
export async function smallFiles(count: number): Promise<Uint8Array<ArrayBuffer>[]> {
  const photos = await smallPhotos();
  return Array.from({ length: count }, (_, index) => anotherFileOf(photos[index % photos.length]!, index));
}

function withoutMark(photo: Uint8Array): Uint8Array {
  const end = photo.length - MARK.length - NUMBER_BYTES;
  return end > 0 && MARK.equals(photo.subarray(end, end + MARK.length)) ? photo.subarray(0, end) : photo;
}

const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** Names the test photos as they are: whatever a test has changed about the picture is another one. */
const known = async (): Promise<ReadonlySet<string>> =>
  new Set([...(await referencePhotos()), ...otherPersonsPhotos(), ...(await smallPhotos())].map(hashOf));

const remembered = new Set<string>();

/** Has the verdict of a picture that a test has made be remembered, too: for one that is sent again and again, and always has the same bytes. */
export function alsoRemember<T extends Uint8Array>(picture: T): T {
  remembered.add(hashOf(picture));
  return picture;
}

/** A check takes seconds; a worker that was ended amid one leaves its turn behind. */
const PATIENCE_MS = 20_000;

/** The true photo check, which checks each of the unchanged test photos once in a run. */
export async function rememberPhotos(inspector: PhotoInspector): Promise<void> {
  const [truly, photos] = [inspector.inspect.bind(inspector), await known()];
  const shared = {
    folder: inject('services').photosDir,
    patienceMs: PATIENCE_MS,
    isKept: ({ ok }: PhotoInspection) => ok,
  };
  inspector.inspect = async (photo, options) => {
    const hash = hashOf(withoutMark(photo));
    if (!photos.has(hash) && !remembered.has(hash)) return truly(photo, options);
    options?.signal?.throwIfAborted();
    // Files of one photo that are uploaded at once wait for the same check, in any worker. It goes on when one of them hangs up.
    const inspection = await onceAmongWorkers(hash, () => truly(photo), shared);
    options?.signal?.throwIfAborted();
    return inspection;
  };
}
