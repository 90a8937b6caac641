// @vitest-environment jsdom
import { beforeEach, expect, it } from 'vitest';
import type { Schemas } from '~/lib/api';
import { writePlans, writeStylePage, writeStyles } from './refresh';

type Style = Schemas['Site']['styles'][number];

const style = (slug: string, more: Partial<Style> = {}): Style => ({
  id: slug,
  slug,
  displayName: slug.toUpperCase(),
  description: '',
  category: 'studio',
  purposes: ['linkedin'],
  previewUrl: `/previews/${slug}-640.webp`,
  sortOrder: 1,
  ...more,
});

const tile = (slug: string, category = 'studio') =>
  `<li data-style="${slug}" data-purposes="linkedin" data-category="${category}"><a href="/app/styles/${slug}"><picture><source srcset="x"><img src="/previews/${slug}-640.webp" alt=""></picture>
   <span data-field="name">${slug.toUpperCase()}</span><span data-field="category">${category === 'studio' ? 'Studio' : 'Büro'}</span></a></li>`;

const list = () => document.querySelector('ul')!;
const slugs = () => [...list().querySelectorAll<HTMLElement>('[data-style]')].map(({ dataset }) => dataset.style);

beforeEach(() => {
  document.body.innerHTML = `<ul data-styles>${tile('a')}${tile('b')}${tile('c', 'office')}</ul>`;
});

it('takes away what is off sale, adds what is new, and follows the order', () => {
  writeStyles(list(), [style('c', { category: 'office' }), style('neu', { category: 'office' }), style('a')], true);
  expect(slugs()).toEqual(['c', 'neu', 'a']);
  const added = list().querySelector<HTMLElement>('[data-style=neu]')!;
  expect(added.querySelector('a')!.getAttribute('href')).toBe('/app/styles/neu');
  expect(added.textContent).toMatch(/NEU\s*Büro/);
  expect(added.querySelector('img')!.getAttribute('src')).toBe('/previews/neu-640.webp');
  expect(added.querySelector('source')!.getAttribute('srcset')).toContain('/previews/neu-1280.avif 1280w');
});

it('writes what a style serves now', () => {
  writeStyles(list(), [style('a', { purposes: ['team', 'press'] }), style('b'), style('c')], true);
  expect(list().querySelector<HTMLElement>('[data-style=a]')?.dataset.purposes).toBe('team press');
});

it('writes a new name and another category', () => {
  writeStyles(
    list(),
    [style('a', { displayName: 'Anders', category: 'office' }), style('b'), style('c', { category: 'office' })],
    true,
  );
  expect(list().querySelector('[data-style=a]')!.textContent).toMatch(/Anders\s*Büro/);
});

it('a list of some only loses what is off sale', () => {
  writeStyles(list(), [style('b'), style('neu')], false);
  expect(slugs()).toEqual(['b']);
});

it('the page of a style follows its name and sentence, and stays as it is once that is off sale', () => {
  document.body.innerHTML =
    '<header data-style-page="a"><h1 data-field="name">A</h1><p data-field="description">Alt.</p></header>';
  const head = document.querySelector('header')!;
  writeStylePage(head, [
    style('b', { description: 'Von b.' }),
    style('a', { displayName: 'Anders', description: 'Neu.' }),
  ]);
  expect(head.textContent).toBe('AndersNeu.');
  writeStylePage(head, [style('b')]);
  expect(head.textContent).toBe('AndersNeu.');
});

it('writes prices and credits as they are now', () => {
  document.body.innerHTML =
    '<ul><li data-plan="starter"><span data-field="name">Starter</span><span data-field="worth">Ihr Profil und 16 Portraits</span><span data-field="credits">120 Credits</span><span data-field="price">CHF 9.90</span></li></ul>';
  writePlans(list(), [
    { id: 'starter', name: 'Start', priceRappen: 1490, credits: 1150, recommended: false, examples: [] },
  ]);
  expect(list().textContent).toMatch(/^StartIhr Profil und 840 Portraits1’150 CreditsCHF\s14\.90$/);
});
