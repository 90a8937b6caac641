import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { forgetMessages, messageQueue } from '~/lib/messages';
import { renderScreen } from '../../../../test/render-screen';
import { refusal, serve } from '../../../../test/server';
import type { KeyUsage } from './key-usage';
import { KeysScreen, type ApiKey } from './keys-screen';

const key: ApiKey = {
  id: 'k1',
  name: 'Intranet',
  hint: 'bk_a1b2',
  scopes: ['account:read', 'generations:write'],
  createdAt: '2026-11-20T08:00:00Z',
  lastUsedAt: null,
  expiresAt: null,
};
const show = (keys: ApiKey[] = [], used: Partial<KeyUsage>[] = []) =>
  renderScreen(
    <KeysScreen
      keys={{ ok: true, value: keys }}
      usage={{ ok: true, value: { items: used.map((each) => ({ ...NOTHING, ...each })), nextCursor: null } }}
    />,
  );
const NOTHING: KeyUsage = {
  apiKeyId: 'k1',
  name: 'Intranet',
  hint: 'bk_a1b2',
  month: '2026-11',
  calls: 0,
  limited: 0,
  trainings: 0,
  runs: 0,
  creditsSpent: 0,
  creditsReturned: 0,
};

beforeEach(() => forgetMessages());

async function openForm() {
  await userEvent.click(screen.getByRole('button', { name: 'Schlüssel erstellen' }));
  return screen.findByRole('dialog', { name: 'Neuer Schlüssel' });
}

describe('a new key', { timeout: 20_000 }, () => {
  it('needs a name and something it may do', async () => {
    const sent = serve({});
    await show();
    const dialog = await openForm();
    await userEvent.click(within(dialog).getByRole('button', { name: 'Erstellen' }));
    expect(within(dialog).getByText('Bitte geben Sie einen Namen ein.')).toBeTruthy();
    await userEvent.type(within(dialog).getByLabelText('Name'), 'Intranet{Enter}');
    await waitFor(() =>
      expect(document.activeElement).toBe(within(dialog).getByRole('checkbox', { name: /Webhooks verwalten/ })),
    );
    expect(within(dialog).getByText('Bitte wählen Sie mindestens eine Berechtigung.')).toBeTruthy();
    expect(sent).toEqual([]);
  });

  it('shows its secret once', async () => {
    const sent = serve({ 'POST /api-keys': { status: 201, body: { key, secret: 'bk_a1b2c3' } } });
    await show();
    const dialog = await openForm();
    await userEvent.type(within(dialog).getByLabelText('Name'), ' Intranet ');
    await userEvent.click(within(dialog).getByRole('checkbox', { name: /Portraits erstellen/ }));
    await userEvent.click(within(dialog).getByRole('checkbox', { name: /Konto lesen/ }));
    await userEvent.click(within(dialog).getByRole('button', { name: 'Erstellen' }));
    await screen.findByText('bk_a1b2c3');
    expect(sent[0]?.body).toEqual({
      name: 'Intranet',
      scopes: ['account:read', 'generations:write'],
      expiresInDays: 90,
    });
    await userEvent.keyboard('{Escape}');
    expect(screen.getByText('bk_a1b2c3')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Ich habe ihn gespeichert' }));
    await waitFor(() => expect(screen.queryByText('bk_a1b2c3')).toBeNull());
  });
});

it('says what each key may do, and when it was used', async () => {
  serve({});
  await show([key, { ...key, id: 'k2', name: 'Alt', expiresAt: '2026-01-01T00:00:00Z' }]);
  expect(screen.getAllByText('Konto lesen, Portraits erstellen')).toHaveLength(2);
  expect(screen.getByText('bk_a1b2… · noch nie verwendet · unbefristet')).toBeTruthy();
  expect(screen.getByText('Abgelaufen')).toBeTruthy();
});

it('revokes only after asking, and says where that fails', async () => {
  const sent = serve({ 'DELETE /api-keys/k1': [refusal(503, 'unavailable'), { status: 204 }] });
  await show([key]);
  await userEvent.click(screen.getByRole('button', { name: 'Intranet widerrufen' }));
  const dialog = screen.getByRole('alertdialog', { name: 'Schlüssel widerrufen?' });
  expect(sent).toEqual([]);
  await userEvent.click(within(dialog).getByRole('button', { name: 'Widerrufen' }));
  await within(dialog).findByRole('alert');
  await userEvent.click(within(dialog).getByRole('button', { name: 'Widerrufen' }));
  await waitFor(() =>
    expect(messageQueue.visibleToasts.map(({ content }) => content.title)).toContain('Schlüssel widerrufen'),
  );
});

it('leads to what a program can do with a key', async () => {
  await show();
  expect(screen.getByRole('link', { name: 'Zur API-Referenz' }).getAttribute('href')).toBe('/api/v1/reference');
});

describe('what keys did', () => {
  it('is told by month, without what is zero', async () => {
    await show(
      [key],
      [
        { month: '2026-12', calls: 1234, limited: 3, trainings: 1, runs: 2, creditsSpent: 120, creditsReturned: 10 },
        { calls: 1 },
      ],
    );
    const list = screen.getByRole('list', { name: 'Nutzung' });
    const [december, november] = within(list).getAllByRole('listitem');
    expect(december!.textContent).toContain('Dezember 2026 · Intranet');
    expect(december!.textContent.replaceAll('\u00a0', ' ')).toContain(
      '1’234 Aufrufe · 3 davon abgewiesen (zu viele) · 1 Training · 2 Generationen · 120 Credits verbraucht · 10 Credits zurück',
    );
    expect(november!.textContent.replaceAll('\u00a0', ' ')).toMatch(/November 2026 · Intranet.*1 Aufruf$/);
  });

  it('is not spoken of before there is a key', async () => {
    await show();
    expect(screen.queryByText('Nutzung')).toBeNull();
  });
});
