import fc from 'fast-check';
import { dictionary } from '@zxcvbn-ts/language-common';
import { describe, expect, test } from 'vitest';
import { germanWords } from './german-words.js';
import { passwordProblem } from './password-rule.js';

const petra = { email: 'petra.muster@sonnenhof-praxis.example.org', displayName: 'Petra Brönnimann' };

describe('too short', () => {
  test.each([
    ['', 'nothing'],
    ['xkqzv', 'five letters'],
    ['🦊🐢🦉🐝🐌', 'five characters of two code units each'],
    ['12345', 'five characters that are listed too'],
  ])('%j: %s', (password) => expect(passwordProblem(password, petra)).toBe('too_short'));
});

describe('too common', () => {
  test.each([
    ['123456', 'heads every list'],
    ['passwort', 'listed'],
    ['PASSWORT', 'listed, in capitals'],
    ['LetMeIn', 'listed, in mixed letters'],
    ['iloveyou', 'listed'],
    ['Geheimnis', 'German everyday word'],
    ['Zürich', 'place'],
    ['zuerich', 'place with its umlaut written out'],
    ['Zurich', 'place without its umlaut'],
    ['zu\u0308rich', 'place with a combining umlaut'],
    ['Süßer1', 'German word with a sharp s'],
    ['grüezi', 'dialect'],
    ['Büsi2024', 'dialect and a year'],
    ['Matterhorn', 'landmark'],
    ['Passwort1!', 'listed, digit and exclamation mark behind'],
    ['Sommer2026', 'season and year'],
    ['2026Sommer', 'year and season'],
    ['!!Sommer2026!!', 'punctuation on both sides'],
    ['Winter12.03.1985', 'season and date'],
    ['qwertz123', 'keyboard walk and digits'],
    ['Schatz12345678', 'listed, sequence behind'],
    ['dragon99', 'listed, two digits behind'],
    ['Schnee*****', 'listed, one sign many times behind'],
    ['P@ssw0rd', 'listed, with substitutions'],
    ['P4$$w0rt!', 'listed, with substitutions and punctuation'],
    ['$0mm3r2026', 'season with substitutions and year'],
    ['1l0v3y0u', 'listed, 1 for i'],
    ['we1come', 'listed, 1 for l'],
    ['Pásswôrd', 'listed, with accents'],
    ['trowssap', 'listed, backwards'],
    ['p.a.s.s.w.o.r.t', 'listed, with points between'],
    ['I love you', 'listed, with spaces between'],
    ['ｐａｓｓｗｏｒｔ', 'listed, in full-width letters'],
    ['pass\u200bwort', 'listed, with an invisible character'],
    ['kitchen7', 'English everyday word and a digit'],
    ['yxcvbnm', 'lowest row of a Swiss keyboard'],
    ['asdfghjklö', 'middle row of a Swiss keyboard'],
    ['poiuztrewq', 'upper row backwards'],
    ['äölkj77', 'middle row backwards and digits'],
    ['ertzhn', 'a bent walk over the keyboard'],
    ['1qay2wsx', 'columns of a Swiss keyboard'],
    ['wertzui77', 'part of a row and digits'],
    ['qwertyuiop', 'upper row of an English keyboard'],
    ['aaaaaa', 'one letter'],
    ['abcabc', 'three letters twice'],
    ['xk7xk7xk7', 'a short random piece repeated'],
    ['xk7q9xk7q9', 'five random characters twice'],
    ['hallohallohallo', 'listed word repeated'],
    ['aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab', 'fifty times one letter, then another'],
    ['abcdefghij', 'alphabet'],
    ['987654321', 'digits backwards'],
    ['12.03.1985', 'date'],
    ['12031985', 'date without points'],
    ['correcthorsebatterystaple', 'the one passphrase everybody knows'],
    ['petra.muster', 'local part'],
    ['PetraMuster', 'local part without the point, in capitals'],
    ['muster.petra', 'local part turned round'],
    ['muster77', 'piece of the local part, digits behind'],
    ['pmuster', 'initial and piece of the local part'],
    ['petra1985muster', 'year between the pieces of the local part'],
    ['retsum', 'piece of the local part backwards'],
    ['P3tr4-Mu5t3r', 'local part with substitutions'],
    ['petra12031985', 'first name and date'],
    ['petra.muster@sonnenhof-praxis.example.org', 'the address itself'],
    ['Sonnenhof1', 'piece of the domain'],
    ['praxis-sonnenhof!', 'pieces of the domain turned round'],
    ['Brönnimann', 'surname'],
    ['Bronnimann', 'surname without its umlaut'],
    ['broennimann1', 'surname with its umlaut written out'],
    ['petrabrönnimann', 'whole name'],
    ['Bildnis', 'the brand'],
    ['bildnis2026', 'the brand and a year'],
    ['B1ldn1s!', 'the brand with substitutions'],
    ['sindlib', 'the brand backwards'],
  ])('%j: %s', (password) => expect(passwordProblem(password, petra)).toBe('too_common'));

  test('the same words pass for somebody else', () => {
    const other = { email: 'reto@example.org', displayName: null };
    expect(['Brönnimann', 'Sonnenhof1', 'pbrönnimann'].map((password) => passwordProblem(password, other))).toEqual([
      null,
      null,
      null,
    ]);
  });

  test('a name that contains another of the names is refused', () =>
    expect(passwordProblem('Kevaric9', { displayName: 'Eva Kevaric' })).toBe('too_common'));

  test('initials are not held against anybody', () =>
    expect(passwordProblem('xq7-qx4x8q', { email: 'x.q@ab.example.org', displayName: 'X Q' })).toBeNull());

  test('the brand is refused when nothing is known about the person', () =>
    expect(passwordProblem('Bildnis26', {})).toBe('too_common'));
});

