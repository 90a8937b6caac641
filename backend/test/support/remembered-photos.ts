import { createHash, randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { inject } from 'vitest';
import type { PhotoInspection, PhotoInspector } from '../../src/integrations/portrait-engine/index.js';
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

/** A check takes seconds; a worker that was ended amid one leaves its claim behind. */
const PATIENCE_MS = 20_000;

type Verdict = Omit<PhotoInspection & { ok: true }, 'jpeg'>;

/** Verdicts on photos, in a folder of this run: what one test file has had checked need not be checked for the next. */
class Remembered {
  constructor(private readonly folder: string) {
    mkdirSync(folder, { recursive: true });
  }

  read(hash: string): PhotoInspection | null {
    try {
      return {
        ...(JSON.parse(readFileSync(join(this.folder, `${hash}.json`), 'utf8')) as Verdict),
        jpeg: readFileSync(join(this.folder, `${hash}.jpg`)),
      };
    } catch {
      return null;
    }
  }

  keep(hash: string, { jpeg, ...verdict }: PhotoInspection & { ok: true }): void {
    this.write(`${hash}.jpg`, jpeg);
    // Written last: where it is, the picture is, too.
    this.write(`${hash}.json`, JSON.stringify(verdict));
  }

  /** Whether the check of a photo falls to the one that asks; for all others it is under way until `release`. */
  claim(hash: string): boolean {
    try {
      writeFileSync(this.claimOf(hash), '', { flag: 'wx' });
      return true;
    } catch {
      return false;
    }
  }

  release(hash: string): void {
    rmSync(this.claimOf(hash), { force: true });
  }

  /** What another worker finds; null where it found nothing to keep, or takes too long. */
  async found(hash: string): Promise<PhotoInspection | null> {
    for (const end = Date.now() + PATIENCE_MS; Date.now() < end; await pause(50))
      if (!existsSync(this.claimOf(hash))) break;
    return this.read(hash);
  }

  private claimOf(hash: string): string {
    return join(this.folder, `${hash}.claim`);
  }

  /** Whole or not at all: other workers read at the same time. */
  private write(name: string, content: string | Uint8Array): void {
    const draft = join(this.folder, randomUUID());
    writeFileSync(draft, content);
    renameSync(draft, join(this.folder, name));
  }
}

/** The true photo check, which checks each of the unchanged test photos once in a run. */
export async function rememberPhotos(inspector: PhotoInspector): Promise<void> {
  const [truly, photos, verdicts] = [
    inspector.inspect.bind(inspector),
    await known(),
    new Remembered(inject('services').photosDir),
  ];
  // Files of one photo that are uploaded at once wait for the same check, in any worker. It goes on when one of them hangs up.
  const underWay = new Map<string, Promise<PhotoInspection>>();
  const findOut = async (hash: string, photo: Uint8Array): Promise<PhotoInspection> => {
    const isMine = verdicts.claim(hash);
    const before = isMine ? verdicts.read(hash) : await verdicts.found(hash);
    try {
      if (before) return before;
      const inspection = await truly(photo);
      if (inspection.ok) verdicts.keep(hash, inspection);
      return inspection;
    } finally {
      if (isMine) verdicts.release(hash);
    }
  };
  const begin = (hash: string, photo: Uint8Array): Promise<PhotoInspection> => {
    const check = findOut(hash, photo).finally(() => underWay.delete(hash));
    underWay.set(hash, check);
    return check;
  };
  inspector.inspect = async (photo, options) => {
    const hash = hashOf(withoutMark(photo));
    if (!photos.has(hash) && !remembered.has(hash)) return truly(photo, options);
    options?.signal?.throwIfAborted();
    const before = verdicts.read(hash);
    if (before) return before;
    const inspection = await (underWay.get(hash) ?? begin(hash, photo));
    options?.signal?.throwIfAborted();
    return inspection;
  };
}
