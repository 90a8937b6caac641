import { useState } from 'react';
import { api, type Schemas } from '~/lib/api';
import { useAction } from '~/features/acts';
import { formatDate } from '~/lib/formats';
import { RichText, useText } from '~/lib/i18n';
import { notify } from '~/lib/messages';
import { useRouter } from '~/lib/navigation';
import { DialogForm, FormDialog, TextLink } from '~/ui';

export interface NewTermsDialogProps {
  terms: Schemas['NewTerms'];
  onClose(): void;
}

/** New terms: accepted, refused with what follows from it, or left for the next start. */
export default function NewTermsDialog({ terms, onClose }: NewTermsDialogProps) {
  const t = useText();
  const router = useRouter();
  const action = useAction('acts.newTerms.failed');
  const [isRefusing, setRefusing] = useState(false);
  const { version, paidUntil } = terms;
  const date = paidUntil && formatDate(paidUntil);

  const send = (answer: 'accepted' | 'refused') =>
    action.run(
      () => api.answerNewTerms({ body: { version, answer } }),
      () => {
        notify(
          answer === 'accepted'
            ? { title: t('acts.newTerms.accepted'), tone: 'good' }
            : {
                title: t('acts.newTerms.refuse.done'),
                ...(date ? { text: t('acts.newTerms.refuse.donePlan', { date }) } : {}),
              },
        );
        onClose();
        return router.invalidate();
      },
    );

  return isRefusing ? (
    <FormDialog isOpen title={t('acts.newTerms.refuse.title')} onClose={onClose}>
      <DialogForm
        isPending={action.isPending}
        error={action.errorText}
        onSubmit={() => void send('refused')}
        cancelLabel={t('acts.newTerms.refuse.back')}
        onCancel={() => setRefusing(false)}
        submitLabel={t(date ? 'acts.newTerms.refuse.submitPlan' : 'acts.newTerms.refuse.submit')}
      >
        <p>{date ? t('acts.newTerms.refuse.plan', { date }) : t('acts.newTerms.refuse.noPlan')}</p>
        {date ? <p>{t('acts.newTerms.refuse.planBack')}</p> : null}
      </DialogForm>
    </FormDialog>
  ) : (
    <FormDialog isOpen title={t('acts.newTerms.title')} onClose={onClose}>
      <DialogForm
        isPending={action.isPending}
        error={action.errorText}
        onSubmit={() => void send('accepted')}
        cancelLabel={t('acts.newTerms.disagree')}
        onCancel={() => setRefusing(true)}
        submitLabel={t('acts.newTerms.accept')}
      >
        <p>{t('acts.newTerms.lead', { version })}</p>
        {terms.text
          .split('\n')
          .filter((line) => line.trim() !== '')
          .map((line, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- the text does not change while it is read
            <p key={index}>{line}</p>
          ))}
        <p>
          <RichText
            text="acts.newTerms.read"
            parts={{ terms: <TextLink href="/legal/terms" target="_blank" rel="noopener" /> }}
          />
        </p>
      </DialogForm>
    </FormDialog>
  );
}
