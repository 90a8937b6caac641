import type { Readable } from 'node:stream';

export interface StoredObject {
  stream: Readable;
  size: number;
  /**
   * Only where clients reach the store themselves: an address that gives this object without us, for a minute. A caller that asks for it leaves
   * the stream alone, which then asks nothing of the store.
   */
  link?: (as: ServedAs) => Promise<string>;
}

/** With what headers a client gets an object from the store itself. */
export interface ServedAs {
  type: string;
  disposition?: string | undefined;
}

export interface ListedObject {
  key: string;
  size: number;
  changedAt: Date;
}

/**
 * Private object storage. Keys are slash-separated, made by us, and never contain anything a user wrote.
 * Writing is atomic: a reader sees the old object, the new one, or none.
 */
export abstract class ObjectStorage {
  abstract put(key: string, bytes: Uint8Array, contentType: string): Promise<void>;
  /** Puts a file of this machine, streaming: for what is too large to hold in memory. */
  abstract putFile(key: string, path: string, contentType: string): Promise<void>;
  /** Returns null when there is no such object. */
  abstract open(key: string): Promise<StoredObject | null>;
  /** @throws ObjectMissing */
  abstract read(key: string): Promise<Buffer>;
  abstract has(key: string): Promise<boolean>;
  /** Deleting what is gone is no error. */
  abstract delete(keys: string[]): Promise<void>;
  abstract deletePrefix(prefix: string): Promise<void>;
  abstract list(prefix: string): AsyncIterable<string>;
  /** Every object there is, in no order that means anything, without holding them all at once. */
  abstract listAll(): AsyncIterable<ListedObject>;
  /** Takes away what writes that were broken off before then have left. @returns how many there were */
  abstract clearUnfinished(before: Date): Promise<number>;
}

export class ObjectMissing extends Error {
  constructor(readonly key: string) {
    super('stored object is missing');
    this.name = 'ObjectMissing';
  }
}

/** @throws Error for a key that could leave the store. */
export function requireSafeKey(key: string): void {
  if (!isSafeKey(key)) throw new Error('unsafe storage key');
}

export const isSafeKey = (key: string): boolean =>
  /^[a-z0-9][a-z0-9._-]*(\/[a-z0-9][a-z0-9._-]*)*\/?$/i.test(key) && !key.includes('..');
