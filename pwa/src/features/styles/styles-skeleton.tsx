import { useText } from '~/lib/i18n';
import { PageHeader } from '~/ui';
import { StyleGridSkeleton } from './style-grid-skeleton';

/** All styles while they are loading. */
export function StylesSkeleton() {
  const t = useText();
  return (
    <>
      <PageHeader title={t('styles.title')} lead={t('styles.lead')} />
      <StyleGridSkeleton />
    </>
  );
}
