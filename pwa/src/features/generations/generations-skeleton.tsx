import { useText } from '~/lib/i18n';
import { AppLink } from '~/lib/navigation';
import { PageHeader, Row, Rows, Skeleton } from '~/ui';

/** All runs while they are loading. */
export function GenerationsSkeleton() {
  const t = useText();
  return (
    <>
      <PageHeader
        above={
          <AppLink to="/app" look="strong">
            {t('generations.all.back')}
          </AppLink>
        }
        title={t('generations.all.title')}
        lead={t('generations.all.lead')}
      />
      <div aria-busy="true">
        <Rows>
          {[1, 2, 3, 4].map((row) => (
            <Row key={row} picture={<Skeleton shape="thumb" />} title={<Skeleton shape="line" width="short" />} detail={<Skeleton shape="line" width="half" />} />
          ))}
        </Rows>
      </div>
    </>
  );
}
