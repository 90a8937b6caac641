import { lazy, Suspense } from 'react';
import { loadTexts } from '~/lib/i18n';

const LazyNotFoundPage = lazy(() =>
  Promise.all([import('./not-found-page'), loadTexts('site')]).then(([page]) => page),
);

/** The page that does not exist; the frame of the public pages comes with it, not with every start. */
export function NotFoundPage() {
  return (
    <Suspense>
      <LazyNotFoundPage />
    </Suspense>
  );
}
