import { lazy, Suspense } from 'react';
import { useIsOnline } from '~/lib/api';
import { facts } from '~/lib/facts';
import { useText } from '~/lib/i18n';
import { AppLink } from '~/lib/navigation';
import { Button, Notice } from '~/ui';
import { startFailure } from '../start-failure';
import type { useDraft } from './use-draft';
import { useStartTraining } from './use-start-training';
import styles from './wizard-screen.module.css';

const WhoseFaceDialog = lazy(() => import('../whose-face-dialog'));

interface StartProps {
  draft: ReturnType<typeof useDraft>;
  count: number;
  isUploading: boolean;
}

/** Starts the training, and says what it costs and what went wrong. */
export function Start({ draft, count, isUploading }: StartProps) {
  const t = useText();
  const { isPending, failure, lacksCredits, start, unattested, leaveUnattested } = useStartTraining(draft, count);
  const isOnline = useIsOnline();
  return (
    <div className={styles.start}>
      <Button
        variant="primary"
        wide
        isDisabled={count < facts.photos.min || isUploading || !isOnline || !draft.name.trim()}
        isPending={isPending}
        onPress={() => void start()}
      >
        {isPending ? t('shell.loading') : t('aiProfiles.wizard.start')}
      </Button>
      <p className={styles.cost}>{t(isOnline ? 'aiProfiles.wizard.cost' : 'aiProfiles.wizard.trainingOffline')}</p>
      {failure ? (
        <Notice tone="bad" title={t('aiProfiles.wizard.startFailedTitle')}>
          {startFailure(failure, t)}
        </Notice>
      ) : null}
      {lacksCredits ? (
        <Notice
          tone="bad"
          title={t('aiProfiles.wizard.creditsTitle')}
          action={
            <AppLink to="/pricing" variant="strong">
              {t('aiProfiles.wizard.toPricing')}
            </AppLink>
          }
        >
          {t('aiProfiles.wizard.credits')}
        </Notice>
      ) : null}
      <Suspense>
        {unattested ? (
          <WhoseFaceDialog profileId={unattested} onAttested={() => void start()} onClose={leaveUnattested} />
        ) : null}
      </Suspense>
    </div>
  );
}
