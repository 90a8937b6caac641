import { useState } from 'react';
import { ActionForm, useAction } from '~/features/acts';
import { api, isUncertain, useActKey, type Schemas } from '~/lib/api';
import { useText } from '~/lib/i18n';
import { notify } from '~/lib/messages';
import { useNavigate } from '~/lib/navigation';
import { focusFirstError, FormDialog, RadioGroup } from '~/ui';

type Complaint = Schemas['RepeatGenerationBody']['complaint'];

const COMPLAINTS: readonly Complaint[] = ['likeness', 'expression', 'crop', 'light', 'clothes'];

/** Asks what was not liked, and has the run made once more. */
export default function RepeatDialog({ id, onClose }: { id: string; onClose(): void }) {
  const t = useText();
  const navigate = useNavigate();
  const key = useActKey();
  const [complaint, setComplaint] = useState<Complaint | null>(null);
  const [isTried, setTried] = useState(false);
  const action = useAction('generations.repeat.failed');

  async function repeat() {
    setTried(true);
    if (!complaint) return focusFirstError();
    await action.run(
      async () => {
        const body = { complaint };
        try {
          return await api.repeatGeneration({ path: { id }, body, idempotencyKey: key.for(body) });
        } catch (error) {
          // What became of it may be unknown: the same key makes sure that it counts once.
          if (!isUncertain(error)) key.renew();
          throw error;
        }
      },
      async (run) => {
        notify({ title: t('generations.repeat.startedTitle'), text: t('generations.repeat.started'), tone: 'good' });
        await navigate({ to: '/app/generations/$id', params: { id: run.id } });
      },
    );
  }

  return (
    <FormDialog isOpen onClose={onClose} title={t('generations.repeat.title')}>
      <ActionForm action={action} onSubmit={repeat} onClose={onClose} submitLabel={t('generations.repeat.submit')}>
        <RadioGroup<Complaint>
          label={t('generations.repeat.label')}
          description={t('generations.repeat.once')}
          value={complaint}
          onChange={setComplaint}
          error={isTried && !complaint ? t('generations.repeat.missing') : undefined}
          options={COMPLAINTS.map((value) => ({
            value,
            label: t(`generations.repeat.complaint.${value}`),
            detail: t(`generations.repeat.answer.${value}`),
          }))}
        />
      </ActionForm>
    </FormDialog>
  );
}
