import { useState } from 'react';
import { useAction } from '~/features/acts';
import { adminApi } from '~/lib/api/admin';
import { facts } from '~/lib/facts';
import { useText } from '~/lib/i18n';
import { notify } from '~/lib/messages';
import { useRouter } from '~/lib/navigation';
import { Button, Form, NumberField } from '~/ui';
import styles from './examples.module.css';

const MOST = facts.examples.maxRewardCredits;

/** What an accepted offer brings its customer. */
export function RewardForm({ rewardCredits }: { rewardCredits: number }) {
  const t = useText();
  const router = useRouter();
  const [credits, setCredits] = useState(rewardCredits);
  const action = useAction('admin.examples.saveFailed');
  const isRight = Number.isInteger(credits) && credits >= 0 && credits <= MOST;
  const save = () =>
    isRight &&
    action.run(
      () => adminApi.setExampleReward({ body: { rewardCredits: credits } }),
      () => {
        notify({ title: t('admin.examples.rewardSaved'), tone: 'good' });
        return router.invalidate();
      },
    );
  return (
    <Form onSubmit={() => void save()} className={styles.reward}>
      <NumberField
        label={t('admin.examples.rewardLabel')}
        description={t('admin.examples.rewardHint', { max: MOST })}
        minValue={0}
        maxValue={MOST}
        value={credits}
        onChange={setCredits}
        error={isRight ? action.errorText : t('admin.wholeNumber', { min: 0, max: MOST })}
      />
      <Button type="submit" isPending={action.isPending}>
        {t('admin.save')}
      </Button>
    </Form>
  );
}
