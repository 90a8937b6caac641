import { useEffect, useRef, useState } from 'react';
import type { FaceJudge, FaceLook } from '~/lib/device-studio/face-judge';
import { useMe } from '~/lib/session';
import type { PhotoReason } from '../../entries';
import { adviseFrame, type Hint } from './advise-frame';
import { bestOfBurst } from './best-of-burst';
import { keepSession, keptSession } from './kept-session';
import { PROMPTS, type Prompt, type PromptKey } from './prompts';
import { lookAt, useHint, type WatchedCamera } from './use-hint';

export interface GuideNeeds {
  camera: WatchedCamera & { shoot(): Promise<Blob | null> };
  judge: FaceJudge;
  /** Whether photos are taken without a tap. */
  isAutomatic: boolean;
  isFull: boolean;
  /** There is no photo yet: whatever was begun earlier was for another profile. */
  isFresh: boolean;
  onPhoto(photo: Blob): void;
}

export interface Guide {
  /** Null once all have been taken or left out. */
  prompt: Prompt | null;
  /** How many have been, of how many. */
  done: number;
  of: number;
  hint: Hint | null;
  isTaking: boolean;
  /** Why the photo that was just taken by itself is taken anew. */
  refusal: PhotoReason | null;
  shoot(): Promise<void>;
  skip(): void;
}

/** Leads through a session of photos, each another. */
export function useGuide({ camera, judge, isAutomatic, isFull, isFresh, onPhoto }: GuideNeeds): Guide {
  const { id: userId } = useMe();
  const [done, setDone] = useState<readonly PromptKey[]>(() => (isFresh ? [] : keptSession(userId)));
  const [shots, setShots] = useState<readonly FaceLook[]>([]);
  const [isTaking, setTaking] = useState(false);
  const [refusal, setRefusal] = useState<PhotoReason | null>(null);
  const isBusy = useRef(false);
  const prompt = PROMPTS.find(({ key }) => !done.includes(key)) ?? null;

  // The next session begins anew once all have been taken.
  useEffect(() => keepSession(userId, done.length < PROMPTS.length ? done : []), [userId, done]);

  const { hint, seen } = useHint(camera, judge, {
    prompt: prompt ?? PROMPTS[0]!,
    shots,
    isWatching: !isTaking && !isFull && prompt !== null,
    onHeld(look) {
      if (isAutomatic) void take(look, true);
      return isAutomatic;
    },
  });

  function goOn(): void {
    if (prompt) setDone([...done, prompt.key]);
  }

  /** @param isByItself what the photo check would refuse is not kept, and the photo taken anew */
  async function take(look: FaceLook | null, isByItself: boolean): Promise<void> {
    if (isBusy.current || isFull) return;
    isBusy.current = true;
    setTaking(true);
    try {
      const best = await bestOfBurst({
        shoot: camera.shoot,
        look: (photo) => lookAt(photo, judge).catch(() => null),
        advise: (seen) => (prompt ? adviseFrame(seen, prompt, shots) : 'ready'),
        judge,
      });
      const reason = best?.judgement?.refusal ?? null;
      setRefusal(isByItself ? reason : null);
      if (!best || (isByItself && reason)) return;
      onPhoto(best.photo);
      if (reason) return;
      if (look) setShots((before) => [...before, look]);
      goOn();
    } finally {
      isBusy.current = false;
      setTaking(false);
    }
  }

  return {
    prompt,
    done: done.length,
    of: PROMPTS.length,
    hint: isTaking ? null : hint,
    isTaking,
    refusal,
    shoot: () => take(seen.current, false),
    skip: goOn,
  };
}
