import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { facts } from '~/lib/facts';
import { text } from '~/lib/i18n';

const SOURCE = join(import.meta.dirname, '../src');
const files = ['locales/de-CH', 'content/pages', 'content/legal'].flatMap((folder) =>
  readdirSync(join(SOURCE, folder)).map((name) => ({ name, words: readFileSync(join(SOURCE, folder, name), 'utf8') })),
);
const saying = (pattern: RegExp) => files.filter(({ words }) => pattern.test(words)).map(({ name }) => name);

it('the prices and the order page say when a cancelled subscription ends in the words of the confirmation mail', () => {
  expect(text('billing.pricing.lead')).toContain(`jederzeit ${facts.subscription.endsOn} kündbar`);
  expect(text('billing.order.noticeValue')).toBe(`Jederzeit ${facts.subscription.endsOn}`);
});

it('pages and terms take these words from the facts; none has its own', () => {
  expect(saying(/\{\{subscription\.endsOn\}\}/).toSorted()).toEqual([
    'bewerbungsfoto.json',
    'faq.json',
    'home.json',
    'refund.md',
    'terms.md',
  ]);
  expect(saying(/auf (das )?(Ende|Monatsende) de[rs]|Ende des Monats/)).toEqual([]);
});
