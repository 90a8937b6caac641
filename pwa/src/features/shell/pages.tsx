import { lazy, Suspense } from 'react';

const LazyNotFoundPage = lazy(() => import('./not-found-page'));

/** The page that does not exist; the frame of the public pages comes with it, not with every start. */
export function NotFoundPage() {
  return (
    <Suspense>
      <LazyNotFoundPage />
    </Suspense>
  );
}
