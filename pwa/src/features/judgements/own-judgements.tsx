import { useConfirm } from '~/features/acts';
import { api, type Schemas } from '~/lib/api';
import { formatDate } from '~/lib/formats';
import { useText } from '~/lib/i18n';
import { notify } from '~/lib/messages';
import { useRouter } from '~/lib/navigation';
import { Button, Row, Rows } from '~/ui';
import styles from './judgements.module.css';
import { Said, useWithdrawal } from './said';

type Judgement = Schemas['OwnJudgement'];

/** Every own judgement, with its sentence and the consent to publish it; also of runs that have gone. */
export default function OwnJudgements({ judgements }: { judgements: readonly Judgement[] }) {
  const t = useText();
  const router = useRouter();
  const { ask: askToWithdraw, dialog: withdrawalDialog, place } = useWithdrawal();
  const { ask, dialog, place: sentencePlace } = useConfirm('judgements.failed');
  const unpublish = ({ generationId, likeness, wouldUse }: Judgement) =>
    ask({
      title: t('judgements.unpublishTitle'),
      text: t('judgements.unpublishText'),
      confirmLabel: t('judgements.unpublish'),
      act: () =>
        api.giveJudgement({
          path: { id: generationId },
          body: { likeness, wouldUse, sentence: null, consentVersion: null },
        }),
      done: () => {
        notify({ title: t('judgements.unpublishDone'), tone: 'good' });
        return router.invalidate();
      },
    });
  return (
    <div ref={place} tabIndex={-1} className={styles.place}>
      <div ref={sentencePlace} tabIndex={-1} className={styles.place}>
        <Rows label={t('judgements.own')}>
          {judgements.map((judgement) => {
            const style = judgement.styleName ?? t('judgements.styleGone');
            return (
              <Row
                key={judgement.generationId}
                title={style}
                detail={formatDate(judgement.judgedAt)}
                below={<Said judgement={judgement} />}
                action={
                  <div className={styles.acts}>
                    {judgement.sentence ? (
                      <Button
                        variant="quiet"
                        aria-label={t('judgements.unpublishOf', { style })}
                        onPress={() => unpublish(judgement)}
                      >
                        {t('judgements.unpublish')}
                      </Button>
                    ) : null}
                    <Button
                      variant="quiet"
                      aria-label={t('judgements.withdrawOf', { style })}
                      onPress={() => askToWithdraw(judgement, () => router.invalidate())}
                    >
                      {t('judgements.withdrawAll')}
                    </Button>
                  </div>
                }
              />
            );
          })}
        </Rows>
      </div>
      {withdrawalDialog}
      {dialog}
    </div>
  );
}
