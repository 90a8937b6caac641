import { useState } from 'react';
import { ActionForm, useAction } from '~/features/acts';
import { api, type Schemas } from '~/lib/api';
import { useText } from '~/lib/i18n';
import { focusFirstError, FormDialog, RadioGroup } from '~/ui';

type Attestation = Schemas['Attestation'];
type Subject = Attestation['subject'];

const ATTESTATIONS: Record<Subject, Attestation> = {
  self: { subject: 'self' },
  other: { subject: 'other', consentConfirmed: true },
};

/** Asks whom photos show that look like somebody else than the other profiles, and notes the answer with the profile. */
export default function WhoseFaceDialog({
  profileId,
  onAttested,
  onClose,
}: {
  profileId: string;
  onAttested(): void;
  onClose(): void;
}) {
  const t = useText();
  const [subject, setSubject] = useState<Subject | null>(null);
  const [isTried, setTried] = useState(false);
  const action = useAction();

  async function attest() {
    setTried(true);
    if (!subject) return focusFirstError();
    await action.run(
      () => api.updateAiProfile({ path: { id: profileId }, body: { attestation: ATTESTATIONS[subject] } }),
      onAttested,
    );
  }

  return (
    <FormDialog isOpen onClose={onClose} title={t('aiProfiles.wizard.whoseFace.title')}>
      <ActionForm
        action={action}
        onSubmit={attest}
        onClose={onClose}
        submitLabel={t('aiProfiles.wizard.whoseFace.submit')}
      >
        <RadioGroup<Subject>
          label={t('aiProfiles.wizard.whoseFace.label')}
          description={t('aiProfiles.wizard.whoseFace.why')}
          value={subject}
          onChange={setSubject}
          error={isTried && !subject ? t('aiProfiles.wizard.whoseFace.missing') : undefined}
          options={[
            { value: 'self', label: t('aiProfiles.wizard.whoseFace.self') },
            {
              value: 'other',
              label: t('aiProfiles.wizard.whoseFace.other'),
              detail: t('aiProfiles.wizard.whoseFace.otherDetail'),
            },
          ]}
        />
      </ActionForm>
    </FormDialog>
  );
}
