import { renderHook, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { refusal, serve } from '../../../test/server';
import { renderScreen } from '../../../test/render-screen';
import { forgetMessages, usePastMessages } from '~/lib/messages';
import { forgetSession } from '~/lib/session';
import { StateProvider, store } from '~/lib/state';
import { ConfirmEmailScreen } from './confirm-email-screen';
import { keepLinkToken, linkToken } from './link-token';
import { keepPendingEmail } from './pending-email';
import { VerifyEmailScreen } from './verify-email-screen';

const user = { id: 'u1', email: 'petra@example.org', displayName: 'Petra Muster' };
const said = () => renderHook(() => usePastMessages(), { wrapper: ({ children }) => <StateProvider store={store}>{children}</StateProvider> }).result.current;

beforeEach(() => {
  sessionStorage.clear();
  forgetMessages();
  forgetSession();
});

describe('waiting for the confirmation', () => {
  const RESEND = 'POST /auth/resend-confirmation';
  const resend = () => userEvent.click(screen.getByRole('button', { name: 'E-Mail erneut senden' }));

  it('sends the mail again', async () => {
    keepPendingEmail('petra@example.org');
    const sent = serve({ [RESEND]: { status: 202, body: { accepted: true } } });
    await renderScreen(<VerifyEmailScreen />);
    await resend();
    await waitFor(() => expect(said()[0]?.title).toBe('Bestätigungs-E-Mail wurde erneut gesendet!'));
    expect(sent[0]?.body).toEqual({ email: 'petra@example.org' });
  });

  it('says when that fails', async () => {
    keepPendingEmail('petra@example.org');
    serve({ [RESEND]: refusal(429, 'rate_limited') });
    await renderScreen(<VerifyEmailScreen />);
    await resend();
    expect((await screen.findByRole('alert')).textContent).toBe('Zu viele Anfragen. Bitte versuchen Sie es in einigen Minuten erneut.');
    expect(said()[0]?.title).toBe('Fehler beim Senden der E-Mail.');
  });

  it('asks for an address that it does not know, or that is none', async () => {
    keepPendingEmail('petra');
    const sent = serve({});
    await renderScreen(<VerifyEmailScreen />);
    await resend();
    await screen.findByText('Bitte geben Sie eine gültige E-Mail-Adresse ein.');
    expect(sent).toEqual([]);
  });

  it('leaves for /app at once when somebody signs in in another tab', async () => {
    serve({ 'GET /me': { body: user } });
    const { path } = await renderScreen(<VerifyEmailScreen />);
    const otherTab = new BroadcastChannel('bildnis.session');
    otherTab.postMessage(null);
    await waitFor(() => expect(path()).toBe('/app'), { timeout: 2_000 });
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

  it('is invalid when it was used before', async () => {
    keepLinkToken('confirm', 'id.mac-2');
    serve({ 'POST /auth/confirm-email': refusal(400, 'token_invalid') });
    await renderScreen(<ConfirmEmailScreen />);
    await screen.findByRole('heading', { name: 'Ungültiger Link' });
    expect(screen.getByRole('link', { name: 'Neuen Link anfordern' }).getAttribute('href')).toBe('/verify-email');
    expect(linkToken('confirm')).toBeNull();
  });

  it('is invalid when there is none', async () => {
    const sent = serve({});
    await renderScreen(<ConfirmEmailScreen />);
    await screen.findByRole('heading', { name: 'Ungültiger Link' });
    expect(sent).toEqual([]);
  });
});
