import { createRouter, RouterProvider } from '@tanstack/react-router';
import { useEffect } from 'react';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import { NotFoundScreen, PendingScreen, BrokenScreen } from '~/features/shell';
import { onUnauthorized } from '~/lib/api';
import type { TextKey } from '~/lib/i18n';
import { hasSession, isEndingSession, refreshSession } from '~/lib/session';
import { StateProvider, store } from '~/lib/state';
import { LANGUAGE } from '~/lib/language';
import { routeTree } from './route-tree.gen';

const router = createRouter({
  routeTree,
  defaultPreload: 'intent',
  defaultPreloadStaleTime: 0,
  defaultPendingMs: 200,
  defaultPendingMinMs: 300,
  scrollRestoration: true,
  defaultPendingComponent: PendingScreen,
  defaultErrorComponent: BrokenScreen,
  defaultNotFoundComponent: NotFoundScreen,
});

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** What the browser shows as the page's title, or how it follows from the address. */
    title?: TextKey | ((search: object) => TextKey);
  }

  interface Register {
    router: typeof router;
  }
}

let isChecking = false;

// Only a real 401 sends to /auth, and back to the same place afterwards. The one that came may answer a call from before
// somebody signed in: the session itself is asked.
onUnauthorized(() => {
  if (isChecking || !hasSession() || isEndingSession()) return;
  isChecking = true;
  refreshSession()
    .then(async (me) => {
      if (me) return;
      await router.navigate({ to: '/auth', search: { redirect: router.state.location.href } });
      router.clearCache();
    })
    .catch(() => undefined) // no network: the next call asks again
    .finally(() => (isChecking = false));
});

/** Resolves when the first screen has what it shows. */
export const firstScreen = (): Promise<void> => router.load();

/** The whole app. @param onDrawn is told once it is on the screen */
export function App({ onDrawn }: { onDrawn?: () => void }) {
  useEffect(() => onDrawn?.(), [onDrawn]);
  return (
    <StateProvider store={store}>
      <I18nProvider locale={LANGUAGE}>
        <RouterProvider router={router} />
      </I18nProvider>
    </StateProvider>
  );
}
