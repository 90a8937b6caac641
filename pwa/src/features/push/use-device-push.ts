import { useEffect, useState } from 'react';
import { api, BildnisError, errorText } from '~/lib/api';
import { text } from '~/lib/i18n';
import { notify } from '~/lib/messages';
import { isPushOffered, pushState, switchPushOff, switchPushOn, type PushState } from '~/lib/push';
import { pushSupport } from '~/lib/push/support';
import { refreshSession, useMe } from '~/lib/session';

/** `unknown` also where this installation offers no push, or nobody can say. */
type DevicePush = PushState | 'install-first' | 'unknown';

/** How it stands with push on this device, and the way to change it. */
export function useDevicePush() {
  const { id: userId, notifyByPush } = useMe();
  const [state, setState] = useState<DevicePush>(() =>
    pushSupport() === 'install-first' ? 'install-first' : 'unknown',
  );
  const [isPending, setPending] = useState(false);

  useEffect(() => {
    if (pushSupport() !== 'ready') return;
    let isOver = false;
    isPushOffered()
      .then((isOffered) => (isOffered ? pushState(userId) : 'unknown'))
      .then(
        (found) => !isOver && setState(found),
        () => undefined, // without a network
      );
    return () => {
      isOver = true;
    };
  }, [userId]);

  /** @returns how it stands afterwards; null when it did not succeed, which has been said */
  async function change(isOn: boolean): Promise<PushState | null> {
    setPending(true);
    try {
      const found = isOn ? await switchPushOn(userId) : await switchPushOff().then(() => 'off' as const);
      // Switched off for the whole account by a program: switching a device on switches it on again.
      if (found === 'on' && !notifyByPush) await api.updateMe({ body: { notifyByPush: true } }).then(refreshSession);
      setState(found);
      if (isOn === (found === 'on'))
        notify({
          title: text(isOn ? 'push.switchedOn' : 'push.switchedOff'),
          text: isOn ? text('push.on') : undefined,
          tone: 'good',
          duration: 'info',
        });
      return found;
    } catch (error) {
      notify({
        title: text('push.failedTitle'),
        text: error instanceof BildnisError ? errorText(error) : text('push.failed'),
        tone: 'bad',
      });
      return null;
    } finally {
      setPending(false);
    }
  }

  return { state: state === 'on' && !notifyByPush ? 'off' : state, isPending, change };
}
