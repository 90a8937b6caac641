import type { ReactNode } from 'react';
import { ACCEPTED_PICTURES } from '~/lib/accepted-pictures';
import { facts } from '~/lib/facts';
import { megabytes } from '~/lib/formats';
import { useText } from '~/lib/i18n';
import { classNames } from '~/ui/class-names';
import drop from '~/ui/file-drop.module.css';
import { Notice } from '~/ui/notice';
import { ProgressBar } from '~/ui/progress-bar';
import hidden from '~/ui/visually-hidden.module.css';
import styles from './forms.module.css';

/** What is said of a chosen picture, by the name of its state; `{name}` is the file's. */
export interface PictureState {
  state: string;
  title?: string;
  children: ReactNode;
}

/** A place to drop a picture on, which also opens the file dialog, and below it what became of the picture. */
export function PictureDrop({
  isLarge = false,
  busy,
  states,
}: {
  isLarge?: boolean;
  /** What is said while the server looks at the picture. */
  busy: string;
  states: readonly PictureState[];
}) {
  const t = useText();
  return (
    <div className={styles.picture} data-picture>
      <label className={classNames(drop.zone, drop.button, styles.drop)} data-large={isLarge || undefined}>
        <input type="file" accept={ACCEPTED_PICTURES.join(',')} className={hidden.hidden} />
        <span className={styles.choose} data-another={t('imageCheck.chooseAnother')}>
          {t('imageCheck.choose')}
        </span>
        <span>
          {t('imageCheck.formats', {
            formats: facts.photos.formats.join(', '),
            size: megabytes(facts.photos.maxBytes),
          })}
        </span>
      </label>
      <div role="status" aria-live="polite" data-picture-state />
      <template data-state="busy">
        <ProgressBar label={busy} />
        <p className={styles.busy}>{busy}</p>
      </template>
      {states.map(({ state, title = '{name}', children }) => (
        <template key={state} data-state={state}>
          <Notice title={title}>{children}</Notice>
        </template>
      ))}
    </div>
  );
}
