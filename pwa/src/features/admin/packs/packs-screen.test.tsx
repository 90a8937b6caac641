import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { I18nProvider } from 'react-aria-components/I18nProvider';
import { beforeEach, expect, it } from 'vitest';
import { BildnisError, type Loaded, type Schemas } from '~/lib/api';
import { LANGUAGE } from '~/lib/language';
import { forgetMessages, messageQueue } from '~/lib/messages';
import { renderScreen } from '../../../../test/render-screen';
import { refusal, serve } from '../../../../test/server';
import { PacksScreen } from './packs-screen';

const pack: Schemas['AdminCreditPack'] = {
  id: 'p1',
  name: 'XL',
  credits: 600,
  priceRappen: 3990,
  isBusinessPack: false,
  isMostPopular: false,
  needsSubscription: true,
  sortOrder: 3,
  sold: 0,
};
const PRICE = 'Endpreis in CHF';
const said = () => messageQueue.visibleToasts.map(({ content }) => content.title);
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

async function show(
  answers: Parameters<typeof serve>[0],
  packs: Loaded<(typeof pack)[]> = { ok: true, value: [pack] },
) {
  const sent = serve(answers);
  let loads = 0;
  const packsScreen = (
    <I18nProvider locale={LANGUAGE}>
      <PacksScreen packs={packs} />
    </I18nProvider>
  );
  await renderScreen(packsScreen, '/screen', () => (loads += 1));
  return { sent, loads: () => loads };
}

async function fill(fields: Record<string, string>) {
  for (const [name, value] of Object.entries(fields)) {
    const field = screen.getByRole('textbox', { name });
    await userEvent.clear(field);
    await userEvent.paste(value);
  }
}

beforeEach(() => forgetMessages());

it('takes amounts as they were typed or not at all', async () => {
  const { sent } = await show({ 'POST /admin/credit-packs': { status: 201, body: pack } });
  await press('Neues Credit-Paket');
  await press('Speichern');
  expect(screen.getByText('Bitte geben Sie einen Namen ein.')).toBeTruthy();
  await fill({ Name: ' XL ' });
  for (const price of ['0', '0.49', '39.905', '10000.05']) {
    await fill({ Credits: '600', [PRICE]: price });
    await press('Speichern');
    expect(screen.getByText(/^Bitte geben Sie einen Preis von CHF.0\.50 bis CHF.10’000\.00 ein/), price).toBeTruthy();
  }
  await fill({ Credits: '100001', [PRICE]: '39.90' });
  await press('Speichern');
  expect(screen.getByText('Bitte geben Sie eine ganze Zahl von 1 bis 100’000 ein.')).toBeTruthy();
  expect(sent).toEqual([]);
  await fill({ Credits: '600' });
  await userEvent.keyboard('{Enter}');
  await waitFor(() => expect(said()).toEqual(['Erfolgreich erstellt']));
  expect(sent[0]?.body).toMatchObject({ name: 'XL', credits: 600, priceRappen: 3990, sortOrder: 4 });
});

it('sends what was changed alone; what cannot be saved is said, stays, and is sent again, once', async () => {
  const { sent, loads } = await show({
    'PATCH /admin/credit-packs/p1': [new TypeError('Failed to fetch'), { body: pack }],
  });
  await press('Credit-Paket «XL» bearbeiten');
  await fill({ [PRICE]: '38.50' });
  await press('Speichern');
  await waitFor(() => expect(said()).toEqual(['Kreditpaket konnte nicht gespeichert werden.']));
  expect(within(screen.getByRole('dialog')).getByRole('alert')).toBeTruthy();
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: PRICE }).value).toBe('38.50');
  await userEvent.dblClick(screen.getByRole('button', { name: 'Speichern' }));
  await waitFor(() => expect(said()).toEqual(['Erfolgreich aktualisiert']));
  expect(sent.map(({ body }) => body)).toEqual([{ priceRappen: 3850 }, { priceRappen: 3850 }]);
  expect(loads()).toBe(2);
});

it('is offered without a plan by one box, and says so in the list', async () => {
  const { sent } = await show({ 'PATCH /admin/credit-packs/p1': { body: pack } });
  expect(screen.getByRole('listitem').textContent).not.toContain('Auch ohne Abo');
  await press('Credit-Paket «XL» bearbeiten');
  await fill({ [PRICE]: '38.50' });
  await userEvent.click(screen.getByRole('checkbox', { name: /^Auch ohne Abo verkaufen/ }));
  await press('Speichern');
  await waitFor(() => expect(sent.map(({ body }) => body)).toEqual([{ priceRappen: 3850, needsSubscription: false }]));
  document.body.replaceChildren();
  await show({}, { ok: true, value: [{ ...pack, needsSubscription: false }] });
  expect(screen.getByRole('listitem').textContent).toContain('Auch ohne Abo');
});

it('says that a pack could not be deleted; one that another admin has deleted is gone', async () => {
  await show({ 'DELETE /admin/credit-packs/p1': [refusal(500, 'internal'), refusal(404, 'not_found')] });
  await press('Credit-Paket «XL» löschen');
  await press('Löschen');
  await waitFor(() => expect(said()).toEqual(['Kreditpaket konnte nicht gelöscht werden.']));
  await press('Löschen');
  await waitFor(() => expect(said()).toEqual(['Erfolgreich gelöscht']));
});

it('says that packs could not be loaded, and tries again', async () => {
  const { loads } = await show({}, { ok: false, error: new BildnisError({ code: 'internal', status: 500 }) });
  expect(screen.getByText('Kreditpakete konnten nicht geladen werden.')).toBeTruthy();
  await press('Erneut versuchen');
  await waitFor(() => expect(loads()).toBe(2));
});
