import { lazy, Suspense, useState } from 'react';
import { api, errorCode, useActKey } from '~/lib/api';
import { useText } from '~/lib/i18n';
import { notify } from '~/lib/messages';
import { useRouter } from '~/lib/navigation';
import { Button } from '~/ui';
import type { AiProfile } from './profiles-data';
import { startFailure } from './start-failure';

const WhoseFaceDialog = lazy(() => import('./whose-face-dialog'));

/** Tries a failed training again, free of charge. */
export default function RetryButton({ profile }: { profile: AiProfile }) {
  const t = useText();
  const router = useRouter();
  const key = useActKey();
  const [isPending, setPending] = useState(false);
  const [isUnattested, setUnattested] = useState(false);

  async function retry() {
    setPending(true);
    setUnattested(false);
    try {
      await api.startTraining({ path: { id: profile.id }, idempotencyKey: key.for(profile.id) });
      key.renew();
      notify({ title: t('aiProfiles.wizard.startedTitle'), text: t('aiProfiles.wizard.started'), tone: 'good' });
      await router.invalidate();
    } catch (error) {
      if (errorCode(error) === 'attestation_required') return setUnattested(true);
      notify({ title: t('aiProfiles.wizard.startFailedTitle'), text: startFailure(error, t), tone: 'bad' });
    } finally {
      setPending(false);
    }
  }

  return (
    <>
      <Button variant="quiet" isPending={isPending} onPress={() => void retry()}>
        {t('aiProfiles.action.retry')}
      </Button>
      <Suspense>
        {isUnattested ? (
          <WhoseFaceDialog
            profileId={profile.id}
            onAttested={() => void retry()}
            onClose={() => setUnattested(false)}
          />
        ) : null}
      </Suspense>
    </>
  );
}
