import { useText } from '~/lib/i18n';
import { AppLink } from '~/lib/navigation';
import { Picture } from '~/ui';
import { useOwnPreviews } from './own-previews';
import styles from './preview-strip.module.css';

export interface PreviewStripProps {
  profileId: string;
  /** How many of them; those of the first styles. */
  count: number;
}

/** A profile in some of the styles, each leading to its style; nothing while there are none. */
export default function PreviewStrip({ profileId, count }: PreviewStripProps) {
  const t = useText();
  const previews = useOwnPreviews(profileId);
  if (!previews || previews.pictures.length === 0) return null;
  return (
    <ul className={styles.strip} aria-label={t('styles.own.strip')}>
      {previews.pictures.slice(0, count).map(({ style, url }) => (
        <li key={style.id}>
          <AppLink to="/app/styles/$slug" params={{ slug: style.slug }} className={styles.link}>
            <Picture src={url} alt="" />
            <span className={styles.name}>{style.displayName}</span>
          </AppLink>
        </li>
      ))}
    </ul>
  );
}
