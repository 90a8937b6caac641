import { facts } from '~/lib/facts';
import { megabytes } from '~/lib/formats';
import { useText } from '~/lib/i18n';
import { FileDrop } from '~/ui';
import { placedCount, type Entry } from './entries';
import { ACCEPTED_TYPES } from './files';
import { PhotoTile } from './photo-tile';
import styles from './wizard-screen.module.css';

export interface PhotoStepProps {
  entries: readonly Entry[];
  onFiles(files: File[]): void;
  onRemove(entry: Entry): void;
  onRetry(entry: Entry): void;
}

/** The photos side by side, and the place to add more. */
export function PhotoStep({ entries, onFiles, onRemove, onRetry }: PhotoStepProps) {
  const t = useText();
  const isFull = placedCount(entries) >= facts.photos.max;
  const detail = t('aiProfiles.wizard.addDetail', { megabytes: megabytes(facts.photos.maxBytes) });
  return (
    <ul className={styles.photos} aria-label={t('aiProfiles.wizard.photos')} data-empty={entries.length === 0 || undefined}>
      {entries.map((entry) => (
        <PhotoTile key={entry.key} entry={entry} onRemove={() => onRemove(entry)} onRetry={() => onRetry(entry)} />
      ))}
      <li className={styles.add}>
        {isFull ? (
          <p className={styles.full}>{t('aiProfiles.wizard.full')}</p>
        ) : (
          <FileDrop label={t('aiProfiles.wizard.drop')} accept={ACCEPTED_TYPES} onFiles={onFiles}>
            {entries.length === 0 ? (
              <>
                <span className={styles.addTitle}>{t('aiProfiles.wizard.addFirst')}</span>
                <span>{detail}</span>
              </>
            ) : (
              t('aiProfiles.wizard.add')
            )}
          </FileDrop>
        )}
      </li>
    </ul>
  );
}
