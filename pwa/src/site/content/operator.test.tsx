import { expect, it } from 'vitest';
import site from '../../../../openapi/site.json' with { type: 'json' };
import { facts } from '~/lib/facts';
import { readLegalTexts } from './legal';
import { measuringTexts } from './measuring';
import { operatorTexts } from './operator';

const operator = {
  ...site.data.operator,
  hostingProviders: [
    { name: 'Rechenhaus AG', country: 'Schweiz' },
    { name: 'Ablage GmbH', country: 'Deutschland' },
  ],
};
const read = (path: string, change: Partial<typeof operator> = {}) => {
  const filled = {
    ...facts,
    operator: operatorTexts({ ...operator, ...change }),
    measuring: measuringTexts(site.data.measurement),
  };
  const page = document.createElement('div');
  page.innerHTML = readLegalTexts(filled).find((each) => each.path === path)!.html;
  return {
    links: [...page.querySelectorAll('a')].map(({ href }) => href),
    rows: [...page.querySelectorAll('tr')].map(({ children }) =>
      [...children].map((cell) => cell.textContent).join('|'),
    ),
    text: page.textContent.replaceAll('\u00a0', ' '),
  };
};

it('imprint and privacy policy name the operator, its representative and who works for it', () => {
  const imprint = read('/legal/imprint').text;
  for (const said of [operator.phone, operator.register, operator.vat, operator.euRepresentative])
    expect(imprint).toContain(said);
  expect(imprint).toContain('nicht bereit und nicht verpflichtet');
  const { text: privacy, rows } = read('/legal/privacy');
  for (const said of [operator.contact, operator.euRepresentative]) expect(privacy).toContain(said);
  expect(rows.filter((row) => row.endsWith('in unserem Auftrag|Deutschland'))).toEqual([
    'Ablage GmbH|Server und Speicher, in unserem Auftrag|Deutschland',
  ]);
  expect(rows).toContain('Rechenhaus AG|Server und Speicher, in unserem Auftrag|Schweiz');
  expect(rows).toContain('Muster Mail AG|Versand von E-Mails, in unserem Auftrag|Schweiz');
});

it('the privacy policy names the data protection officer, or says that there is none', () => {
  expect(read('/legal/privacy').text).toContain('oder Datenschutzberater (Art. 10 DSG) haben wir nicht benannt.');
  const named = read('/legal/privacy', { dataProtectionOfficer: 'Dr. Vera Muster, dsb@muster.example' }).text;
  expect(named).toContain('(Art. 37 DSGVO, Art. 10 DSG): Dr. Vera Muster, dsb@muster.example.');
  expect(named).not.toContain('nicht benannt');
});

it('the imprint says what there is not', () => {
  const { text: imprint, links } = read('/legal/imprint', {
    phone: '',
    contactUrl: 'https://muster.example/kontakt',
    register: '',
    vat: '',
    euRepresentative: '',
    noEuRepresentative: 'Wir haben eine Niederlassung in Köln.',
    disputeBody: 'Schlichtungsstelle Muster, Weg 1, 77694 Kehl',
  });
  expect(links).toContain('https://muster.example/kontakt');
  expect(imprint).not.toContain('Telefon');
  expect(imprint).toContain('Kein Eintrag');
  expect(imprint).toContain('Nicht mehrwertsteuerpflichtig');
  expect(imprint).toContain('haben wir nicht bestellt: Wir haben eine Niederlassung in Köln.');
  expect(imprint).toContain('Verbraucherschlichtungsstelle teil: Schlichtungsstelle Muster');
});
