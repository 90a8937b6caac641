import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Schemas } from '~/lib/api';
import { forgetMessages, messageQueue } from '~/lib/messages';
import { beginSession } from '~/lib/session';
import { renderScreen } from '../../../test/render-screen';
import { refusal, serve } from '../../../test/server';
import type { AiProfile } from './profiles-data';
import { ProfilesScreen } from './profiles-screen';
import RetryButton from './retry-button';

const profile = { id: 'p1', name: 'Bewerbung', gender: 'female', status: 'ready', createdAt: '2026-11-20T12:00:00Z', failure: null, progress: null, photos: [], previewUrl: null } as unknown as AiProfile;
const show = (...profiles: AiProfile[]) => renderScreen(<ProfilesScreen list={{ ok: true, value: profiles }} />);
const said = () => messageQueue.visibleToasts.map(({ content }) => [content.title, content.text]);

beforeEach(() => {
  forgetMessages();
  beginSession({ id: 'petra', credits: 100 } as Schemas['Me']);
});

describe('a profile', () => {
  const edit = async (name: string) => {
    await userEvent.click(screen.getByRole('button', { name: 'Bearbeiten: Bewerbung' }));
    await userEvent.clear(screen.getByLabelText('Profilname'));
    if (name) await userEvent.type(screen.getByLabelText('Profilname'), name);
    await userEvent.click(screen.getByRole('button', { name: 'Speichern' }));
  };

  it('saves the trimmed name, and says so', async () => {
    const sent = serve({ 'PATCH /ai-profiles/p1': { body: profile } });
    await show(profile);
    await edit('  Website ');
    await waitFor(() => expect(said()).toEqual([['Gespeichert', 'Profilname wurde aktualisiert']]));
    expect(sent.map(({ body }) => body)).toEqual([{ name: 'Website', gender: 'female' }]);
    expect(screen.queryByLabelText('Profilname')).toBeNull();
  });

  it('refuses an empty name without sending it', async () => {
    const sent = serve({});
    await show(profile);
    await edit('   ');
    expect(screen.getByText('Name darf nicht leer sein.')).toBeTruthy();
    expect(said()).toEqual([['Fehler', 'Name darf nicht leer sein.']]);
    expect(screen.getByLabelText<HTMLInputElement>('Profilname').maxLength).toBe(50);
    expect(sent).toEqual([]);
  });

  it('asks first, deletes, and says so', async () => {
    const sent = serve({ 'DELETE /ai-profiles/p1': { status: 204 }, 'GET /me': { body: { id: 'petra', credits: 100 } } });
    await show(profile);
    await userEvent.click(screen.getByRole('button', { name: 'Löschen: Bewerbung' }));
    expect(sent).toEqual([]);
    await userEvent.click(within(screen.getByRole('alertdialog', { name: 'Profil löschen?' })).getByRole('button', { name: 'Löschen' }));
    await waitFor(() => expect(said()).toEqual([['Gelöscht', 'Profil wurde erfolgreich gelöscht']]));
    expect(sent[0]).toMatchObject({ method: 'DELETE', path: '/api/v1/ai-profiles/p1' });
  });

  it('leads to the wizard where there is none', async () => {
    await show();
    expect(screen.getByRole('link', { name: 'AI-Profil erstellen' }).getAttribute('href')).toBe('/app/profile-wizard');
  });
});

describe('another training', () => {
  it('says that it could not be started, and to come back later', async () => {
    serve({ 'POST /ai-profiles/p1/training': refusal(500, 'internal') });
    await renderScreen(<RetryButton profile={profile} />);
    await userEvent.click(screen.getByRole('button', { name: 'Erneut trainieren' }));
    await waitFor(() => expect(said()).toEqual([['Training konnte nicht gestartet werden', 'Bitte später erneut versuchen']]));
  });

  it('says the reason of the server where it gave one', async () => {
    serve({ 'POST /ai-profiles/p1/training': refusal(409, 'too_few_photos') });
    await renderScreen(<RetryButton profile={profile} />);
    await userEvent.click(screen.getByRole('button', { name: 'Erneut trainieren' }));
    await waitFor(() => expect(said()).toEqual([['Training konnte nicht gestartet werden', 'Bitte laden Sie mindestens 8 Fotos hoch.']]));
  });
});
