import { useSearch } from '@tanstack/react-router';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { invalid, refusal, serve } from '../../../test/server';
import { renderScreen } from '../../../test/render-screen';
import { forgetMessages, messageQueue } from '~/lib/messages';
import { AuthScreen } from './auth-screen';
import { isResetRefused, keepRefusedReset } from '~/lib/link-token';
import { findChosenOrder } from './chosen-order';
import { isMailSent, pendingEmail } from './pending-email';

const me = {
  id: 'u1',
  email: 'petra@example.org',
  displayName: 'Petra Muster',
  avatarUrl: null,
  role: 'user',
  emailConfirmed: true,
  credits: 0,
  hasActiveSubscription: false,
  nextGrant: null,
  createdAt: '2026-11-20T12:00:00Z',
};

/** What is being said, newest first. */
const said = () => messageQueue.visibleToasts.map(({ content }) => content);
/** What a screen reader reads with a field. */
const readWith = (field: HTMLElement) =>
  (field.getAttribute('aria-describedby') ?? '').split(' ').map((id) => document.getElementById(id)?.textContent);

beforeEach(() => {
  sessionStorage.clear();
  forgetMessages();
});

async function fill(fields: Record<string, string>) {
  for (const [label, value] of Object.entries(fields)) await userEvent.type(screen.getByLabelText(label), value);
}

describe('an order that was begun', () => {
  const site = { 'GET /site': { body: { packs: [{ id: 'p1', name: 'S', priceRappen: 1490 }] } } };
  const plans = { 'GET /plans': { body: { items: [{ id: 'starter', name: 'Starter', priceRappen: 990 }] } } };

  it.each([
    [
      '/bestellen?plan=starter',
      'Nächster Schritt: das Abo Starter für CHF 9.90 im Monat. Bezahlt wird erst bei der Bestellung.',
    ],
    [
      '/bestellen?pack=p1',
      'Nächster Schritt: das Credit-Paket S für einmalig CHF 14.90. Bezahlt wird erst bei der Bestellung.',
    ],
    ['/bestellen?plan=unknown', 'In wenigen Schritten zu Ihrem Portrait.'],
    ['/app/profiles', 'In wenigen Schritten zu Ihrem Portrait.'],
  ])('is named where %s comes next', async (target, words) => {
    serve({ ...site, ...plans });
    const chosen = await findChosenOrder(target);
    await renderScreen(<AuthScreen mode="register" target={target} google={false} chosen={chosen} />);
    expect(document.querySelector('h1 + p')?.textContent.replaceAll('\u00a0', ' ')).toBe(words);
  });

  it('is left out where it cannot be told', async () => {
    serve({ 'GET /plans': new TypeError('Failed to fetch') });
    expect(await findChosenOrder('/bestellen?plan=starter')).toBeNull();
  });
});

