import { act, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { BildnisError, type Schemas } from '~/lib/api';
import { adminApi } from '~/lib/api/admin';
import { renderScreen } from '../../../../test/render-screen';
import { Chart } from './chart';
import { DashboardScreen } from './dashboard-screen';

const chartOf = (count: number): Schemas['AdminChart'] => ({
  days: Array.from({ length: count }, (_, index) => ({
    day: new Date(Date.UTC(2026, 7, 1 + index)).toISOString().slice(0, 10),
    users: 1,
    revenueRappen: 0,
    runs: 0,
  })),
});

it('shows figures that cannot be loaded as 0, says so, and tries again', async () => {
  const failed = { ok: false, error: new BildnisError({ code: 'internal', status: 500 }) } as const;
  let loads = 0;
  await renderScreen(<DashboardScreen stats={failed} chart={failed} engine={failed} />, '/', () => (loads += 1));
  expect(screen.getByText('Die Zahlen konnten nicht geladen werden.')).toBeTruthy();
  expect(screen.getAllByRole('definition').map(({ textContent }) => Number(textContent?.replace(/\D/g, '')))).toEqual([
    0, 0, 0, 0, 0,
  ]);
  await userEvent.click(screen.getAllByRole('button', { name: 'Erneut versuchen' })[0]!);
  await waitFor(() => expect(loads).toBe(2));
});

it('shows the span that was chosen last, however late another one comes', async () => {
  const late = Promise.withResolvers<Schemas['AdminChart']>();
  vi.spyOn(adminApi, 'getChart')
    .mockReturnValueOnce(late.promise as ReturnType<typeof adminApi.getChart>)
    .mockResolvedValueOnce(chartOf(90));
  await renderScreen(<Chart first={chartOf(30).days} />);
  const rows = () => screen.getByRole('table', { name: 'Neue User', hidden: true }).querySelectorAll('tr');
  await userEvent.click(screen.getByText('7 Tage'));
  await userEvent.click(screen.getByText('90 Tage'));
  await waitFor(() => expect(rows()).toHaveLength(90));
  await act(async () => late.resolve(chartOf(7)));
  expect(rows()).toHaveLength(90);
});
