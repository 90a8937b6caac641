import { useEffect, useEffectEvent, useState } from 'react';
import { errorCode } from '~/lib/api';
import { useText } from '~/lib/i18n';
import { notify } from '~/lib/messages';
import { AppLinkButton, useNavigate, useRouter } from '~/lib/navigation';
import { beginSession, ensureSession, useSession } from '~/lib/session';
import { Button, PageHeader, ProgressBar } from '~/ui';
import { Broken } from './broken';
import type { GoogleCallback } from './google-callback';
import { finishGoogle, type GoogleResult } from './google-exchange';
import { GoogleMoreForm } from './google-more-form';
import { goToGoogle } from './use-other-ways';

/** Where to go with what Google's answer has led to; nothing where the person still has something to give. */
function useFollowResult() {
  const t = useText();
  const navigate = useNavigate();
  const { history } = useRouter();
  return async (result: GoogleResult): Promise<void> => {
    if (result.status === 'cancelled') {
      notify({
        title: t('accounts.other.cancelledTitle'),
        text: t('accounts.other.cancelledGoogle'),
        duration: 'info',
      });
      // A user who was signed in came from a page behind the guard, everybody else from this one.
      const me = await ensureSession().catch(() => null);
      if (!me) return navigate({ to: '/auth', search: { redirect: result.redirect ?? undefined }, replace: true });
    } else if (result.status === 'linked' || result.status === 'proven') {
      notify({
        title: t(`accounts.google.${result.status}Title`),
        text: t(`accounts.google.${result.status}Text`),
        tone: 'good',
      });
    } else if (result.user) {
      beginSession(result.user);
    }
    history.replace(result.redirect ?? '/app');
  };
}

/** Exchanges what Google answered and goes on, or asks for what is still missing. */
export function GoogleReturn({ callback, onLeave }: { callback: GoogleCallback; onLeave: () => void }) {
  const [result, setResult] = useState<GoogleResult | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const follow = useFollowResult();

  const arrive = useEffectEvent(async (answer: GoogleResult) => {
    if (answer.status === 'more_needed') return setResult(answer);
    await follow(answer);
    if (answer.status === 'cancelled') onLeave();
  });
  useEffect(() => {
    if (failure) return;
    let isCurrent = true;
    finishGoogle(callback).then(
      (answer) => isCurrent && void arrive(answer),
      (error: unknown) => isCurrent && setFailure(error),
    );
    return () => {
      isCurrent = false;
    };
  }, [callback, failure]);

  const refuse = (error: unknown) => {
    setResult(null);
    setFailure(error);
  };
  if (result) return <GoogleMoreForm result={result} onLeave={onLeave} onRefused={refuse} />;
  if (failure) return <Failed error={failure} onRetry={() => setFailure(null)} onLeave={onLeave} />;
  return <Waiting />;
}

/** Errors after which the same answer of Google may still be good. */
const PASSING = ['network', 'timeout', 'rate_limited', 'unavailable', 'google_unavailable', 'internal'];

function Failed({ error, onRetry, onLeave }: { error: unknown; onRetry: () => void; onLeave: () => void }) {
  const t = useText();
  const me = useSession();
  const [isPending, setPending] = useState(false);
  const [startFailure, setStartFailure] = useState<unknown>(null);
  const startOver = async () => {
    setPending(true);
    try {
      await goToGoogle(undefined, false);
    } catch (failure) {
      setStartFailure(failure);
    }
    setPending(false);
  };
  const again = () => void (PASSING.includes(errorCode(error)) ? onRetry() : startOver());
  // A user who is signed in was linking or proving; the settings begin that anew.
  const actions = me ? (
    <AppLinkButton to="/app/settings">{t('accounts.google.account')}</AppLinkButton>
  ) : (
    <>
      <Button variant="primary" isPending={isPending} onPress={again}>
        {t('accounts.google.again')}
      </Button>
      <Button variant="quiet" onPress={onLeave}>
        {t('accounts.google.back')}
      </Button>
    </>
  );
  return (
    <Broken
      title={t(me ? 'accounts.google.notProvenTitle' : 'accounts.google.failedTitle')}
      error={startFailure ?? error}
      actions={actions}
    />
  );
}

function Waiting() {
  const t = useText();
  return (
    <>
      <PageHeader title={t('accounts.google.title')} lead={t('accounts.google.waiting')} />
      <ProgressBar label={t('accounts.google.title')} />
    </>
  );
}
