import { RowsSkeleton } from '~/ui';
import { GenerationsHeader } from './generations-header';

/** All runs while they are loading. */
export function GenerationsSkeleton() {
  return (
    <>
      <GenerationsHeader />
      <div aria-busy="true">
        <RowsSkeleton count={4} />
      </div>
    </>
  );
}
