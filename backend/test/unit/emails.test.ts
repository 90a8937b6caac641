import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { SECURITY_CHANGES } from '../../src/identity/identity.events.js';
import { facts } from '../../src/facts/index.js';
import { ANNOUNCEMENT_KINDS } from '../../src/announcements/announcement.entity.js';
import { accountEmails } from '../../src/notifications/emails/account-emails.js';
import { announcementEmail } from '../../src/notifications/emails/announcement-emails.js';
import { contractEmails, type Declared } from '../../src/notifications/emails/contract-emails.js';
import { disputeDecided } from '../../src/notifications/emails/dispute-emails.js';
import { renderEmail as render, type EmailContent } from '../../src/notifications/emails/email-template.js';
import { legalTexts, operator } from '../support/operator.js';
import { EMAIL_TEMPLATES } from '../../src/notifications/emails/email-templates.js';
import { exampleEmails } from '../../src/notifications/emails/example-emails.js';
import { misuseEmails } from '../../src/notifications/emails/misuse-emails.js';
import { orderEmails } from '../../src/notifications/emails/order-emails.js';
import { portraitEmails } from '../../src/notifications/emails/portrait-emails.js';
import { webhookEmails } from '../../src/notifications/emails/webhook-emails.js';

const at = new Date('2026-12-03T13:05:00Z');
const url = 'https://bildnis.example/app';
const linkTo = (page: string) => `https://bildnis.example${page}`;
const contract = { seller: operator, texts: legalTexts };
const renderEmail = (content: EmailContent) => render(content, operator);
const hostile = '<img src=x onerror=alert(1)>"\'&\r\nBcc: alle@example.org';

const declared = (part: Partial<Declared>): Declared => ({
  number: 'K-7K3M-9Q2X-TD04',
  kind: 'cancellation',
  receivedAt: at,
  name: 'Petra Muster',
  email: 'petra@example.org',
  orderNumber: null,
  manner: 'ordinary',
  statement: null,
  ...part,
});

/** Emails about the account and its portraits, with the given text wherever a customer's own words may stand. */
function accountAndPortraitEmails(words: string): EmailContent[] {
  return [
    accountEmails.confirmEmail(url),
    accountEmails.confirmBeforeReset(url),
    accountEmails.resetPassword(url),
    accountEmails.code('042137'),
    ...SECURITY_CHANGES.map((kind) => accountEmails.securityChanged(words, { kind, what: words, at }, linkTo)),
    accountEmails.exportReady(words, at, url),
    accountEmails.exportFailed(words, url),
    ...[null, { owedCredits: 0 }, { owedCredits: 120 }].map((debt) =>
      accountEmails.accountDeleted({ profiles: 1, generations: 2, portraits: 16 }, debt, at),
    ),
    accountEmails.accountBlocked(words, words),
    portraitEmails.profileReady(words, { profileName: words, keeps: { model: 'crops', crops: 5 } }, url),
    portraitEmails.profileReady(words, { profileName: words, keeps: { model: 'hosted', crops: 0 } }, url),
    ...(['credits', 'style', 'consent', null] as const).map((reason) =>
      portraitEmails.profileReady(words, { profileName: words, chosenAhead: { styleName: words, reason } }, url),
    ),
    portraitEmails.profileFailed(words, words, true, url),
    portraitEmails.profileFailed(words, words, false, url),
    portraitEmails.generationCompleted(words, words, at, url),
    ...[true, false].map((isRepeat) => portraitEmails.generationFailed(words, { styleName: words, isRepeat }, url)),
    ...[1, 2].map((runs) =>
      portraitEmails.portraitsExpire(
        words,
        Array.from({ length: runs }, () => ({ styleName: words, completedAt: at, expiresAt: at })),
        url,
      ),
    ),
  ];
}

