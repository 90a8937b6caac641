import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Schemas } from '~/lib/api';
import { keepWayBack, keptWayBack } from '~/lib/device/way-back';
import * as texts from '~/lib/i18n';
import { forgetMessages, messageQueue } from '~/lib/messages';
import { beginSession } from '~/lib/session';
import { hostedConsents } from '../../../test/consents';
import { renderScreen } from '../../../test/render-screen';
import { refusal, serve } from '../../../test/server';
import type { AiProfile } from './profiles-data';
import { ProfilesScreen } from './profiles-screen';
import RetryButton from './retry-button';

const profile = {
  id: 'p1',
  name: 'Bewerbung',
  gender: 'female',
  status: 'ready',
  createdAt: '2026-11-20T12:00:00Z',
  failure: null,
  progress: null,
  photos: [],
  previewUrl: null,
} as unknown as AiProfile;
const show = (...profiles: AiProfile[]) => renderScreen(<ProfilesScreen list={{ ok: true, value: profiles }} />);
/** What the server has of runs. */
const RUNS = (...items: object[]) => ({ 'GET /generations?limit=50': { body: { items, nextCursor: null } } });
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
    const sent = serve({
      ...RUNS(),
      'DELETE /ai-profiles/p1': { status: 204 },
      'GET /me': { body: { id: 'petra', credits: 100 } },
    });
    await show(profile);
    keepWayBack('petra', 'p1');
    await userEvent.click(screen.getByRole('button', { name: 'Löschen: Bewerbung' }));
    expect(sent.filter(({ method }) => method !== 'GET')).toEqual([]);
    await userEvent.click(
      within(screen.getByRole('alertdialog', { name: 'Profil löschen?' })).getByRole('button', { name: 'Löschen' }),
    );
    await waitFor(() => expect(said()).toEqual([['Gelöscht', 'Profil wurde erfolgreich gelöscht']]));
    expect(sent.find(({ method }) => method === 'DELETE')).toMatchObject({ path: '/api/v1/ai-profiles/p1' });
    // No payment leads back to it.
    expect(keptWayBack('petra')).toBeNull();
  });

  const run = (id: string, creditsReturnedOnDeletion: number, part: object = {}) => ({
    id,
    profileId: 'p1',
    status: 'processing',
    creditsReturnedOnDeletion,
    ...part,
  });
  const back = (...ids: string[]) => ({
    'GET /credits/entries?limit=50': {
      body: {
        items: ids.map((generationId) => ({ reason: 'generation_return', generationId, delta: 10 })),
        nextCursor: null,
      },
    },
  });

  it.each([
    [
      'nothing was shown of',
      [run('r1', 10)],
      '1 Generation mit diesem Profil läuft noch und wird abgebrochen. Bisher war nichts davon zu sehen: 10 Credits kommen zurück, solange das so bleibt.',
      back('r1'),
      '10 von 10 Credits der abgebrochenen Generationen sind zurück.',
    ],
    [
      'was shown',
      [run('r1', 0), run('other', 10, { profileId: 'p2' }), run('done', 0, { status: 'completed' })],
      'Es waren schon Vorschauen zu sehen: Die 10 Credits kommen nicht zurück.',
      back('other'),
      'Die 10 Credits der abgebrochenen Generationen kommen nicht zurück, weil schon Vorschauen zu sehen waren.',
    ],
    [
      'was shown in part',
      [run('r1', 0), run('r2', 10)],
      '2 Generationen mit diesem Profil laufen noch und werden abgebrochen. 10 von 20 Credits kommen zurück. Wo schon Vorschauen zu sehen waren, kommt nichts zurück.',
      back('r2'),
      '10 von 20 Credits der abgebrochenen Generationen sind zurück.',
    ],
    [
      'was shown just then',
      [run('r1', 10)],
      'Bisher war nichts davon zu sehen',
      back(),
      'Die 10 Credits der abgebrochenen Generationen kommen nicht zurück, weil schon Vorschauen zu sehen waren.',
    ],
  ])(
    'says what becomes of a run under way of which %s, and afterwards what became of it',
    async (_what, runs, question, ledger, answer) => {
      serve({
        ...RUNS(...runs),
        ...ledger,
        'DELETE /ai-profiles/p1': { status: 204 },
        'GET /me': { body: { id: 'petra', credits: 100 } },
      });
      await show(profile);
      await userEvent.click(screen.getByRole('button', { name: 'Löschen: Bewerbung' }));
      const dialog = screen.getByRole('alertdialog', { name: 'Profil löschen?' });
      await waitFor(() => expect(dialog.textContent).toContain(question));
      await userEvent.click(within(dialog).getByRole('button', { name: 'Löschen' }));
      await waitFor(() => expect(said()).toEqual([['Gelöscht', `Profil wurde erfolgreich gelöscht. ${answer}`]]));
    },
  );

  it('says what holds where runs cannot be asked for', async () => {
    serve({ 'GET /generations?limit=50': refusal(503, 'unavailable') });
    await show(profile);
    await userEvent.click(screen.getByRole('button', { name: 'Löschen: Bewerbung' }));
    expect(
      await screen.findByText(
        /Läuft noch eine Generation mit diesem Profil, wird sie abgebrochen\. Ihre Credits kommen nur zurück/,
      ),
    ).toBeTruthy();
  });

  it('leads to the wizard where there is none', async () => {
    await show();
    expect(screen.getByRole('link', { name: 'AI-Profil erstellen' }).getAttribute('href')).toBe('/app/profile-wizard');
  });
});

describe('another training', () => {
  it('leads to the wizard where the consent is asked for anew', async () => {
    serve({ 'POST /ai-profiles/p1/training': refusal(403, 'consent_required') });
    const { path } = await renderScreen(<RetryButton profile={profile} />);
    await userEvent.click(screen.getByRole('button', { name: 'Erneut trainieren' }));
    await waitFor(() => expect(path()).toBe('/app/profile-wizard?profile=p1'));
    expect(said().map(([title]) => title)).toEqual(['Training konnte nicht gestartet werden']);
  });

  it('asks whose face it is in words that come with the question', async () => {
    const fetched = vi.spyOn(texts, 'loadTexts');
    serve({
      'POST /ai-profiles/p1/training': refusal(400, 'attestation_required'),
      'GET /consents/current': { body: hostedConsents },
    });
    await renderScreen(<RetryButton profile={profile} />);
    await userEvent.click(screen.getByRole('button', { name: 'Erneut trainieren' }));
    await screen.findByRole('dialog', { name: 'Wen zeigen diese Fotos?' });
    expect(fetched).toHaveBeenCalledWith('aiProfiles.wizard');
  });

  it('says that it could not be started, and to come back later', async () => {
    serve({ 'POST /ai-profiles/p1/training': refusal(500, 'internal') });
    await renderScreen(<RetryButton profile={profile} />);
    await userEvent.click(screen.getByRole('button', { name: 'Erneut trainieren' }));
    await waitFor(() =>
      expect(said()).toEqual([['Training konnte nicht gestartet werden', 'Bitte später erneut versuchen']]),
    );
  });

  it('says the reason of the server where it gave one', async () => {
    serve({ 'POST /ai-profiles/p1/training': refusal(409, 'too_few_photos') });
    await renderScreen(<RetryButton profile={profile} />);
    await userEvent.click(screen.getByRole('button', { name: 'Erneut trainieren' }));
    await waitFor(() =>
      expect(said()).toEqual([['Training konnte nicht gestartet werden', 'Bitte laden Sie mindestens 8 Fotos hoch.']]),
    );
  });
});
