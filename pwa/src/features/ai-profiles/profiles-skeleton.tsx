import { useText } from '~/lib/i18n';
import { PageHeader, Row, Rows, Skeleton } from '~/ui';

/** All profiles while they are loading. */
export function ProfilesSkeleton() {
  const t = useText();
  return (
    <>
      <PageHeader title={t('aiProfiles.title')} lead={t('aiProfiles.lead')} />
      <div aria-busy="true">
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
      </div>
    </>
  );
}
