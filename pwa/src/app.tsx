import { createRouter, RouterProvider } from '@tanstack/react-router';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import { NotFoundScreen, PendingScreen, BrokenScreen } from '~/features/shell';
import { onUnauthorized } from '~/lib/api';
import type { TextKey } from '~/lib/i18n';
import { forgetSession, hasSession } from '~/lib/session';
import { StateProvider, store } from '~/lib/state';
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
    /** What the browser shows as the page's title. */
    title?: TextKey;
  }

  interface Register {
    router: typeof router;
  }
}

// Only a real 401 sends to /auth, and back to the same place afterwards.
onUnauthorized(() => {
  if (!hasSession()) return;
  forgetSession();
  void router.navigate({ to: '/auth', search: { redirect: router.state.location.href } }).then(() => router.clearCache());
});

/** The whole app. */
export function App() {
  return (
    <StateProvider store={store}>
      <I18nProvider locale="de-CH">
        <RouterProvider router={router} />
      </I18nProvider>
    </StateProvider>
  );
}
