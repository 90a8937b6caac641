import { screen, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { api, type Schemas } from '~/lib/api';
import { formatDay } from '~/lib/formats';
import { beginSession } from '~/lib/session';
import { renderScreen } from '../../../test/render-screen';
import { serve } from '../../../test/server';
import { AppFrame } from './app-frame';

const at = '2026-12-03T08:00:00Z';
const show = (credits: number) => {
  beginSession({
    id: 'petra',
    email: 'petra@example.org',
    displayName: 'Petra Muster',
    role: 'user',
    credits,
    nextGrant: { credits: 240, at },
  } as Schemas['Me']);
  return renderScreen(<AppFrame>{null}</AppFrame>);
};
const bar = () => within(screen.getByRole('banner'));

beforeEach(() => {
  serve({});
  // Events have tests of their own.
  vi.spyOn(api.live, 'connect').mockReturnValue({
    connected: false,
    on: () => () => undefined,
    close: () => undefined,
  });
});

it('shows the balance as it is, and at nothing when the next credits come', async () => {
  await show(0);
  expect(bar().getByText('0 Credits')).toBeTruthy();
  expect(bar().getByText(`+240 am ${formatDay(at)}`)).toBeTruthy();
});

it('shows the balance alone while there is some', async () => {
  await show(40);
  expect(bar().getByText('40 Credits')).toBeTruthy();
  expect(bar().queryByText(/^\+240/)).toBeNull();
});
