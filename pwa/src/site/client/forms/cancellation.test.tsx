import { fireEvent, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { loadTexts } from '~/lib/i18n';
import { markSignedIn } from '~/lib/session/signed-in-mark';
import { openPage, operator } from '../../../../test/form-page';
import { invalid, refusal, serve } from '../../../../test/server';
import { CancellationPage } from '../../pages/forms/declarations';
import { startCancellation } from './declarations';

const CANCEL = 'POST /declarations/cancellations';
const receipt = { status: 202, body: { number: 'K-7K3M-9Q2X-TD04', receivedAt: '2026-12-03T13:05:00.000Z' } };
const open = () => openPage(<CancellationPage operator={operator} />, startCancellation);
const press = () => userEvent.click(screen.getByRole('button', { name: 'jetzt kündigen' }));
const field = (label: string | RegExp) => screen.getByLabelText<HTMLInputElement>(label);
const isReasonSeen = () => field('Grund').closest<HTMLElement>('[data-field]')!.hidden === false;

beforeAll(async () => {
  await Promise.all([loadTexts('site'), loadTexts('contracts')]);
});
beforeEach(() => {
  sessionStorage.clear();
  open();
});
afterEach(() => markSignedIn(false));

async function fill() {
  await userEvent.type(field('Name'), ' Petra Muster ');
  await userEvent.type(field('E-Mail'), ' petra@example.org ');
}

it('says at each field what is missing, sends nothing, and goes to the first of them; what is put right is no longer wrong', async () => {
  const sent = serve({});
  await userEvent.click(screen.getByText('Ausserordentlich'));
  await press();
  for (const text of [
    'Bitte geben Sie Ihren Namen ein.',
    'Bitte geben Sie eine gültige E-Mail-Adresse ein.',
    'Bitte geben Sie den Grund an.',
  ])
    expect(screen.getByText(text)).toBeTruthy();
  expect(document.activeElement).toBe(field('Name'));
  expect(field('Name').getAttribute('aria-invalid')).toBe('true');
  await userEvent.type(field('Name'), 'P');
  expect(screen.queryByText('Bitte geben Sie Ihren Namen ein.')).toBeNull();
  expect(field('Name').hasAttribute('aria-invalid')).toBe(false);
  expect(sent).toEqual([]);
});

it('sends an ordinary cancellation without number and reason, and shows number and time of its receipt', async () => {
  const sent = serve({ [CANCEL]: receipt });
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
  expect(document.activeElement?.id).toBe('content');
});

it('sends number and reason of an extraordinary one; the reason of an ordinary one is not sent', async () => {
  const sent = serve({ [CANCEL]: [refusal(429, 'rate_limited'), receipt] });
  await fill();
  await userEvent.type(field(/^Vertrags- oder Bestellnummer/), ' b-1 ');
  expect(isReasonSeen()).toBe(false);
  await userEvent.click(screen.getByText('Ausserordentlich'));
  expect(isReasonSeen()).toBe(true);
  await userEvent.type(field('Grund'), ' Umzug ');
  await press();
  await screen.findByText('Zu viele Anfragen. Bitte versuchen Sie es in einigen Minuten erneut.');
  await userEvent.click(screen.getByText('Ordentlich'));
  expect(isReasonSeen()).toBe(false);
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
  await fill();
  await press();
  await screen.findByText('Bitte geben Sie eine gültige E-Mail-Adresse ein.');
  expect(document.activeElement).toBe(field('E-Mail'));
});

it('keeps what was written when the network is gone, and sends one request, however often it is asked to', async () => {
  const sent = serve({ [CANCEL]: [new TypeError('Failed to fetch'), receipt] });
  await fill();
  await press();
  await screen.findByText(/Keine Verbindung zum Server/);
  const form = field('Name').form!;
  fireEvent.submit(form);
  fireEvent.submit(form);
  await screen.findByText('K-7K3M-9Q2X-TD04');
  expect(sent).toHaveLength(2);
});

it('says at once that it is being sent, and after a while that nothing is lost', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  try {
    globalThis.fetch = () => new Promise(() => undefined);
    await fill();
    await press();
    expect(screen.getByRole('button', { name: /^Wird gesendet/ })).toBeTruthy();
    expect(screen.queryByText(/dauert länger als üblich/)).toBeNull();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(screen.getByText(/dauert länger als üblich/).closest('[role=status]')).toBeTruthy();
  } finally {
    vi.useRealTimers();
  }
});

