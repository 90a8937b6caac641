import { facts } from '~/lib/facts';
import { useText } from '~/lib/i18n';
import { Picture, Section, Skeleton } from '~/ui';
import type { Entry } from './entries';
import styles from './preview-panel.module.css';
import { usePreviews } from './use-previews';

export interface PreviewPanelProps {
  draft: Parameters<typeof usePreviews>[0];
  entries: readonly Entry[];
  /** The consents stand. */
  isAllowed: boolean;
}

/** What the customer looks like in a few styles, from the first good photo on: free, small and marked. */
export function PreviewPanel({ draft, entries, isAllowed }: PreviewPanelProps) {
  const t = useText();
  const { previews, pictures, isLimited } = usePreviews(draft, entries, isAllowed);
  const isMaking = previews?.status === 'making';
  if (!isAllowed) return null;
  const missing = isMaking ? Math.max(0, facts.previews.styles - pictures.length) : 0;
  const isAhead = pictures.length === 0 && !isMaking && !isLimited && previews?.status !== 'failed';
  const note = () => {
    if (isAhead) return t('aiProfiles.wizard.preview.ahead');
    if (isMaking && pictures.length === 0) return t('aiProfiles.wizard.preview.making');
    if (isMaking) return t(`aiProfiles.wizard.preview.${missing > 0 ? 'more' : 'improving'}`);
    if (pictures.length === 0)
      return t(`aiProfiles.wizard.preview.${isLimited ? 'limited' : previews?.renewalsLeft ? 'failed' : 'exhausted'}`);
    return t(previews?.renewalsLeft ? 'aiProfiles.wizard.preview.improves' : 'aiProfiles.wizard.preview.free');
  };
  return (
    <div className={styles.panel}>
      <Section title={t(`aiProfiles.wizard.preview.${isAhead ? 'aheadTitle' : 'title'}`)} isBusy={isMaking}>
        {pictures.length + missing > 0 ? (
          <ul className={styles.pictures}>
            {pictures.map(({ style, url }) => (
              <li key={style.id}>
                <Picture src={url} alt={t('aiProfiles.wizard.preview.alt', { style: style.displayName })} eager />
                <span className={styles.style}>{style.displayName}</span>
              </li>
            ))}
            {Array.from({ length: missing }, (_, place) => (
              <li key={place}>
                <Skeleton shape="portrait" />
              </li>
            ))}
          </ul>
        ) : null}
        <p role="status" className={styles.note}>
          {note()}
        </p>
        {previews && previews.portraitsBy !== 'studio' && pictures.length > 0 ? (
          <p className={styles.note}>{t('aiProfiles.wizard.preview.hosted')}</p>
        ) : null}
      </Section>
    </div>
  );
}
