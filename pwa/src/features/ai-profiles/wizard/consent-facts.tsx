import { useText } from '~/lib/i18n';
import { Terms, TextLink } from '~/ui';
import type { CurrentConsents } from '../consents-data';
import { useReceivers } from '../use-receivers';
import styles from './wizard-screen.module.css';

/** The section of the privacy policy that says the same at length. */
export const FACES_SECTION = '/legal/privacy#gesichtsbilder-und-aehnlichkeitswerte';

/** What somebody agrees to with their face, as the engine of this installation has it; `isOther`: not the customer. */
export function ConsentFacts({
  portraitsBy,
  recipients,
  isOther = false,
}: Pick<CurrentConsents['facial_images'], 'portraitsBy' | 'recipients'> & { isOther?: boolean }) {
  const t = useText();
  const receivers = useReceivers({ recipients });
  return (
    <div className={styles.consentFacts}>
      <Terms
        rows={[
          [t('aiProfiles.wizard.consent.measured'), t('aiProfiles.wizard.consent.measuredText')],
          [t('aiProfiles.wizard.consent.purpose'), t('aiProfiles.wizard.consent.purposeText')],
          [t('aiProfiles.wizard.consent.deleted'), t('aiProfiles.wizard.consent.deletedText')],
          [t('aiProfiles.wizard.consent.stays'), t(`aiProfiles.wizard.consent.staysText.${portraitsBy}`)],
          [t('aiProfiles.wizard.consent.recipients'), receivers],
          [
            t('aiProfiles.wizard.consent.withdrawal'),
            t(isOther ? 'aiProfiles.wizard.attestation.withdrawalText' : 'aiProfiles.wizard.consent.withdrawalText'),
          ],
        ]}
      />
      <p>
        <TextLink href={FACES_SECTION} target="_blank" rel="noopener">
          {t('aiProfiles.wizard.consent.more')}
        </TextLink>
      </p>
    </div>
  );
}