it('lets nothing be changed while it is being sent, and everything again where it was not received', async () => {
  let refuse: (error: Error) => void = () => undefined;
  globalThis.fetch = () => new Promise((_, reject) => (refuse = reject));
  await fill();
  await press();
  const chosen = () => document.querySelector<HTMLInputElement>('[type=radio]:checked')!.value;
  const change = async () => {
    await userEvent.click(screen.getByText('Ausserordentlich'));
    await userEvent.type(field('Name'), ' zwei');
    return [chosen(), field('Name').value];
  };
  const sent = [chosen(), field('Name').value];
  expect(await change()).toEqual(sent);
  refuse(new TypeError('Failed to fetch'));
  await screen.findByText(/Keine Verbindung zum Server/);
  expect(await change()).toEqual(['extraordinary', `${sent[1]} zwei`]);
});

it('has what was typed after a reload, also before who is signed in, until it was received', async () => {
  serve({ [CANCEL]: receipt, 'GET /me': { body: { displayName: 'P. Muster', email: 'petra@example.org' } } });
  await userEvent.type(field('Name'), 'Petra Muster');
  await userEvent.click(screen.getByText('Ausserordentlich'));
  await userEvent.type(field('Grund'), 'Umzug');
  markSignedIn(true);
  open();
  await waitFor(() => expect(field('E-Mail').value).toBe('petra@example.org'));
  expect([field('Name').value, field('Grund').value, isReasonSeen()]).toEqual(['Petra Muster', 'Umzug', true]);
  await press();
  await screen.findByText('K-7K3M-9Q2X-TD04');
  markSignedIn(false);
  open();
  expect([field('Name').value, field('E-Mail').value, isReasonSeen()]).toEqual(['', '', false]);
});

it('asks nobody who is signed in where the browser knows of no session, and goes on where that cannot be asked', async () => {
  const sent = serve({ 'GET /me': refusal(503, 'unavailable') });
  expect(sent).toEqual([]);
  markSignedIn(true);
  open();
  await waitFor(() => expect(sent).toHaveLength(1));
  expect([
    field('Name').value,
    screen.getByRole('button', { name: 'jetzt kündigen' }).hasAttribute('disabled'),
  ]).toEqual(['', false]);
});

it('leaves what is typed before its script comes, and forgets who was signed in with the end of the session', async () => {
  serve({
    'GET /me': [
      { body: { displayName: 'P. Muster', email: 'petra@example.org' } },
      refusal(401, 'unauthenticated'), // an app of the same page asks as well
    ],
  });
  await userEvent.type(field('Name'), 'Alt');
  openPage(<CancellationPage operator={operator} />, () => undefined);
  await userEvent.type(field('Name'), 'Neu');
  markSignedIn(true);
  startCancellation(document.querySelector<HTMLElement>('[data-form]')!);
  await waitFor(() => expect(field('E-Mail').value).toBe('petra@example.org'));
  await userEvent.type(field(/^Vertrags- oder Bestellnummer/), 'b');
  expect(field('Name').value).toBe('Neu');
  expect(sessionStorage.getItem('bildnis.declaration.cancel')).not.toContain('petra@example.org');
  markSignedIn(false);
  new BroadcastChannel('bildnis.session').postMessage(null);
  await waitFor(() => expect(field('E-Mail').value).toBe(''));
  expect(field('Name').value).toBe('Neu');
});
