import { useText } from '~/lib/i18n';
import { PageHeader, RowsSkeleton, Skeleton, VisuallyHidden } from '~/ui';
import { useGreeting } from './use-greeting';

/** The dashboard while it is loading: its first part is the steps or the latest portraits, and nobody knows yet which. */
export function DashboardSkeleton() {
  const t = useText();
  const title = useGreeting();
  return (
    <>
      <PageHeader title={title} lead={t('dashboard.kept')} />
      <div role="status">
        <VisuallyHidden>{t('shell.loading')}</VisuallyHidden>
        <Skeleton shape="heading" width="short" />
        <RowsSkeleton count={3} />
      </div>
    </>
  );
}
