import type { DeviceJudgement, FaceJudge, FrameLook } from '~/lib/device-studio/face-judge';
import type { Hint } from './advise-frame';

/** Photos taken one after the other, and the time between them in milliseconds: one of them has the eyes open. */
const SHOTS = 3;
const APART = 120;

export interface Best {
  photo: File;
  /** What this device says of it; null where it cannot tell. */
  judgement: DeviceJudgement | null;
}

export interface BurstNeeds {
  shoot(): Promise<File | null>;
  /** What a photo shows. */
  look(photo: File): Promise<FrameLook | null>;
  /** What is missing in it. */
  advise(look: FrameLook): Hint;
  judge: Pick<FaceJudge, 'judge'>;
}

/** Takes some photos and keeps the one that is right, the sharpest of several. @returns null where the camera gives none */
export async function bestOfBurst({ shoot, look, advise, judge }: BurstNeeds): Promise<Best | null> {
  const photos: File[] = [];
  for (let shot = 0; shot < SHOTS; shot++) {
    if (shot > 0) await new Promise((resolve) => setTimeout(resolve, APART));
    const photo = await shoot();
    if (photo) photos.push(photo);
  }
  let best: { photo: File; worth: number } | null = null;
  for (const photo of photos) {
    const seen = await look(photo);
    const worth = seen ? worthOf(seen, advise(seen)) : 0;
    if (!best || worth > best.worth) best = { photo, worth };
  }
  return best && { photo: best.photo, judgement: await judge.judge(best.photo) };
}

const worthOf = ({ face }: FrameLook, hint: Hint): number => (hint === 'ready' ? 1 : 0) + (face?.sharpness ?? -1);
