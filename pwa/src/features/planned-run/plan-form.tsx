import { useAction } from '~/features/acts';
import { errorCode, type Schemas } from '~/lib/api';
import type { Retouch } from '~/lib/device/retouch';
import { useText } from '~/lib/i18n';
import { notify } from '~/lib/messages';
import { useNavigate } from '~/lib/navigation';
import { Button, Notice } from '~/ui';
import styles from './next-run.module.css';
import { cancelPlannedRun, planRun, usePlannedRun } from './planned-run';

export interface PlanFormProps {
  style: Pick<Schemas['Style'], 'id' | 'displayName'>;
  /** In training. */
  profile: Schemas['AiProfile'];
  retouch: Retouch;
  /** Beside a profile of which portraits can be made at once it is not the main act. */
  isAside?: boolean;
}

/** Has the run of a style start with the end of a training, or takes that back. */
export default function PlanForm({ style, profile, retouch, isAside = false }: PlanFormProps) {
  const t = useText();
  const navigate = useNavigate();
  const planned = usePlannedRun(profile.id);
  const { isPending, run } = useAction();
  const present = planned?.status === 'planned' ? planned.style : null;
  const isThis = present?.id === style.id;
  const state = isThis ? 'planned' : present ? 'instead' : 'ahead';
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

  return (
    <div className={styles.plan}>
      <div role="status">
        <Notice
          title={
            isThis
              ? t('plannedRun.title.planned')
              : isAside
                ? t('plannedRun.title.aside', { name })
                : t('styles.error.notReadyTitle')
          }
        >
          {t(`plannedRun.text.${state}`, { name, style: present?.displayName ?? '' })}
        </Notice>
      </div>
      {/* One button for both ways: who pressed it is still on it. */}
      <Button
        variant={isThis || isAside ? 'secondary' : 'primary'}
        wide
        isPending={isPending}
        aria-label={isAside ? t('plannedRun.actFor', { act: t(`plannedRun.act.${state}`), name }) : undefined}
        onPress={() => void run(isThis ? () => cancelPlannedRun(profile.id) : choose)}
      >
        {t(`plannedRun.act.${state}`)}
      </Button>
    </div>
  );
}
