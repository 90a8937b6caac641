import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Schemas } from '~/lib/api';
import { forgetMessages, messageQueue } from '~/lib/messages';
import { beginSession } from '~/lib/session';
import { renderScreen } from '../../../../test/render-screen';
import { refusal, serve } from '../../../../test/server';
import { PasswordForm } from './password-form';

const said = () => messageQueue.visibleToasts.map(({ content }) => content.title);
const saidTexts = () => messageQueue.visibleToasts.map(({ content }) => content.text);

beforeEach(() => {
  forgetMessages();
  beginSession({ email: 'petra@example.org' } as Schemas['Me']);
});

async function submit(fields: Record<string, string>) {
  for (const [label, value] of Object.entries(fields)) {
    await userEvent.clear(screen.getByLabelText(label));
    if (value) await userEvent.type(screen.getByLabelText(label), value);
  }
  await userEvent.click(screen.getByRole('button', { name: /^Passwort (ändern|festlegen)$/ }));
}

const complete = {
  'Aktuelles Passwort': 'Sommerwiese-42',
  'Neues Passwort': 'Winterberg-77',
  'Neues Passwort bestätigen': 'Winterberg-77',
};

describe('changing the password', () => {
  it('needs the current one, six characters, and the same twice', async () => {
    const sent = serve({});
    await renderScreen(<PasswordForm hasPassword />);
    await submit({ 'Aktuelles Passwort': '', 'Neues Passwort': 'kurz', 'Neues Passwort bestätigen': 'kurz' });
    expect(screen.getByText('Bitte geben Sie Ihr aktuelles Passwort ein.')).toBeTruthy();
    expect(screen.getByText('Das Passwort muss mindestens 6 Zeichen lang sein.')).toBeTruthy();
    expect(saidTexts()).toEqual(['Das Passwort muss mindestens 6 Zeichen lang sein.']);
    await submit({ ...complete, 'Neues Passwort bestätigen': 'Winterberg-78' });
    expect(screen.getByText('Die Passwörter stimmen nicht überein.')).toBeTruthy();
    // What is tried again takes the message of the last try away.
    expect(saidTexts()).toEqual(['Die Passwörter stimmen nicht überein.']);
    expect(sent).toEqual([]);
  });

  it('sends both, says so, and empties the form', async () => {
    const sent = serve({ 'POST /me/password': { body: { accepted: true } } });
    await renderScreen(<PasswordForm hasPassword />);
    await submit(complete);
    await waitFor(() => expect(said()).toEqual(['Passwort geändert']));
    expect(sent[0]?.body).toEqual({ currentPassword: 'Sommerwiese-42', newPassword: 'Winterberg-77' });
    expect(screen.getByLabelText<HTMLInputElement>('Neues Passwort').value).toBe('');
  });

  it.each([
    ['password_wrong', 'Aktuelles Passwort', 'Dieses Passwort ist falsch.'],
    ['same_password', 'Neues Passwort', 'Das ist Ihr aktuelles Passwort. Bitte wählen Sie ein anderes.'],
    [
      'common_password',
      'Neues Passwort',
      /^Das Passwort entspricht nicht den Anforderungen\. Mindestens 6 Zeichen erforderlich\. Dieses Passwort ist zu verbreitet\.$/,
    ],
    ['weak_password', 'Neues Passwort', /entspricht nicht den Anforderungen/],
  ])('says %s at its field', async (code, label, text) => {
    serve({ 'POST /me/password': refusal(400, code) });
    await renderScreen(<PasswordForm hasPassword />);
    await submit(complete);
    await screen.findByText(text);
    expect(screen.getByLabelText(label).getAttribute('aria-invalid')).toBe('true');
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(label)));
  });
});

it('takes the message of a failure away when it is tried again', async () => {
  serve({ 'POST /me/password': [refusal(400, 'password_wrong'), { body: { accepted: true } }] });
  await renderScreen(<PasswordForm hasPassword />);
  await submit(complete);
  await waitFor(() => expect(said()).toEqual(['Fehler']));
  await submit(complete);
  await waitFor(() => expect(said()).toEqual(['Passwort geändert']));
});

it('sets the first password without asking for one', async () => {
  const sent = serve({ 'POST /me/password': { body: { accepted: true } } });
  await renderScreen(<PasswordForm hasPassword={false} />);
  expect(screen.queryByLabelText('Aktuelles Passwort')).toBeNull();
  await submit({ 'Neues Passwort': 'Winterberg-77', 'Neues Passwort bestätigen': 'Winterberg-77' });
  await waitFor(() => expect(sent[0]?.body).toEqual({ newPassword: 'Winterberg-77' }));
});
