import { useText } from '~/lib/i18n';
import { PageHeader, RowsSkeleton, Section, Skeleton } from '~/ui';
import { useGreeting } from './use-greeting';

/** The dashboard while it is loading: its first part is the steps or the latest portraits, and nobody knows yet which. */
export function DashboardSkeleton() {
  const t = useText();
  const title = useGreeting();
  return (
    <>
      <PageHeader title={title} lead={t('dashboard.kept')} />
      <Section title={<Skeleton shape="line" width="half" />} isBusy>
        <RowsSkeleton count={3} />
      </Section>
    </>
  );
}
