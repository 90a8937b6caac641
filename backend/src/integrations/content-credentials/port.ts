import type { SourceType } from '../portrait-engine/index.js';

/** JPEG unless something else is said. */
export type SignedType = 'image/jpeg' | 'image/png';

/**
 * Signs finished pictures (C2PA). Last step of all: whatever is written again afterwards loses it. Bytes differ each time, since signatures
 * and their times do.
 */
export abstract class ContentCredentials {
  /** @returns the picture with a signed manifest, or as it was where nothing is signed */
  abstract sign(picture: Uint8Array, sourceType: SourceType, type?: SignedType): Promise<Uint8Array>;
}

/** Where no key is configured, or its library is not there: the mark in XMP has to do. */
export class WithoutCredentials extends ContentCredentials {
  sign(picture: Uint8Array): Promise<Uint8Array> {
    return Promise.resolve(picture);
  }
}