const ordered = (kind: 'plan' | 'pack' | 'upgrade', itemName: string, isHeld: boolean) => ({
  number: 'B-7K3M-9Q2X-TD04',
  kind,
  itemName,
  amountRappen: 1790,
  vat: { percent: 8.1, rappen: 134 },
  credits: 240,
  orderedAt: at,
  withdrawableUntil: at,
  nextCharge: kind === 'pack' ? null : { at, rappen: 1790 },
  isHeld,
});

/** Every email the product can send, in the same way. */
function everyEmail(words: string): EmailContent[] {
  return [
    ...accountAndPortraitEmails(words),
    ...(['gone', 'failing'] as const).map((reason) => webhookEmails.disabled(words, { host: words, reason, at }, url)),
    ...(['plan', 'pack', 'upgrade'] as const).map((kind) =>
      orderEmails.paid(words, ordered(kind, words, false), contract, url, url),
    ),
    orderEmails.paid(words, ordered('pack', words, true), contract, url, url),
    orderEmails.confirmed(words, ordered('pack', words, false), url),
    ...ANNOUNCEMENT_KINDS.map((kind) =>
      announcementEmail(
        words,
        {
          kind,
          text: words,
          effectiveFrom: at,
          version: '2027-01',
          priceRappen: 1990,
          plan: {
            name: words,
            paidRappen: 1790,
            announced: [{ priceRappen: 1990, from: new Date('2027-03-01T11:00:00Z') }],
          },
        },
        linkTo,
      ),
    ),
    ...[0, 1790].map((refundRappen) => orderEmails.refused(words, ordered('plan', words, true), refundRappen, url)),
    ...(['ordinary', 'extraordinary', null] as const).flatMap((manner) =>
      [null, words].map((given) =>
        contractEmails.received(
          declared({
            manner,
            kind: manner ? 'cancellation' : 'withdrawal',
            name: words,
            orderNumber: given,
            statement: given,
          }),
        ),
      ),
    ),
    ...(['ordinary', null] as const).map((manner) =>
      contractEmails.closed(
        declared({
          manner,
          kind: manner ? 'cancellation' : 'withdrawal',
          name: words,
          orderNumber: words,
          statement: words,
        }),
        words,
      ),
    ),
    contractEmails.canceled(words, words, at, url),
    contractEmails.paymentFailed(words, words, 1790, url),
    contractEmails.paymentToConfirm(words, words, 1790, url),
    ...(['plan', 'pack', 'upgrade'] as const).flatMap((kind) =>
      [0, 1790].flatMap((refundRappen) =>
        [false, true].map((awaitsDispute) =>
          contractEmails.withdrawn(
            words,
            {
              number: 'B-7K3M-9Q2X-TD04',
              kind,
              itemName: words,
              orderedAt: at,
              withdrawnAt: at,
              refundRappen,
              awaitsDispute,
            },
            url,
          ),
        ),
      ),
    ),
    misuseEmails.toConfirm({ number: 'M-7K3M-9Q2X-TD04', receivedAt: at }, url),
    ...[false, true].map((isDone) =>
      misuseEmails.closed(
        { number: 'M-7K3M-9Q2X-TD04', receivedAt: at },
        { isRemoved: isDone, isBlocked: isDone },
        words,
      ),
    ),
    ...[0, 20].map((credits) => exampleEmails.shown(words, { until: at, credits }, url)),
    exampleEmails.refused(words, url),
    exampleEmails.ended(words, url),
    misuseEmails.runRemoved(words, { styleName: words, completedAt: at }, words),
    ...(['won', 'lost'] as const).flatMap((outcome) =>
      [null, at].flatMap((withdrawnAt) =>
        [0, 990].flatMap((refundRappen) =>
          [null, { planName: words, runsUntil: null, hasEnded: false }].map((subscription) =>
            disputeDecided(
              words,
              {
                outcome,
                amountRappen: 990,
                paidAt: at,
                itemName: words,
                subscription,
                withdrawnAt,
                refundRappen,
                balance: 0,
                owedCredits: refundRappen ? 0 : 40,
              },
              url,
            ),
          ),
        ),
      ),
    ),
  ];
}

