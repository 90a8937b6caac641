import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { refusal, serve } from '../../../test/server';
import { renderScreen } from '../../../test/render-screen';
import { AuthScreen } from './auth-screen';

const user = { id: 'u1', email: 'petra@example.org', displayName: 'Petra Muster' };
const LOGIN = 'POST /auth/login';

async function signIn() {
  const page = await renderScreen(<AuthScreen mode="signIn" target="/app/profiles" google={false} />);
  await userEvent.type(screen.getByLabelText('E-Mail'), 'petra@example.org');
  await userEvent.type(screen.getByLabelText('Passwort'), 'geheim-7');
  await userEvent.click(screen.getByRole('button', { name: 'Anmelden' }));
  await screen.findByRole('heading', { name: 'Zweiter Schritt' });
  return page;
}

const send = (code: string) => userEvent.type(screen.getByRole('textbox'), `${code}{Enter}`);

it('asks for the code, and sends it with what was given before', async () => {
  const sent = serve({ [LOGIN]: [refusal(403, 'second_factor_required'), { body: { user, token: null } }] });
  const { path } = await signIn();
  const field = screen.getByLabelText('Code der Authenticator-App');
  expect(document.activeElement).toBe(field);
  expect([field.getAttribute('autocomplete'), field.getAttribute('inputmode')]).toEqual(['one-time-code', 'numeric']);
  await send('123 456');
  await waitFor(() => expect(path()).toBe('/app/profiles'));
  expect(sent[1]?.body).toEqual({
    email: 'petra@example.org',
    password: 'geheim-7',
    secondFactor: '123 456',
    session: 'cookie',
  });
});

it('says at the field that the code is wrong', async () => {
  serve({ [LOGIN]: [refusal(403, 'second_factor_required'), refusal(400, 'code_invalid')] });
  await signIn();
  await send('000000');
  await screen.findByText('Dieser Code ist falsch oder abgelaufen.');
  const field = screen.getByLabelText('Code der Authenticator-App');
  expect(field.getAttribute('aria-invalid')).toBe('true');
  await waitFor(() => expect(document.activeElement).toBe(field));
});

it('sends nothing without a code', async () => {
  const sent = serve({ [LOGIN]: refusal(403, 'second_factor_required') });
  await signIn();
  await send('12');
  await screen.findByText('Bitte geben Sie den Code ein.');
  expect(sent).toHaveLength(1);
});

it('takes a recovery code, with the whole keyboard', async () => {
  const sent = serve({ [LOGIN]: [refusal(403, 'second_factor_required'), { body: { user, token: null } }] });
  await signIn();
  await userEvent.click(screen.getByRole('button', { name: 'Wiederherstellungscode verwenden' }));
  expect(screen.getByLabelText('Wiederherstellungscode').getAttribute('inputmode')).toBe('text');
  await send('abcd-efgh-jk');
  await waitFor(() => expect(sent[1]?.body).toMatchObject({ secondFactor: 'abcd-efgh-jk' }));
});

it('goes back to address and password, which are still there', async () => {
  serve({ [LOGIN]: refusal(403, 'second_factor_required') });
  await signIn();
  await userEvent.click(screen.getByRole('button', { name: 'Zurück' }));
  expect([
    screen.getByLabelText<HTMLInputElement>('E-Mail').value,
    screen.getByLabelText<HTMLInputElement>('Passwort').value,
  ]).toEqual(['petra@example.org', 'geheim-7']);
});

it('goes back by itself when the password is no longer right', async () => {
  serve({ [LOGIN]: [refusal(403, 'second_factor_required'), refusal(401, 'invalid_credentials')] });
  await signIn();
  await send('123456');
  expect((await screen.findByRole('alert')).textContent).toBe('E-Mail oder Passwort ist falsch.');
  expect(screen.getByLabelText('Passwort')).toBeTruthy();
});
