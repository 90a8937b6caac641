import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { colours, contrast, parseColour } from './colour';

const css = readFileSync(join(import.meta.dirname, '../src/ui/tokens.css'), 'utf8');

/** What is read on what, and the least contrast that WCAG 2.2 AA asks for it: 4.5 for text, 3 for what shows where a control is. */
const PAIRS = [
  ['ink', 'paper', 4.5],
  ['ink', 'paper-raised', 4.5],
  ['ink', 'paper-sunk', 4.5],
  ['ink-soft', 'paper', 4.5],
  ['ink-muted', 'paper', 4.5],
  ['ink-muted', 'paper-sunk', 4.5],
  ['ink-muted', 'paper-raised', 4.5],
  ['accent-text', 'paper', 4.5],
  ['bad-text', 'paper', 4.5],
  ['good-text', 'paper', 4.5],
  ['on-accent', 'accent', 4.5],
  ['on-accent', 'accent-hover', 4.5],
  ['on-accent', 'accent-pressed', 4.5],
  ['on-caution', 'caution', 4.5],
  ['line-control', 'paper', 3],
  ['accent', 'paper', 3],
  ['focus', 'paper', 3],
  ['caution-line', 'paper', 3],
] as const;

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
