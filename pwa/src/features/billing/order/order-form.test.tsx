import { screen } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import type { Schemas } from '~/lib/api';
import { beginSession } from '~/lib/session';
import { plans } from '../../../../test/billing';
import { renderScreen } from '../../../../test/render-screen';
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
  disputeBody: '',
  hostingProviders: [],
  mailProviders: [],
  uid: '',
  vat: '',
  responsible: '',
  hosting: '',
  social: [],
};

beforeEach(() => beginSession({ id: 'u1', email: 'petra@example.org', credits: 0 } as unknown as Schemas['Me']));

it('what is agreed to can be read beside the order, with the seller and the dates of the charges', async () => {
  await renderScreen(<OrderForm item={{ kind: 'plan', plan }} seller={seller} />);
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
