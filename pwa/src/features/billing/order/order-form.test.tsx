import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';
import type { Schemas } from '~/lib/api';
import { beginSession } from '~/lib/session';
import { packs, plans, quote } from '../../../../test/billing';
import { renderScreen } from '../../../../test/render-screen';
import { refusal, serve } from '../../../../test/server';
import type { Item } from './order-data';
import { OrderForm } from './order-form';

const [plan] = plans as [Schemas['Plan']];
const seller: Schemas['Site']['operator'] = {
  name: 'Muster AG',
  street: 'Weg 1',
  city: '8000 Zürich',
  country: 'Schweiz',
  email: 'post@muster.invalid',
  phone: '+41 44 555 01 23',
  contactUrl: '',
  contact: 'post@muster.invalid, +41 44 555 01 23',
  register: '',
  euRepresentative: '',
  noEuRepresentative: '',
  dataProtectionOfficer: '',
  disputeBody: '',
  hostingProviders: [],
  mailProviders: [],
  uid: '',
  vat: '',
  isVatByAddress: false,
  responsible: '',
  hosting: '',
  social: [],
};

beforeEach(() => beginSession({ id: 'u1', email: 'petra@example.org', credits: 0 } as unknown as Schemas['Me']));

it('what is agreed to can be read beside the order, with the seller and the dates of the charges', async () => {
  await renderScreen(<OrderForm item={{ kind: 'plan', plan }} seller={seller} vatPercent={null} />);
  expect(screen.getByText(/^Sie bestellen bei Muster AG, Weg 1, 8000 Zürich, Schweiz/)).toBeTruthy();
  for (const [name, path] of [
    ['AGB', '/legal/terms'],
    ['Belehrung über den Widerruf', '/legal/refund'],
    ['Datenschutzerklärung', '/legal/privacy'],
    ['Impressum', '/legal/imprint'],
  ] as const) {
    const link = screen.getByRole('link', { name });
    expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual([path, '_blank']);
  }
  expect(screen.getByText('Erste Abbuchung')).toBeTruthy();
  expect(screen.getByText('Nächste Abbuchung')).toBeTruthy();
});

it('a plan whose price has changed since shows the new one, and says that it is new', async () => {
  serve({ 'POST /orders': refusal(409, 'quote_expired') });
  const loads = vi.fn();
  function Loaded() {
    const [priceRappen, setPrice] = useState(plan.priceRappen);
    loads.mockImplementation(() => setPrice(1290));
    return <OrderForm item={{ kind: 'plan', plan: { ...plan, priceRappen } }} seller={seller} vatPercent={null} />;
  }
  await renderScreen(<Loaded />, '/screen', () => loads());
  for (const box of screen.getAllByRole('checkbox')) await userEvent.click(box);
  expect(screen.queryByText('Der Preis wurde neu berechnet')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Zahlungspflichtig bestellen' }));
  expect(await screen.findByText('Der Preis wurde neu berechnet')).toBeTruthy();
  expect(screen.getAllByText(/CHF\s12\.90/).length).toBeGreaterThan(0);
});

const summary = () => document.body.textContent.replaceAll('\u00a0', ' ');

it.each<[string, Item, string]>([
  ['a plan', { kind: 'plan', plan: { ...plan, priceRappen: 990 } }, 'Darin 8.1 % MWST: CHF 0.74'],
  ['a pack', { kind: 'pack', pack: packs[1]! }, 'Darin 8.1 % MWST: CHF 0.74'],
  ['an upgrade', { kind: 'upgrade', quote, plan, replaces: 'Starter' }, 'Darin 8.1 % MWST: CHF 0.93'],
])('the summary of %s says how much of it is VAT', async (_what, item, words) => {
  await renderScreen(<OrderForm item={item} seller={seller} vatPercent={8.1} />);
  expect(summary()).toContain(words);
});

it('says nothing of a VAT that goes by the address, or is not charged', async () => {
  await renderScreen(<OrderForm item={{ kind: 'plan', plan }} seller={seller} vatPercent={null} />);
  expect(summary()).not.toContain('Darin');
});

it('an upgrade asks for no invoice of its own: its plan has its customer’s details', async () => {
  await renderScreen(
    <OrderForm item={{ kind: 'upgrade', quote, plan, replaces: 'Starter' }} seller={seller} vatPercent={8.1} />,
  );
  expect(screen.queryByRole('checkbox', { name: /^Rechnung/ })).toBeNull();
});