describe('registering', () => {
  const complete = { Name: ' Petra Muster ', 'E-Mail': 'petra@example.org', Passwort: 'geheim-7' };
  const REGISTER = 'POST /auth/register';
  const accepted = { status: 201, body: { email: 'petra@example.org', confirmationRequired: true } };
  const open = (target?: string) => renderScreen(<AuthScreen mode="register" target={target} google={false} />);
  const submit = () => userEvent.click(screen.getByRole('button', { name: 'Konto erstellen' }));

  /** Fills the form and sends it; the server answers as given. */
  async function register(answer: ReturnType<typeof refusal> | typeof accepted, target?: string) {
    const sent = serve({ [REGISTER]: answer });
    const { path } = await open(target);
    await fill(complete);
    await userEvent.click(screen.getByRole('checkbox', { name: /Ich bin mindestens 18\sJahre alt\.$/ }));
    await submit();
    return { sent, path };
  }

  it('says at each field what is missing, sends nothing, and goes to the first of them', async () => {
    const sent = serve({});
    await open();
    await submit();
    for (const [field, text] of [
      [screen.getByLabelText('Name'), 'Bitte geben Sie Ihren Namen ein.'],
      [screen.getByLabelText('E-Mail'), 'Bitte geben Sie eine gültige E-Mail-Adresse ein.'],
      [screen.getByLabelText('Passwort'), 'Das Passwort muss mindestens 6 Zeichen lang sein.'],
      [screen.getByRole('checkbox'), 'Bitte akzeptieren Sie die AGBs und Datenschutzerklärung.'],
    ] as const) {
      expect(field.getAttribute('aria-invalid')).toBe('true');
      expect(readWith(field).join(' ')).toContain(text);
    }
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Name')));
    expect([sent, said()[0]?.title]).toEqual([[], 'AGBs erforderlich']);
    await userEvent.type(screen.getByLabelText('Name'), 'P');
    expect(screen.getByLabelText('Name').getAttribute('aria-invalid')).not.toBe('true');
  });

  it('sends the trimmed form and waits for the confirmation', async () => {
    const { sent, path } = await register(accepted);
    await waitFor(() => expect(path()).toBe('/verify-email'));
    expect(sent[0]?.body).toEqual({
      email: 'petra@example.org',
      password: 'geheim-7',
      displayName: 'Petra Muster',
      acceptTerms: true,
    });
  });

  it('tells the server and the page that waits where to go once the address is confirmed', async () => {
    const { sent, path } = await register(accepted, '/bestellen?plan=starter');
    await waitFor(() => expect(path()).toContain('/verify-email'));
    expect(sent[0]?.body).toMatchObject({ redirect: '/bestellen?plan=starter' });
    expect(decodeURIComponent(path())).toContain('redirect=/bestellen?plan=starter');
  });

  it('says at the address that it is taken', async () => {
    await register(refusal(409, 'email_taken'));
    const text = 'Diese E-Mail-Adresse wird bereits verwendet.';
    await screen.findByText(text);
    expect(screen.getByLabelText('E-Mail').getAttribute('aria-invalid')).toBe('true');
    expect(said()[0]).toMatchObject({ title: 'Account existiert bereits', text });
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('E-Mail')));
  });

  const weak = 'Das Passwort entspricht nicht den Anforderungen. Mindestens 6 Zeichen erforderlich.';
  it.each([
    ['weak_password', weak],
    ['common_password', `${weak} Dieses Passwort ist zu verbreitet.`],
  ])('says at the password what the server has against it: %s', async (code, text) => {
    await register(refusal(400, code));
    await screen.findByText(text);
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Passwort')));
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it.each([
    ['password', 'Passwort', 'Dieses Passwort ist zu lang.'],
    ['email', 'E-Mail', 'Bitte geben Sie eine gültige E-Mail-Adresse ein.'],
  ])('says at the field what the server does not take: %s', async (path, label, text) => {
    await register(invalid(path));
    await screen.findByText(text);
    expect(screen.getByLabelText(label).getAttribute('aria-invalid')).toBe('true');
  });

  it('says that there were too many attempts', async () => {
    await register(refusal(429, 'rate_limited'));
    expect((await screen.findByRole('alert')).textContent).toBe(
      'Zu viele Anfragen. Bitte versuchen Sie es in einigen Minuten erneut.',
    );
  });

  it('sends one request, however often it is asked to', async () => {
    const sent = serve({ [REGISTER]: accepted });
    const { path } = await open();
    await fill(complete);
    await userEvent.click(screen.getByRole('checkbox'));
    const form = screen.getByLabelText<HTMLInputElement>('Name').form as HTMLFormElement;
    fireEvent.submit(form);
    fireEvent.submit(form);
    await waitFor(() => expect(path()).toBe('/verify-email'));
    expect(sent).toHaveLength(1);
  });

  it('tells password managers what is what', async () => {
    await renderScreen(<AuthScreen mode="register" target={undefined} google={false} />);
    expect(
      ['Name', 'E-Mail', 'Passwort'].map((label) => screen.getByLabelText(label).getAttribute('autocomplete')),
    ).toEqual(['name', 'email', 'new-password']);
    cleanup();
    await renderScreen(<AuthScreen mode="signIn" target={undefined} google={false} />);
    expect(['E-Mail', 'Passwort'].map((label) => screen.getByLabelText(label).getAttribute('autocomplete'))).toEqual([
      'username',
      'current-password',
    ]);
  });
});

describe('signing in', () => {
  async function signIn(target?: string) {
    const page = await renderScreen(<AuthScreen mode="signIn" target={target} google={false} />);
    await fill({ 'E-Mail': 'petra@example.org', Passwort: 'x' });
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
    expect((await screen.findByRole('alert')).textContent).toContain(
      'Bitte bestätigen Sie zuerst Ihre E-Mail-Adresse.',
    );
    expect(screen.getByRole('link', { name: 'E-Mail erneut senden' }).getAttribute('href')).toBe('/verify-email');
    expect([pendingEmail(), isMailSent()]).toEqual(['petra@example.org', true]);
  });

  it('keeps the form when the network is gone', async () => {
    serve({ 'POST /auth/login': new TypeError('Failed to fetch') });
    await signIn();
    expect((await screen.findByRole('alert')).textContent).toContain('Keine Verbindung zum Server.');
    expect(['E-Mail', 'Passwort'].map((label) => screen.getByLabelText<HTMLInputElement>(label).value)).toEqual([
      'petra@example.org',
      'x',
    ]);
  });

  it('keeps the address when another form is asked for', async () => {
    function Auth() {
      const { mode = 'signIn' } = useSearch({ strict: false });
      return <AuthScreen mode={mode} target="/app/profiles" google={false} />;
    }
    const { path } = await renderScreen(<Auth />, '/auth');
    await fill({ 'E-Mail': 'petra@example.org' });
    for (const [link, button, mode] of [
      ['Passwort vergessen?', 'Reset-Link senden', 'forgot'],
      ['Zur Anmeldung', 'Anmelden', undefined],
      ['Jetzt registrieren', 'Konto erstellen', 'register'],
    ] as const) {
      await userEvent.click(screen.getByRole('link', { name: link }));
      await screen.findByRole('button', { name: button });
      expect(screen.getByLabelText<HTMLInputElement>('E-Mail').value).toBe('petra@example.org');
      const search = new URL(path(), 'http://x').searchParams;
      expect([search.get('mode') ?? undefined, search.get('redirect')]).toEqual([mode, '/app/profiles']);
    }
  });
});

