import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { StrictMode } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';
import { refusal, serve } from '../../../test/server';
import { renderScreen } from '../../../test/render-screen';
import { forgetMessages, messageQueue } from '~/lib/messages';
import { forgetSession } from '~/lib/session';
import { AuthScreen } from './auth-screen';
import { keepGoogleCallback, readGoogleCallback } from './google-callback';

const user = { id: 'u1', email: 'petra@example.org', displayName: 'Petra Muster' };
const FINISH = 'POST /auth/google/finish';
const COMPLETE = 'POST /auth/google/complete';
const nothing = { user: null, token: null, ticket: null, needs: [], email: null, displayName: null, redirect: null };
const ticket = '7b0f3a52-6f0c-4f8e-9d55-0a4f6a1c2b3d';
const moreNeeded = (needs: string[], displayName: string | null = 'Petra Muster') => ({
  body: {
    ...nothing,
    status: 'more_needed',
    ticket,
    needs,
    email: 'petra@example.org',
    displayName,
    redirect: '/app/profiles',
  },
});

let count = 0;

/** The screen as it stands after Google has sent somebody back. */
async function comeBack(answer: { code?: string; error?: string } = { code: 'c' }) {
  count += 1;
  keepGoogleCallback({ state: `state-${count}`, ...answer });
  return renderScreen(
    <StrictMode>
      <AuthScreen mode="signIn" target={undefined} google />
    </StrictMode>,
    '/auth',
  );
}

beforeEach(() => {
  forgetSession();
  forgetMessages();
});

describe('what stands in the URL', () => {
  it.each([
    [
      { state: 's', code: 'c', iss: 'https://accounts.google.com' },
      { state: 's', code: 'c', iss: 'https://accounts.google.com' },
    ],
    [
      { state: 's', error: 'access_denied' },
      { state: 's', error: 'access_denied' },
    ],
    // The router reads digits as a number.
    [
      { state: 42, code: 7 },
      { state: '42', code: '7' },
    ],
  ])('is read: %o', (search, callback) => expect(readGoogleCallback(search)).toEqual(callback));
  it.each([{}, { mode: 'register' }, { state: 's' }, { code: 'c' }])('is none of Google: %o', (search) =>
    expect(readGoogleCallback(search)).toBeNull(),
  );
});

describe('coming back from Google', () => {
  it('exchanges the code once, also when drawn twice, and goes where it was asked to', async () => {
    const sent = serve({
      [FINISH]: { body: { ...nothing, status: 'signed_in', user, redirect: '/app/styles/corporate' } },
    });
    const { path } = await comeBack();
    await waitFor(() => expect(path()).toBe('/app/styles/corporate'));
    expect(sent.map(({ body }) => body)).toEqual([{ state: `state-${count}`, code: 'c', session: 'cookie' }]);
  });

  it.each(['linked', 'proven'])('goes back to the settings when %s', async (status) => {
    serve({ [FINISH]: { body: { ...nothing, status, redirect: '/app/settings/security' } } });
    const { path } = await comeBack();
    await waitFor(() => expect(path()).toBe('/app/settings/security'));
  });

  it('shows the form again when it was called off', async () => {
    const sent = serve({ [FINISH]: { body: { ...nothing, status: 'cancelled', redirect: '/app/profiles' } } });
    const { path } = await comeBack({ error: 'access_denied' });
    await waitFor(() => expect(path()).toBe('/auth?redirect=%2Fapp%2Fprofiles'));
    expect(sent[0]?.body).toMatchObject({ error: 'access_denied' });
    await screen.findByLabelText('Passwort');
    expect(screen.queryByRole('alert')).toBeNull();
    expect(messageQueue.visibleToasts.map(({ content }) => content.text)).toEqual([
      'Sie haben die Anmeldung mit Google abgebrochen.',
    ]);
  });

  it('begins anew at Google after a failure', async () => {
    const sent = serve({
      [FINISH]: refusal(400, 'google_failed'),
      'POST /auth/google/start': refusal(502, 'google_unavailable'),
    });
    await comeBack();
    expect((await screen.findByRole('alert')).textContent).toBe(
      'Die Anmeldung mit Google hat nicht geklappt. Bitte beginnen Sie noch einmal.',
    );
    await userEvent.click(screen.getByRole('button', { name: 'Noch einmal' }));
    await screen.findByText('Google antwortet nicht. Bitte versuchen Sie es in einigen Minuten erneut.');
    expect(sent.at(-1)?.body).toEqual({ purpose: 'sign_in' });
  });

  it('exchanges the same code again when the network was gone', async () => {
    serve({ [FINISH]: [new TypeError('Failed to fetch'), { body: { ...nothing, status: 'signed_in', user } }] });
    const { path } = await comeBack();
    await screen.findByText('Keine Verbindung zum Server. Prüfen Sie Ihr Netz und versuchen Sie es erneut.');
    await userEvent.click(screen.getByRole('button', { name: 'Noch einmal' }));
    await waitFor(() => expect(path()).toBe('/app'));
  });

  it('leads back to the form with address and password', async () => {
    serve({ [FINISH]: refusal(400, 'google_failed') });
    await comeBack();
    await userEvent.click(await screen.findByRole('button', { name: 'Zur Anmeldung' }));
    expect(screen.getByLabelText('Passwort')).toBeTruthy();
  });
});

