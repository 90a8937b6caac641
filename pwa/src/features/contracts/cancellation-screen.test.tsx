import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { renderScreen } from '../../../test/render-screen';
import { invalid, refusal, serve } from '../../../test/server';
import type { Me } from '~/lib/session';
import { CancellationScreen } from './cancellation-screen';

const CANCEL = 'POST /declarations/cancellations';
const receipt = { status: 202, body: { number: 'K-7K3M-9Q2X-TD04', receivedAt: '2026-12-03T13:05:00.000Z' } };
const press = () => userEvent.click(screen.getByRole('button', { name: 'jetzt kündigen' }));
const field = (label: string | RegExp) => screen.getByLabelText<HTMLInputElement>(label);

beforeEach(() => sessionStorage.clear());

async function fill() {
  await userEvent.type(field('Name'), ' Petra Muster ');
  await userEvent.type(field('E-Mail'), ' petra@example.org ');
}

it('says at each field what is missing, sends nothing, and goes to the first of them', async () => {
  const sent = serve({});
  await renderScreen(<CancellationScreen me={null} />);
  await userEvent.click(screen.getByText('Ausserordentlich'));
  await press();
  for (const text of [
    'Bitte geben Sie Ihren Namen ein.',
    'Bitte geben Sie eine gültige E-Mail-Adresse ein.',
    'Bitte geben Sie den Grund an.',
  ])
    expect(screen.getByText(text)).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(field('Name')));
  expect(sent).toEqual([]);
});

it('sends an ordinary cancellation without number and reason, and shows number and time of its receipt', async () => {
  const sent = serve({ [CANCEL]: receipt });
  await renderScreen(<CancellationScreen me={null} />);
  await fill();
  await press();
  await screen.findByRole('heading', { level: 1, name: 'Ihre Kündigung ist eingegangen' });
  expect(sent.map(({ body }) => body)).toEqual([
    { manner: 'ordinary', name: 'Petra Muster', email: 'petra@example.org' },
  ]);
  for (const text of ['K-7K3M-9Q2X-TD04', '3. Dezember 2026, 14.05 Uhr', 'petra@example.org'])
    expect(screen.getByText(text)).toBeTruthy();
  expect(screen.getByText(/bewahren Sie die E-Mail auf/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'jetzt kündigen' })).toBeNull();
  expect(screen.getByRole('status').textContent).toBe('Ihre Kündigung ist eingegangen. Nummer K-7K3M-9Q2X-TD04.');
});

it('sends number and reason of an extraordinary one; the reason of an ordinary one is not sent', async () => {
  const sent = serve({ [CANCEL]: [refusal(429, 'rate_limited'), receipt] });
  await renderScreen(<CancellationScreen me={null} />);
  await fill();
  await userEvent.type(field(/^Vertrags- oder Bestellnummer/), ' b-1 ');
  await userEvent.click(screen.getByText('Ausserordentlich'));
  await userEvent.type(field('Grund'), ' Umzug ');
  await press();
  expect((await screen.findByRole('alert')).textContent).toBe(
    'Zu viele Anfragen. Bitte versuchen Sie es in einigen Minuten erneut.',
  );
  await userEvent.click(screen.getByText('Ordentlich'));
  expect(screen.queryByLabelText('Grund')).toBeNull();
  await press();
  await screen.findByText('K-7K3M-9Q2X-TD04');
  const common = { name: 'Petra Muster', email: 'petra@example.org', orderNumber: 'b-1' };
  expect(sent.map(({ body }) => body)).toEqual([
    { manner: 'extraordinary', ...common, reason: 'Umzug' },
    { manner: 'ordinary', ...common },
  ]);
});

it('says at the field what the server has against it', async () => {
  serve({ [CANCEL]: invalid('email', 'invalid_format') });
  await renderScreen(<CancellationScreen me={null} />);
  await fill();
  await press();
  await screen.findByText('Bitte geben Sie eine gültige E-Mail-Adresse ein.');
  await waitFor(() => expect(document.activeElement).toBe(field('E-Mail')));
});

it('keeps what was written when the network is gone, and sends one request, however often it is asked to', async () => {
  const sent = serve({ [CANCEL]: [new TypeError('Failed to fetch'), receipt] });
  await renderScreen(<CancellationScreen me={null} />);
  await fill();
  await press();
  await screen.findByText(/Keine Verbindung zum Server/);
  const form = field('Name').form as HTMLFormElement;
  fireEvent.submit(form);
  fireEvent.submit(form);
  await screen.findByText('K-7K3M-9Q2X-TD04');
  expect(sent).toHaveLength(2);
});

it('says at once that it is being sent, and after a while that nothing is lost', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  try {
    serve({});
    globalThis.fetch = () => new Promise(() => undefined);
    await renderScreen(<CancellationScreen me={null} />);
    await fill();
    await press();
    expect(screen.getByRole('button', { name: /^Wird gesendet/ })).toBeTruthy();
    expect(screen.queryByText(/dauert länger als üblich/)).toBeNull();
    await act(() => vi.advanceTimersByTimeAsync(5_000));
    expect(screen.getByText(/dauert länger als üblich/).closest('[role=status]')).toBeTruthy();
  } finally {
    vi.useRealTimers();
  }
});

it('has what was typed after a reload, until it was received', async () => {
  serve({ [CANCEL]: receipt });
  await renderScreen(<CancellationScreen me={null} />);
  await userEvent.type(field('Name'), 'Petra Muster');
  await userEvent.click(screen.getByText('Ausserordentlich'));
  await userEvent.type(field('Grund'), 'Umzug');
  cleanup();
  await renderScreen(<CancellationScreen me={{ displayName: 'P. Muster', email: 'petra@example.org' } as Me} />);
  expect([field('Name').value, field('E-Mail').value, field('Grund').value]).toEqual([
    'Petra Muster',
    'petra@example.org',
    'Umzug',
  ]);
  await press();
  await screen.findByText('K-7K3M-9Q2X-TD04');
  cleanup();
  await renderScreen(<CancellationScreen me={null} />);
  expect([field('Name').value, field('E-Mail').value, screen.queryByLabelText('Grund')]).toEqual(['', '', null]);
});

it('knows who is signed in', async () => {
  await renderScreen(<CancellationScreen me={{ displayName: 'Petra Muster', email: 'petra@example.org' } as Me} />);
  expect([field('Name').value, field('E-Mail').value]).toEqual(['Petra Muster', 'petra@example.org']);
});
