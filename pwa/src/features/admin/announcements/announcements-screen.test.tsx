import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import { beforeEach, expect, it } from 'vitest';
import type { Schemas } from '~/lib/api';
import { LANGUAGE } from '~/lib/language';
import { forgetMessages, messageQueue } from '~/lib/messages';
import { renderScreen } from '../../../../test/render-screen';
import { refusal, serve } from '../../../../test/server';
import { AnnouncementsScreen } from './announcements-screen';

const announced: Schemas['AdminAnnouncement'] = {
  id: 'a1',
  kind: 'terms',
  text: 'Neu ist die Schriftform nicht mehr nötig.',
  effectiveOn: '2027-01-01',
  version: '2027-01',
  planId: null,
  priceRappen: null,
  announcedAt: '2026-11-28T10:00:00Z',
  sendFrom: '2026-11-28T10:15:00Z',
  concerned: 1312,
  sent: 312,
  canBeTakenBack: false,
  isPublished: false,
  publishedAt: null,
  accepted: 40,
  refused: 2,
};
const TEXT = 'Neu ist die Schriftform nicht mehr nötig.';
const said = () => messageQueue.visibleToasts.map(({ content }) => content.title);
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

async function show(answers: Parameters<typeof serve>[0], items = [announced]) {
  const sent = serve(answers);
  await renderScreen(
    <I18nProvider locale={LANGUAGE}>
      <AnnouncementsScreen list={{ ok: true, value: { items, earliestOn: '2026-12-30' } }} />
    </I18nProvider>,
  );
  return sent;
}

beforeEach(() => forgetMessages());

it('says how many emails went out and what was answered; what began cannot be taken back', async () => {
  await show({});
  const row = screen.getByRole('listitem').textContent;
  expect(row).toContain('gilt ab 1. Januar 2027 · 312 von 1’312 gesendet · 40 zugestimmt, 2 abgelehnt');
  expect(row).toContain('Wartet, bis die Fassung veröffentlicht ist');
  expect(screen.queryByRole('button', { name: /zurücknehmen/i })).toBeNull();
});

it('shows the email and how many get it before it is announced, once', async () => {
  const preview = {
    concerned: 312,
    byPrice: [],
    subject: 'Unsere AGB ändern sich am 1. Januar 2027',
    text: 'Guten Tag',
  };
  const sent = await show({
    'POST /admin/announcements/preview': { body: preview },
    'POST /admin/announcements': [refusal(409, 'already_announced'), { status: 201, body: announced }],
  });
  await press('Änderung ankündigen');
  await press('Vorschau ansehen');
  expect(screen.getByText(/als Jahr und Monat/)).toBeTruthy();
  await userEvent.type(screen.getByRole('textbox', { name: 'Neue Fassung' }), '2027-01');
  await userEvent.type(screen.getByRole('textbox', { name: 'Text der E-Mail' }), TEXT);
  expect(sent).toEqual([]);
  await press('Vorschau ansehen');
  expect(await screen.findByText(preview.subject)).toBeTruthy();
  expect(screen.getByText(/^312 Personen erhalten diese E-Mail/)).toBeTruthy();
  await press('Ankündigen');
  await waitFor(() => expect(said()).toEqual(['Die Änderung wurde nicht angekündigt.']));
  await press('Ankündigen');
  await waitFor(() => expect(said()).toEqual(['Änderung angekündigt']));
  const body = { kind: 'terms', version: '2027-01', text: TEXT, effectiveOn: '2026-12-30' };
  expect(sent.map((each) => each.body)).toEqual([body, body, body]);
});

it('takes back what has not begun', async () => {
  const sent = await show({ 'DELETE /admin/announcements/a1': { status: 204 } }, [
    { ...announced, sent: 0, canBeTakenBack: true },
  ]);
  await press('Neue AGB, Fassung 2027-01: Ankündigung zurücknehmen');
  await press('Zurücknehmen');
  await waitFor(() => expect(said()).toEqual(['Ankündigung zurückgenommen']));
  expect(sent).toHaveLength(1);
});

it('announces the price of a plan: what it is, and who pays what now', async () => {
  const preview = {
    concerned: 14,
    byPrice: [
      { priceRappen: 990, customers: 13 },
      { priceRappen: 1090, customers: 1 },
    ],
    subject: 'Der Preis Ihres Abos Starter ändert sich',
    text: 'Guten Tag',
  };
  const sent = await show({
    'POST /admin/announcements/preview': { body: preview },
    'POST /admin/announcements': { status: 201, body: announced },
  });
  await press('Änderung ankündigen');
  await userEvent.click(screen.getByRole('button', { name: /Was sich ändert/ }));
  await userEvent.click(screen.getByRole('option', { name: 'Preis eines Plans' }));
  await userEvent.type(screen.getByRole('textbox', { name: 'Text der E-Mail' }), TEXT);
  await press('Vorschau ansehen');
  expect(screen.getByText(/von CHF.0.50 bis CHF.10’000.00/)).toBeTruthy();
  await userEvent.type(screen.getByRole('textbox', { name: 'Neuer Preis im Monat' }), '12.90');
  await press('Vorschau ansehen');
  const list = await screen.findByRole('list', { name: 'Wer betroffen ist' });
  expect(list.textContent).toMatch(/^13 Personen bezahlen bisher CHF.9.901 Person bezahlt bisher CHF.10.90$/);
  await press('Ankündigen');
  await waitFor(() => expect(said()).toEqual(['Änderung angekündigt']));
  const body = { kind: 'price', planId: 'starter', priceRappen: 1290, text: TEXT, effectiveOn: '2026-12-30' };
  expect(sent.map((each) => each.body)).toEqual([body, body]);
});

it('names the plan, the price and since when it is on sale', async () => {
  await show({}, [
    {
      ...announced,
      kind: 'price',
      version: null,
      isPublished: null,
      planId: 'starter',
      priceRappen: 1290,
      publishedAt: '2026-11-28T10:15:00Z',
    },
  ]);
  const row = screen.getByRole('listitem').textContent;
  expect(row).toMatch(/Neuer Preis des Plans «Starter»: CHF.12.90/);
  expect(row).toContain('für neue Bestellungen seit 28. November 2026');
});
