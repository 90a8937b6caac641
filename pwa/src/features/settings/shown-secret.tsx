import { useText } from '~/lib/i18n';
import { CopyButton, DialogForm, Secret } from '~/ui';
import styles from './settings.module.css';

export interface ShownSecretProps {
  secret: string;
  text: string;
  doneLabel: string;
  onDone(): void;
}

/** A secret, the only time. */
export function ShownSecret({ secret, text, doneLabel, onDone }: ShownSecretProps) {
  return (
    <DialogForm startsAtSubmit onSubmit={onDone} submitLabel={doneLabel}>
      <p className={styles.soft}>{text}</p>
      <div>
        <Secret>{secret}</Secret>
        <CopySecret text={secret} />
      </div>
    </DialogForm>
  );
}

/** Copies what is read off the screen. */
export function CopySecret({ text }: { text: string }) {
  const t = useText();
  return (
    <CopyButton
      variant="quiet"
      text={text}
      label={t('settings.copy')}
      doneLabel={t('settings.copied')}
      failedLabel={t('settings.copyFailed')}
    />
  );
}
