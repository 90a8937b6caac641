import type { NoCutout } from '../core/training/single-cutout.js';

/** Why nothing can be shown of a photo on this device. */
export type Refusal = NoCutout | 'unsupported';

/** What a page asks of the worker; each question has a number, which the answer repeats. */
export type Question = { id: number } & (
  | { ask: 'start' }
  | { ask: 'photo'; photo: Blob }
  | { ask: 'scene'; scene: string }
);

/** What the worker says. `isOffline`: the network did not bring a file. */
export type Answer =
  | { id: number; progress: number }
  | { id: number; refusal: Refusal | null }
  | { id: number; portrait: ImageBitmap; before: ImageBitmap }
  | { id: number; error: string; isOffline: boolean };
