import { errorText } from '~/lib/api';
import { useText, type Text } from '~/lib/i18n';
import { Button, Picture, ProgressBar } from '~/ui';
import type { Entry } from './entries';
import styles from './photo-tile.module.css';

function verdict(entry: Entry, t: Text): string {
  switch (entry.state) {
    case 'rejected':
      return t(`aiProfiles.wizard.reason.${entry.reason ?? 'damaged'}`);
    case 'aside':
      return t('aiProfiles.wizard.setAside');
    case 'failed':
      return errorText(entry.error);
    case 'good':
      return entry.advice ? t(`aiProfiles.wizard.advice.${entry.advice}`) : t('aiProfiles.wizard.state.good');
    default:
      return t(`aiProfiles.wizard.state.${entry.state}`);
  }
}

export interface PhotoTileProps {
  entry: Entry;
  onRemove(): void;
  onRetry(): void;
}

/** One photo: the picture, how far it is, what the check says, and the button that takes it out. */
export function PhotoTile({ entry, onRemove, onRetry }: PhotoTileProps) {
  const t = useText();
  const isOut = entry.state === 'rejected' || entry.state === 'aside' || entry.state === 'failed';
  return (
    <li className={styles.tile} data-state={entry.state}>
      <div className={styles.picture}>
        <Picture src={entry.preview} alt={entry.name} placeholder={entry.name} eager />
        <button type="button" className={styles.remove} aria-label={t('aiProfiles.wizard.remove', { name: entry.name })} onClick={onRemove}>
          <span className={styles.cross} aria-hidden="true">
            <svg viewBox="0 0 16 16" width="12">
              <path d="M3 3l10 10M13 3L3 13" stroke="currentColor" strokeWidth="1.500" />
            </svg>
          </span>
        </button>
        {entry.state === 'uploading' || entry.state === 'waiting' ? (
          <div className={styles.progress}>
            <ProgressBar label={t('aiProfiles.wizard.uploadOf', { name: entry.name })} fraction={entry.fraction} />
          </div>
        ) : null}
      </div>
      <p className={styles.verdict} data-out={isOut || undefined}>
        {verdict(entry, t)}
      </p>
      {entry.state === 'failed' ? (
        <Button look="quiet" onPress={onRetry}>
          {t('aiProfiles.wizard.again')}
        </Button>
      ) : null}
    </li>
  );
}
