import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const folder = join(import.meta.dirname, '../src/ui/fonts');

it('keeps all fonts together within 60 kB', () => {
  const files = readdirSync(folder).filter((name) => name.endsWith('.woff2'));
  expect(files).toHaveLength(4);
  expect(files.reduce((sum, name) => sum + statSync(join(folder, name)).size, 0)).toBeLessThanOrEqual(60_000);
});

it('gives each family a fallback face of the same metrics, and swaps', () => {
  const css = readFileSync(join(folder, 'fonts.css'), 'utf8');
  const faces = css.match(/@font-face \{[^}]+\}/g) ?? [];
  for (const family of ['Instrument Sans', 'Instrument Serif']) {
    const fallback = faces.find((face) => face.includes(`'${family} Fallback'`)) ?? '';
    for (const override of ['size-adjust', 'ascent-override', 'descent-override', 'line-gap-override'])
      expect(fallback).toMatch(new RegExp(`${override}: [\\d.]+%`));
  }
  for (const face of faces.filter((each) => each.includes('url('))) expect(face).toContain('font-display: swap');
});
