import { useState } from 'react';
import { api, type Schemas } from '~/lib/api';
import { useAction } from '~/features/acts';
import { formatDate } from '~/lib/formats';
import { RichText, useText } from '~/lib/i18n';
import { notify } from '~/lib/messages';
import { useRouter } from '~/lib/navigation';
import { DialogForm, FormDialog, TextLink } from '~/ui';
import styles from './new-terms.module.css';

export interface NewTermsDialogProps {
  terms: Schemas['NewTerms'];
  onClose(): void;
}

/** New terms: accepted, refused with what follows from it, or left for the next start. */
export default function NewTermsDialog({ terms, onClose }: NewTermsDialogProps) {
  const t = useText();
  const router = useRouter();
  const action = useAction('newTerms.failed');
  const [isRefusing, setRefusing] = useState(false);
  const { version, paidUntil } = terms;
  const date = paidUntil && formatDate(paidUntil);

  const send = (answer: 'accepted' | 'refused') =>
    action.run(
      () => api.answerNewTerms({ body: { version, answer } }),
      () => {
        notify(
          answer === 'accepted'
            ? { title: t('newTerms.accepted'), tone: 'good' }
            : {
                title: t('newTerms.refuse.done'),
                ...(date ? { text: t('newTerms.refuse.donePlan', { date }) } : {}),
              },
        );
        onClose();
        return router.invalidate();
      },
    );

  return isRefusing ? (
    <FormDialog isOpen title={t('newTerms.refuse.title')} onClose={onClose}>
      <DialogForm
        isPending={action.isPending}
        error={action.errorText}
        onSubmit={() => void send('refused')}
        cancelLabel={t('newTerms.refuse.back')}
        onCancel={() => setRefusing(false)}
        submitLabel={t(date ? 'newTerms.refuse.submitPlan' : 'newTerms.refuse.submit')}
      >
        <p>{date ? t('newTerms.refuse.plan', { date }) : t('newTerms.refuse.noPlan')}</p>
        {date ? <p>{t('newTerms.refuse.planBack')}</p> : null}
      </DialogForm>
    </FormDialog>
  ) : (
    <FormDialog isOpen title={t('newTerms.title')} onClose={onClose}>
      <DialogForm
        isPending={action.isPending}
        error={action.errorText}
        onSubmit={() => void send('accepted')}
        cancelLabel={t('newTerms.disagree')}
        onCancel={() => setRefusing(true)}
        submitLabel={t('newTerms.accept')}
      >
        <p>{t('newTerms.lead', { version })}</p>
        <p className={styles.change}>{terms.text}</p>
        <p>
          <RichText
            text="newTerms.read"
            parts={{ terms: <TextLink href="/legal/terms" target="_blank" rel="noopener" /> }}
          />
        </p>
      </DialogForm>
    </FormDialog>
  );
}
