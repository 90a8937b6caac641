import { lazy, Suspense, useState } from 'react';
import { api, errorCode, useActKey } from '~/lib/api';
import { loadTexts, useText } from '~/lib/i18n';
import { notify } from '~/lib/messages';
import { useRouter } from '~/lib/navigation';
import { useOnce } from '~/lib/once';
import { Button } from '~/ui';
import { openAttestation, type OpenAttestation } from './attestation';
import type { AiProfile } from './profiles-data';
import { startFailure } from './start-failure';

const WhoseFaceDialog = lazy(
  async () => (await Promise.all([import('./whose-face-dialog'), loadTexts('aiProfiles.wizard')]))[0],
);

/** Tries a failed training again, free of charge. */
export default function RetryButton({ profile }: { profile: AiProfile }) {
  const t = useText();
  const router = useRouter();
  const key = useActKey();
  const [unattested, setUnattested] = useState<OpenAttestation | null>(null);
  const { isPending, run } = useOnce(fail);

  async function fail(error: unknown): Promise<null> {
    try {
      if (errorCode(error) !== 'attestation_required') throw error;
      setUnattested(await openAttestation(profile.id, error));
    } catch (failure) {
      notify({ title: t('aiProfiles.wizard.startFailedTitle'), text: startFailure(failure, t), tone: 'bad' });
      // The wizard asks for it.
      if (errorCode(failure) === 'consent_required')
        await router.navigate({ to: '/app/profile-wizard', search: { profile: profile.id } });
    }
    return null;
  }

  const retry = () =>
    run(async () => {
      setUnattested(null);
      await api.startTraining({ path: { id: profile.id }, idempotencyKey: key.for(profile.id) });
      key.renew();
      notify({ title: t('aiProfiles.wizard.startedTitle'), text: t('aiProfiles.wizard.started'), tone: 'good' });
      await router.invalidate();
    });

  return (
    <>
      <Button variant="quiet" isPending={isPending} onPress={() => void retry()}>
        {t('aiProfiles.action.retry')}
      </Button>
      <Suspense>
        {unattested ? (
          <WhoseFaceDialog open={unattested} onAttested={() => void retry()} onClose={() => setUnattested(null)} />
        ) : null}
      </Suspense>
    </>
  );
}
