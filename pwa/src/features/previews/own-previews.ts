import { useEffect, useEffectEvent } from 'react';
import { api, useIsOnline, type Schemas } from '~/lib/api';
import { useLive, usePollingFallback } from '~/lib/live';
import { atom, store, useAtomValue } from '~/lib/state';

export type Previews = Schemas['Previews'];

/** What is known of the previews of each profile, by its id: a screen shows at once what another has loaded. */
const previewsAtom = atom<ReadonlyMap<string, Previews>>(new Map());
/** Profiles whose missing previews were asked for since the page was loaded. */
const completed = new Set<string>();

/** The worker tells of each picture: the pictures of one moment are fetched together, after so many milliseconds. */
const GATHERING = 800;

async function note(profileId: string, answer: Promise<Previews>): Promise<Previews> {
  const previews = await answer;
  store.set(previewsAtom, (before) => new Map(before).set(profileId, previews));
  if (previews.status === 'ready') void keep(profileId, previews).catch(() => null);
  return previews;
}

/** For the time without a network, where the customer keeps things on this device. */
async function keep(profileId: string, { pictures }: Previews): Promise<void> {
  const { keepPreviews } = await import('~/lib/device/kept-previews');
  await keepPreviews(
    profileId,
    pictures.map(({ url }) => url),
    (url) => api.download(url),
  );
}

const load = (id: string): Promise<Previews> => note(id, api.getPreviews({ path: { id } }));

/** Has the styles shown by this photo of the profile. @throws BildnisError */
export const showByPhoto = (id: string, photoId: string): Promise<Previews> =>
  note(id, api.requestPreviews({ path: { id }, body: { photoId } }));

/** What there is, and once a visit what is missing: after a style was added, or for a profile from before there were previews. */
async function loadAndComplete(id: string, isOnline: boolean): Promise<void> {
  const { status } = await load(id);
  if (status === 'making' || !isOnline || completed.has(id)) return;
  completed.add(id);
  await note(id, api.requestPreviews({ path: { id }, body: {} }));
}

/** The free previews of a trained profile, as they are made. None for no profile, and where they cannot be had: the screens show the house figure then. */
export function useOwnPreviews(profileId: string | null): Previews | null {
  const previews = useAtomValue(previewsAtom);
  const isOnline = useIsOnline();
  const own = (profileId && previews.get(profileId)) || null;
  const refresh = useEffectEvent(() => void (profileId && load(profileId).catch(() => null)));
  useEffect(() => {
    // What is missing is the house figure: nothing that a message is needed for.
    if (profileId) void loadAndComplete(profileId, isOnline).catch(() => null);
  }, [profileId, isOnline]);

  const isMaking = own?.status === 'making';
  usePollingFallback(isMaking, refresh);
  useLive('previews.changed', (changed) => {
    if (changed.profileId === profileId) gather(refresh);
  });
  return own;
}

let gathering: ReturnType<typeof setTimeout> | undefined;
function gather(act: () => void): void {
  gathering ??= setTimeout(() => {
    gathering = undefined;
    act();
  }, GATHERING);
}
