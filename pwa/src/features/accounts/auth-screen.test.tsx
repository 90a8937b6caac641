import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { refusal, serve } from '../../../test/server';
import { renderScreen } from '../../../test/render-screen';
import { AuthScreen } from './auth-screen';

const me = { id: 'u1', email: 'anna@example.ch', displayName: 'Anna', avatarUrl: null, role: 'user', emailConfirmed: true, credits: 0, hasActiveSubscription: false, nextGrant: null, createdAt: '2026-11-20T12:00:00Z' };

beforeEach(() => sessionStorage.clear());

async function fill(fields: Record<string, string>) {
  for (const [label, value] of Object.entries(fields)) await userEvent.type(screen.getByLabelText(label), value);
}

describe('registering', () => {
  const complete = { Name: ' Anna ', 'E-Mail': 'anna@example.ch', Passwort: 'geheim-7' };

  it('says at each field what is missing, sends nothing, and goes to the first of them', async () => {
    const sent = serve({});
    await renderScreen(<AuthScreen mode="register" target={undefined} />);
    await userEvent.click(screen.getByRole('button', { name: 'Konto erstellen' }));
    for (const text of ['Bitte geben Sie Ihren Namen ein.', 'Bitte geben Sie eine gültige E-Mail-Adresse ein.', 'Das Passwort muss mindestens 6 Zeichen lang sein.', 'Bitte akzeptieren Sie die AGBs und Datenschutzerklärung.']) {
      expect(screen.getByText(text)).toBeTruthy();
    }
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Name')));
    expect(sent).toEqual([]);
  });

  it('sends the trimmed form and waits for the confirmation', async () => {
    const sent = serve({ 'POST /auth/register': { status: 201, body: { email: 'anna@example.ch', confirmationRequired: true } } });
    const { path } = await renderScreen(<AuthScreen mode="register" target={undefined} />);
    await fill(complete);
    await userEvent.click(screen.getByRole('checkbox'));
    await userEvent.click(screen.getByRole('button', { name: 'Konto erstellen' }));
    await waitFor(() => expect(path()).toBe('/verify-email'));
    expect(sent[0]?.body).toEqual({ email: 'anna@example.ch', password: 'geheim-7', displayName: 'Anna', acceptTerms: true });
  });

  it('says at the address that it is taken', async () => {
    serve({ 'POST /auth/register': refusal(409, 'email_taken') });
    await renderScreen(<AuthScreen mode="register" target={undefined} />);
    await fill(complete);
    await userEvent.click(screen.getByRole('checkbox'));
    await userEvent.click(screen.getByRole('button', { name: 'Konto erstellen' }));
    await screen.findByText('Diese E-Mail-Adresse wird bereits verwendet.');
    expect(screen.getByLabelText('E-Mail').getAttribute('aria-invalid')).toBe('true');
  });
});

describe('signing in', () => {
  async function signIn(target?: string) {
    const page = await renderScreen(<AuthScreen mode="signIn" target={target} />);
    await fill({ 'E-Mail': 'anna@example.ch', Passwort: 'x' });
    await userEvent.click(screen.getByRole('button', { name: 'Anmelden' }));
    return page;
  }

  it('goes to the page that was asked for', async () => {
    serve({ 'POST /auth/login': { body: { user: me, token: null } } });
    const { path } = await signIn('/app/styles/corporate');
    await waitFor(() => expect(path()).toBe('/app/styles/corporate'));
  });

  it('says that address or password is wrong', async () => {
    serve({ 'POST /auth/login': refusal(401, 'invalid_credentials') });
    const { path } = await signIn();
    expect((await screen.findByRole('alert')).textContent).toBe('E-Mail oder Passwort ist falsch.');
    expect(path()).toBe('/screen');
  });

  it('offers to send the link again when the address is not confirmed', async () => {
    serve({ 'POST /auth/login': refusal(403, 'email_not_confirmed') });
    await signIn();
    expect((await screen.findByRole('alert')).textContent).toContain('Bitte bestätigen Sie zuerst Ihre E-Mail-Adresse.');
    expect(screen.getByRole('link', { name: 'E-Mail erneut senden' }).getAttribute('href')).toBe('/verify-email');
  });

  it('keeps the form when the network is gone', async () => {
    serve({ 'POST /auth/login': new TypeError('Failed to fetch') });
    await signIn();
    expect((await screen.findByRole('alert')).textContent).toContain('Keine Verbindung zum Server.');
    expect(screen.getByLabelText<HTMLInputElement>('E-Mail').value).toBe('anna@example.ch');
  });
});