describe('asking for a new password', () => {
  async function ask(email: string) {
    await renderScreen(<AuthScreen mode="forgot" target={undefined} google={false} />);
    if (email) await userEvent.type(screen.getByLabelText('E-Mail'), email);
    await userEvent.click(screen.getByRole('button', { name: 'Reset-Link senden' }));
  }

  it('needs an address', async () => {
    const sent = serve({});
    await ask('');
    await screen.findByText('Bitte geben Sie eine gültige E-Mail-Adresse ein.');
    expect(sent).toEqual([]);
  });

  it('says nothing about whether the address is known, and sends again', async () => {
    const sent = serve({ 'POST /auth/password-reset': { status: 202, body: { accepted: true } } });
    await ask(' petra@example.org ');
    await screen.findByRole('heading', { name: 'Sehen Sie in Ihrem Postfach nach' });
    expect(screen.getByText('petra@example.org').closest('p')?.textContent).toBe(
      'Gehört petra@example.org zu einem Konto, ist der Link jetzt unterwegs.',
    );
    await userEvent.click(screen.getByRole('button', { name: 'Link erneut senden' }));
    await waitFor(() => expect(said()[0]?.title).toBe('Link erneut angefordert'));
    expect(sent.map(({ body }) => body)).toEqual([{ email: 'petra@example.org' }, { email: 'petra@example.org' }]);
  });

  it('says for as long as it takes that the last link was refused', async () => {
    keepRefusedReset();
    serve({ 'POST /auth/password-reset': { status: 202, body: { accepted: true } } });
    await ask('');
    expect(screen.getByRole('alert').textContent).toBe(
      'Ungültiger LinkDer Link ist abgelaufen oder wurde bereits verwendet. Fordern Sie einen neuen an.',
    );
    expect(isResetRefused()).toBe(true);
    await userEvent.type(screen.getByLabelText('E-Mail'), 'petra@example.org');
    await userEvent.click(screen.getByRole('button', { name: 'Reset-Link senden' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Adresse ändern' }));
    expect(screen.queryByText('Ungültiger Link')).toBeNull();
  });

  it('forgets the refused link when the form is left', async () => {
    keepRefusedReset();
    await renderScreen(<AuthScreen mode="forgot" target={undefined} google={false} />);
    cleanup();
    expect(isResetRefused()).toBe(false);
  });

  it('stays with the form when the limit is reached', async () => {
    serve({ 'POST /auth/password-reset': refusal(429, 'rate_limited') });
    await ask('petra@example.org');
    expect((await screen.findByRole('alert')).textContent).toBe(
      'Zu viele Anfragen. Bitte versuchen Sie es in einigen Minuten erneut.',
    );
    expect(screen.getByRole('button', { name: 'Reset-Link senden' })).toBeTruthy();
  });
});

describe('the other ways in', () => {
  it('are there only where they work', async () => {
    await renderScreen(<AuthScreen mode="signIn" target={undefined} google={false} />);
    expect(screen.queryByText('oder')).toBeNull();
    cleanup();
    await renderScreen(<AuthScreen mode="signIn" target={undefined} google />);
    expect(screen.getByRole('button', { name: 'Mit Google anmelden' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Mit Passkey anmelden' })).toBeNull();
  });

  it.each([
    [false, undefined],
    [true, true],
  ])('begin at Google with the terms as ticked: %s', async (ticked, acceptTerms) => {
    const sent = serve({ 'POST /auth/google/start': refusal(502, 'google_unavailable') });
    await renderScreen(<AuthScreen mode="register" target="/bestellen?plan=starter" google />);
    if (ticked) await userEvent.click(screen.getByRole('checkbox'));
    await userEvent.click(screen.getByRole('button', { name: 'Mit Google anmelden' }));
    expect((await screen.findByRole('alert')).textContent).toBe(
      'Google antwortet nicht. Bitte versuchen Sie es in einigen Minuten erneut.',
    );
    expect(sent[0]?.body).toEqual({
      purpose: 'sign_in',
      redirect: '/bestellen?plan=starter',
      ...(acceptTerms ? { acceptTerms } : {}),
    });
  });
});
