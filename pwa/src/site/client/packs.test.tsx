import { renderToStaticMarkup } from 'react-dom/server';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { loadTexts } from '~/lib/i18n';
import { oncePack } from '../../../test/billing';
import { PackChoices } from '../pages/pack-choices';
import { writePacks } from './packs';

const part = () => document.querySelector<HTMLElement>('[data-once]')!;
const rows = () =>
  [...part().querySelectorAll('[data-packs] > li')].map((row) => [
    row.textContent.replaceAll('\u00a0', ' '),
    row.querySelector('a')?.getAttribute('href'),
    row.querySelector('a')?.getAttribute('aria-label'),
  ]);
const of = (id: string, credits: number, priceRappen = 1490) => ({ ...oncePack, id, name: id, credits, priceRappen });

beforeAll(() => loadTexts('billing.pricing'));
beforeEach(() => {
  document.body.innerHTML = renderToStaticMarkup(<PackChoices packs={[]} />);
});

it('brings packs that are sold since the page was rendered, as it would have rendered them', () => {
  expect(part().hidden).toBe(true);
  const packs = [of('ganz', 1150), of('profil', 100), of('klein', 50, 490), of('winzig', 5, 90)];
  writePacks(part(), packs);
  expect(part().hidden).toBe(false);
  const written = rows();
  expect(written[0]).toEqual([
    '1’150 CreditsIhr Profil und 840 PortraitsCredit-Paket ganzCHF 14.90 einmaligKaufen',
    '/bestellen?pack=ganz',
    '1’150 Credits einmalig kaufen',
  ]);
  document.body.innerHTML = renderToStaticMarkup(<PackChoices packs={packs} />);
  expect(written).toEqual(rows());
});

it('takes away what is no longer sold, and the question with the last', () => {
  document.body.innerHTML = `${renderToStaticMarkup(<PackChoices packs={[of('a', 110), of('b', 120)]} />)}<details id="faq-ohne-abo"></details>`;
  const question = document.getElementById('faq-ohne-abo')!;
  writePacks(part(), [of('b', 120)]);
  expect(rows().map(([, href]) => href)).toEqual(['/bestellen?pack=b']);
  expect(question.hidden).toBe(false);
  writePacks(part(), []);
  expect([part().hidden, question.hidden, rows()]).toEqual([true, true, []]);
});
