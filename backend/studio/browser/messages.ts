import type { FrameLook } from '../core/photo/frame-look.js';
import type { DeviceJudgement } from '../core/photo/judge-on-device.js';
import type { AdvisedPhoto, SetAdvice } from '../core/photo/set-advice.js';
import type { NoCutout } from '../core/training/single-cutout.js';

export type { AdvisedPhoto, DeviceJudgement, FrameLook };
export type { FaceLook } from '../core/photo/frame-look.js';

/** Why nothing can be shown of a photo on this device. */
export type Refusal = NoCutout | 'unsupported';

/** What would make chosen photos a better set. */
export type PhotosAdvice = readonly SetAdvice[];

/** What a page asks of the worker; each question has a number, which the answer repeats. */
export type Question = { id: number } & (
  | { ask: 'start' }
  | { ask: 'photo'; photo: Blob }
  | { ask: 'scene'; scene: string }
  // From here on less is fetched: the models of faces, or nothing.
  | { ask: 'faces' }
  | { ask: 'judge'; photo: Blob }
  | { ask: 'frame'; frame: ImageBitmap }
  | { ask: 'advice'; photos: AdvisedPhoto[] }
);

/** What the worker says. `isOffline`: the network did not bring a file. */
export type Answer =
  | { id: number; progress: number }
  | { id: number; refusal: Refusal | null }
  | { id: number; judgement: DeviceJudgement }
  | { id: number; look: FrameLook }
  | { id: number; advice: PhotosAdvice }
  | { id: number; portrait: ImageBitmap; before: ImageBitmap }
  | { id: number; error: string; isOffline: boolean };
