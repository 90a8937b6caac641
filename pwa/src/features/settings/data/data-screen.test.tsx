import { useDevice } from '../../../../test/device';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Schemas } from '~/lib/api';
import { forgetMessages, messageQueue } from '~/lib/messages';
import { takeMessage } from '~/lib/messages/next-page';
import { keepPhoto, waitingPhotos } from '~/lib/device/photo-queue';
import { beginSession, hasSession } from '~/lib/session';
import { studioConsents } from '../../../../test/consents';
import { dataPage } from '../../../../test/data-page';
import { renderScreen } from '../../../../test/render-screen';
import { refusal, serve } from '../../../../test/server';
import { lapsed, standing, type Consent } from './consents';
import { DataScreen, type DataPage } from './data-screen';

useDevice();

const EMAIL = 'petra@example.org';
const preview = {
  profiles: 2,
  generations: 3,
  portraits: 24,
  credits: 140,
  hasActiveSubscription: true,
  runsUnderWay: 1,
  owedCredits: 0,
  keepsAddressHash: false,
};
const consent = (part: Partial<Consent>): Consent => ({
  id: 'c1',
  kind: 'facial_images',
  version: studioConsents.facial_images.version,
  givenAt: '2026-11-20T08:00:00Z',
  revokedAt: null,
  ...part,
});
const exported = (
  status: Schemas['DataExport']['status'],
  part: Partial<Schemas['DataExport']> = {},
): Schemas['DataExport'] => ({
  id: 'x1',
  status,
  createdAt: '2026-11-20T08:00:00Z',
  expiresAt: null,
  bytes: null,
  url: null,
  ...part,
});
const said = () => messageQueue.visibleToasts.map(({ content }) => content.title);

const show = (part: Partial<DataPage> = {}) => renderScreen(<DataScreen {...dataPage(part)} />, '/app/settings/daten');

beforeEach(() => {
  forgetMessages();
  beginSession({ email: EMAIL } as Schemas['Me']);
});

