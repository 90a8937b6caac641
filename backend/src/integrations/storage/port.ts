import type { Readable } from 'node:stream';

export interface StoredObject {
  stream: Readable;
  size: number;
}

/**
 * Private object storage. Keys are slash-separated, made by us, and never contain anything a user wrote.
 * Writing is atomic: a reader sees the old object, the new one, or none.
 */
export abstract class ObjectStorage {
  abstract put(key: string, bytes: Buffer, contentType: string): Promise<void>;
  /** Puts a file of this machine, streaming: for what is too large to hold in memory. */
  abstract putFile(key: string, path: string, contentType: string): Promise<void>;
  /** Returns null when there is no such object. */
  abstract open(key: string): Promise<StoredObject | null>;
  /** @throws ObjectMissing */
  abstract read(key: string): Promise<Buffer>;
  /** Deleting what is gone is no error. */
  abstract delete(keys: string[]): Promise<void>;
  abstract deletePrefix(prefix: string): Promise<void>;
  abstract list(prefix: string): AsyncIterable<string>;
}

export class ObjectMissing extends Error {
  constructor(readonly key: string) {
    super('stored object is missing');
    this.name = 'ObjectMissing';
  }
}

/** @throws Error for a key that could leave the store. */
export function demandSafeKey(key: string): void {
  if (!/^[a-z0-9][a-z0-9._-]*(\/[a-z0-9][a-z0-9._-]*)*\/?$/i.test(key) || key.includes('..')) throw new Error('unsafe storage key');
}
