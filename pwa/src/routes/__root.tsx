import { createRootRoute, Outlet } from '@tanstack/react-router';
import { NotFoundPage, RootFrame } from '~/features/shell';

export const Route = createRootRoute({
  notFoundComponent: NotFoundPage,
  component: () => (
    <RootFrame>
      <Outlet />
    </RootFrame>
  ),
});