describe('emails', () => {
  test.each(everyEmail('Petra Muster').map((content) => [content.subject, content] as const))(
    '«%s» is whole: German of Switzerland, text and HTML alike',
    (_subject, content) => {
      const { subject, text, html } = renderEmail(content);
      expect(subject.length).toBeGreaterThan(8);
      expect(subject.length).toBeLessThan(80);
      expect(text + html + subject).not.toMatch(/ß|undefined|null|NaN|\{\{|[„“]/);
      for (const paragraph of content.paragraphs) expect(text).toContain(paragraph);
      if (content.action)
        expect([text.includes(content.action.url), html.includes(`href="${content.action.url}"`)]).toEqual([
          true,
          true,
        ]);
      expect(text).toContain(`Ihr Bildnis-Team\n\n${operator.name}\n`);
      expect(html).toContain('Musterstrasse 1, 8000 Zürich, Schweiz');
      expect(text.replace(/\n-{40}\n[\s\S]*/, '')).not.toMatch(/\d\d:\d\d/);
      expect(html).toContain('lang="de-CH"');
      expect(html).not.toMatch(/<script|<img|https?:\/\/(?!bildnis\.example)/);
    },
  );

  test.each(everyEmail(hostile).map((content) => [content.subject.replace(/\s+/g, ' '), content] as const))(
    'words of a customer stay words: %s',
    (_subject, content) => {
      const { subject, html } = renderEmail(content);
      expect(subject).not.toMatch(/[\r\n]/);
      expect(html).not.toMatch(/<img|onerror=alert\(1\)>"/);
    },
  );

  test.each(everyEmail('Petra Muster').map((content) => [content.subject, content] as const))(
    '«%s» greets without a comma and goes on with a capital',
    (_subject, content) => {
      expect(renderEmail(content).text).toMatch(/^Guten Tag( Petra Muster)?\n\n\p{Lu}/u);
    },
  );

  test('an email to an address that nobody has confirmed yet carries no words of whoever typed it', () => {
    expect(renderEmail(accountEmails.confirmEmail(url)).text).toMatch(/^Guten Tag\n/);
  });

  test('an email about a new key says how to revoke it, and leads there', () => {
    const { text } = renderEmail(
      accountEmails.securityChanged('Petra Muster', { kind: 'api_key_created', what: 'Werkstatt', at }, linkTo),
    );
    expect(text).toContain('widerrufen Sie den Schlüssel sofort in den Einstellungen unter «API»');
    expect(text).toContain('https://bildnis.example/app/settings/api');
  });

  test.each([
    ['kept', /Ihre API-Schlüssel gelten weiter/],
    ['1', /1 API-Schlüssel wurde widerrufen/],
    ['3', /3 API-Schlüssel wurden widerrufen/],
    ['0', /gelten weiter\.\n/],
  ] as const)('an email about a reset says what became of the keys: %s', (what, sentence) => {
    expect(renderEmail(accountEmails.securityChanged(null, { kind: 'password_reset', what, at }, linkTo)).text).toMatch(
      sentence,
    );
  });

  test('a receipt holds the whole declaration, its time and its number; what a stranger typed is quoted and links nowhere', () => {
    const { subject, text, html } = renderEmail(
      contractEmails.received(
        declared({
          manner: 'extraordinary',
          name: 'Petra\r\nNummer: K-0',
          orderNumber: 'www.evil.example',
          statement: 'Siehe https://evil.example/a?b=c\nNummer: K-1\r\nIhr Bildnis-Team',
        }),
      ),
    );
    expect(subject).toBe('Eingangsbestätigung: Kündigung K-7K3M-9Q2X-TD04');
    expect(text).toMatch(/^Guten Tag\n\nAm 3\. Dezember 2026 um 14\.05\u00a0Uhr ist /);
    const plain = text.replaceAll('\u2060', '');
    expect(plain).toContain(
      'Nummer: K-7K3M-9Q2X-TD04\nEingegangen: 3. Dezember 2026, 14.05\u00a0Uhr\nArt: Ausserordentliche Kündigung\nName: Petra Nummer: K-0\nE-Mail: petra@example.org\nVertrags- oder Bestellnummer: www.evil.example\nGrund:\n> Siehe https://evil.example/a?b=c\n> Nummer: K-1\n> Ihr Bildnis-Team',
    );
    for (const part of [text, html]) expect(part).not.toMatch(/evil\.example|https?:\/\//);
  });

  test('a receipt says nothing about whether there is such a customer', () => {
    const { text } = renderEmail(
      contractEmails.received(declared({ kind: 'withdrawal', manner: null, orderNumber: 'B-7K3M-9Q2X-TD04' })),
    );
    expect(text).toContain('innert 3 Arbeitstagen');
    expect(text).not.toMatch(/Art:|CHF|Starter|Professional|Business/);
  });

  test('the confirmation of an order names the last day of the withdrawal as it is in Zurich', () => {
    const order = {
      number: 'B-7K3M-9Q2X-TD04',
      kind: 'plan',
      itemName: 'Starter',
      amountRappen: 990,
      vat: null,
      credits: 120,
      orderedAt: at,
    } as const;
    const { text } = renderEmail(
      orderEmails.paid(
        null,
        { ...order, nextCharge: null, isHeld: false, withdrawableUntil: new Date('2026-12-07T22:59:59.999Z') },
        contract,
        url,
        url,
      ),
    );
    expect(text).toContain('bis und mit 7. Dezember 2026, 24\u00a0Uhr');
  });

  test.each(['plan', 'upgrade'] as const)(
    'the confirmation of a subscription (%s) ends it as all texts do, with the paid period',
    (kind) => {
      const order = {
        number: 'B-7K3M-9Q2X-TD04',
        kind,
        itemName: 'Starter',
        amountRappen: 990,
        vat: null,
        credits: 120,
        orderedAt: at,
        nextCharge: null,
        isHeld: false,
        withdrawableUntil: at,
      };
      const { text } = renderEmail(orderEmails.paid(null, order, contract, url, url));
      expect(text).toContain(`Kündigung: Jederzeit ${facts.subscription.endsOn}\n`);
      expect(text).not.toMatch(/Ende des Monats|Rest des Monats/);
    },
  );

  test('times are those of Zurich', () => {
    expect(renderEmail(accountEmails.exportReady(null, at, url)).text).toContain('3. Dezember 2026 um 14.05\u00a0Uhr');
    expect(
      renderEmail(accountEmails.accountDeleted({ profiles: 1, generations: 0, portraits: 8 }, null, at)).text,
    ).toContain('1 Profil, 0 Generationen mit 8 Portraits');
  });
});

test.each([
  [
    'crops',
    'das Profil behält 5 freigestellte Arbeitsausschnitte mit Gesichtspunkten und Hautton sowie Vergleichswerte des Gesichts',
  ],
  ['hosted', 'das Profil behält sein trainiertes Modell bei Replicate (USA) sowie Vergleichswerte des Gesichts'],
] as const)('the email about a ready profile says what stays of a model that is «%s»', (model, stays) => {
  const { paragraphs } = portraitEmails.profileReady(
    null,
    { profileName: 'Bewerbung', keeps: { model, crops: 5 } },
    url,
  );
  expect(paragraphs[0]).toContain(stays);
});

test('each has a word in the admin area, and no other word is there', () => {
  const texts = new URL('../../../pwa/src/locales/de-CH/admin.json', import.meta.url);
  const { mail } = JSON.parse(readFileSync(texts, 'utf8')) as { mail: Record<string, string> };
  expect(Object.keys(mail).toSorted()).toEqual(EMAIL_TEMPLATES.toSorted());
});
