import { useText } from '~/lib/i18n';
import { PageHeader, RowsSkeleton, Section, Skeleton } from '~/ui';
import { useGreeting } from './use-greeting';

/** The dashboard while it is loading. */
export function DashboardSkeleton() {
  const t = useText();
  const title = useGreeting();
  return (
    <>
      <PageHeader title={title} lead={t('dashboard.kept')} actions={<Skeleton shape="control" />} />
      {(['dashboard.recent.title', 'dashboard.profiles.title'] as const).map((section) => (
        <Section key={section} title={t(section)} isBusy>
          <RowsSkeleton count={2} />
        </Section>
      ))}
    </>
  );
}
