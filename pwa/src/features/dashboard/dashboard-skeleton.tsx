import { useText } from '~/lib/i18n';
import { PageHeader, Row, Rows, Section, Skeleton } from '~/ui';
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
          <Rows>
            {[1, 2].map((row) => (
              <Row
                key={row}
                picture={<Skeleton shape="thumb" />}
                title={<Skeleton shape="line" width="short" />}
                detail={<Skeleton shape="line" width="half" />}
              />
            ))}
          </Rows>
        </Section>
      ))}
    </>
  );
}
