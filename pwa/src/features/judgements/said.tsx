import { useConfirm } from '~/features/acts';
import { api, type Schemas } from '~/lib/api';
import { formatDate } from '~/lib/formats';
import { useText } from '~/lib/i18n';
import { notify } from '~/lib/messages';
import styles from './judgements.module.css';
import type { Likeness } from './likeness';

type Judgement = Schemas['OwnJudgement'];

/** What was said, and what became of the sentence. */
export function Said({
  judgement: { likeness, wouldUse, sentence, consentedAt, reply, hiddenReason },
}: {
  judgement: Judgement;
}) {
  const t = useText();
  return (
    <div className={styles.said}>
      <p>
        {t('judgements.said', {
          answer: t(`judgements.answer.${likeness as Likeness}`),
          likeness,
          use: t(wouldUse ? 'judgements.uses' : 'judgements.usesNot'),
        })}
      </p>
      {sentence ? <p>«{sentence}»</p> : null}
      {consentedAt ? (
        <p className={styles.soft}>{t('judgements.consented', { date: formatDate(consentedAt) })}</p>
      ) : null}
      {reply ? <p className={styles.soft}>{t('judgements.reply', { reply })}</p> : null}
      {hiddenReason ? (
        <>
          <p className={styles.soft}>{t('judgements.hidden', { reason: hiddenReason })}</p>
          <p className={styles.soft}>{t('judgements.hiddenCounts')}</p>
        </>
      ) : null}
    </div>
  );
}

/** Taking a judgement back, after a question. */
export function useWithdrawal() {
  const t = useText();
  const { ask, ...rest } = useConfirm('judgements.withdrawFailed');
  return {
    ...rest,
    ask: ({ generationId }: Judgement, done: () => unknown) =>
      ask({
        title: t('judgements.withdrawTitle'),
        text: t('judgements.withdrawText'),
        confirmLabel: t('judgements.withdraw'),
        act: () => api.withdrawJudgement({ path: { id: generationId } }),
        done: () => {
          notify({ title: t('judgements.withdrawDone'), tone: 'good' });
          return done();
        },
      }),
  };
}
