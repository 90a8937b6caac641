import type { Schemas } from '~/lib/api';
import { formatNumber } from '~/lib/formats';
import { useText } from '~/lib/i18n';
import { Button, Terms } from '~/ui';
import styles from '../settings.module.css';
import { DeletionStep } from './deletion-step';

/** The first step: what goes, in numbers, and what stays and why. */
export function DeletionPreview({
  preview,
  onContinue,
  onCancel,
}: {
  preview: Schemas['DeletionPreview'];
  onContinue(): void;
  onCancel(): void;
}) {
  const t = useText();
  return (
    <DeletionStep title={t('settings.deletion.stepOne')}>
      <Terms
        rows={[
          [t('settings.deletion.profiles'), formatNumber(preview.profiles)],
          [t('settings.deletion.generations'), formatNumber(preview.generations)],
          ...(preview.runsUnderWay > 0
            ? [
                [
                  t('settings.deletion.underWay'),
                  t('settings.deletion.underWayText', { count: preview.runsUnderWay }),
                ] as [string, string],
              ]
            : []),
          [t('settings.deletion.portraits'), formatNumber(preview.portraits)],
          [
            t('settings.deletion.credits'),
            preview.credits > 0
              ? t('settings.deletion.creditsLost', { credits: formatNumber(preview.credits) })
              : formatNumber(0),
          ],
          ...(preview.owedCredits > 0
            ? [
                [
                  t('settings.deletion.owed'),
                  t('settings.deletion.owedText', { credits: formatNumber(preview.owedCredits) }),
                ] as [string, string],
              ]
            : []),
          [
            t('settings.deletion.subscription'),
            t(
              preview.hasActiveSubscription
                ? 'settings.deletion.subscriptionEnds'
                : 'settings.deletion.subscriptionNone',
            ),
          ],
          [t('settings.deletion.access'), t('settings.deletion.accessText')],
        ]}
      />
      <p className={styles.soft}>{t('settings.deletion.promptly')}</p>
      <h3>{t('settings.deletion.stays')}</h3>
      <ul className={styles.list}>
        <li>{t('settings.deletion.staysAccounting')}</li>
        <li>{t('settings.deletion.staysConsents')}</li>
        {preview.keepsAddressHash ? (
          <li>{t(preview.owedCredits > 0 ? 'settings.deletion.staysDebt' : 'settings.deletion.staysHash')}</li>
        ) : null}
        <li>{t('settings.deletion.staysFiles')}</li>
      </ul>
      <div className={styles.actions}>
        <Button onPress={onCancel}>{t('shell.cancel')}</Button>
        <Button variant="danger" onPress={onContinue}>
          {t('settings.deletion.continue')}
        </Button>
      </div>
    </DeletionStep>
  );
}
