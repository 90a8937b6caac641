import { saveText } from '~/lib/downloads';
import { useText } from '~/lib/i18n';
import { useMe } from '~/lib/session';
import { Button, DialogForm, FormDialog } from '~/ui';
import { CopySecret } from '../shown-secret';
import styles from './recovery-codes.module.css';

/** The codes that lead into the account without the app. Shown once; only a press on the button closes it. */
export function RecoveryCodes({ codes, onClose }: { codes: readonly string[]; onClose(): void }) {
  const t = useText();
  const { email } = useMe();
  const save = () =>
    saveText([t('settings.recovery.fileHead', { email }), '', ...codes, ''].join('\n'), t('settings.recovery.file'));
  return (
    <FormDialog isOpen isSticky title={t('settings.recovery.title')} onClose={onClose}>
      <DialogForm startsAtSubmit onSubmit={onClose} submitLabel={t('settings.recovery.done')}>
        <p className={styles.text}>{t('settings.recovery.text')}</p>
        <ul className={styles.codes}>
          {codes.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ul>
        <div className={styles.actions}>
          <CopySecret text={codes.join('\n')} />
          <Button variant="quiet" onPress={save}>
            {t('settings.recovery.save')}
          </Button>
        </div>
      </DialogForm>
    </FormDialog>
  );
}
