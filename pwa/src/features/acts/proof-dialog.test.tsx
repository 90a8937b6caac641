import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { api, type Schemas } from '~/lib/api';
import { forgetMessages, messageQueue } from '~/lib/messages';
import { beginSession } from '~/lib/session';
import { Button } from '~/ui';
import { renderScreen } from '../../../test/render-screen';
import { refusal, serve } from '../../../test/server';
import { useAction } from './use-action';
import { ProofProvider } from './proof-context';

const TITLE = 'Bitte bestätigen Sie, dass Sie es sind';
const PROVEN = { body: { methods: ['password'], provenUntil: '2026-11-21T12:10:00Z' } };
const methods = (...list: string[]) => ({ body: { methods: list, provenUntil: null } });
const needed = [refusal(403, 'proof_required'), { status: 204 }];
const calls = (sent: { method: string; path: string }[], end: string) =>
  sent.filter(({ method, path }) => `${method} ${path}`.endsWith(end)).length;

function Screen() {
  const { run } = useAction();
  return <Button onPress={() => void run(() => api.endOtherSessions())}>Act</Button>;
}

async function act() {
  await renderScreen(
    <ProofProvider>
      <Screen />
    </ProofProvider>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'Act' }));
}

const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

beforeEach(() => {
  forgetMessages();
  beginSession({ email: 'anna@example.org' } as Schemas['Me']);
});

