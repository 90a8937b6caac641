import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Request, Response } from 'express';

/** Best first. */
const ENCODINGS = [
  ['br', '.br'],
  ['gzip', '.gz'],
] as const;

/** How long a folder of pages is away at most while another takes its place. */
const REPLACING_MS = 100;

/**
 * Answers with a small file, compressed ahead where there is such a file beside it and the client takes it. Always asked
 * again, and not sent again while it is the same: the tag follows from the content, which another start may have replaced.
 */
export async function sendFile(
  request: Request,
  response: Response,
  file: string,
  { status }: { status: number },
): Promise<void> {
  // Between two steps of putting newly rendered pages into the place of the old ones there are none, for less than a millisecond.
  const { bytes, encoding } = await readBest(request, file).catch(() =>
    pause(REPLACING_MS).then(() => readBest(request, file)),
  );
  const tag = createHash('sha256').update(bytes).digest('base64url').slice(0, 22);
  response
    .status(status)
    .type(extname(file))
    .set({ 'Cache-Control': 'no-cache', Vary: 'Accept-Encoding', ETag: `"${tag}"` });
  if (encoding) response.set('Content-Encoding', encoding);
  response.send(bytes);
}

async function readBest(request: Request, file: string): Promise<{ bytes: Buffer; encoding: string | null }> {
  for (const [encoding, extension] of ENCODINGS) {
    if (!request.acceptsEncodings(encoding)) continue;
    const bytes = await readFile(file + extension).catch(() => null);
    if (bytes) return { bytes, encoding };
  }
  return { bytes: await readFile(file), encoding: null };
}
