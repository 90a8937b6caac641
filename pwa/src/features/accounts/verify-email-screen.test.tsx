import { cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { refusal, serve, type Sent } from '../../../test/server';
import { renderScreen } from '../../../test/render-screen';
import { forgetMessages, messageQueue } from '~/lib/messages';
import { beginSession, forgetSession, type Me } from '~/lib/session';
import { ConfirmEmailScreen } from './confirm-email-screen';
import { keepLinkToken, linkToken } from '~/lib/link-token';
import { keepPendingEmail } from './pending-email';
import { VerifyEmailScreen } from './verify-email-screen';

const user = { id: 'u1', email: 'petra@example.org', displayName: 'Petra Muster', emailConfirmed: true };
/** What is being said, newest first. */
const said = () => messageQueue.visibleToasts.map(({ content }) => content);

beforeEach(() => {
  sessionStorage.clear();
  forgetMessages();
  forgetSession();
});

describe('waiting for the confirmation', () => {
  const RESEND = 'POST /auth/resend-confirmation';
  const accepted = { status: 202, body: { accepted: true } };
  const resend = () => userEvent.click(screen.getByRole('button', { name: 'E-Mail erneut senden' }));
  const main = () => document.body.textContent;
  /** For whom a mail was asked; meanwhile the screen looks whether somebody has signed in. */
  const asked = (sent: Sent[]) => sent.filter(({ method }) => method === 'POST').map(({ body }) => body);

  it('sends the mail again', async () => {
    keepPendingEmail('petra@example.org', true);
    const sent = serve({ [RESEND]: accepted });
    await renderScreen(<VerifyEmailScreen />);
    expect(main()).toContain('Wir haben einen Link an petra@example.org gesendet.');
    await resend();
    await waitFor(() =>
      expect(said()[0]).toMatchObject({ title: 'Bestätigungs-E-Mail wurde erneut gesendet!', text: undefined }),
    );
    expect(asked(sent)).toEqual([{ email: 'petra@example.org' }]);
  });

  it('says when that fails', async () => {
    keepPendingEmail('petra@example.org', true);
    serve({ [RESEND]: refusal(429, 'rate_limited') });
    await renderScreen(<VerifyEmailScreen />);
    await resend();
    expect((await screen.findByRole('alert')).textContent).toBe(
      'Zu viele Anfragen. Bitte versuchen Sie es in einigen Minuten erneut.',
    );
    expect(said()[0]?.title).toBe('Fehler beim Senden der E-Mail.');
  });

  it('claims no mail to an address that a link has brought', async () => {
    keepPendingEmail('anna@example.org', true);
    keepPendingEmail('petra@example.org');
    serve({ [RESEND]: accepted });
    await renderScreen(<VerifyEmailScreen />);
    expect(main()).toContain(
      'Wartet petra@example.org auf die Bestätigung, finden Sie unseren Link in Ihrem Postfach.',
    );
    expect(main()).not.toContain('Wir haben');
    await resend();
    await waitFor(() => expect(said()[0]?.text).toBe('Sofern petra@example.org noch auf die Bestätigung wartet.'));
  });

  it('without an address waits for nothing, asks for it, and waits once the mail is asked for', async () => {
    const sent = serve({ [RESEND]: accepted });
    await renderScreen(<VerifyEmailScreen />);
    expect(screen.queryByRole('progressbar')).toBeNull();
    expect(main()).not.toMatch(/gesendet|Wir warten/);
    await userEvent.type(screen.getByLabelText('E-Mail'), ' petra@example.org ');
    await userEvent.click(screen.getByRole('button', { name: 'Link senden' }));
    await screen.findByRole('progressbar');
    expect(asked(sent)).toEqual([{ email: 'petra@example.org' }]);
    expect(main()).toContain('Wartet petra@example.org auf die Bestätigung');
  });

  it('stays with the form when the mail cannot be asked for', async () => {
    serve({ [RESEND]: new TypeError('Failed to fetch') });
    await renderScreen(<VerifyEmailScreen />);
    await userEvent.type(screen.getByLabelText('E-Mail'), 'petra@example.org');
    await userEvent.click(screen.getByRole('button', { name: 'Link senden' }));
    await screen.findByRole('alert');
    expect(screen.queryByRole('progressbar')).toBeNull();
  });

  it('asks for an address that it does not know, or that is none', async () => {
    keepPendingEmail('petra');
    const sent = serve({});
    await renderScreen(<VerifyEmailScreen />);
    await userEvent.click(screen.getByRole('button', { name: 'Link senden' }));
    await screen.findByText('Bitte geben Sie eine gültige E-Mail-Adresse ein.');
    expect(asked(sent)).toEqual([]);
  });

  it.each([
    ['ended', true],
    ['waiting', false],
    ['none', false],
  ] as const)('where the registration is «%s» says that it was confirmed elsewhere: %s', async (status, isSaid) => {
    keepPendingEmail('petra@example.org', true);
    const sent = serve({ 'GET /me': refusal(401, 'unauthenticated'), 'GET /auth/registration': { body: { status } } });
    await renderScreen(<VerifyEmailScreen target="/bestellen?plan=starter" />);
    await waitFor(() => expect(sent.map(({ path }) => path)).toContain('/api/v1/auth/registration'));
    if (isSaid)
      expect((await screen.findByRole('link', { name: 'Anmelden' })).getAttribute('href')).toBe(
        '/auth?redirect=%2Fbestellen%3Fplan%3Dstarter',
      );
    else expect(main()).toContain('Wir haben einen Link');
    expect(main().includes('Ihre E-Mail-Adresse ist bestätigt')).toBe(isSaid);
  });

  it('is nothing for somebody who is signed in', async () => {
    beginSession(user as Me);
    serve({});
    const { path } = await renderScreen(<VerifyEmailScreen />);
    await waitFor(() => expect(path()).toBe('/app'));
  });

  it('leaves for the page that was asked for', async () => {
    beginSession(user as Me);
    serve({});
    const { path } = await renderScreen(<VerifyEmailScreen target="/bestellen?plan=starter" />);
    await waitFor(() => expect(path()).toBe('/bestellen?plan=starter'));
  });

  it('leaves for /app at once when somebody signs in in another tab', async () => {
    serve({ 'GET /me': { body: user } });
    const { path } = await renderScreen(<VerifyEmailScreen />);
    const otherTab = new BroadcastChannel('bildnis.session');
    otherTab.postMessage(null);
    await waitFor(() => expect(path()).toBe('/app'));
    otherTab.close();
  });
});

describe('the link of the mail', () => {
  it('confirms, is forgotten, and leads to /app', async () => {
    keepLinkToken('confirm', 'id.mac-1');
    const sent = serve({ 'POST /auth/confirm-email': { body: { user, token: null } } });
    const { path } = await renderScreen(<ConfirmEmailScreen />);
    await waitFor(() => expect(path()).toBe('/app'));
    expect([sent[0]?.body, linkToken('confirm')]).toEqual([{ token: 'id.mac-1', session: 'cookie' }, null]);
  });

  it('leads to the page that was asked for at the registration, and to no other site', async () => {
    for (const [index, [redirect, path]] of [
      ['/bestellen?plan=starter', '/bestellen?plan=starter'],
      ['https://evil.example', '/app'],
    ].entries()) {
      keepLinkToken('confirm', `id.mac-plan-${index}`);
      serve({ 'POST /auth/confirm-email': { body: { user, token: null, redirect } } });
      const screen = await renderScreen(<ConfirmEmailScreen />);
      await waitFor(() => expect(screen.path()).toBe(path));
      cleanup();
    }
  });

  it('asks for the password in a browser that did not register, and for a new link when this one is used up meanwhile', async () => {
    keepLinkToken('confirm', 'id.mac-elsewhere');
    serve({ 'POST /auth/confirm-email': refusal(403, 'password_required') });
    await renderScreen(<ConfirmEmailScreen />);
    await userEvent.type(await screen.findByLabelText('Passwort'), 'falsch');
    serve({ 'POST /auth/confirm-email': refusal(400, 'password_wrong') });
    await userEvent.click(screen.getByRole('button', { name: 'Bestätigen und anmelden' }));
    await waitFor(() => expect(screen.getByLabelText('Passwort').getAttribute('aria-invalid')).toBe('true'));
    const sent = serve({ 'POST /auth/confirm-email': refusal(400, 'token_invalid') });
    await userEvent.click(screen.getByRole('button', { name: 'Bestätigen und anmelden' }));
    await screen.findByRole('heading', { name: 'Ungültiger Link' });
    expect([sent[0]?.body, linkToken('confirm')]).toEqual([
      { token: 'id.mac-elsewhere', password: 'falsch', session: 'cookie' },
      null,
    ]);
  });

  it('leaves it to an owner who does not know that password to set one, with a name and the terms of their own', async () => {
    keepLinkToken('confirm', 'id.mac-own');
    const refused = refusal(403, 'password_required');
    const sent = serve({ 'POST /auth/confirm-email': [refused, { body: { user, token: null, redirect: null } }] });
    const { path } = await renderScreen(<ConfirmEmailScreen />);
    await userEvent.click(await screen.findByRole('button', { name: 'Ich kenne das Passwort nicht' }));
    const submit = () => userEvent.click(screen.getByRole('button', { name: 'Passwort setzen und anmelden' }));
    await submit();
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Name')));
    expect(sent).toHaveLength(1);
    await userEvent.type(screen.getByLabelText('Name'), ' Anna Keller ');
    await userEvent.type(screen.getByLabelText('Neues Passwort'), 'geheim-7');
    await userEvent.click(screen.getByRole('checkbox'));
    await submit();
    await waitFor(() => expect(path()).toBe('/app'));
    expect(sent[1]?.body).toEqual({
      token: 'id.mac-own',
      newPassword: 'geheim-7',
      displayName: 'Anna Keller',
      acceptTerms: true,
      session: 'cookie',
    });
  });

  it('is invalid when it was used before', async () => {
    keepLinkToken('confirm', 'id.mac-2');
    serve({ 'POST /auth/confirm-email': refusal(400, 'token_invalid') });
    await renderScreen(<ConfirmEmailScreen />);
    await screen.findByRole('heading', { name: 'Ungültiger Link' });
    expect(screen.getByRole('link', { name: 'Neuen Link anfordern' }).getAttribute('href')).toBe('/verify-email');
    expect(linkToken('confirm')).toBeNull();
  });

  it.each(['used', 'none'])('leads whoever is signed in already to /app, and says why: %s', async (kind) => {
    beginSession(user as Me);
    if (kind === 'used') keepLinkToken('confirm', 'id.mac-3');
    serve({ 'POST /auth/confirm-email': refusal(400, 'token_invalid') });
    const { path } = await renderScreen(<ConfirmEmailScreen />);
    await waitFor(() => expect(path()).toBe('/app'));
    expect(said()).toMatchObject([
      {
        title: 'Sie sind bereits angemeldet',
        text: 'Ihre E-Mail-Adresse petra@example.org ist bestätigt. Den Link brauchen Sie nicht mehr.',
      },
    ]);
    expect(linkToken('confirm')).toBeNull();
  });

  it('is invalid when there is none', async () => {
    const sent = serve({});
    await renderScreen(<ConfirmEmailScreen />);
    await screen.findByRole('heading', { name: 'Ungültiger Link' });
    expect(sent).toEqual([]);
  });
});
