import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { refusal, serve } from '../../../test/server';
import { renderScreen } from '../../../test/render-screen';
import { forgetMessages, messageQueue } from '~/lib/messages';
import { beginSession, forgetSession, hasSession, type Me } from '~/lib/session';
import { forgetLinkToken, isResetRefused, keepLinkToken, linkToken } from '~/lib/link-token';
import { ResetPasswordScreen } from './reset-password-screen';

const CHECK = 'POST /auth/password-reset/check';
const COMPLETE = 'POST /auth/password-reset/complete';
const good = { body: { accepted: true, apiKeys: 0 } };
const withKeys = { body: { accepted: true, apiKeys: 2 } };
const KEYS = 'API-Schlüssel ebenfalls widerrufen';

/** What is being said, newest first. */
const said = () => messageQueue.visibleToasts.map(({ content }) => content);

beforeEach(() => {
  sessionStorage.clear();
  forgetMessages();
  forgetSession();
  keepLinkToken('reset', 'id.mac');
});

async function setPassword(password: string, repeated = password) {
  await userEvent.type(await screen.findByLabelText('Neues Passwort'), password);
  await userEvent.type(screen.getByLabelText('Neues Passwort wiederholen'), repeated);
  await userEvent.click(screen.getByRole('button', { name: 'Passwort ändern' }));
}

it('checks the link, sets the password, forgets the session that has ended and goes to /auth', async () => {
  const sent = serve({ [CHECK]: good, [COMPLETE]: { status: 204 }, 'GET /me': refusal(401, 'unauthenticated') });
  beginSession({ id: 'u1' } as Me);
  const { path } = await renderScreen(<ResetPasswordScreen />);
  await setPassword('geheim-7');
  await waitFor(() => expect(path()).toBe('/auth'));
  expect(sent.slice(0, 2).map(({ body }) => body)).toEqual([
    { token: 'id.mac' },
    { token: 'id.mac', newPassword: 'geheim-7', revokeApiKeys: true },
  ]);
  expect(screen.queryByRole('checkbox')).toBeNull();
  expect(said()[0]?.title).toBe('Passwort geändert');
  expect([linkToken('reset'), hasSession()]).toEqual([null, false]);
});

it.each([true, false])('revokes the API keys as well, unless that is unticked: %s', async (isTicked) => {
  const sent = serve({ [CHECK]: withKeys, [COMPLETE]: { status: 204 }, 'GET /me': refusal(401, 'unauthenticated') });
  const { path } = await renderScreen(<ResetPasswordScreen />);
  await screen.findByText(
    'Zu Ihrem Konto gehören 2 API-Schlüssel. Programme, die sie verwenden, haben danach keinen Zugriff mehr.',
  );
  expect(screen.getByLabelText<HTMLInputElement>(KEYS).checked).toBe(true);
  if (!isTicked) await userEvent.click(screen.getByLabelText(KEYS));
  await setPassword('geheim-7');
  await waitFor(() => expect(path()).toBe('/auth'));
  expect(sent[1]?.body).toMatchObject({ revokeApiKeys: isTicked });
});

it.each([
  ['id.mac', 'token_invalid'],
  ['', 'validation'],
])('sends a bad link, or none, to the form for a new one, which says so: «%s»', async (token, code) => {
  forgetLinkToken('reset');
  if (token) keepLinkToken('reset', token);
  const sent = serve({ [CHECK]: refusal(400, code), 'GET /me': refusal(401, 'unauthenticated') });
  const { path } = await renderScreen(<ResetPasswordScreen />);
  await waitFor(() => expect(path()).toBe('/auth?mode=forgot'));
  expect(sent[0]?.body).toEqual({ token });
  expect([isResetRefused(), linkToken('reset'), said().map(({ title }) => title)]).toEqual([
    true,
    null,
    ['Ungültiger Link'],
  ]);
});

it('says it in a message to whoever is signed in, and is led on from there', async () => {
  beginSession({ id: 'u1' } as Me);
  serve({ [CHECK]: refusal(400, 'token_invalid') });
  await renderScreen(<ResetPasswordScreen />);
  await waitFor(() => expect(said().map(({ title }) => title)).toEqual(['Ungültiger Link']));
  expect(isResetRefused()).toBe(false);
});

it('says so when the link dies in between', async () => {
  serve({ [CHECK]: good, [COMPLETE]: refusal(400, 'token_invalid') });
  const { path } = await renderScreen(<ResetPasswordScreen />);
  await setPassword('geheim-7');
  await waitFor(() => expect(path()).toBe('/auth?mode=forgot'));
  expect([isResetRefused(), said().map(({ title }) => title)]).toEqual([true, ['Ungültiger Link']]);
});

it('keeps the link when only the network is gone', async () => {
  serve({ [CHECK]: [new TypeError('Failed to fetch'), good] });
  await renderScreen(<ResetPasswordScreen />);
  await screen.findByText('Keine Verbindung zum Server. Prüfen Sie Ihr Netz und versuchen Sie es erneut.');
  await userEvent.click(screen.getByRole('button', { name: 'Erneut versuchen' }));
  await screen.findByLabelText('Neues Passwort');
});

it.each([
  ['', '', 'Bitte geben Sie ein neues Passwort ein.'],
  ['12345', '12345', 'Das Passwort muss mindestens 6 Zeichen lang sein.'],
  ['geheim-7', 'geheim-8', 'Die Passwörter stimmen nicht überein.'],
])('checks «%s» and «%s» before it sends anything', async (password, repeated, text) => {
  const sent = serve({ [CHECK]: good });
  await renderScreen(<ResetPasswordScreen />);
  const fields = [
    await screen.findByLabelText('Neues Passwort'),
    screen.getByLabelText('Neues Passwort wiederholen'),
  ] as const;
  if (password) await userEvent.type(fields[0], password);
  if (repeated) await userEvent.type(fields[1], repeated);
  await userEvent.click(screen.getByRole('button', { name: 'Passwort ändern' }));
  await screen.findByText(text);
  expect(sent).toHaveLength(1);
});

it.each([
  ['weak_password', /^Das Passwort entspricht nicht den Anforderungen\. Mindestens 6 Zeichen erforderlich\.$/],
  [
    'common_password',
    /^Das Passwort entspricht nicht den Anforderungen\. Mindestens 6 Zeichen erforderlich\. Dieses Passwort ist zu verbreitet\.$/,
  ],
])('says at the field what the server has against it: %s', async (code, text) => {
  serve({ [CHECK]: good, [COMPLETE]: refusal(400, code) });
  await renderScreen(<ResetPasswordScreen />);
  await setPassword('passwort');
  await screen.findByText(text);
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Neues Passwort')));
});
