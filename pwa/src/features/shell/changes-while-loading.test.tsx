import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router';
import { render, screen } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { StateProvider, store } from '~/lib/state';
import { fakeLiveConnection } from '../../../test/live-connection';
import { useChangesWhileLoading } from './changes-while-loading';

let live: ReturnType<typeof fakeLiveConnection>;
/** What the server answers to those who have asked for the run, in their order. */
let answers: ((portraits: string) => void)[];

beforeEach(() => {
  answers = [];
  live = fakeLiveConnection();
});

function Frame() {
  useChangesWhileLoading();
  return <Outlet />;
}

async function showFrame() {
  const root = createRootRoute({ component: Frame });
  const start = createRoute({ getParentRoute: () => root, path: '/', component: () => 'start' });
  const run = createRoute({
    getParentRoute: () => root,
    path: '/app',
    loader: () => new Promise<string>((resolve) => answers.push(resolve)),
    component: () => run.useLoaderData(),
  });
  const router = createRouter({
    routeTree: root.addChildren([start, run]),
    history: createMemoryHistory({ initialEntries: ['/'] }),
  });
  await router.load();
  render(
    <StateProvider store={store}>
      <RouterProvider router={router as never} />
    </StateProvider>,
  );
  return router;
}

it('shows what has changed while the screen was on its way', async () => {
  const router = await showFrame();
  void router.navigate({ to: '/app' });
  await vi.waitFor(() => expect(answers).toHaveLength(1));
  live.tell('portrait.changed');
  await vi.waitFor(() => expect(answers).toHaveLength(2));
  answers[0]!('without the heart');
  answers[1]!('with the heart');
  expect(await screen.findByText('with the heart')).toBeTruthy();
});

it('asks for nothing where nothing is being loaded', async () => {
  const router = await showFrame();
  void router.navigate({ to: '/app' });
  await vi.waitFor(() => expect(answers).toHaveLength(1));
  answers[0]!('as it is');
  await screen.findByText('as it is');
  await vi.waitFor(() => expect(router.state.isLoading).toBe(false));
  live.tell('portrait.changed');
  await new Promise((later) => setTimeout(later, 50));
  expect(answers).toHaveLength(1);
});
