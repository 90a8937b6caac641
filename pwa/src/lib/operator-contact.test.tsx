import { afterEach, expect, it } from 'vitest';
import { newTranslations } from './i18n/i18n';

afterEach(() => document.head.replaceChildren());

it('texts that send people to customer service say how it is reached, as the document does', () => {
  document.head.innerHTML = '<meta name="operator-contact" content="post@muster.example, +41 44 555 01 23" />';
  expect(newTranslations(true).t('errors.account_blocked')).toMatch(
    /Kundendienst: post@muster\.example, \+41 44 555 01 23\.$/,
  );
});

it('texts that name a price say whether it includes tax, as the document does', () => {
  document.head.innerHTML = '<meta name="operator-tax" content="ohne MWST (nicht mehrwertsteuerpflichtig)" />';
  expect(newTranslations(true).t('billing.pricing.lead')).toMatch(
    /^Alle Preise ohne MWST \(nicht mehrwertsteuerpflichtig\)\./,
  );
});

it('without the document’s word they lead to the imprint', () => {
  expect(newTranslations(true).t('errors.account_blocked')).toMatch(/Kundendienst: \/legal\/imprint\.$/);
});
