import { describe, expect, test } from 'vitest';
import { SECURITY_CHANGES } from '../../src/accounts/accounts.events.js';
import { accountLetters } from '../../src/notifications/letters/account-letters.js';
import { renderLetter, type LetterContent } from '../../src/notifications/letters/letter-template.js';
import { orderLetters } from '../../src/notifications/letters/order-letters.js';
import { portraitLetters } from '../../src/notifications/letters/portrait-letters.js';

const at = new Date('2026-12-03T13:05:00Z');
const url = 'https://bildnis.example/app';
const hostile = '<img src=x onerror=alert(1)>"\'&\r\nBcc: alle@example.org';

/** Every letter the product can send, with the given text wherever a customer's own words may stand. */
function everyLetter(words: string): LetterContent[] {
  return [
    accountLetters.confirmEmail(url),
    accountLetters.resetPassword(url),
    accountLetters.code('042137'),
    ...SECURITY_CHANGES.map((kind) => accountLetters.securityChanged(words, { kind, what: words, at }, url)),
    accountLetters.exportReady(words, at, url),
    accountLetters.exportFailed(words, url),
    accountLetters.accountDeleted({ profiles: 1, generations: 2, portraits: 16 }, at),
    accountLetters.accountBlocked(words, words),
    orderLetters.paid(words, { planName: words, amountRappen: 1790, credits: 240, orderedAt: at }, url),
    portraitLetters.profileReady(words, words, url),
    portraitLetters.profileFailed(words, words, true, url),
    portraitLetters.profileFailed(words, words, false, url),
    portraitLetters.generationCompleted(words, words, at, url),
    portraitLetters.generationFailed(words, words, url),
  ];
}

describe('letters', () => {
  test.each(everyLetter('Petra Muster').map((content) => [content.subject, content] as const))('«%s» is whole: German of Switzerland, text and HTML alike', (_subject, content) => {
    const { subject, text, html } = renderLetter(content);
    expect(subject.length).toBeGreaterThan(8);
    expect(subject.length).toBeLessThan(80);
    expect(text + html + subject).not.toMatch(/ß|undefined|null|NaN|\{\{|[„“]/);
    for (const paragraph of content.paragraphs) expect(text).toContain(paragraph);
    if (content.action) expect([text.includes(content.action.url), html.includes(`href="${content.action.url}"`)]).toEqual([true, true]);
    expect(html).toContain('lang="de-CH"');
    expect(html).not.toMatch(/<script|<img|https?:\/\/(?!bildnis\.example)/);
  });

  test.each(everyLetter(hostile).map((content) => [content.subject.replace(/\s+/g, ' '), content] as const))('words of a customer stay words: %s', (_subject, content) => {
    const { subject, html } = renderLetter(content);
    expect(subject).not.toMatch(/[\r\n]/);
    expect(html).not.toMatch(/<img|onerror=alert\(1\)>"/);
  });

  test('a letter to an address that nobody has confirmed yet carries no words of whoever typed it', () => {
    expect(renderLetter(accountLetters.confirmEmail(url)).text).toMatch(/^Guten Tag\n/);
  });

  test('times are those of Zurich', () => {
    expect(renderLetter(accountLetters.exportReady(null, at, url)).text).toContain('3. Dezember 2026 um 14:05');
    expect(renderLetter(accountLetters.accountDeleted({ profiles: 1, generations: 0, portraits: 8 }, at)).text).toContain('1 Profil, 0 Generationen mit 8 Portraits');
  });
});
