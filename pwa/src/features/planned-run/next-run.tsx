import { useAction } from '~/features/acts';
import { useText } from '~/lib/i18n';
import { AppLink } from '~/lib/navigation';
import { Button } from '~/ui';
import styles from './next-run.module.css';
import { cancelPlannedRun, usePlannedRun } from './planned-run';

/** What starts by itself once the profile is ready, or the way to choose it. */
export default function NextRun({ profileId }: { profileId: string }) {
  const t = useText();
  const planned = usePlannedRun(profileId);
  const { isPending, run } = useAction('plannedRun.cancelFailed');
  const isPlanned = planned?.status === 'planned';
  return (
    <div className={styles.line}>
      <p role="status" className={styles.text}>
        {isPlanned && planned.style ? t('plannedRun.next', { style: planned.style.displayName }) : t('plannedRun.none')}
      </p>
      <AppLink to="/app/styles" variant="strong">
        {t(isPlanned ? 'plannedRun.change' : 'plannedRun.choose')}
      </AppLink>
      {isPlanned ? (
        <Button variant="quiet" isPending={isPending} onPress={() => void run(() => cancelPlannedRun(profileId))}>
          {t('plannedRun.cancel')}
        </Button>
      ) : null}
    </div>
  );
}