describe('accepted', () => {
  test.each([
    ['Sommerwiese-42', 'an uncommon compound and digits'],
    ['xkqzvb', 'six random letters'],
    ['h7Gk2p', 'six random letters and digits'],
    ['zgb7wd', 'six random letters and a digit'],
    ['8Kf!w2Lq', 'eight random characters'],
    ['v9RtxQ4m', 'eight random letters and digits'],
    ['mT4-pZ8wqL', 'ten random characters'],
    ['Hund Katze Maus', 'three words with spaces'],
    ['korrekt-pferd-batterie-heftklammer', 'four words with hyphens'],
    ['GrüneTasseAmFenster', 'words without spaces'],
    ['drei blaue Elefanten', 'three words'],
    ['Kaffee um zehn nach acht', 'a sentence'],
    ['Sommer im Schnee 2026', 'listed words and a year, as a sentence'],
    ['Velotour+Regenschirm', 'two long words'],
    ['Tintenfischring', 'an uncommon word'],
    ['dragon48213977', 'a listed word and eight random digits'],
    ['Schatz+?!/-#', 'a listed word and six different signs'],
    ['41074684', 'eight random digits, not read as letters'],
    ['8-q-5!', 'one letter among random signs'],
    ['petra48213977', 'a first name and eight random digits'],
    ['Musterxkqz', 'a surname and four random letters'],
    ['7xSchatz!q94', 'a listed word in the middle of random signs'],
    ['petra-liebt-lavendel', 'a first name and more words'],
    ['Muster8fk2!x9Qz', 'a name and eight random characters'],
    ['Sonnenhofgarten-Rutsche', 'a piece of the domain and more'],
    ['Bildnisse-aus-Papier', 'the brand inside other words'],
    ['Ølrapport-9', 'foreign letters'],
    ['пароход-Нева-7', 'another alphabet'],
    ['🦊🐢🦉🐝🐌🐙', 'six characters outside the alphabet'],
    ['漢字合言葉鍵', 'six ideographs'],
    ['constructor-Kran', 'a name every JavaScript object knows'],
    ['9f86d081884c7d659a2feaa0c55ad015', 'hexadecimal digits'],
    ['Zwölf Boxkämpfer jagen Viktor quer über den grossen Sylter Deich', 'longer than what is analysed'],
    ['aaaaaaaa9f86d081884c7d659a2feaa0c55ad015a3bf4f1b', 'a weak beginning, then much more'],
  ])('%j: %s', (password) => expect(passwordProblem(password, petra)).toBeNull());
});

describe('in general', () => {
  const letters = Array.from('abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789');

  test('ten or more random letters and digits pass', () => {
    // Without bias: fast-check otherwise favours edge cases such as «aaaaaaaaaa», which are refused rightly.
    const random = fc.noBias(
      fc.array(fc.constantFrom(...letters), { minLength: 10, maxLength: 60 }).map((signs) => signs.join('')),
    );
    fc.assert(
      fc.property(random, (password) => passwordProblem(password, petra) === null),
      { numRuns: 300 },
    );
  });

  test('a listed word with up to four digits behind it is refused', () => {
    const words = [...dictionary['passwords-common'], ...dictionary['diceware-common'], ...germanWords];
    const digits = fc
      .array(fc.constantFrom(...Array.from('0123456789')), { minLength: 1, maxLength: 4 })
      .map((signs) => signs.join(''));
    fc.assert(
      fc.property(fc.constantFrom(...words), digits, (word, suffix) => passwordProblem(word + suffix, petra) !== null),
      { numRuns: 1000 },
    );
  });
});
