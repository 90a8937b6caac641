import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import type { Schemas } from '~/lib/api';
import { beginSession } from '~/lib/session';
import { renderScreen } from '../../../test/render-screen';
import { refusal, serve } from '../../../test/server';
import { GenerationsScreen } from './generations-screen';
import type { Generation } from './generations-data';
import { runOf } from './sample-run';

const run = (day: number): Generation => ({ ...runOf([]), id: `r${day}`, createdAt: `2026-11-${day}T09:00:00.000Z` });
const shown = () =>
  within(screen.getByRole('list', { name: 'Alle Generationen' }))
    .getAllByRole('link')
    .map((link) => link.getAttribute('href'));

beforeEach(() => beginSession({ id: 'anna' } as Schemas['Me']));

it('shows every run, newest first, and older ones when asked for', async () => {
  serve({
    'GET /generations?cursor=a': [refusal(503, 'unavailable'), { body: { items: [run(19)], nextCursor: null } }],
  });
  await renderScreen(<GenerationsScreen list={{ ok: true, value: { items: [run(21), run(20)], nextCursor: 'a' } }} />);
  expect(shown()).toEqual(['/app/generations/r21', '/app/generations/r20']);
  await userEvent.click(screen.getByRole('button', { name: 'Mehr laden' }));
  await screen.findByRole('alert');
  await userEvent.click(screen.getByRole('button', { name: /Mehr laden|Erneut versuchen/ }));
  await waitFor(() => expect(shown()).toHaveLength(3));
  expect(shown()[2]).toBe('/app/generations/r19');
  expect(screen.queryByRole('button', { name: 'Mehr laden' })).toBeNull();
});