describe('what is still needed', () => {
  it('is the terms, for a new account', async () => {
    const sent = serve({ [FINISH]: moreNeeded(['terms']), [COMPLETE]: { body: { user, token: null } } });
    const { path } = await comeBack();
    await screen.findByRole('heading', { name: 'Fast geschafft' });
    expect(screen.queryAllByRole('textbox')).toEqual([]);
    await userEvent.click(screen.getByRole('button', { name: 'Konto erstellen' }));
    await screen.findByText('Bitte akzeptieren Sie die AGBs und Datenschutzerklärung.');
    await userEvent.click(screen.getByRole('checkbox', { name: /Ich bin mindestens 18\sJahre alt\./ }));
    await userEvent.click(screen.getByRole('button', { name: 'Konto erstellen' }));
    await waitFor(() => expect(path()).toBe('/app/profiles'));
    expect(sent.at(-1)?.body).toEqual({ ticket, acceptTerms: true, session: 'cookie' });
  });

  it('is a name, where Google has none', async () => {
    const sent = serve({ [FINISH]: moreNeeded(['terms'], null), [COMPLETE]: { body: { user, token: null } } });
    await comeBack();
    await userEvent.type(await screen.findByLabelText('Name'), 'Petra Muster');
    await userEvent.click(screen.getByRole('checkbox'));
    await userEvent.click(screen.getByRole('button', { name: 'Konto erstellen' }));
    await waitFor(() => expect(sent.at(-1)?.body).toMatchObject({ displayName: 'Petra Muster' }));
  });

  it('is the password of the account that has the address, and says at the field that it is wrong', async () => {
    const sent = serve({
      [FINISH]: moreNeeded(['password']),
      [COMPLETE]: [refusal(400, 'password_wrong'), { body: { user, token: null } }],
    });
    const { path } = await comeBack();
    await userEvent.type(await screen.findByLabelText('Passwort'), 'falsch-7{Enter}');
    await screen.findByText('Dieses Passwort ist falsch.');
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Passwort')));
    await userEvent.clear(screen.getByLabelText('Passwort'));
    await userEvent.type(screen.getByLabelText('Passwort'), 'geheim-7{Enter}');
    await waitFor(() => expect(path()).toBe('/app/profiles'));
    expect(sent.at(-1)?.body).toEqual({ ticket, password: 'geheim-7', session: 'cookie' });
  });

  it('is the code of the mail, and says at the field that it is wrong', async () => {
    const answers = [refusal(400, 'code_invalid'), { body: { user, token: null } }];
    const sent = serve({ [FINISH]: moreNeeded(['code']), [COMPLETE]: answers });
    await comeBack();
    const field = await screen.findByLabelText('Code aus der E-Mail');
    await userEvent.type(field, '000000{Enter}');
    await screen.findByText('Dieser Code ist falsch oder abgelaufen.');
    await waitFor(() => expect(document.activeElement).toBe(field));
    await userEvent.clear(field);
    await userEvent.type(field, '123456{Enter}');
    await waitFor(() => expect(sent.at(-1)?.body).toEqual({ ticket, code: '123456', session: 'cookie' }));
  });

  it('comes to nothing when it took too long', async () => {
    serve({ [FINISH]: moreNeeded(['code']), [COMPLETE]: refusal(400, 'google_failed') });
    await comeBack();
    await userEvent.type(await screen.findByLabelText('Code aus der E-Mail'), '123456{Enter}');
    await screen.findByRole('button', { name: 'Noch einmal' });
  });
});
