import { expect, it } from 'vitest';
import { headingsOf, keepTogether, readContent, slugOf, toHtml, wordsOf } from './markdown';

it('gives headings an address that a link can go to', () => {
  expect(toHtml('## Vor der **Aufnahme**: Öl & Café')).toBe(
    '<h2 id="vor-der-aufnahme-oel-cafe">Vor der <strong>Aufnahme</strong>: Öl &amp; Café</h2>\n',
  );
  expect(headingsOf('# a\n## Vor der [Wahl](/x)\n### c')).toEqual([
    { id: slugOf('Vor der Wahl'), text: 'Vor der Wahl' },
  ]);
});

it('gives a table headings of columns and rows, and each cell the name of its column, so that it stays a table where it is stacked', () => {
  const html = toHtml('| Was | Wie «gross» |\n| --- | --- |\n| Bild | **400** |');
  expect(html).toContain(
    '<table role="table"><thead role="rowgroup"><tr role="row"><th scope="col" role="columnheader">Was</th>',
  );
  expect(html).toContain(
    '<tr role="row"><th scope="row" role="rowheader" data-column="Was">Bild</th><td role="cell" data-column="Wie «gross»"><strong>400</strong></td></tr>',
  );
});

it('refuses HTML', () => {
  expect(() => toHtml('Text <b>fett</b>')).toThrow('without HTML');
  expect(() => toHtml('<script>x</script>')).toThrow('without HTML');
});

it('keeps words with a short first part on one line, and leaves longer ones and attributes as they are', () => {
  expect(
    keepTogether('<a href="/x" data-column="E-Mail">E-Mail-Adresse</a>, KI-Portrait, Karten- und LinkedIn-Profil'),
  ).toBe(
    '<a href="/x" data-column="E-Mail"><span data-together>E-Mail</span>-Adresse</a>, <span data-together>KI-Portrait</span>, Karten- und LinkedIn-Profil',
  );
});

it('reads front matter as plain words, and what follows as text', () => {
  expect(readContent('---\ndate: 2025-01-26\ntitle: Ja, «so»\n---\n\nText')).toEqual({
    matter: { date: '2025-01-26', title: 'Ja, «so»' },
    body: '\nText',
  });
  expect(() => readContent('Text')).toThrow('front matter');
});

it('counts words, not signs', () => {
  expect(wordsOf('## Drei Wörter hier\n\n| a | --- | – |')).toBe(4);
});
