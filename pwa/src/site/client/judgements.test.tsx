// @vitest-environment jsdom
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { loadAllTexts } from '~/lib/i18n';
import type { Schemas } from '~/lib/api';
import { JudgementsPage, JudgementSummary } from '../pages/judgements';
import { writeJudgements } from './judgements';

type Published = Schemas['PublishedJudgements'];

const figures = (judgements: number): NonNullable<Published['all']> => ({
  judgements,
  customers: judgements - 1,
  from: '2026-11-01T00:00:00.000Z',
  to: '2026-11-27T00:00:00.000Z',
  likeness: [0, 1, 2, 5, judgements - 8],
  wouldUse: judgements - 3,
});
const published = (more: Partial<Published> = {}): Published =>
  ({
    all: figures(24),
    styles: [{ slug: 'office', displayName: 'Büro', figures: figures(21) }],
    sentences: [
      {
        sentence: '<b>Sehr</b> {reply}',
        style: { slug: 'office', displayName: 'Büro' },
        month: '2026-11',
        reply: 'Danke',
      },
    ],
    hiddenSentences: 0,
    testPayments: true,
    ...more,
  }) as Published;

const seen = (selector: string) =>
  [...document.querySelectorAll<HTMLElement>(selector)].filter((place) => !place.closest('[hidden]'));

beforeAll(() => loadAllTexts());
beforeEach(() => {
  document.documentElement.lang = 'de-CH';
  document.body.innerHTML = renderToStaticMarkup(
    <>
      <JudgementSummary slug="office" />
      <JudgementSummary slug="rare" />
      <JudgementsPage copy={{ meta: { title: '', description: '' }, title: 'So', lead: '', sections: [] }} />
    </>,
  );
});

it('shows no figure before there are any, and says so', () => {
  expect(seen('[data-judgements]')).toEqual([]);
  writeJudgements(document, published({ all: null, styles: [], sentences: [] }));
  expect(seen('[data-judgements], [data-sentences], [data-styles-judged]')).toEqual([]);
  expect(document.querySelector('[data-state]')!.textContent).toMatch(/^Noch zu wenige Urteile/);
  writeJudgements(document, null);
  expect(document.querySelector('[data-state]')!.textContent).toMatch(/nicht laden/);
});

it('fills in figures with their number and period, of styles that have enough', () => {
  writeJudgements(document, published());
  expect(seen('[data-judgements]').map(({ dataset }) => dataset['judgements'])).toEqual(['office', '']);
  expect(seen("[data-judgements=''] [data-field='basis']")[0]!.textContent).toBe(
    '24 Urteile, 1. November 2026 bis 27. November 2026. Zahlende Kundinnen und Kunden: 23.',
  );
  expect(seen("[data-judgements=''] [data-field='count']").map(({ textContent }) => textContent)).toEqual([
    '16',
    '5',
    '2',
    '1',
    '0',
  ]);
  expect(seen('[data-test-payments]').length).toBeGreaterThan(0);
});

it('shows sentences as they were written, never as HTML, and takes away what is gone', () => {
  writeJudgements(document, published({ hiddenSentences: 2 }));
  const [sentence] = seen('blockquote');
  expect([sentence!.textContent, sentence!.querySelector('b')]).toEqual(['«<b>Sehr</b> {reply}»', null]);
  expect(seen("[data-field='source']")[0]!.textContent).toBe('Büro · November 2026');
  expect(seen("[data-field='hidden']")[0]!.textContent).toMatch(/^2 Sätze/);
  writeJudgements(document, published({ sentences: [] }));
  expect(seen('blockquote')).toEqual([]);
});
