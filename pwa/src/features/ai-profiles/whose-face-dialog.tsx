import { useState } from 'react';
import { ActionForm, useAction } from '~/features/acts';
import { errorCode } from '~/lib/api';
import { useText } from '~/lib/i18n';
import { focusFirstError, FormDialog, RadioGroup } from '~/ui';
import { attest, type OpenAttestation, type Subject } from './attestation';
import { ConsentFacts } from './wizard/consent-facts';
import { ReplacedWords } from './wizard/consent-failure';

/**
 * Asks whom photos show that look like somebody else than the other profiles, and notes the answer with the profile; of somebody else who
 * was attested to an earlier text, whether they agree to what holds now.
 */
export default function WhoseFaceDialog({
  open: { profileId, faces, isOutdated },
  onAttested,
  onClose,
}: {
  open: OpenAttestation;
  onAttested(): void;
  onClose(): void;
}) {
  const t = useText();
  const [subject, setSubject] = useState<Subject | null>(isOutdated ? 'other' : null);
  const [isTried, setTried] = useState(false);
  const action = useAction();
  const isReplaced = action.error !== null && errorCode(action.error) === 'conflict';

  async function submit() {
    setTried(true);
    if (!subject) return focusFirstError();
    await action.run(() => attest(profileId, subject, faces), onAttested);
  }

  return (
    <FormDialog
      isOpen
      onClose={onClose}
      title={t(isOutdated ? 'aiProfiles.wizard.attestation.title' : 'aiProfiles.wizard.whoseFace.title')}
    >
      <ActionForm
        action={action}
        onSubmit={submit}
        onClose={onClose}
        submitLabel={t('aiProfiles.wizard.whoseFace.submit')}
        hidesError={isReplaced}
      >
        {isOutdated ? (
          <>
            <p>{t('aiProfiles.wizard.attestation.text')}</p>
            <ConsentFacts {...faces} isOther />
            <p>{t('aiProfiles.wizard.attestation.confirm')}</p>
          </>
        ) : (
          <>
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
                  detail: t('aiProfiles.wizard.attestation.confirm'),
                },
              ]}
            />
            {subject === 'other' ? <ConsentFacts {...faces} isOther /> : null}
          </>
        )}
        {isReplaced ? <ReplacedWords /> : null}
      </ActionForm>
    </FormDialog>
  );
}
