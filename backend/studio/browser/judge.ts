import type { FaceDetector } from '../core/models/face-library.js';
import { lookAtFrame, type FrameLook } from '../core/photo/frame-look.js';
import { fileRefusal, judgeOnDevice, type DeviceJudgement } from '../core/photo/judge-on-device.js';
import { adviseSet, type AdvisedPhoto } from '../core/photo/set-advice.js';
import type { PhotosAdvice } from './messages.js';
import { browserPictures, decodePhoto, rgbOf } from './pictures.js';

/** Judges a photo before it is sent anywhere. */
export async function judgeFile(detector: FaceDetector, photo: Blob): Promise<DeviceJudgement> {
  const decoded = await decodePhoto(photo);
  if (typeof decoded === 'string') return { refusal: fileRefusal(decoded), measured: null };
  return judgeOnDevice(browserPictures, detector, decoded);
}

/** Looks at a picture of the camera, which is closed. */
export const lookAtBitmap = (detector: FaceDetector, frame: ImageBitmap): Promise<FrameLook> =>
  lookAtFrame(browserPictures, detector, rgbOf(frame));

/** Fewer than the server waits for: photos that are still being chosen can still be others. */
const ENOUGH = 3;

/** Advice on photos that are still on their way. */
export const advise = (photos: readonly AdvisedPhoto[]): PhotosAdvice => adviseSet(photos, ENOUGH);
