import { useState } from 'react';
import { useText } from '~/lib/i18n';
import { Button, Icon, Picture, ProgressBar } from '~/ui';
import type { Entry } from './entries';
import styles from './photo-tile.module.css';
import { remedyOf, verdictOf } from './verdict-texts';

export interface PhotoTileProps {
  entry: Entry;
  onRemove(): void;
  onRetry(): void;
}

/** One photo: the picture, how far it is, what the check says and what to do about it, and the button that takes it out. */
export function PhotoTile({ entry, onRemove, onRetry }: PhotoTileProps) {
  const t = useText();
  const [unseen, setUnseen] = useState('');
  const isOut = entry.state === 'rejected' || entry.state === 'aside' || entry.state === 'failed';
  const remedy = remedyOf(entry, t);
  return (
    <li
      className={styles.tile}
      data-state={entry.state}
      data-doubt={(entry.state === 'good' && entry.doubt) || undefined}
    >
      <div className={styles.picture}>
        <Picture
          src={entry.preview === unseen ? entry.stored : entry.preview}
          alt={entry.name}
          placeholder={entry.name}
          eager
          onMissing={() => setUnseen(entry.preview)}
        />
        <button
          type="button"
          className={styles.remove}
          data-remove
          aria-label={t('aiProfiles.wizard.remove', { name: entry.name })}
          onClick={onRemove}
        >
          <span className={styles.cross} aria-hidden="true">
            <Icon name="close" size="small" />
          </span>
        </button>
        {entry.state === 'uploading' || entry.state === 'waiting' ? (
          <div className={styles.progress}>
            <ProgressBar label={t('aiProfiles.wizard.uploadOf', { name: entry.name })} fraction={entry.fraction} />
          </div>
        ) : null}
      </div>
      <div className={styles.words}>
        <p className={styles.verdict} data-out={isOut || undefined}>
          {verdictOf(entry, t)}
        </p>
        {entry.state === 'rejected' ? <p className={styles.name}>{entry.name}</p> : null}
        {remedy ? <p className={styles.remedy}>{remedy}</p> : null}
      </div>
      {entry.state === 'failed' && entry.file ? (
        <Button variant="quiet" onPress={onRetry}>
          {t('aiProfiles.wizard.again')}
        </Button>
      ) : null}
    </li>
  );
}
