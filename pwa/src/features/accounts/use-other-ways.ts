import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { api, errorText } from '~/lib/api';
import { useText } from '~/lib/i18n';
import { notify } from '~/lib/messages';
import { leaveFor } from '~/lib/navigation';
import { PasskeyDismissed, signInWithPasskey } from './passkeys';
import { useEnter } from './use-enter';

export type OtherWay = 'google' | 'passkey';

/** Goes to Google; what it answers comes back to /auth. */
export async function goToGoogle(target: string | undefined, acceptsTerms: boolean): Promise<void> {
  const { url } = await api.startGoogle({
    body: { purpose: 'sign_in', redirect: target, acceptTerms: acceptsTerms || undefined },
  });
  await leaveFor(url);
}

/** The ways in beside the password: which one is under way, and what went wrong with it. */
export function useOtherWays(target: string | undefined, acceptsTerms: boolean) {
  const t = useText();
  const enter = useEnter(target);
  const [busy, setBusy] = useState<OtherWay | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const isRunning = useRef(false);

  const stop = () => {
    isRunning.current = false;
    setBusy(null);
  };

  // Coming back with the browser's button brings the page back as it was left, waiting.
  const comeBack = useEffectEvent(stop);
  useEffect(() => {
    const onShow = () => comeBack();
    addEventListener('pageshow', onShow);
    return () => removeEventListener('pageshow', onShow);
  }, []);

  function fail(error: unknown) {
    stop();
    if (error instanceof PasskeyDismissed)
      return void notify({
        title: t('accounts.other.cancelledTitle'),
        text: t('accounts.other.cancelledPasskey'),
        duration: 'info',
      });
    setFailure(error);
    notify({ title: t('errors.title'), text: errorText(error), tone: 'bad' });
  }

  async function begin(way: OtherWay) {
    if (isRunning.current) return;
    isRunning.current = true;
    setBusy(way);
    setFailure(null);
    try {
      if (way === 'google') {
        await goToGoogle(target, acceptsTerms);
        return stop();
      }
      enter(await signInWithPasskey());
    } catch (error) {
      fail(error);
    }
  }

  return { busy, failure, begin };
}
