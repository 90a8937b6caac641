import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { BildnisError, type Schemas } from '~/lib/api';
import { renderScreen } from '../../../../test/render-screen';
import { refusal, serve } from '../../../../test/server';
import { OperationsScreen } from './operations-screen';

const WORK = { completed: 0, failed: 0, medianSeconds: null, p95Seconds: null };
const WELL: Schemas['AdminOperations'] = {
  version: '2026.12',
  services: [
    { name: 'PostgreSQL', isAway: false },
    { name: 'Redis', isAway: false },
  ],
  connections: { used: 1, idle: 4, waiting: 0 },
  emails: { sent: 12, open: 0 },
  trainings: WORK,
  styles: [],
  backup: { finishedAt: new Date().toISOString(), bytes: 12_400_000, isChecked: true },
  isBackedUp: true,
  creditsReturned: 0,
  paidRappen: 1790,
  returnedRappen: 0,
};
const queue = (oldestWaitingSeconds: number | null): Schemas['AdminQueue'] => ({
  queue: 'mail',
  waiting: 1,
  running: 0,
  later: 0,
  failed: 0,
  oldestWaitingSeconds,
});
const loaded = <T,>(value: T) => ({ ok: true, value }) as const;
const failed = { ok: false, error: new BildnisError({ code: 'internal', status: 500 }) } as const;

it('says that all is well', async () => {
  await renderScreen(
    <OperationsScreen
      operations={loaded(WELL)}
      queues={loaded([queue(600)])}
      retention={loaded({ items: [], unjournaled: 0 })}
    />,
  );
  expect(screen.getAllByText('erreichbar')).toHaveLength(2);
  expect(screen.getByText('nichts wartet länger als 10 Minuten')).toBeTruthy();
  expect(screen.getByText('12 verschickt, 0 nicht angenommen')).toBeTruthy();
  expect(screen.getByText(/, 12\sMB$/)).toBeTruthy();
  expect(screen.getByText('Seit gestern um diese Zeit wurde nichts generiert.')).toBeTruthy();
  expect(screen.queryByText(/Ein Dienst antwortet nicht/)).toBeNull();
});

it('says what is wrong, and what could not be loaded', async () => {
  await renderScreen(
    <OperationsScreen
      operations={loaded({
        ...WELL,
        services: [{ name: 'Redis', isAway: true }],
        isBackedUp: false,
        styles: [
          {
            ...WORK,
            styleId: '6b0f3c1e-0d5a-4c1b-9f65-2a77d0c4e9aa',
            style: 'Corporate',
            completed: 3,
            failed: 2,
            medianSeconds: 20,
            p95Seconds: 40,
          },
        ],
      })}
      queues={loaded([queue(1260)])}
      retention={failed}
    />,
  );
  expect(
    screen.getByText('Ein Dienst antwortet nicht. Was wartet, geht weiter, sobald er wieder da ist.'),
  ).toBeTruthy();
  expect(screen.getByText('antwortet nicht')).toBeTruthy();
  expect(screen.getByText('E-Mails warten seit 21 Minuten')).toBeTruthy();
  expect(screen.getByText('nicht geladen')).toBeTruthy();
  expect(screen.getByText('Sicherungen sind nicht eingerichtet')).toBeTruthy();
  expect(screen.getByText('die Hälfte in 20 s, fast alle in 40 s')).toBeTruthy();
});

it('looks at the set-up when asked, and says so where that fails', async () => {
  const sent = serve({
    'GET /health/detail': [
      refusal(503, 'unavailable'),
      {
        body: {
          checkedAt: new Date().toISOString(),
          findings: [
            { check: 'stripe', state: 'todo', text: 'Das Kundenportal ist nicht eingerichtet' },
            { check: 'redis', state: 'good', text: 'Valkey antwortet' },
          ],
        },
      },
    ],
  });
  await renderScreen(
    <OperationsScreen
      operations={loaded(WELL)}
      queues={loaded([])}
      retention={loaded({ items: [], unjournaled: 0 })}
    />,
  );
  expect(sent).toEqual([]);
  const look = () => userEvent.click(screen.getByRole('button', { name: 'Einrichtung prüfen' }));
  await look();
  expect(await screen.findByText('Die Einrichtung konnte nicht geprüft werden.')).toBeTruthy();
  await look();
  expect(await screen.findByText('Zu tun: Das Kundenportal ist nicht eingerichtet')).toBeTruthy();
  expect(screen.getByText('Stripe')).toBeTruthy();
});
