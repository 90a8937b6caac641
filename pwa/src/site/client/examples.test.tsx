// @vitest-environment jsdom
import { beforeEach, expect, it } from 'vitest';
import type { Schemas } from '~/lib/api';
import { writeExamples } from './examples';

type Example = Schemas['PublishedExample'];

const picture = (name: string) => ({ url: `/p/${name}/400`, largeUrl: `/p/${name}/800`, width: 800, height: 1000 });
const example = (id: string, more: Partial<Example> = {}): Example => ({
  id,
  alias: `Anna <b>${id}</b>`,
  style: { slug: 'office', displayName: 'Büro' },
  before: picture('before'),
  portraits: [picture('one'), picture('two')],
  ...more,
});

const section = () => document.querySelector<HTMLElement>('[data-examples]')!;
const items = () => [...section().querySelectorAll<HTMLElement>('[data-example]')];
beforeEach(() => {
  document.body.innerHTML = `<div hidden data-examples="home" data-worded="Style «{style}»" data-before="{alias}, davor" data-after="{alias}, {style}">
    <ul data-list></ul><template><li><div data-compare><img data-field="after"><img data-field="before"><input type="range"></div>
    <p><span data-field="alias"></span><span data-field="style"></span></p><ul data-set></ul></li></template></div>`;
});

it('shows what is released, and hides its place where nothing is', () => {
  writeExamples(section(), [example('a')]);
  expect(section().hidden).toBe(false);
  const [item] = items();
  expect(item!.textContent).toContain('Anna <b>a</b>');
  expect(item!.textContent).toContain('Style «Büro»');
  expect([...item!.querySelectorAll('img')].map(({ alt, srcset }) => [alt, srcset])).toEqual([
    ['Anna <b>a</b>, Büro', '/p/one/400 400w, /p/one/800 800w'],
    ['Anna <b>a</b>, davor', '/p/before/400 400w, /p/before/800 800w'],
    ['Anna <b>a</b>, Büro', '/p/two/400 400w, /p/two/800 800w'],
  ]);
  writeExamples(section(), []);
  expect([section().hidden, items().length]).toEqual([true, 0]);
});

it('takes away what is released no more, and leaves the others as they are', () => {
  writeExamples(section(), [example('a'), example('b', { before: null })]);
  const kept = items()[1]!;
  expect(kept.querySelector('[data-compare]')!.getAttribute('data-compare')).toBe('none');
  expect(kept.querySelector("[data-field='before']")).toBeNull();
  writeExamples(section(), [example('c'), example('b')]);
  expect(items().map(({ dataset }) => dataset['example'])).toEqual(['c', 'b']);
  expect(items()[1]).toBe(kept);
});

it('shows more or less of the photo before, as it is drawn', () => {
  writeExamples(section(), [example('a')]);
  const range = section().querySelector('input')!;
  range.value = '20';
  range.dispatchEvent(new Event('input'));
  expect(section().querySelector<HTMLElement>('[data-compare]')!.style.getPropertyValue('--shown')).toBe('20%');
});
