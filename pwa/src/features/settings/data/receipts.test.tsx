import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Schemas } from '~/lib/api';
import { beginSession } from '~/lib/session';
import { dataPage } from '../../../../test/data-page';
import { renderScreen } from '../../../../test/render-screen';
import { serve } from '../../../../test/server';
import { DataScreen, type DataPage } from './data-screen';

const show = (receipts?: DataPage['receipts']) =>
  renderScreen(<DataScreen {...dataPage(receipts ? { receipts } : {})} />, '/app/settings/daten');

beforeEach(() => beginSession({ email: 'petra@example.org' } as Schemas['Me']));

describe('receipts of deletions', () => {
  const receipt = (
    id: string,
    kind: 'portraits' | 'reference_photos',
    rule: 'portraits' | 'training_done',
    count: number,
  ): Schemas['DeletionRecord'] => ({
    id,
    kind,
    rule,
    count,
    model: null,
    crops: null,
    deletedAt: '2026-11-20T08:00:00Z',
  });

  it('say what went, how many, when and why, older ones when asked for', async () => {
    serve({
      'GET /me/deletion-receipts?cursor=c1': {
        body: { items: [receipt('r2', 'reference_photos', 'training_done', 9)], nextCursor: null },
      },
    });
    await show({ ok: true, value: { items: [receipt('r1', 'portraits', 'portraits', 8)], nextCursor: 'c1' } });
    const list = screen.getByRole('list', { name: 'Löschungen' });
    expect(list.textContent).toMatch(/8 Portraits gelöscht.*verfügbar sind, ist vorbei.*20\. November/);
    await userEvent.click(screen.getByRole('button', { name: 'Mehr laden' }));
    await waitFor(() => expect(list.textContent).toMatch(/9 Fotos gelöscht.*Nach dem Training nicht mehr nötig/));
  });

  it.each([
    [
      { kind: 'profile', model: 'crops', crops: 5 },
      'Profil mit seinem Modell und 5 Arbeitsausschnitten gelöscht',
      'Von Ihnen gelöscht',
    ],
    [
      { kind: 'profile', model: 'crops', crops: 1 },
      'Profil mit seinem Modell und 1 Arbeitsausschnitt gelöscht',
      'Von Ihnen gelöscht',
    ],
    [{ kind: 'profile', model: 'crops', crops: 0 }, 'Profil mit seinem Modell gelöscht', 'Von Ihnen gelöscht'],
    [
      { kind: 'profile', model: 'hosted', crops: 0 },
      'Profil mit seinem Modell beim Bilddienst gelöscht',
      'Von Ihnen gelöscht',
    ],
    [{ kind: 'profile', model: 'none', crops: 0 }, 'Profil gelöscht, ein Modell hatte es nicht', 'Von Ihnen gelöscht'],
    [{ kind: 'profile' }, 'Profil mit seinem Modell gelöscht', 'Von Ihnen gelöscht'],
    [{ kind: 'draft' }, 'Entwurf eines Profils gelöscht', 'Von Ihnen gelöscht'],
    [{ kind: 'judgement' }, 'Urteil gelöscht', 'Von Ihnen gelöscht'],
    [{ kind: 'judgement_sentence' }, 'Satz zu einem Urteil gelöscht', 'Von Ihnen gelöscht'],
    [{ kind: 'portraits', count: 0 }, 'Generation ohne Portraits gelöscht', 'Von Ihnen gelöscht'],
    [
      { kind: 'reference_photos', rule: 'training_done', count: 14, model: 'crops', crops: 5 },
      '14 Fotos gelöscht',
      'Nach dem Training nicht mehr nötig. Das Profil behält 5 Arbeitsausschnitte, bis Sie es löschen.',
    ],
    [
      { kind: 'reference_photos', rule: 'training_done', count: 14, model: 'hosted', crops: 0 },
      '14 Fotos gelöscht',
      'Nach dem Training nicht mehr nötig. Das Profil behält sein Modell beim Bilddienst, bis Sie es löschen.',
    ],
  ] as const)('name what really went and what stays: %o', async (part, title, detail) => {
    const record = {
      ...receipt('r1', 'portraits', 'portraits', 1),
      rule: 'asked',
      ...part,
    } as Schemas['DeletionRecord'];
    await show({ ok: true, value: { items: [record], nextCursor: null } });
    const list = screen.getByRole('list', { name: 'Löschungen' });
    expect(within(list).getByText(title)).toBeTruthy();
    expect(within(list).getByText(detail)).toBeTruthy();
  });

  it('are none where nothing was deleted, and missing where they cannot be loaded', async () => {
    await show();
    expect(screen.getByText('Bisher wurde nichts gelöscht.')).toBeTruthy();
    cleanup();
    await show({ ok: false, error: new Error('x') });
    expect(screen.getByText('Ihre Löschungen konnten nicht geladen werden.')).toBeTruthy();
  });
});
