import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const source = join(import.meta.dirname, '../src');
const filesBelow = (folder: string) =>
  readdirSync(join(source, folder), { recursive: true, encoding: 'utf8' }).filter(
    (name) => /\.tsx?$/.test(name) && !name.includes('.test.'),
  );
const read = (...path: string[]) => readFileSync(join(source, ...path), 'utf8');

it('shows every component that the screens may use', () => {
  const exported = [...read('ui/index.ts').matchAll(/export \{([^}]+)\}/g)]
    .flatMap(([, names = '']) => names.split(',').map((name) => name.trim()))
    .filter((name) => /^[A-Z][a-z]/.test(name));
  expect(exported.length).toBeGreaterThan(40);
  const page = filesBelow('../components')
    .map((name) => read('../components', name))
    .join('\n');
  expect(exported.filter((name) => !new RegExp(`\\b${name}\\b`).test(page))).toEqual([]);
});

it('draws its icons in one place', () => {
  // A bar and a code are drawn, too, but are no icons.
  expect(filesBelow('ui').filter((name) => read('ui', name).includes('<svg'))).toEqual([
    'icons.tsx',
    'progress-bar.tsx',
    'qr-code.tsx',
  ]);
});
