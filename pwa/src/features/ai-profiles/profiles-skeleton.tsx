import { useText } from '~/lib/i18n';
import { PageHeader, RowsSkeleton } from '~/ui';

/** All profiles while they are loading. */
export function ProfilesSkeleton() {
  const t = useText();
  return (
    <>
      <PageHeader title={t('aiProfiles.title')} lead={t('aiProfiles.lead')} />
      <div aria-busy="true">
        <RowsSkeleton count={2} />
      </div>
    </>
  );
}
