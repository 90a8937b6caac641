import { useEffect, useState } from 'react';
import { api, type Schemas } from '~/lib/api';
import type { Portrait } from '../generations-data';
import type { Retouch } from './look';

/** What a portrait was made with, and of which photos it could be. */
export interface Made {
  retouch: Retouch;
  /** Whether a retouch can be chosen: with old profiles it is part of what they keep. */
  offersRetouch: boolean;
  photos: NonNullable<Schemas['AiProfile']['trainedPhotos']>;
}

const USUAL: Retouch = 'subtle';

async function find({ generationId }: Portrait): Promise<Made> {
  const run = await api.getGeneration({ path: { id: generationId } });
  const profile = run.profileId ? await api.getAiProfile({ path: { id: run.profileId } }) : null;
  const photos = profile?.trainedPhotos?.filter(({ used, choice }) => used && choice !== 'exclude') ?? [];
  return { retouch: run.retouch ?? USUAL, offersRetouch: profile?.offersRetouch ?? false, photos };
}

/** Null until it is known. */
export function useMade(portrait: Portrait): Made | 'failed' | null {
  const [made, setMade] = useState<Made | 'failed' | null>(null);
  useEffect(() => {
    if (!portrait.refinable) return;
    let isCurrent = true;
    find(portrait).then(
      (found) => isCurrent && setMade(found),
      () => isCurrent && setMade('failed'),
    );
    return () => {
      isCurrent = false;
    };
  }, [portrait]);
  return made;
}
