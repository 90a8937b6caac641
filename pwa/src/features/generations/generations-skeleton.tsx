import { Row, Rows, Skeleton } from '~/ui';
import { GenerationsHeader } from './generations-header';

/** All runs while they are loading. */
export function GenerationsSkeleton() {
  return (
    <>
      <GenerationsHeader />
      <div aria-busy="true">
        <Rows>
          {[1, 2, 3, 4].map((row) => (
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
