import { useEffect, useEffectEvent, useState, type RefObject } from 'react';
import type { FaceJudge, FaceLook, FrameLook } from '~/lib/device-studio/face-judge';
import { adviseFrame, type Hint, type Shots } from './advise-frame';
import { holdOn, isHeld, type Hold } from './hold-still';
import type { Prompt } from './prompts';

/** Width of what is looked at, in pixels. */
const WIDTH = 640;
/** Least time between two looks, milliseconds: more would only warm the device. */
const PAUSE = 120;
/** How often in a row something is to be done before it is said: single looks err, and screen readers read each word. */
const SURE = 3;

export interface WatchedCamera {
  video: RefObject<HTMLVideoElement | null>;
  isOn: boolean;
}

async function lookThrough(video: HTMLVideoElement | null, judge: Pick<FaceJudge, 'look'>): Promise<FrameLook | null> {
  return video?.videoWidth ? lookAt(video, judge) : null;
}

/** What a picture shows, looked at small. */
export const lookAt = async (picture: ImageBitmapSource, judge: Pick<FaceJudge, 'look'>): Promise<FrameLook | null> =>
  judge.look(await createImageBitmap(picture, { resizeWidth: WIDTH }));

/**
 * Watches the picture of the camera and says what is to be done.
 * @param isWatching stands still while a photo is being taken
 * @param onHeld is called with what is seen once it has been right and still for long enough; true when a photo is taken of it
 */
export function useHint(
  { video, isOn }: WatchedCamera,
  judge: Pick<FaceJudge, 'look'>,
  {
    prompt,
    shots,
    isWatching,
    onHeld,
  }: { prompt: Prompt; shots: Shots; isWatching: boolean; onHeld(look: FaceLook): boolean },
): { hint: Hint | null; seen: RefObject<FaceLook | null> } {
  const [said, setSaid] = useState<{ hint: Hint; prompt: Prompt } | null>(null);
  const [seen] = useState<{ current: FaceLook | null }>({ current: null });

  const advise = useEffectEvent((look: FrameLook) => adviseFrame(look, prompt, shots));
  const held = useEffectEvent((look: FaceLook) => onHeld(look));

  useEffect(() => {
    if (!isOn || !isWatching) return;
    let isOver = false;
    let hold: Hold | null = null;
    let last: Hint | null = null;
    let times = 0;

    async function watch(): Promise<void> {
      while (!isOver) {
        const look = await lookThrough(video.current, judge).catch(() => null);
        if (isOver) return;
        if (look) take(look);
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
