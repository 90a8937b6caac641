import { join } from 'node:path';
import { expect, it } from 'vitest';
import { findText, findTextBelow } from './german-text';

it('keeps every German text out of the code', () => {
  const { files, findings } = findTextBelow(join(import.meta.dirname, '../src'));
  expect(files).toBeGreaterThan(80);
  expect(findings).toEqual([]);
});

it.each([
  ['<p>Hallo Welt</p>', 'Hallo Welt'],
  ['<img alt="Bild" />', 'Bild'],
  ['<Button aria-label="Löschen" />', 'Löschen'],
  ["notify({ title: 'Profil wird gelöscht' })", 'Profil wird gelöscht'],
  ['const a = `${name} ist bereit`', ' ist bereit'],
])('finds what is planted: %s', (code, text) => {
  expect(findText('planted.tsx', code).map((finding) => finding.text)).toContain(text);
});

it.each([
  '<p>{t("shell.brand")}</p>',
  "const look = 'primary'",
  '<Row title={t(key)} />',
  '<svg viewBox="0 0 16 16" />',
  '<span> · </span>',
])('leaves code alone: %s', (code) => {
  expect(findText('clean.tsx', code)).toEqual([]);
});
