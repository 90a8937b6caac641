import { startTransition, useState } from 'react';
import { useText } from '~/lib/i18n';
import { useOnce } from '~/lib/once';
import { Button, Checkbox, Form } from '~/ui';
import { shownVersions, type ConsentKind, type CurrentConsents } from '../consents-data';
import { giveConsent } from '../profiles-data';
import { ConsentFacts } from './consent-facts';
import { ConsentFailure, ReplacedWords } from './consent-failure';
import styles from './wizard-screen.module.css';

const TEXT = {
  facial_images: 'aiProfiles.wizard.consent.facial',
  self_and_adult: 'aiProfiles.wizard.consent.self',
} as const;

/** Asks for the consents that must stand before the first photo leaves the device. */
export function ConsentStep({
  missing,
  current,
  onGiven,
}: {
  missing: readonly ConsentKind[];
  current: CurrentConsents;
  onGiven(): void;
}) {
  const t = useText();
  const [accepted, setAccepted] = useState<readonly ConsentKind[]>([]);
  const [isTried, setTried] = useState(false);
  const { isPending, failure, run } = useOnce((error) => error);

  // Compared before anything is sent: of two consents not even the first is to stand alone.
  const shown = shownVersions(current.facial_images);
  const isReplaced = missing.some((kind) => shown[kind] !== current[kind].version);

  async function submit() {
    // The press is answered before what is missing is drawn.
    startTransition(() => setTried(true));
    if (accepted.length < missing.length || isReplaced) return;
    await run(async () => {
      for (const kind of missing) await giveConsent(kind, current);
      onGiven();
    });
  }

  return (
    <Form className={styles.consent} onSubmit={submit}>
      <h2>{t('aiProfiles.wizard.consent.title')}</h2>
      <p className={styles.consentText}>{t('aiProfiles.wizard.consent.text')}</p>
      {missing.includes('facial_images') ? <ConsentFacts {...current.facial_images} /> : null}
      {missing.map((kind) => (
        <Checkbox
          key={kind}
          isSelected={accepted.includes(kind)}
          onChange={(isOn) => setAccepted(isOn ? [...accepted, kind] : accepted.filter((other) => other !== kind))}
          error={isTried && !accepted.includes(kind) ? t('aiProfiles.wizard.consent.needed') : undefined}
        >
          {t(TEXT[kind])}
        </Checkbox>
      ))}
      {isTried && isReplaced ? (
        <ReplacedWords />
      ) : (
        <ConsentFailure failure={failure} title={t('aiProfiles.wizard.consent.failed')} />
      )}
      <div>
        <Button type="submit" variant="primary" isPending={isPending}>
          {t('aiProfiles.wizard.consent.submit')}
        </Button>
      </div>
    </Form>
  );
}
