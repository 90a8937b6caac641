import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { faultsOfPromises, legalPages, otherTexts, readRows } from '../../bootstrap/promises.mjs';
import { repository, type Files } from '../../bootstrap/specification.mjs';

const page = readFileSync(new URL('../../../docs/promises.md', import.meta.url), 'utf8');
const files: Files = {
  kindOf: (path) => (['src/a.ts', 'test/a.test.ts'].includes(path) ? 'file' : undefined),
  read: () => "it('goes after a day', …);",
};
const ROW = '| `photos` | photos go | `src/a.ts` | `test/a.test.ts` «goes after a day» |';
const BY_PEOPLE = '## Kept by people\n| `answers` | an answer in a week | support |';
const faultsOf = (rows: string, legal: string) => faultsOfPromises(rows, new Map([['terms.md', legal]]), files);

describe('the page of promises', () => {
  it('has a row for each promise of the legal pages and each time in other texts, and names what there is', () =>
    expect(faultsOfPromises(page, legalPages(), repository, otherTexts())).toEqual([]));

  it.each([
    [
      'pwa/src/locales/de-CH/dashboard.json',
      '"a": "Gelöscht nach {{facts.invented.keptDays}} Tagen."',
      'invented.keptDays',
    ],
    ['pwa/src/content/pages/home.json', '"a": "Nach {{invented.answerHours}} Stunden."', 'invented.answerHours'],
    [
      'backend/src/notifications/emails/order-emails.ts',
      '`Innert ${facts.invented.paidDays} Tagen.`',
      'invented.paidDays',
    ],
    ['pwa/src/content/pages/faq.json', '"a": "Wir antworten innert 3 Tagen."', 'innert 3 Tagen'],
  ])('a time that is planted in %s is noticed', (path, line, time) => {
    const texts = otherTexts();
    const planted = new Map([[path, `${texts.get(path)}\n${line}\n`]]);
    expect(faultsOfPromises(page, legalPages(), repository, planted)).toEqual([
      expect.stringMatching(new RegExp(`^${path}:\\d+: nennt «${time}»`)),
    ]);
  });

  it('a sentence that is planted in a legal page is noticed, with a mark or without one', () => {
    const [path, terms] = [...legalPages()].find(([name]) => name.endsWith('terms.md'))!;
    const planted = (line: string) => faultsOfPromises(page, new Map([[path, `${terms}\n${line}\n`]]));
    expect(planted('Wir antworten innert einer Stunde. <!-- promise: answer-1h -->')).toEqual([
      expect.stringContaining('das Versprechen «answer-1h» hat keine Zeile in docs/promises.md'),
    ]);
    expect(planted('Wir löschen alles nach {{portraits.keptDays}} Tagen.')).toEqual([
      expect.stringContaining('nennt eine Frist ohne Versprechen'),
    ]);
  });

  it('a row whose test is renamed is noticed', () => {
    const planted = page.replace('«a session ends after 30 days»', '«a session ends after 31 days»');
    expect(planted).not.toBe(page);
    expect(faultsOfPromises(planted, legalPages())).toEqual([
      expect.stringContaining('steht kein Test «a session ends after 31 days»'),
    ]);
  });

  it('what only people can keep is a short list that grows on purpose', () =>
    expect(
      readRows(page)
        .filter(({ isByPeople }) => isByPeople)
        .map(({ id }) => id),
    ).toEqual([
      'privacy-requests',
      'visits-deleted',
      'barriers-answered',
      'declarations-reviewed',
      'requests-reviewed',
      'refund-arrives',
      'duplicate-purchases',
      'adults-only',
      'backups-14d',
      'delivery-time',
      'own-use-only',
    ]));
});

describe('a row', () => {
  it('is whole with a file and a test, or with the people who keep it', () =>
    expect(faultsOf(`${ROW}\n${BY_PEOPLE}`, 'Weg. <!-- promise: photos, answers -->')).toEqual([]));

  it.each([
    ['| `photos` | photos go | `src/b.ts` | `test/a.test.ts` «goes after a day» |', '«src/b.ts» gibt es nicht'],
    ['| `photos` | photos go | somebody | `test/a.test.ts` «goes after a day» |', 'nennt keine Datei'],
    ['| `photos` | photos go | `src/a.ts` | later |', 'nennt keinen Test'],
    ['| `photos` | photos go | `src/a.ts` | `test/b.test.ts` «goes» |', 'die Testdatei «test/b.test.ts» gibt es nicht'],
    ['| `photos` | photos go | `src/a.ts` | `test/a.test.ts` «stays» |', 'steht kein Test «stays»'],
    [`${ROW}\n${ROW}`, 'steht doppelt da'],
    ['## Kept by people\n| `photos` | photos go |  |', 'sagt nicht, wer'],
  ])('%s is not', (rows, fault) =>
    expect(faultsOf(rows, 'Weg. <!-- promise: photos -->')).toContainEqual(expect.stringContaining(fault)),
  );
});
