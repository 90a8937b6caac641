import { useEffect, useEffectEvent, useState, type RefObject } from 'react';
import type { FaceJudge, FaceLook, FrameLook } from '~/lib/device-studio/face-judge';
import { adviseFrame, SMALLEST_FACE, type Hint, type Shots } from './advise-frame';
import { holdOn, isHeld, type Hold } from './hold-still';
import type { Prompt } from './prompts';

/** Width of what is looked at, in pixels. */
const WIDTH = 640;
/** Least time between two looks, milliseconds: more would only warm the device. */
const PAUSE = 120;
/** Least height of a face in the camera's own pixels: what the photo check wants, and a little more. */
const FACE_PIXELS = 125;
/** More is not asked for, however small the camera's picture is. */
const MOST = 0.35;
/** So many looks in a row that say nothing mean that this device cannot see. */
const BLIND = 20;
/** How often in a row something is to be done before it is said: single looks err, and screen readers read each word. */
const SURE = 3;

export interface WatchedCamera {
  video: RefObject<HTMLVideoElement | null>;
  isOn: boolean;
}

async function lookThrough(video: HTMLVideoElement | null, judge: Pick<FaceJudge, 'look'>): Promise<FrameLook | null> {
  return video?.videoWidth ? lookAt(video, judge) : null;
}

/** The smallest face that is good enough, by the height of the camera's picture. */
export const smallestFace = (video: HTMLVideoElement | null): number =>
  video?.videoHeight ? Math.min(MOST, Math.max(SMALLEST_FACE, FACE_PIXELS / video.videoHeight)) : SMALLEST_FACE;

/** What a picture shows, looked at small. */
export const lookAt = async (picture: ImageBitmapSource, judge: Pick<FaceJudge, 'look'>): Promise<FrameLook | null> =>
  judge.look(await createImageBitmap(picture, { resizeWidth: WIDTH }));

export interface HintNeeds {
  prompt: Prompt;
  shots: Shots;
  /** Stands still while a photo is being taken. */
  isWatching: boolean;
  /** Is called with what is seen once it has been right and still for long enough. @returns whether a photo is taken of it */
  onHeld(look: FaceLook): boolean;
  /** This device cannot see any more. */
  onLost(): void;
}

/** Watches the picture of the camera and says what is to be done. */
export function useHint(
  { video, isOn }: WatchedCamera,
  judge: Pick<FaceJudge, 'look'>,
  { prompt, shots, isWatching, onHeld, onLost }: HintNeeds,
): { hint: Hint | null; seen: RefObject<FaceLook | null> } {
  const [said, setSaid] = useState<{ hint: Hint; prompt: Prompt } | null>(null);
  const [seen] = useState<{ current: FaceLook | null }>({ current: null });

  const advise = useEffectEvent((look: FrameLook) => adviseFrame(look, prompt, shots, smallestFace(video.current)));
  const lost = useEffectEvent(() => onLost());
  const held = useEffectEvent((look: FaceLook) => onHeld(look));

  useEffect(() => {
    if (!isOn || !isWatching) return;
    let isOver = false;
    let hold: Hold | null = null;
    let last: Hint | null = null;
    let times = 0;
    let misses = 0;

    async function watch(): Promise<void> {
      while (!isOver) {
        const look = await lookThrough(video.current, judge).catch(() => null);
        if (isOver) return;
        misses = look || !video.current?.videoWidth ? 0 : misses + 1;
        if (look) take(look);
        else if (misses === BLIND) lost();
        await new Promise((resolve) => setTimeout(resolve, PAUSE));
      }
    }

    function take(look: FrameLook): void {
      seen.current = look.face;
      const next = advise(look);
      times = next === last ? times + 1 : 1;
      last = next;
      if (next === 'ready' || times >= SURE) setSaid({ hint: next, prompt });
      hold = next === 'ready' && look.face ? holdOn(hold, look.face, performance.now()) : null;
      if (look.face && isHeld(hold, performance.now())) isOver = held(look.face);
    }

    void watch();
    return () => {
      isOver = true;
    };
  }, [isOn, isWatching, judge, prompt, video, seen]);

  // What was said of the photo before does not hold for this one.
  return { hint: said?.prompt === prompt ? said.hint : null, seen };
}
