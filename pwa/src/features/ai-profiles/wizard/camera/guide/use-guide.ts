import { useEffect, useRef, useState } from 'react';
import type { FaceJudge, FaceLook } from '~/lib/device-studio/face-judge';
import { useMe } from '~/lib/session';
import type { PhotoReason } from '../../entries';
import { adviseFrame, type Hint } from './advise-frame';
import { bestOfBurst } from './best-of-burst';
import { keepSession, keptSession } from './kept-session';
import { PROMPTS, type Prompt, type PromptKey } from './prompts';
import { lookAt, smallestFace, useHint, type WatchedCamera } from './use-hint';

export interface GuideNeeds {
  camera: WatchedCamera & { shoot(): Promise<File | null> };
  judge: FaceJudge;
  /** The draft that the photos are for; null while there is none. */
  draftId: string | null;
  /** What the photos of this visit have shown, also those taken before the dialog was opened again. */
  shots: readonly FaceLook[];
  /** Whether photos are taken without a tap. */
  isAutomatic: boolean;
  isFull: boolean;
  onShot(look: FaceLook): void;
  onPhoto(photo: File): void;
  /** This device cannot see any more. */
  onLost(): void;
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

/** Taken by itself and refused so often in a row, a photo is left to the shutter. */
const MOST_REFUSALS = 2;

/** Leads through a session of photos, each another. */
export function useGuide(needs: GuideNeeds): Guide {
  const { camera, judge, draftId, shots, isAutomatic, isFull, onShot, onPhoto, onLost } = needs;
  const { id: userId } = useMe();
  const [done, setDone] = useState<readonly PromptKey[]>(() => keptSession(userId, draftId));
  const [isTaking, setTaking] = useState(false);
  const [refused, setRefused] = useState<{ prompt: Prompt; reason: PhotoReason; times: number } | null>(null);
  const isBusy = useRef(false);
  const isClosed = useRef(false);
  const prompt = PROMPTS.find(({ key }) => !done.includes(key)) ?? null;
  const refusals = refused && refused.prompt === prompt ? refused.times : 0;

  // The next session begins anew once all have been taken.
  useEffect(() => keepSession(userId, draftId, done.length < PROMPTS.length ? done : []), [userId, draftId, done]);

  useEffect(() => {
    isClosed.current = false;
    return () => {
      isClosed.current = true;
    };
  }, []);

  const { hint, seen } = useHint(camera, judge, {
    prompt: prompt ?? PROMPTS[0]!,
    shots,
    isWatching: !isTaking && !isFull && prompt !== null,
    onHeld(look) {
      const isTaken = isAutomatic && refusals < MOST_REFUSALS;
      if (isTaken) void take(look, true);
      return isTaken;
    },
    onLost,
  });

  const finish = (key: PromptKey) => setDone((before) => (before.includes(key) ? before : [...before, key]));

  async function burst() {
    return bestOfBurst({
      shoot: async () => (isClosed.current ? null : camera.shoot()),
      look: (photo) => lookAt(photo, judge).catch(() => null),
      advise: (seenNow) => (prompt ? adviseFrame(seenNow, prompt, shots, smallestFace(camera.video.current)) : 'ready'),
      judge,
    });
  }

  /** @param isByItself what the photo check would refuse is not kept, and the photo taken anew */
  async function take(look: FaceLook | null, isByItself: boolean): Promise<void> {
    if (isBusy.current || isFull || !prompt) return;
    isBusy.current = true;
    setTaking(true);
    try {
      const best = await burst();
      // The dialog was closed meanwhile: nobody expects another photo.
      if (!best || isClosed.current) return;
      const reason = best.judgement?.refusal ?? null;
      if (isByItself && reason) return setRefused({ prompt, reason, times: refusals + 1 });
      onPhoto(best.photo);
      if (reason) return;
      if (look) onShot(look);
      finish(prompt.key);
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
    refusal: refusals > 0 ? (refused?.reason ?? null) : null,
    shoot: () => take(seen.current, false),
    skip: () => prompt && finish(prompt.key),
  };
}
