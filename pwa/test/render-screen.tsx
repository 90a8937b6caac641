import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { render } from '@testing-library/react';
import type { ReactNode } from 'react';
import { StateProvider, store } from '~/lib/state';

/**
 * Shows a screen at a path of a router that knows every other path as an empty page.
 * @param onLoad runs whenever the route is loaded, also anew
 * @returns where the screen has gone to so far
 */
export async function renderScreen(
  screen: ReactNode,
  at = '/screen',
  onLoad: () => void = () => undefined,
): Promise<{ path(): string }> {
  const root = createRootRoute();
  const here = createRoute({
    getParentRoute: () => root,
    path: at.replace(/\?.*/, ''),
    loader: () => onLoad(),
    component: () => screen,
  });
  const elsewhere = createRoute({ getParentRoute: () => root, path: '$', component: () => null });
  const router = createRouter({
    routeTree: root.addChildren([here, elsewhere]),
    history: createMemoryHistory({ initialEntries: [at] }),
  });
  await router.load();
  render(
    <StateProvider store={store}>
      <RouterProvider router={router as never} />
    </StateProvider>,
  );
  return { path: () => router.history.location.href };
}
