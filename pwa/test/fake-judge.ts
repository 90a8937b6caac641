import type { FaceJudge, FrameLook } from '~/lib/device-studio/face-judge';

/** A judge on a device that cannot tell anything, but for what a test says. */
export const fakeJudge = (part: Partial<FaceJudge> = {}): FaceJudge => ({
  start: () => Promise.resolve(false),
  judge: () => Promise.resolve(null),
  advise: () => Promise.resolve([]),
  look: () => Promise.resolve(null),
  stop: () => undefined,
  ...part,
});

/** A face as it should be for the first photo of a session, but for what a test says. */
export const lookOf = (part: Partial<NonNullable<FrameLook['face']>> = {}): NonNullable<FrameLook['face']> => ({
  x: 0.5,
  y: 0.45,
  height: 0.3,
  yaw: 0,
  roll: 0,
  inside: 1,
  light: 120,
  clipped: 0,
  eyes: 0.25,
  mouth: 0.05,
  mouthWidth: 0.62,
  sharpness: 0.5,
  clothes: [40, 40, 60],
  ...part,
});
