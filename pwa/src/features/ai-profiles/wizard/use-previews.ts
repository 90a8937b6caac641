import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { api, errorCode, type Schemas } from '~/lib/api';
import { useLive, usePollingFallback } from '~/lib/live';
import type { Entry } from './entries';

export type Previews = Schemas['Previews'];

/** Several photos are judged within a moment: one request for all of them, after so many milliseconds. */
const SETTLING = 400;
/** How soon the server is asked again while it does not know yet that a photo was removed, in milliseconds. */
const CATCHING_UP = 2_000;

/** The draft is there, and the photo not yet judged. */
const ON_ITS_WAY: readonly Entry['state'][] = ['uploading', 'checking'];

interface Draft {
  known(): string | null;
}

/**
 * The free previews of the draft. The server is asked whenever the good photos change and whenever it has made some; it decides whether
 * there is anything to make.
 */
export function usePreviews(draft: Draft, entries: readonly Entry[], isAllowed: boolean) {
  const [previews, setPreviews] = useState<Previews | null>(null);
  const [isLimited, setLimited] = useState(false);
  const turn = useRef(0);
  const good = entries.flatMap(({ state, photoId }) => (state === 'good' && photoId ? [photoId] : []));
  const hasPhotos = isAllowed && good.length > 0;

  const request = useEffectEvent(async (send: (path: { id: string }) => Promise<Previews>) => {
    const id = draft.known();
    if (!id || !hasPhotos) return;
    const mine = ++turn.current;
    try {
      const answer = await send({ id });
      if (mine === turn.current) setPreviews(answer);
      setLimited(false);
    } catch (error) {
      // Nothing is lost without a preview: only that there are no more today is said.
      setLimited(errorCode(error) === 'rate_limited');
    }
  });
  const ask = useEffectEvent(() => void request((path) => api.requestPreviews({ path, body: {} })));
  const look = useEffectEvent(() => void request((path) => api.getPreviews({ path })));

  // The first photo is on its way: what makes previews can get ready meanwhile.
  const isExpecting = isAllowed && good.length === 0 && entries.some(({ state }) => ON_ITS_WAY.includes(state));
  const expect = useEffectEvent(() => {
    const id = draft.known();
    if (id) void api.requestPreviews({ path: { id }, body: {} }).catch(() => null);
  });
  useEffect(() => {
    if (isExpecting) expect();
  }, [isExpecting]);

  const hasAsked = useRef(false);
  const goodPhotos = good.toSorted().join(' ');
  useEffect(() => {
    if (!goodPhotos || !isAllowed) return;
    // The first one is waited for.
    const timer = setTimeout(() => ask(), hasAsked.current ? SETTLING : 0);
    hasAsked.current = true;
    return () => clearTimeout(timer);
  }, [goodPhotos, isAllowed]);

  const isMaking = previews?.status === 'making';
  const wasMaking = useRef(false);
  useEffect(() => {
    // Better photos may have come in the meantime.
    if (wasMaking.current && !isMaking) ask();
    wasMaking.current = isMaking;
  }, [isMaking]);

  useLive('previews.changed', ({ profileId }) => {
    if (profileId === draft.known()) look();
  });
  usePollingFallback(isMaking, () => look());

  const pictures = hasPhotos ? (previews?.pictures ?? []).filter(({ photoId }) => isThere(entries, photoId)) : [];
  const isBehind = hasPhotos && pictures.length < (previews?.pictures.length ?? 0);
  useEffect(() => {
    if (!isBehind) return;
    const timer = setInterval(() => ask(), CATCHING_UP);
    return () => clearInterval(timer);
  }, [isBehind]);

  return { previews: hasPhotos ? previews : null, pictures, isLimited };
}

const isThere = (entries: readonly Entry[], id: string): boolean => entries.some(({ photoId }) => photoId === id);
