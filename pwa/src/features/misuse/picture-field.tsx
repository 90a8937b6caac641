import { useId } from 'react';
import { facts } from '~/lib/facts';
import { megabytes } from '~/lib/formats';
import { useText } from '~/lib/i18n';
import { FileDrop, Notice, ProgressBar } from '~/ui';
import styles from './misuse.module.css';
import type { PictureState } from './use-misuse-picture';

/** What the file dialog offers. */
const ACCEPTED = ['image/jpeg', 'image/png', 'image/webp', 'image/gif'];

/** The picture that was misused: compared as soon as it is chosen. */
export function PictureField({
  state,
  error,
  onChoose,
}: {
  state: PictureState;
  error: string | undefined;
  onChoose(file: File): void;
}) {
  const t = useText();
  const [labelId, errorId] = [useId(), useId()];
  return (
    <div
      role="group"
      tabIndex={-1}
      aria-labelledby={labelId}
      aria-describedby={error ? errorId : undefined}
      data-error={error ? true : undefined}
      className={styles.picture}
    >
      <span id={labelId} className={styles.label}>
        {t('misuse.picture.label')}
      </span>
      <FileDrop
        label={t('misuse.picture.drop')}
        accept={ACCEPTED}
        onFiles={([file]) => file && onChoose(file)}
        isDisabled={state.step === 'comparing'}
      >
        <span className={styles.choose}>
          {t(state.step === 'none' ? 'misuse.picture.choose' : 'misuse.picture.chooseAnother')}
        </span>
        <span>
          {t('misuse.picture.formats', {
            formats: facts.photos.formats.join(', '),
            size: megabytes(facts.photos.maxBytes),
          })}
        </span>
      </FileDrop>
      <div role="status" aria-live="polite">
        {state.step === 'comparing' ? (
          <ProgressBar label={t('misuse.picture.comparing', { name: state.name })} />
        ) : null}
        {state.step === 'compared' ? <Notice title={state.name}>{t('misuse.picture.compared')}</Notice> : null}
        {state.step === 'failed' ? (
          <Notice tone="bad" title={t('misuse.picture.failed', { name: state.name })}>
            {state.why}
          </Notice>
        ) : null}
      </div>
      {error ? (
        <p id={errorId} className={styles.error}>
          {error}
        </p>
      ) : null}
    </div>
  );
}
