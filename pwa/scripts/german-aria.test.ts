import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { germanAria } from './german-aria.js';

const components = createRequire(import.meta.url).resolve('react-aria-components/package.json');
const aria = dirname(createRequire(components).resolve('react-aria/package.json'));
const tables = readdirSync(join(aria, 'dist'), { recursive: true, encoding: 'utf8' })
  .filter((file) => /intl\/.*\.m?js$/.test(file))
  .map((file) => join(aria, 'dist', file));
const load = germanAria().load as (id: string) => Promise<string | null>;

it('keeps the German texts of react-aria, as they are written in Switzerland, and those of no other language', async () => {
  const german = tables.filter((file) => file.includes('de-DE'));
  expect(german.length).toBeGreaterThan(10);
  expect(german.some((file) => /ß|\\xdf|\\u00df/i.test(readFileSync(file, 'utf8')))).toBe(true);
  for (const file of german) expect(await load(file)).not.toMatch(/ß|\\xdf|\\u00df/i);
  for (const file of tables.filter((each) => each.includes('fr-FR')))
    expect(await load(file)).toBe('export default {};');
});
