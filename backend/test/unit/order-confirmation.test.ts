import { readFileSync } from 'node:fs';
import { inflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { facts } from '../../src/facts/index.js';
import { orderConfirmationPdf } from '../../src/notifications/order-confirmation-pdf.js';
import { readLegalText } from '../../src/payments/contract-texts/legal-text.js';
import { renderEmail, senderLines } from '../../src/notifications/emails/email-template.js';
import { orderEmails, type OrderedItem } from '../../src/notifications/emails/order-emails.js';
import { legalTexts, operator } from '../support/operator.js';

const TERMS = readFileSync(new URL('../../../pwa/src/content/legal/terms.md', import.meta.url), 'utf8');
const url = 'https://bildnis.example/app';
const at = new Date('2026-12-03T13:05:00Z');

const ordered = (kind: OrderedItem['kind']): OrderedItem => ({
  number: 'B-7K3M-9Q2X-TD04',
  kind,
  itemName: 'Professional',
  amountRappen: 1790,
  vat: { percent: 8.1, rappen: 134 },
  credits: 240,
  orderedAt: at,
  withdrawableUntil: at,
  nextCharge: kind === 'pack' ? null : { at: new Date('2027-01-03T13:05:00Z'), rappen: 1790 },
  isHeld: false,
});
const confirmation = (kind: OrderedItem['kind'], seller = operator) =>
  renderEmail(orderEmails.paid('Petra Muster', ordered(kind), { seller, texts: legalTexts }, url, url), seller);

/** What a PDF says: its streams unpacked, and the strings of its built-in fonts read. */
function wordsOf(pdf: Buffer): string {
  const bytes = pdf.toString('latin1');
  const streams = [...bytes.matchAll(/stream\r?\n([\s\S]*?)\r?\nendstream/g)].flatMap(([, packed]) => {
    try {
      return [inflateSync(Buffer.from(packed!, 'latin1')).toString('latin1')];
    } catch {
      return [];
    }
  });
  return streams
    .flatMap((stream) => [...stream.matchAll(/\[([^\]]*)\] TJ/g)])
    .map(([, line]) =>
      [...line!.matchAll(/<([0-9a-f]*)>/g)].map(([, hex]) => Buffer.from(hex!, 'hex').toString('latin1')).join(''),
    )
    .join(' ')
    .replace(/\s+/g, ' ');
}

describe('the confirmation of an order', () => {
  test.each([
    [
      'plan',
      'Preis: CHF 17.90 im Monat, inkl. 8.1\u00a0% MWST (CHF 1.34)\n',
      `Kündigung: Jederzeit ${facts.subscription.endsOn}\n`,
    ],
    ['pack', 'Preis: CHF 17.90 einmalig, inkl. 8.1\u00a0% MWST (CHF 1.34)\n', 'Kündigung: Nicht nötig\n'],
    [
      'upgrade',
      'Periode: CHF 17.90, inkl. 8.1\u00a0% MWST (CHF 1.34)\n',
      `Kündigung: Jederzeit ${facts.subscription.endsOn}\n`,
    ],
  ] as const)('of a %s says price, term and notice as the order page does, and who sells', (kind, price, notice) => {
    const { text } = confirmation(kind);
    expect(text).toContain(price);
    expect(text).toContain(notice);
    expect(text).toContain(
      `Ihre Vertragspartnerin: ${operator.name}, ${operator.street}, ${operator.city}, ${operator.country}\n`,
    );
    for (const line of [operator.contact, operator.register, `UID: ${operator.uid}`, `MWST-Nummer: ${operator.vat}`])
      expect(text).toContain(line);
  });

  test('says when what is charged next, where something is', () => {
    for (const kind of ['plan', 'upgrade'] as const)
      expect(confirmation(kind).text).toContain('Nächste Abbuchung: CHF 17.90 am 3. Januar 2027');
    expect(confirmation('pack').text).not.toContain('Abbuchung:');
  });

  test('claims neither tax nor a register where the seller has none', () => {
    for (const kind of ['plan', 'pack', 'upgrade'] as const) {
      const { text } = confirmation(kind, { ...operator, vat: '', register: '' });
      const itself = text.split('-'.repeat(40))[0];
      expect(itself).not.toMatch(/inkl\. MWST|MWST-Nummer|Registereintrag/);
      expect(itself).toContain('Nicht mehrwertsteuerpflichtig');
    }
  });

  test('brings terms that claim no tax of such a seller', () => {
    const terms = (vat: string) =>
      readLegalText(TERMS, { operator: { ...operator, vat }, publicOrigin: 'https://bildnis.example' })
        .blocks.map((block) => block.text)
        .join(' ');
    expect(terms(operator.vat)).toContain('enthalten die Mehrwertsteuer');
    expect(terms('')).toContain('enthalten keine Mehrwertsteuer, da wir nicht mehrwertsteuerpflichtig sind');
    expect(terms('')).not.toContain('enthalten die');
  });

  test('brings the terms and the instruction on withdrawal with its form, in text and in HTML', () => {
    const { text, html } = confirmation('plan');
    for (const part of [text, html]) {
      expect(part).toContain('Allgemeine Geschäftsbedingungen');
      expect(part).toContain(`Fassung ${facts.consents.terms}`);
      expect(part).toContain('Hiermit widerrufe ich den von mir abgeschlossenen Vertrag');
      expect(part).toContain('Starter: 120 Credits');
      expect(part).not.toMatch(/\]\(|\*\*|\{\{|(?:<|&lt;)!--|promise:/);
    }
    expect(text).toContain('Impressum (https://bildnis.example/legal/imprint)');
  });

  test('has all of it in a PDF to keep', async () => {
    const mail = orderEmails.paid('Petra Muster', ordered('plan'), { seller: operator, texts: legalTexts }, url, url);
    const pdf = await orderConfirmationPdf({
      title: 'Bestellbestätigung B-7K3M-9Q2X-TD04',
      paragraphs: mail.paragraphs,
      texts: legalTexts,
      sender: senderLines(operator),
      at,
    });
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
    const words = wordsOf(pdf);
    for (const said of [
      'Bestellnummer: B-7K3M-9Q2X-TD04',
      operator.name,
      'Allgemeine Geschäftsbedingungen',
      'Muster-Widerrufsformular',
      'Hiermit widerrufe ich',
      'Seite 1 von',
    ])
      expect(words).toContain(said);
  });

  test('is made of any words somebody may have typed', async () => {
    const pdf = await orderConfirmationPdf({
      title: 'x',
      paragraphs: ['Guten Tag Čeněk 田中 😀 \u2060'],
      texts: [],
      sender: ['Lichtbild AG'],
      at,
    });
    expect(wordsOf(pdf)).toContain('Guten Tag Cenek ?? ?');
  });
});

test('a placeholder of a legal text that names nothing stops it', () => {
  const read = (body: string) =>
    readLegalText(`---\ntitle: x\nversion: 1\n---\n${body}`, { operator, publicOrigin: 'https://bildnis.example' });
  expect(() => read('{{plans.gratis.credits}}')).toThrow('names nothing');
  expect(() => read('{{mm photos.max}}')).toThrow('names nothing');
  expect(read('[AGB](/legal/terms) **gelten** <nicht>').blocks).toEqual([
    { kind: 'text', text: 'AGB (https://bildnis.example/legal/terms) gelten <nicht>' },
  ]);
});
