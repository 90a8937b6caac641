import { useEffect, useRef, useState } from 'react';
import { api, errorCode, type Schemas } from '~/lib/api';
import type { Wish } from './look';

/** Person and background of a portrait, ready to be shown. */
export type Layers = NonNullable<Schemas['PortraitLayers']['layers']> & { id: string; photoId: string | null };

/** They are made within seconds: so often is looked, and so many milliseconds apart. */
const LOOKS = 60;
const APART_MS = 500;
/** Who goes through the photos by arrow keys means the one that is stopped at. */
const SETTLED_MS = 400;

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Another wish has come, or the editor is closed. */
class Overtaken extends Error {}

/** Fetched before it is shown, so that nothing flickers; where that is not possible, the picture comes when it comes. */
async function fetchPicture(url: string): Promise<void> {
  const image = new Image();
  image.src = url;
  await image.decode?.().catch(() => undefined);
}

async function makeLayers(portraitId: string, { photoId, retouch }: Wish, isWanted: () => boolean): Promise<Layers> {
  const requireWanted = () => {
    if (!isWanted()) throw new Overtaken();
  };
  const body = { ...(photoId ? { photoId } : {}), ...(retouch ? { retouch } : {}) };
  let made = await api.requestPortraitLayers({ path: { id: portraitId }, body });
  for (let look = 0; !made.layers && look < LOOKS; look++) {
    await wait(APART_MS);
    requireWanted();
    made = await api.getPortraitLayers({ path: { id: portraitId, layersId: made.id } });
  }
  if (!made.layers) throw new Error('the layers take too long');
  await Promise.all([made.layers.personUrl, made.layers.backgroundUrl].map(fetchPicture));
  return { id: made.id, photoId, ...made.layers };
}

const keyOf = ({ photoId, retouch }: Wish): string => `${photoId} ${retouch}`;

/** What cannot be made again is gone for good: nothing is kept for it, or it would be another picture now. */
const isGone = (failure: unknown): boolean => ['conflict', 'not_found'].includes(errorCode(failure) ?? '');

/** The layers that were asked for last, of all that the editor has asked for. */
export function useLayers(portraitId: string) {
  const asked = useRef(new Map<string, Promise<Layers>>());
  const latest = useRef<string | null>(null);
  const [shown, setShown] = useState<Layers | null>(null);
  const [status, setStatus] = useState<'none' | 'making' | 'ready' | 'failed' | 'gone'>('none');
  useEffect(
    () => () => {
      latest.current = null;
    },
    [],
  );

  /** @param isSettled whether nothing else will be asked for within a moment */
  function ask(wish: Wish, isSettled = true): Promise<Layers> {
    const key = keyOf(wish);
    latest.current = key;
    const isWanted = () => latest.current === key;
    const begin = async () => {
      if (!isSettled) await wait(SETTLED_MS);
      if (!isWanted()) throw new Overtaken();
      return makeLayers(portraitId, wish, isWanted);
    };
    const layers = asked.current.get(key) ?? begin();
    asked.current.set(key, layers);
    setStatus('making');
    layers.then(
      (made) => {
        if (!isWanted()) return;
        setShown(made);
        setStatus('ready');
      },
      (failure: unknown) => {
        asked.current.delete(key);
        if (isWanted()) setStatus(isGone(failure) ? 'gone' : 'failed');
      },
    );
    return layers;
  }

  return { ask, shown, status };
}
