import { useText } from '~/lib/i18n';
import { CopyButton, DialogForm, Secret } from '~/ui';
import styles from '../settings.module.css';

/** The secret of an endpoint, the only time. */
export function ShownSecret({ secret, onDone }: { secret: string; onDone(): void }) {
  const t = useText();
  return (
    <DialogForm startsAtSubmit onSubmit={onDone} submitLabel={t('settings.webhooks.secretDone')}>
      <p className={styles.soft}>{t('settings.webhooks.secretText')}</p>
      <div>
        <Secret>{secret}</Secret>
        <CopyButton
          variant="quiet"
          text={secret}
          label={t('settings.copy')}
          doneLabel={t('settings.copied')}
          failedLabel={t('settings.copyFailed')}
        />
      </div>
    </DialogForm>
  );
}
