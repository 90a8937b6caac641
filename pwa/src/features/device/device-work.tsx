import { useEffect, useEffectEvent, useState } from 'react';
import { errorText, onReturn } from '~/lib/api';
import { installApp } from '~/lib/app-version';
import { flushDeletions } from '~/lib/deletions';
import { dropRun, sweepRuns } from '~/lib/device';
import { takenPhoto } from '~/lib/device/taken-photo';
import { sweepWayBack } from '~/lib/device/way-back';
import { loadTexts, text } from '~/lib/i18n';
import { useLive } from '~/lib/live';
import { notify } from '~/lib/messages';
import { useRouter } from '~/lib/navigation';
import { afterLast } from '~/lib/reload';
import { useMe } from '~/lib/session';
import { syncDevice } from './sync-device';
import { clearBadge, noteFinished } from './badge';

/** Of many changes in a row the last one brings the comparison. */
const syncSoon = afterLast((userId: string) => void syncDevice(userId).catch(() => undefined));

/** Keeps this device in step: the app itself, what waits to be sent, and what is kept here. */
export default function DeviceWork() {
  const { id: userId } = useMe();
  const router = useRouter();
  const [hasTexts, setTexts] = useState(false);

  const send = useEffectEvent(async () => {
    const { deleted, refused } = await flushDeletions(userId);
    if (deleted > 0)
      notify({
        title: text('device.deletion.doneTitle'),
        text: text('device.deletion.done', { count: deleted }),
        tone: 'good',
      });
    for (const error of refused)
      notify({ title: text('device.deletion.refused'), text: errorText(error), tone: 'bad' });
    return deleted > 0;
  });
  // What was shown from the device is shown as it is now.
  const catchUp = useEffectEvent(async (isNews: boolean) => {
    if ((await send()) || isNews) await router.invalidate();
  });

  useEffect(() => {
    void loadTexts('device').then(
      () => setTexts(true),
      () => undefined, // without a network: at the next start
    );
  }, []);

  useEffect(() => {
    if (!hasTexts) return;
    void installApp();
    void syncDevice(userId).catch(() => undefined);
    void catchUp(false);
    return onReturn(() => void catchUp(true));
  }, [hasTexts, userId]);

  useLive('portrait.changed', () => syncSoon(userId));
  useLive('generation.changed', ({ generationId, status }) => {
    noteFinished(status);
    // Deleted on another device, or over.
    if (status === 'deleted') void dropRun(generationId).catch(() => undefined);
  });
  useLive('profile.changed', ({ status }) => noteFinished(status));
  useEffect(() => {
    const look = () => {
      clearBadge();
      // An installed app may stay open for weeks, without a network too.
      void sweepRuns(Date.now()).catch(() => undefined);
      sweepWayBack();
      // Asked for, it goes once its time is over.
      void takenPhoto();
    };
    look();
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, []);

  return null;
}
