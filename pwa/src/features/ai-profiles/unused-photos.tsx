import { hasText, useText, type Text } from '~/lib/i18n';
import type { AiProfile, TrainedPhoto } from './profiles-data';
import styles from './unused-photos.module.css';

/** Why a photo is not used, and what would help. The server may know reasons that this version does not. */
export function wordsOf(reason: TrainedPhoto['reason'], t: Text): string {
  const key = `aiProfiles.photos.reason.${reason ?? 'other'}` as const;
  return t(hasText(key) ? key : 'aiProfiles.photos.reason.other');
}

/** Why fewer photos are used than were sent: beside that number, how many for which reason, the most frequent first. */
export function UnusedPhotos({ photos }: { photos: NonNullable<AiProfile['trainedPhotos']> }) {
  const t = useText();
  const counts = new Map<string, number>();
  for (const photo of photos) {
    const isExcluded = photo.choice === 'exclude';
    if (photo.used && !isExcluded) continue;
    const reason = isExcluded ? t('aiProfiles.photos.excluded') : wordsOf(photo.reason, t);
    counts.set(reason, (counts.get(reason) ?? 0) + 1);
  }
  if (counts.size === 0) return null;
  return (
    <ul aria-label={t('aiProfiles.photos.unused')} className={styles.reasons}>
      {[...counts]
        .toSorted(([, one], [, other]) => other - one)
        .map(([reason, count]) => (
          <li key={reason}>{t('aiProfiles.photos.unusedFor', { count, reason })}</li>
        ))}
    </ul>
  );
}
