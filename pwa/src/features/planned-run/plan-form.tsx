import { useAction } from '~/features/acts';
import { errorCode, type Schemas } from '~/lib/api';
import { useText } from '~/lib/i18n';
import { notify } from '~/lib/messages';
import { useNavigate } from '~/lib/navigation';
import type { Retouch } from '~/lib/device/retouch';
import { Button, Notice } from '~/ui';
import styles from './next-run.module.css';
import { cancelPlannedRun, planRun, usePlannedRun } from './planned-run';

export interface PlanFormProps {
  style: Pick<Schemas['Style'], 'id' | 'displayName'>;
  /** In training. */
  profile: Schemas['AiProfile'];
  retouch: Retouch;
}

/** Has the run of a style start with the end of a training, or takes that back. */
export default function PlanForm({ style, profile, retouch }: PlanFormProps) {
  const t = useText();
  const navigate = useNavigate();
  const planned = usePlannedRun(profile.id);
  const plan = useAction('plannedRun.planFailed');
  const cancel = useAction('plannedRun.cancelFailed');
  const other = planned?.status === 'planned' && planned.style?.id !== style.id ? planned.style : null;
  const isThis = planned?.status === 'planned' && planned.style?.id === style.id;
  const name = profile.name ?? t('aiProfiles.unnamed');

  async function choose() {
    await planRun(profile.id, { styleId: style.id, retouch }).catch(async (error: unknown) => {
      if (errorCode(error) !== 'insufficient_credits') throw error;
      notify({
        title: t('styles.error.creditsTitle'),
        text: t('styles.error.credits'),
        tone: 'bad',
        duration: 'normal',
      });
      await navigate({ to: '/pricing' });
    });
  }

  if (isThis)
    return (
      <Notice title={t('plannedRun.plannedTitle')}>
        <p>{t('plannedRun.planned', { name })}</p>
        <p className={styles.under}>
          <Button
            variant="secondary"
            isPending={cancel.isPending}
            onPress={() => void cancel.run(() => cancelPlannedRun(profile.id))}
          >
            {t('plannedRun.cancel')}
          </Button>
        </p>
      </Notice>
    );
  return (
    <>
      <Notice title={t('styles.error.notReadyTitle')}>
        {t(other ? 'plannedRun.insteadText' : 'plannedRun.ahead', { name, style: other?.displayName ?? '' })}
      </Notice>
      <Button variant="primary" wide isPending={plan.isPending} onPress={() => void plan.run(choose)}>
        {t(other ? 'plannedRun.instead' : 'plannedRun.plan')}
      </Button>
    </>
  );
}
