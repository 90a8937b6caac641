import { useRef } from 'react';
import { useAction } from '~/features/acts';
import { useText } from '~/lib/i18n';
import { AppLink } from '~/lib/navigation';
import { Button } from '~/ui';
import styles from './next-run.module.css';
import { cancelPlannedRun, usePlannedRun } from './planned-run';

export interface NextRunProps {
  profileId: string;
  /** Says what was planned and offers nothing new: the training has failed and may be repeated. */
  isPlannedOnly?: boolean;
}

/** What starts by itself once the profile is ready, or the way to choose it. */
export default function NextRun({ profileId, isPlannedOnly = false }: NextRunProps) {
  const t = useText();
  const planned = usePlannedRun(profileId);
  const { isPending, run } = useAction();
  const status = useRef<HTMLParagraphElement>(null);
  const isPlanned = planned?.status === 'planned';
  if (isPlannedOnly && !isPlanned) return null;
  // The button goes with what it takes back.
  const cancel = () =>
    run(
      () => cancelPlannedRun(profileId),
      () => status.current?.focus(),
    );
  return (
    <div className={styles.line}>
      <p role="status" ref={status} tabIndex={-1} className={styles.text}>
        {isPlanned && planned.style ? t('plannedRun.next', { style: planned.style.displayName }) : t('plannedRun.none')}
      </p>
      {isPlannedOnly ? null : (
        <AppLink to="/app/styles" variant="strong">
          {t(isPlanned ? 'plannedRun.change' : 'plannedRun.choose')}
        </AppLink>
      )}
      {isPlanned ? (
        <Button variant="quiet" isPending={isPending} onPress={() => void cancel()}>
          {t('plannedRun.cancel')}
        </Button>
      ) : null}
    </div>
  );
}
