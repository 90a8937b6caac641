import { useRef, useState } from 'react';
import { api, errorCode, type Schemas } from '~/lib/api';
import type { Wish } from './look';

/** Person and background of a portrait, ready to be shown. */
export type Layers = NonNullable<Schemas['PortraitLayers']['layers']> & { id: string };

/** They are made within seconds: so often is looked, and so many milliseconds apart. */
const LOOKS = 60;
const APART_MS = 500;

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Fetched before it is shown, so that nothing flickers; where that is not possible, the picture comes when it comes. */
async function fetchPicture(url: string): Promise<void> {
  const image = new Image();
  image.src = url;
  await image.decode?.().catch(() => undefined);
}

async function makeLayers(portraitId: string, { photoId, retouch }: Wish): Promise<Layers> {
  const body = { ...(photoId ? { photoId } : {}), ...(retouch ? { retouch } : {}) };
  let made = await api.requestPortraitLayers({ path: { id: portraitId }, body });
  for (let look = 0; !made.layers && look < LOOKS; look++) {
    await wait(APART_MS);
    made = await api.getPortraitLayers({ path: { id: portraitId, layersId: made.id } });
  }
  if (!made.layers) throw new Error('the layers take too long');
  await Promise.all([made.layers.personUrl, made.layers.backgroundUrl].map(fetchPicture));
  return { id: made.id, ...made.layers };
}

const keyOf = ({ photoId, retouch }: Wish): string => `${photoId} ${retouch}`;

/** The layers that were asked for last, of all that the editor has asked for. */
export function useLayers(portraitId: string) {
  const asked = useRef(new Map<string, Promise<Layers>>());
  const latest = useRef('');
  const [shown, setShown] = useState<Layers | null>(null);
  const [status, setStatus] = useState<'none' | 'making' | 'ready' | 'failed'>('none');
  const [error, setError] = useState<unknown>(null);

  function ask(wish: Wish): Promise<Layers> {
    const key = keyOf(wish);
    latest.current = key;
    const known = asked.current.get(key);
    const layers = known ?? makeLayers(portraitId, wish);
    asked.current.set(key, layers);
    setStatus('making');
    layers.then(
      (made) => {
        if (latest.current !== key) return;
        setShown(made);
        setStatus('ready');
      },
      (failure: unknown) => {
        asked.current.delete(key);
        if (latest.current !== key) return;
        setError(failure);
        setStatus('failed');
      },
    );
    return layers;
  }

  return { ask, shown, status, isGone: status === 'failed' && errorCode(error) === 'conflict' };
}
