import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { facts } from '~/lib/facts';
import type { Schemas } from '~/lib/api';
import { loadTexts } from '~/lib/i18n';
import { serve } from '../../../test/server';
import { Examples } from '../pages/examples';
import { keepExamples, writeExamples } from './examples';

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
const ids = () => items().map(({ dataset }) => dataset['example']);
const compare = () => section().querySelector<HTMLElement>("ul [data-field='compare']")!;
const range = () => compare().querySelector('input')!;

beforeAll(() => loadTexts('site'));
beforeEach(() => {
  document.body.innerHTML = renderToStaticMarkup(<Examples place="home" />);
});

it('shows what is released, and hides its place where nothing is', () => {
  writeExamples(section(), [example('a')]);
  expect(section().hidden).toBe(false);
  const [item] = items();
  expect(item!.textContent).toContain('Anna <b>a</b>');
  expect(item!.textContent).toContain('Style «Büro»');
  expect([...item!.querySelectorAll('img')].map(({ alt, srcset }) => [alt, srcset])).toEqual([
    ['Anna <b>a</b>, Portrait im Style «Büro»', '/p/one/400 400w, /p/one/800 800w'],
    ['Anna <b>a</b>, das Foto davor', '/p/before/400 400w, /p/before/800 800w'],
    ['Anna <b>a</b>, Portrait im Style «Büro»', '/p/two/400 400w, /p/two/800 800w'],
  ]);
  writeExamples(section(), []);
  expect([section().hidden, items().length]).toEqual([true, 0]);
});

it('takes away what is released no more; a slider that is held stays where it is', () => {
  writeExamples(section(), [example('b'), example('d', { before: null })]);
  const [kept, single] = items();
  expect(single!.querySelector("[data-field='compare']")!.hasAttribute('data-single')).toBe(true);
  expect(single!.querySelector("[data-field='before']")).toBeNull();
  range().focus();
  writeExamples(section(), [example('c'), example('b'), example('e')]);
  expect(ids()).toEqual(['c', 'b', 'e']);
  expect(items()[1]).toBe(kept);
  expect(document.activeElement).toBe(kept!.querySelector('input'));
  writeExamples(section(), [example('e'), example('b'), example('c')]);
  expect(ids()).toEqual(['e', 'b', 'c']);
});

it('shows more or less of the photo before, as it is drawn, and says whose and how much', () => {
  writeExamples(section(), [example('a', { alias: 'Anna B.' })]);
  expect(range().getAttribute('aria-label')).toBe('Vorher und nachher vergleichen: Anna B.');
  expect(range().getAttribute('aria-valuetext')).toBe('50\u00a0Prozent vorher');
  range().value = '20';
  range().dispatchEvent(new Event('input'));
  expect(compare().style.getPropertyValue('--shown')).toBe('20%');
  expect(range().getAttribute('aria-valuetext')).toBe('20\u00a0Prozent vorher');
});

describe('a page that stays open', () => {
  const MS = facts.examples.recheckSeconds * 1000;
  const ASKED = 'GET /examples?place=home';
  const wait = (ms: number) => vi.advanceTimersByTimeAsync(ms);
  const isSeen = () => !section().hidden && section().style.visibility !== 'hidden';
  const answer = (...examples: Example[]) => ({ body: { items: examples } });
  let isHidden = false;
  const turn = (hidden: boolean) => {
    isHidden = hidden;
    document.dispatchEvent(new Event('visibilitychange'));
  };

  beforeEach(() => {
    isHidden = false;
    vi.useFakeTimers();
    vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => (isHidden ? 'hidden' : 'visible'));
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });

  it('asks every half minute, and takes away what was withdrawn', async () => {
    const sent = serve({ [ASKED]: [answer(example('a'), example('b')), answer(example('b'))] });
    keepExamples(section());
    await wait(0);
    expect([ids(), isSeen()]).toEqual([['a', 'b'], true]);
    await wait(MS);
    expect([ids(), sent.length]).toEqual([['b'], 2]);
  });

  it('shows nothing while nobody answers, keeps its place, and shows it again once somebody does', async () => {
    serve({ [ASKED]: [answer(example('a')), new TypeError('Failed to fetch'), answer(example('a'))] });
    keepExamples(section());
    await wait(0);
    const [shown] = items();
    await wait(MS);
    expect([isSeen(), section().hidden, items()[0]]).toEqual([false, false, shown]);
    await wait(MS);
    expect([isSeen(), items()[0]]).toEqual([true, shown]);
  });

  it('shows nothing for longer than a minute after the last answer, also where the next one hangs', async () => {
    serve({ [ASKED]: answer(example('a')) });
    keepExamples(section());
    await wait(0);
    globalThis.fetch = () => new Promise(() => undefined);
    await wait(2 * MS - 1);
    expect(isSeen()).toBe(true);
    await wait(1);
    expect(isSeen()).toBe(false);
  });

  it('that comes back from the background shows nothing before it has asked, and gives the slider its focus back', async () => {
    serve({ [ASKED]: answer(example('a')) });
    keepExamples(section());
    await wait(0);
    range().focus();
    turn(true);
    await wait(MS + 1);
    turn(false);
    expect(isSeen()).toBe(false);
    // As a browser does with what is not seen any more.
    range().blur();
    await wait(0);
    expect(isSeen()).toBe(true);
    expect(document.activeElement).toBe(range());
  });
});
