import { facts } from '~/lib/facts';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { errorText } from '~/lib/api';
import { beginBusy } from '~/lib/busy';
import { createFaceJudge } from '~/lib/device-studio/face-judge';
import { megabytes } from '~/lib/formats';
import { useText, type Text } from '~/lib/i18n';
import { useIsLive } from '~/lib/live';
import { notify } from '~/lib/messages';
import { useRouter } from '~/lib/navigation';
import { useMe } from '~/lib/session';
import { goodCount, isUnsafe, pendingCount } from './entries';
import { briefNames, type SortedFiles } from './files';
import type { QueueNeeds, QueueState, SetAdvice } from './queue-state';
import { createUploadQueue } from './upload-queue';

/** What is said of files that were chosen and are not taken. */
function tellSorted(t: Text, { invalid, large, surplus }: SortedFiles): void {
  const bad = (title: string, text: string) => notify({ title, text, tone: 'bad', duration: 'normal' });
  if (invalid.length > 0) bad(t('aiProfiles.wizard.invalidTitle'), t('aiProfiles.wizard.invalid'));
  if (large.length > 0)
    bad(
      t('aiProfiles.wizard.largeTitle'),
      t('aiProfiles.wizard.large', { count: large.length, megabytes: megabytes(facts.photos.maxBytes) }),
    );
  if (surplus.length > 0)
    bad(t('aiProfiles.wizard.surplusTitle'), t('aiProfiles.wizard.surplus', { count: surplus.length }));
}

/** Says something of the photos as a message. */
const messages = (
  t: Text,
): Pick<QueueNeeds, 'nameOf' | 'tellSorted' | 'tellDropped' | 'tellAside' | 'tellValidated' | 'tellNotRemoved'> => ({
  nameOf: (number) => t('aiProfiles.wizard.photo', { number }),
  tellSorted: (files) => tellSorted(t, files),
  tellDropped: (names) => notify({ title: t('aiProfiles.wizard.droppedTitle'), text: briefNames(names), tone: 'bad' }),
  tellAside: (names) => notify({ title: t('aiProfiles.wizard.asideTitle'), text: briefNames(names), tone: 'bad' }),
  tellValidated: (count) =>
    notify({
      title: t('aiProfiles.wizard.validatedTitle'),
      text: t('aiProfiles.wizard.validated', { count }),
      tone: 'good',
      duration: 'info',
    }),
  tellNotRemoved: (error) => notify({ title: t('aiProfiles.remove.failed'), text: errorText(error), tone: 'bad' }),
});

/** Warns before the page is closed while a photo is on its way that is not safe on the device, and holds off reloads of the app's own. */
function useCare(unsafe: boolean): void {
  useEffect(() => {
    if (!unsafe) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', warn);
    const endBusy = beginBusy('upload');
    return () => {
      removeEventListener('beforeunload', warn);
      endBusy();
    };
  }, [unsafe]);
}

/** Advice, and whether it is on the whole set or on what to take next. */
export interface ShownAdvice {
  kind: 'setAdvice' | 'nextAdvice';
  items: readonly SetAdvice[];
}

/** What the server says of the set; while it has not seen enough of it, what this device does. */
function adviceNow({ entries, advice, ahead = [] }: QueueState): ShownAdvice {
  const isEarly = pendingCount(entries) > 0 || goodCount(entries) < facts.photos.min;
  return advice.length === 0 && isEarly ? { kind: 'nextAdvice', items: ahead } : { kind: 'setAdvice', items: advice };
}

/**
 * The photos of the draft, as they are shown.
 * @param begun what was there when the page was loaded
 * @param isAllowed the consents stand: what waits on the device may go up
 */
export function usePhotos(begun: QueueState, draft: QueueNeeds['draft'], isAllowed: boolean) {
  const t = useText();
  const { id: userId } = useMe();
  const isLive = useIsLive();
  const router = useRouter();
  const [judge] = useState(() => createFaceJudge());
  const [line] = useState(() =>
    createUploadQueue(begun, {
      userId,
      draft,
      judge,
      ...messages(t),
      tellConsentOutdated: () => void router.invalidate(),
    }),
  );
  const state = useSyncExternalStore(line.subscribe, line.state);
  const { entries, removed = null } = state;

  useEffect(() => {
    if (!isAllowed) return;
    line.start();
    return line.stop;
  }, [line, isAllowed]);

  useEffect(() => () => judge.stop(), [judge]);

  useEffect(() => {
    if (isLive) line.tryNow();
  }, [line, isLive]);

  useCare(isUnsafe(entries));
  return { ...line, entries, advice: adviceNow(state), removed, judge };
}
