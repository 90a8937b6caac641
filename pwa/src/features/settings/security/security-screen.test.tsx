import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import type { Schemas } from '~/lib/api';
import { forgetMessages, messageQueue } from '~/lib/messages';
import { beginSession } from '~/lib/session';
import { renderScreen } from '../../../../test/render-screen';
import { refusal, serve } from '../../../../test/server';
import { SecurityScreen } from './security-screen';

const passkey = { id: 'k1', name: 'Laptop', createdAt: '2026-11-20T08:00:00Z', lastUsedAt: null, backedUp: false };
const said = () => messageQueue.visibleToasts.map(({ content }) => content.title);
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
/** Says yes to the question that is open. */
const confirm = (name: string) =>
  userEvent.click(within(screen.getByRole('alertdialog')).getByRole('button', { name }));

function show(part: Partial<Schemas['Security']>) {
  const security = { hasPassword: true, google: null, passkeys: [], authenticator: null, secondFactor: false, ...part };
  return renderScreen(
    <SecurityScreen security={{ ok: true, value: security }} sessions={{ ok: true, value: [] }} offersGoogle />,
  );
}

beforeEach(() => {
  forgetMessages();
  beginSession({ id: 'u1', email: 'petra@example.org' } as Schemas['Me']);
});

it('sets up an authenticator app by its first code, and shows the recovery codes once, to be kept as a file', async () => {
  const sent = serve({
    'POST /me/authenticator/setup': { body: { setupId: 's1', secret: 'ABCDEFGH', uri: 'otpauth://totp/x' } },
    'POST /me/authenticator': [refusal(400, 'code_invalid'), { status: 201, body: { codes: ['aaaa-1', 'bbbb-2'] } }],
  });
  await show({});
  await press('Einrichten');
  const setup = within(await screen.findByRole('dialog', { name: 'Authenticator-App einrichten' }));
  expect(await setup.findByRole('img', { name: 'QR-Code für Ihre Authenticator-App' })).toBeTruthy();
  expect(setup.getByText('ABCD EFGH')).toBeTruthy();
  const field = setup.getByLabelText('Code aus der App');
  await userEvent.type(field, '12{Enter}');
  expect(setup.getByText('Bitte geben Sie die sechs Ziffern ein.')).toBeTruthy();
  await userEvent.type(field, '3456{Enter}');
  expect(await setup.findByText('Dieser Code ist falsch oder abgelaufen.')).toBeTruthy();
  await userEvent.clear(field);
  await userEvent.type(field, '654 321{Enter}');
  const codes = within(await screen.findByRole('dialog', { name: 'Ihre Wiederherstellungscodes' }));
  expect(sent.map(({ body }) => body).slice(1)).toEqual([
    { setupId: 's1', code: '123456' },
    { setupId: 's1', code: '654 321' },
  ]);
  const files: Blob[] = [];
  URL.createObjectURL = (file) => (files.push(file as Blob), 'blob:codes');
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  await userEvent.click(codes.getByRole('button', { name: 'Als Text speichern' }));
  expect(await files[0]!.text()).toMatch(/petra@example\.org[^]*\naaaa-1\nbbbb-2\n/);
  await userEvent.keyboard('{Escape}');
  expect(codes.getByText('bbbb-2')).toBeTruthy();
  await userEvent.click(codes.getByRole('button', { name: 'Ich habe sie gespeichert' }));
  await waitFor(() => expect(said()).toEqual(['Authenticator-App eingeschaltet']));
});

it('renews the recovery codes and switches the app off, each after a question', async () => {
  const sent = serve({
    'POST /me/authenticator/recovery-codes': { status: 201, body: { codes: ['cccc-3'] } },
    'DELETE /me/authenticator': { status: 204 },
  });
  await show({ authenticator: { enabledAt: '2026-11-20T08:00:00Z', recoveryCodesLeft: 2 } });
  expect(screen.getByText('Noch 2 Wiederherstellungscodes')).toBeTruthy();
  expect(screen.getByText('Erneuern Sie Ihre Wiederherstellungscodes, bevor keiner mehr da ist.')).toBeTruthy();
  await press('Codes erneuern');
  expect(sent).toEqual([]);
  await confirm('Codes erneuern');
  expect(await screen.findByText('cccc-3')).toBeTruthy();
  await press('Ich habe sie gespeichert');
  await press('Ausschalten');
  await confirm('Ausschalten');
  await waitFor(() => expect(said()).toContain('Authenticator-App ausgeschaltet'));
});

it('takes a Google account off after a question', async () => {
  const sent = serve({ 'DELETE /me/google': { status: 204 } });
  await show({ google: { email: 'petra@gmail.com', linkedAt: '2026-11-20T08:00:00Z' } });
  await press('Trennen');
  expect(sent).toEqual([]);
  await confirm('Trennen');
  await waitFor(() => expect(said()).toEqual(['Google getrennt']));
});

it('gives a passkey another name', async () => {
  const sent = serve({ 'PATCH /me/passkeys/k1': { body: passkey } });
  await show({ passkeys: [passkey] });
  await press('Umbenennen: Laptop');
  const field = screen.getByLabelText('Name');
  await userEvent.clear(field);
  await userEvent.type(field, 'Laptop im Büro{Enter}');
  await waitFor(() => expect(sent.map(({ body }) => body)).toEqual([{ name: 'Laptop im Büro' }]));
});
