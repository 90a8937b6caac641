// @vitest-environment jsdom
import { isRedirect } from '@tanstack/react-router';
import { beforeEach, expect, it } from 'vitest';
import type { Schemas } from '~/lib/api';
import { beginSession, forgetSession } from '~/lib/session';
import { Route } from '~/routes/_public/styles.index';

const arrive = async (preload = true): Promise<unknown> => {
  const beforeLoad = Route.options.beforeLoad as (at: {
    preload: boolean;
    location: { href: string };
  }) => Promise<void> | void;
  return beforeLoad({ preload, location: { href: '/styles' } });
};

beforeEach(forgetSession);

it('leads whoever is signed in to the styles of the app', async () => {
  beginSession({ id: 'petra' } as Schemas['Me']);
  const outcome = await arrive().catch((thrown: unknown) => thrown);
  expect(isRedirect(outcome) && outcome.options).toMatchObject({ to: '/app/styles', replace: true });
});

it('leaves the public page to everybody else', async () => {
  expect(await arrive()).toBeUndefined();
});