describe('deleting the account', () => {
  async function toSecondStep() {
    await userEvent.click(screen.getByRole('button', { name: 'Konto löschen' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Weiter' }));
  }

  it('says first what goes and what stays', async () => {
    const sent = serve({ 'GET /me/deletion': { body: preview } });
    await show();
    await userEvent.click(screen.getByRole('button', { name: 'Konto löschen' }));
    const heading = await screen.findByRole('heading', { name: 'Das wird gelöscht' });
    expect(document.activeElement).toBe(heading);
    for (const text of [
      '24',
      '140, sie verfallen',
      '1 Generation; sie wird abgebrochen, ihre Credits verfallen',
      'endet sofort',
      /10 Jahre, weil das Gesetz es verlangt/,
    ])
      expect(screen.getByText(text)).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Abbrechen' }));
    expect(screen.getByRole('button', { name: 'Konto löschen' })).toBeTruthy();
    expect(sent.map(({ method }) => method)).toEqual(['GET']);
  });

  it.each([
    [
      { owedCredits: 120, keepsAddressHash: true },
      ['120, sie bleiben geschuldet', /bis die offenen Credits ausgeglichen sind, höchstens 3 Jahre/],
      /130 Tage/,
    ],
    [{ owedCredits: 0, keepsAddressHash: true }, [/bis 130 Tage nach der letzten Zahlung/], /geschuldet/],
    [{ owedCredits: 0, keepsAddressHash: false }, [], /geschuldet|Abdruck/],
  ])('says what stays because of debt: %j', async (part, there, absent) => {
    serve({ 'GET /me/deletion': { body: { ...preview, ...part } } });
    await show();
    await userEvent.click(screen.getByRole('button', { name: 'Konto löschen' }));
    await screen.findByRole('heading', { name: 'Das wird gelöscht' });
    for (const text of there) expect(screen.getByText(text)).toBeTruthy();
    expect(screen.queryByText(absent)).toBeNull();
  });

  it('deletes nothing before the own address is typed', async () => {
    const sent = serve({ 'GET /me/deletion': { body: preview } });
    await show();
    await toSecondStep();
    await userEvent.type(screen.getByLabelText('Ihre E-Mail-Adresse'), 'anna@example.org');
    await userEvent.click(screen.getByRole('button', { name: 'Konto endgültig löschen' }));
    expect(screen.getByText('Das ist nicht die E-Mail-Adresse dieses Kontos.')).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Ihre E-Mail-Adresse')));
    expect(sent).toHaveLength(1);
  });

  it('leaves nothing on the device and says what has happened', async () => {
    const sent = serve({ 'GET /me/deletion': { body: preview }, 'POST /me/deletion': { body: { id: 'd1' } } });
    const { path } = await show();
    await toSecondStep();
    await userEvent.type(screen.getByLabelText('Ihre E-Mail-Adresse'), 'Petra@Example.org{Enter}');
    await waitFor(() => expect(path()).toBe('/'));
    expect(sent.at(-1)?.body).toEqual({ confirmEmail: 'Petra@Example.org' });
    expect(hasSession()).toBe(false);
    expect(takeMessage()?.title).toBe('Ihr Konto ist gelöscht');
  });

  it('keeps the account where the server refuses, and says so', async () => {
    serve({ 'GET /me/deletion': { body: preview }, 'POST /me/deletion': refusal(503, 'unavailable') });
    await show();
    await toSecondStep();
    await userEvent.type(screen.getByLabelText('Ihre E-Mail-Adresse'), `${EMAIL}{Enter}`);
    expect((await screen.findByRole('alert')).textContent).toContain('Ihr Konto wurde nicht gelöscht');
    expect(hasSession()).toBe(true);
  });
});

describe('consents', () => {
  it('hold only in their current version', () => {
    expect(
      [consent({}), consent({ version: '2025-01' }), consent({ revokedAt: '2026-11-20T09:00:00Z' })].map((each) =>
        standing(each, studioConsents),
      ),
    ).toEqual(['valid', 'outdated', 'ended']);
  });

  it('are to be given again where the newest of a kind does not hold', () => {
    const old = consent({ id: 'old', revokedAt: '2026-11-19T09:00:00Z' });
    expect(lapsed([consent({ id: 'new' }), old], studioConsents)).toEqual(new Set());
    expect(lapsed([consent({ id: 'newer', revokedAt: '2026-11-20T09:00:00Z' }), old], studioConsents)).toEqual(
      new Set(['newer']),
    );
  });

  it('are withdrawn only after it is said what follows and what stays; profiles and drafts stay unless they are to go too', async () => {
    const sent = serve({
      'DELETE /consents/c1?profiles=keep': { body: consent({ revokedAt: '2026-11-21T09:00:00Z' }) },
    });
    await show({ consents: { ok: true, value: { items: [consent({})], terms: null, current: studioConsents } } });
    await userEvent.click(screen.getByRole('button', { name: /^Widerrufen:/ }));
    const dialog = screen.getByRole('alertdialog', { name: 'Einwilligung widerrufen?' });
    expect(within(dialog).getByText(/keine Trainings und keine Portraits/)).toBeTruthy();
    expect(within(dialog).getByText(/Es bleiben: fertige Portraits.*90 Tage.*Belege.*Nachweis/)).toBeTruthy();
    expect(within(dialog).getByRole<HTMLInputElement>('radio', { name: 'Nur widerrufen' }).checked).toBe(true);
    expect(sent).toEqual([]);
    await userEvent.click(within(dialog).getByRole('button', { name: 'Widerrufen' }));
    await waitFor(() => expect(said()).toEqual(['Einwilligung widerrufen']));
    expect(sent.filter(({ method }) => method === 'DELETE')).toHaveLength(1);
  });

  it('take profiles, drafts and their photos along in one act, also those that wait on this device', async () => {
    const userId = 'a5a3f1a4-0000-4000-8000-000000000001';
    beginSession({ id: userId, email: EMAIL } as Schemas['Me']);
    await keepPhoto({
      key: 'p1',
      userId,
      profileId: 'd1',
      name: 'ich.jpg',
      type: 'image/jpeg',
      bytes: new ArrayBuffer(1),
      queuedAt: 1,
    });
    const sent = serve({
      'DELETE /consents/c1?profiles=delete': [
        new TypeError('Failed to fetch'),
        { body: consent({ revokedAt: '2026-11-21T09:00:00Z' }) },
      ],
    });
    await show({ consents: { ok: true, value: { items: [consent({})], terms: null, current: studioConsents } } });
    await userEvent.click(screen.getByRole('button', { name: /^Widerrufen:/ }));
    const dialog = screen.getByRole('alertdialog', { name: 'Einwilligung widerrufen?' });
    await userEvent.click(within(dialog).getByText('Widerrufen und Profile, Entwürfe und deren Fotos löschen'));
    await userEvent.click(within(dialog).getByRole('button', { name: 'Widerrufen und löschen' }));
    // Without a network nothing has happened, and it says so.
    expect((await within(dialog).findByRole('alert')).textContent).toContain('Keine Verbindung');
    expect(await waitingPhotos(userId)).toHaveLength(1);
    await userEvent.click(within(dialog).getByRole('button', { name: 'Widerrufen und löschen' }));
    await waitFor(() =>
      expect(messageQueue.visibleToasts[0]?.content.text).toBe(
        'Ihre Profile und Entwürfe sind mit ihren Fotos gelöscht.',
      ),
    );
    expect(sent.filter(({ method }) => method === 'DELETE')).toHaveLength(2);
    expect(await waitingPhotos(userId)).toEqual([]);
  });

  it('of other kinds ask nothing about profiles', async () => {
    await show({
      consents: {
        ok: true,
        value: {
          items: [consent({ kind: 'self_and_adult', version: '2026-11' })],
          terms: null,
          current: studioConsents,
        },
      },
    });
    await userEvent.click(screen.getByRole('button', { name: /^Widerrufen:/ }));
    expect(within(screen.getByRole('alertdialog')).queryByRole('radio')).toBeNull();
  });
});

it('shows the terms as what they are: accepted, and not to be withdrawn', async () => {
  await show({
    consents: {
      ok: true,
      value: { items: [], terms: { version: '2026-11', acceptedAt: '2026-11-20T08:00:00Z' }, current: studioConsents },
    },
  });
  const row = within(screen.getByRole('list', { name: 'Vertragsbedingungen' })).getByRole('listitem');
  expect(row.textContent).toContain('AGB und Datenschutzerklärung');
  expect(row.textContent?.replaceAll('\u00a0', ' ')).toContain(
    'Fassung 2026-11 · AGB akzeptiert, Datenschutzerklärung zur Kenntnis genommen am 20. November 2026, 09.00 Uhr · gelten, solange Ihr Konto besteht',
  );
  expect(within(row).queryByRole('button')).toBeNull();
  expect(screen.getByText('Noch keine Einwilligung zu Fotos')).toBeTruthy();
});

describe('exports', () => {
  it('one at a time', async () => {
    const sent = serve({});
    await show({ exports: { ok: true, value: [exported('queued')] } });
    expect(screen.getByText('Wird vorbereitet')).toBeTruthy();
    const button = screen.getByRole('button', { name: /Daten exportieren/ });
    expect(button.getAttribute('aria-disabled')).toBe('true');
    await userEvent.click(button);
    expect(sent).toEqual([]);
  });

  it('are asked for, and say until when they are there', async () => {
    const sent = serve({ 'POST /me/exports': { status: 202, body: exported('queued') } });
    await show({
      exports: {
        ok: true,
        value: [exported('ready', { bytes: 12_400_000, expiresAt: '2026-11-22T08:12:00Z', url: '/old' })],
      },
    });
    expect(screen.getByText('gültig bis 22. November 2026, 09.12 Uhr · 12 MB')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Daten exportieren' }));
    await waitFor(() => expect(said()).toEqual(['Export angefordert']));
    expect(sent.map(({ method }) => method)).toEqual(['POST']);
  });

  it('that are gone meanwhile say so', async () => {
    serve({ 'GET /me/exports': { body: { items: [exported('expired')] } } });
    await show({ exports: { ok: true, value: [exported('ready', { url: '/old' })] } });
    await userEvent.click(screen.getByRole('button', { name: 'Herunterladen' }));
    await waitFor(() => expect(messageQueue.visibleToasts[0]?.content.text).toContain('Dieser Link ist abgelaufen.'));
  });
});
