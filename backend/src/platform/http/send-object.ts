import { StreamableFile } from '@nestjs/common';
import type { Response } from 'express';
import type { Readable } from 'node:stream';

interface StoredFile {
  stream: Readable;
  size: number;
  link?: (as: Headers) => Promise<string>;
}

interface Headers {
  type: string;
  disposition?: string | undefined;
}

/** Answers with a stored file: through us, or where clients reach the store themselves by a link to it that nothing keeps. */
export async function sendObject(
  response: Response,
  { stream, size, link }: StoredFile,
  { type, disposition }: Headers,
): Promise<StreamableFile | void> {
  if (!link) return new StreamableFile(stream, { type, length: size, ...(disposition ? { disposition } : {}) });
  response.status(302).setHeader('Location', await link({ type, disposition }));
  response.setHeader('Cache-Control', 'private, no-store');
}
