import { useState } from 'react';
import { useText } from '~/lib/i18n';
import { useOnce } from '~/lib/once';
import { Button, Checkbox, Form } from '~/ui';
import { attest } from '../attestation';
import type { CurrentConsents } from '../consents-data';
import { ConsentFacts } from './consent-facts';
import { ConsentFailure } from './consent-failure';
import styles from './wizard-screen.module.css';

/** Asks before the next photo of somebody else whether they agree to what is kept by now, and to those who receive the images. */
export function AttestationStep({
  profileId,
  faces,
  onGiven,
}: {
  profileId: string;
  faces: CurrentConsents['facial_images'];
  onGiven(): void;
}) {
  const t = useText();
  const [isConfirmed, setConfirmed] = useState(false);
  const [isTried, setTried] = useState(false);
  const { isPending, failure, run } = useOnce((error) => error);

  async function submit() {
    setTried(true);
    if (!isConfirmed) return;
    await run(async () => {
      await attest(profileId, 'other', faces);
      onGiven();
    });
  }

  return (
    <Form className={styles.consent} onSubmit={submit}>
      <h2>{t('aiProfiles.wizard.attestation.title')}</h2>
      <p className={styles.consentText}>{t('aiProfiles.wizard.attestation.text')}</p>
      <ConsentFacts {...faces} isOther />
      <Checkbox
        isSelected={isConfirmed}
        onChange={setConfirmed}
        error={isTried && !isConfirmed ? t('aiProfiles.wizard.attestation.needed') : undefined}
      >
        {t('aiProfiles.wizard.attestation.confirm')}
      </Checkbox>
      <ConsentFailure failure={failure} title={t('aiProfiles.wizard.attestation.failed')} />
      <div>
        <Button type="submit" variant="primary" isPending={isPending}>
          {t('aiProfiles.wizard.attestation.submit')}
        </Button>
      </div>
    </Form>
  );
}