describe('an act that needs a proof of identity', () => {
  it('asks for the password, repeats the act once, and gives the focus back', async () => {
    const sent = serve({
      'DELETE /sessions': needed,
      'GET /auth/prove': methods('password', 'email_code'),
      'POST /auth/prove': PROVEN,
    });
    await act();
    await screen.findByRole('dialog', { name: TITLE });
    const field = await screen.findByLabelText('Passwort');
    await waitFor(() => expect(document.activeElement).toBe(field));
    await userEvent.keyboard('geheim-7{Enter}');
    await closed();
    expect(sent.find(({ path, method }) => path.endsWith('/auth/prove') && method === 'POST')?.body).toEqual({
      method: 'password',
      value: 'geheim-7',
    });
    expect(calls(sent, 'DELETE /api/v1/sessions')).toBe(2);
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Act' })));
  });

  it('does nothing further when it is cancelled, and says nothing', async () => {
    const sent = serve({ 'DELETE /sessions': needed, 'GET /auth/prove': methods('password') });
    await act();
    await screen.findByLabelText('Passwort');
    await userEvent.click(screen.getByRole('button', { name: 'Abbrechen' }));
    await closed();
    expect(calls(sent, 'DELETE /api/v1/sessions')).toBe(1);
    expect(messageQueue.visibleToasts).toEqual([]);
  });

  it('says at the field that the password is wrong or missing', async () => {
    serve({
      'DELETE /sessions': needed,
      'GET /auth/prove': methods('password'),
      'POST /auth/prove': refusal(400, 'password_wrong'),
    });
    await act();
    const field = await screen.findByLabelText('Passwort');
    await userEvent.click(screen.getByRole('button', { name: 'Bestätigen' }));
    await screen.findByText('Bitte geben Sie Ihr Passwort ein.');
    await userEvent.type(field, 'falsch');
    await userEvent.click(screen.getByRole('button', { name: 'Bestätigen' }));
    await screen.findByText('Dieses Passwort ist falsch.');
    expect(field.getAttribute('aria-invalid')).toBe('true');
    await waitFor(() => expect(document.activeElement).toBe(field));
  });

  it('offers the other ways, and sends a code only when asked to', async () => {
    const sent = serve({
      'DELETE /sessions': needed,
      'GET /auth/prove': methods('password', 'authenticator', 'email_code'),
      'POST /auth/prove/email-code': { status: 202, body: { accepted: true } },
      'POST /auth/prove': PROVEN,
    });
    await act();
    await userEvent.click(await screen.findByRole('button', { name: 'Mit Code per E-Mail' }));
    expect(calls(sent, 'POST /api/v1/auth/prove/email-code')).toBe(0);
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Code senden' }));
    await userEvent.keyboard('{Enter}');
    await userEvent.type(await screen.findByLabelText('Code aus der E-Mail'), '123 456{Enter}');
    await closed();
    expect(sent.findLast(({ path }) => path.endsWith('/auth/prove'))?.body).toEqual({
      method: 'email_code',
      value: '123456',
    });
  });

  it('stays open where the code is wrong', async () => {
    serve({
      'DELETE /sessions': needed,
      'GET /auth/prove': methods('authenticator'),
      'POST /auth/prove': refusal(400, 'code_invalid'),
    });
    await act();
    await userEvent.type(await screen.findByLabelText('Code aus Ihrer Authenticator-App'), '123456{Enter}');
    await screen.findByText('Dieser Code ist falsch oder abgelaufen.');
    expect(screen.getByRole('dialog', { name: TITLE })).toBeTruthy();
  });

  it('tries again when the ways could not be loaded', async () => {
    serve({ 'DELETE /sessions': needed, 'GET /auth/prove': [refusal(503, 'unavailable'), methods('password')] });
    await act();
    expect((await screen.findByRole('alert')).textContent).toContain(
      'Die Wege zur Bestätigung konnten nicht geladen werden.',
    );
    await userEvent.click(screen.getByRole('button', { name: 'Erneut versuchen' }));
    await screen.findByLabelText('Passwort');
  });

  it('offers only what is a second factor where that is missing, says so, and repeats the act once', async () => {
    const sent = serve({
      'DELETE /sessions': [refusal(403, 'second_factor_required'), { status: 204 }],
      'GET /auth/prove': methods('email_code', 'authenticator', 'passkey', 'google'),
      'POST /auth/prove': PROVEN,
    });
    await act();
    const field = await screen.findByLabelText('Code aus Ihrer Authenticator-App');
    await screen.findByText('Bitte geben Sie den Code Ihrer Authenticator-App ein.');
    expect(screen.getAllByRole('button', { name: /^Mit / }).map((button) => button.textContent)).toEqual([
      'Mit Passkey',
    ]);
    await userEvent.type(field, '123 456{Enter}');
    await closed();
    expect(sent.find(({ path, method }) => path.endsWith('/auth/prove') && method === 'POST')?.body).toEqual({
      method: 'authenticator',
      value: '123456',
    });
    expect(calls(sent, 'DELETE /api/v1/sessions')).toBe(2);
    expect(messageQueue.visibleToasts).toEqual([]);
  });

  it('asks for the second factor after a proof that was none, and for each only once', async () => {
    const sent = serve({
      'DELETE /sessions': [refusal(403, 'proof_required'), refusal(403, 'second_factor_required')],
      'GET /auth/prove': methods('password', 'authenticator'),
      'POST /auth/prove': PROVEN,
    });
    await act();
    await userEvent.type(await screen.findByLabelText('Passwort'), 'geheim-7{Enter}');
    await userEvent.type(await screen.findByLabelText('Code aus Ihrer Authenticator-App'), '123456{Enter}');
    await closed();
    await waitFor(() => expect(messageQueue.visibleToasts).toHaveLength(1));
    expect(calls(sent, 'DELETE /api/v1/sessions')).toBe(3);
  });

  it('asks only once: a second refusal is an error', async () => {
    const sent = serve({
      'DELETE /sessions': refusal(403, 'proof_required'),
      'GET /auth/prove': methods('password'),
      'POST /auth/prove': PROVEN,
    });
    await act();
    await userEvent.type(await screen.findByLabelText('Passwort'), 'geheim-7{Enter}');
    await closed();
    await waitFor(() =>
      expect(messageQueue.visibleToasts[0]?.content.text).toBe('Bitte bestätigen Sie zuerst, dass Sie es sind.'),
    );
    expect(calls(sent, 'DELETE /api/v1/sessions')).toBe(2);
  });
});
