import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { contrast, parseColour } from '~/features/design/contrast';
import { COLOURS, PAIRS, SPACE, TYPE } from '~/features/design/token-names';
import { colours } from './colour';

const css = readFileSync(join(import.meta.dirname, '../src/ui/tokens.css'), 'utf8');

function ratio(front = '', back = ''): number {
  const [one, other] = [parseColour(front), parseColour(back)];
  if (!one || !other) throw new Error(`«${front}» or «${back}» is no colour.`);
  return contrast(one, other);
}

describe.each(['light', 'dark'] as const)('the %s theme', (theme) => {
  const tokens = colours(css, theme);
  it.each(PAIRS)('%s on %s has at least %d', (front, back, least) => {
    expect(ratio(tokens.get(front), tokens.get(back))).toBeGreaterThanOrEqual(least);
  });
});

it('measures contrast as WCAG does', () => {
  expect(ratio('#000000', 'rgb(255, 255, 255)')).toBeCloseTo(21);
  expect(ratio('#777777', '#ffffff')).toBeCloseTo(4.48, 1);
  expect(['rgba(0, 0, 0, 0.5)', 'var(--ink)', ''].map(parseColour)).toEqual([null, null, null]);
});

it('shows every token on the style page', () => {
  const steps = (kind: string) =>
    new Set([...css.matchAll(new RegExp(`--${kind}-(\\w+):`, 'g'))].map(([, name]) => name));
  expect(new Set(COLOURS)).toEqual(new Set(colours(css, 'light').keys()));
  expect(new Set(TYPE)).toEqual(steps('text'));
  expect(new Set(SPACE.map(String))).toEqual(steps('space'));
});
