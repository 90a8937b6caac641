import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Schemas } from '~/lib/api';
import { forgetMessages, messageQueue } from '~/lib/messages';
import { beginSession } from '~/lib/session';
import { renderScreen } from '../../../../test/render-screen';
import { invalid, refusal, serve } from '../../../../test/server';
import { AccountScreen } from './account-screen';

const me = {
  id: 'u1',
  email: 'petra@example.org',
  displayName: 'Petra Muster',
  avatarUrl: null,
  notifyByEmail: true,
  credits: 0,
  createdAt: '2026-11-20T12:00:00Z',
} as unknown as Schemas['Me'];
const said = () => messageQueue.visibleToasts.map(({ content }) => content.title);

async function show() {
  await renderScreen(<AccountScreen />);
}

async function type(label: string, value: string) {
  const field = screen.getByLabelText(label);
  await userEvent.clear(field);
  if (value) await userEvent.type(field, value);
}

const save = () => userEvent.click(screen.getByRole('button', { name: 'Speichern' }));

beforeEach(() => {
  forgetMessages();
  beginSession(me);
});

describe('details', () => {
  it('are trimmed, saved, and said', async () => {
    const sent = serve({ 'PATCH /me': { body: me }, 'GET /me': { body: { ...me, displayName: 'Petra Beispiel' } } });
    await show();
    await type('Name', '  Petra Beispiel ');
    await type('Link zum Profilbild', ' https://bilder.example.org/p.jpg ');
    await save();
    await waitFor(() => expect(said()).toEqual(['Gespeichert']));
    expect(sent[0]?.body).toEqual({ displayName: 'Petra Beispiel', avatarUrl: 'https://bilder.example.org/p.jpg' });
    expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Petra Beispiel');
  });

  it('are not saved without a session, which is said', async () => {
    serve({ 'PATCH /me': refusal(401, 'unauthenticated') });
    await show();
    await type('Name', 'Petra Beispiel');
    await save();
    await waitFor(() =>
      expect(messageQueue.visibleToasts.map(({ content: { title, text } }) => [title, text])).toEqual([
        ['Nicht angemeldet', 'Bitte melden Sie sich zuerst an.'],
      ]),
    );
  });

  it('become none when they are empty', async () => {
    const sent = serve({ 'PATCH /me': { body: me }, 'GET /me': { body: { ...me, displayName: null } } });
    await show();
    await type('Name', '   ');
    await save();
    await waitFor(() => expect(sent[0]?.body).toEqual({ displayName: null, avatarUrl: null }));
  });

  it.each(['http://example.org/p.jpg', 'bild', 'javascript:alert(1)'])(
    'refuse the picture %s at its field, without sending',
    async (address) => {
      const sent = serve({});
      await show();
      await type('Link zum Profilbild', address);
      await save();
      await screen.findByText('Bitte geben Sie eine Adresse ein, die mit https:// beginnt.');
      await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Link zum Profilbild')));
      expect(sent).toEqual([]);
    },
  );

  it('say at the picture that the server does not take a host, until it is changed', async () => {
    serve({ 'PATCH /me': invalid('avatarUrl') });
    await show();
    await type('Link zum Profilbild', 'https://localhost/x.png');
    await save();
    const text =
      'Diese Adresse nehmen wir nicht an. Bitte geben Sie die vollständige Adresse eines Bildes ein, das öffentlich im Internet steht.';
    await screen.findByText(text);
    expect(screen.queryByText('Bitte geben Sie eine Adresse ein, die mit https:// beginnt.')).toBeNull();
    await userEvent.type(screen.getByLabelText('Link zum Profilbild'), '2');
    expect(screen.queryByText(text)).toBeNull();
  });

  it('do not ask for https:// where it stands already', async () => {
    const sent = serve({});
    await show();
    await type('Link zum Profilbild', 'https://');
    await save();
    await screen.findByText(/^Diese Adresse nehmen wir nicht an\./);
    expect(sent).toEqual([]);
  });

  it('take no more than 100 characters as a name, and no other e-mail', async () => {
    serve({});
    await show();
    expect(screen.getByLabelText<HTMLInputElement>('Name').maxLength).toBe(100);
    expect(screen.getByLabelText<HTMLInputElement>('E-Mail').readOnly).toBe(true);
    expect(screen.getByText('Ihre E-Mail-Adresse kann nicht geändert werden.')).toBeTruthy();
  });

  it('keep what was typed when the network is gone', async () => {
    serve({ 'PATCH /me': new TypeError('Failed to fetch') });
    await show();
    await type('Name', 'Petra Beispiel');
    await save();
    expect((await screen.findByRole('alert')).textContent).toContain('Keine Verbindung zum Server.');
    expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Petra Beispiel');
  });
});

describe('notifications', () => {
  it('are saved at once', async () => {
    const sent = serve({ 'PATCH /me': { body: me }, 'GET /me': { body: { ...me, notifyByEmail: false } } });
    await show();
    await userEvent.click(screen.getByRole('switch'));
    await waitFor(() => expect(said()).toEqual(['Gespeichert']));
    expect(sent[0]?.body).toEqual({ notifyByEmail: false });
    expect(screen.getByRole<HTMLInputElement>('switch').checked).toBe(false);
  });

  it('go back to what the server has when it refuses', async () => {
    serve({ 'PATCH /me': refusal(503, 'unavailable') });
    await show();
    await userEvent.click(screen.getByRole('switch'));
    await screen.findByRole('alert');
    expect(screen.getByRole<HTMLInputElement>('switch').checked).toBe(true);
  });
});
