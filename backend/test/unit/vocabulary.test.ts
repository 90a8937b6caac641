import { expect, it } from 'vitest';
import {
  checkVocabulary,
  exceptions,
  faultsOfWords,
  unusedExceptions,
  vocabularyFiles,
} from '../../bootstrap/vocabulary.mjs';

const inTexts = (text: string) =>
  faultsOfWords({ path: 'pwa/src/locales/de-CH/x.json', source: JSON.stringify({ account: text }) });
const inPage = (source: string) => faultsOfWords({ path: 'pwa/src/content/blog/ai/x.md', source });
const inEmail = (source: string) => faultsOfWords({ path: 'backend/src/notifications/emails/x.ts', source });

it('all texts say one word for one thing, and need every exception', () => {
  expect(checkVocabulary()).toEqual({ code: 0, output: '' });
  const paths = vocabularyFiles().map(({ path }) => path);
  for (const folder of [
    'pwa/src/locales/',
    'pwa/src/content/blog/',
    'pwa/src/content/legal/',
    'backend/src/notifications/emails/',
  ])
    expect(paths.filter((path) => path.startsWith(folder)).length, folder).toBeGreaterThan(4);
});

it.each([
  ['Ihr Credit-Pack', 'Credit-Pack', 'Credit-Paket'],
  ['Neues Kreditpaket', 'Kreditpaket', 'Credit-Paket'],
  ['nach einer Rückbelastung', 'Rückbelastung', 'Rückbuchung'],
  ['Ihr Account', 'Account', 'Konto'],
  ['Ihr Abonnement', 'Abonnement', 'Abo'],
  ['Der Preis Ihres Plans', 'Ihres Plans', 'Ihr Abo'],
  ['mit AI gemacht', 'AI', 'KI'],
  ['eine Mail an uns', 'Mail', 'E-Mail'],
  ['Bitte warten...', '...', '…'],
  ['am Mittwoch, 14:05', '14:05', '14.05 Uhr'],
  ['Straße', 'ß', 'ss'],
])('refuses a planted word: %s', (text, word, instead) => {
  const said = `statt «${word}» steht hier «${instead}»`;
  expect(inTexts(text)).toEqual([`pwa/src/locales/de-CH/x.json:1: ${said}`]);
  expect(inPage(`Eins.\n${text}`)).toEqual([`pwa/src/content/blog/ai/x.md:2: ${said}`]);
  expect(inEmail(`// Mail\nconst word = '${text}';`)).toEqual([`backend/src/notifications/emails/x.ts:2: ${said}`]);
});

it('asks for a space that holds a number and its unit together, where the site does not see to it', () => {
  expect(inTexts('höchstens {{megabytes}} MB')).toHaveLength(1);
  expect(inTexts('höchstens {{megabytes}}\u00a0MB')).toEqual([]);
  expect(inEmail('const at = `um ${time(at).replace(`:`, `.`)} Uhr`;')).toHaveLength(1);
  expect(inEmail(String.raw`const at = ${'`um ${time(at)}'}\u00a0Uhr${'`'};`)).toEqual([]);
  expect(inPage('höchstens 8 MB')).toEqual([]);
});

it('lets what the specification words stand, addresses, names of keys and what is code', () => {
  for (const exception of exceptions) expect(inTexts(exception)).toEqual([]);
  expect(inTexts('Kreditpaket konnte nicht kopiert werden.')).toHaveLength(1);
  expect(inPage('[Quelle](https://example.org/AI/mail?at=14:05) und https://example.org/AI')).toEqual([]);
  expect(inEmail("import { Mail } from './mail.js';\nconst all = [...mails, 'Guten Tag'];")).toEqual([]);
});

it('tells of an exception that no text needs', () =>
  expect(unusedExceptions([{ path: 'pwa/src/content/x.md', source: exceptions.slice(1).join('\n') }])).toEqual([
    `die Ausnahme «${exceptions[0]}» steht in keinem Text`,
  ]));
