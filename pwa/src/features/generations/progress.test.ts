import { describe, expect, it } from 'vitest';
import { text } from '~/lib/i18n';
import { progressText, shownFraction } from './progress';

describe('what the bar shows', () => {
  it('is what was reported at that moment', () =>
    expect(shownFraction({ fraction: 0.4, at: 1000 }, 1000, 180)).toBe(0.4));
  it('is filled in by the estimate between reports', () =>
    expect(shownFraction({ fraction: 0.4, at: 0 }, 9_000, 180)).toBeCloseTo(0.45));
  it('never runs far ahead of the truth', () =>
    expect(shownFraction({ fraction: 0.4, at: 0 }, 3_600_000, 180)).toBeCloseTo(0.52));
  it('stays at 95 % until the work is done', () => {
    expect(shownFraction({ fraction: 0.9, at: 0 }, 3_600_000, 180)).toBe(0.95);
    expect(shownFraction({ fraction: 1, at: 0 }, 0, 180)).toBe(0.95);
  });
  it('does not go back when a clock does', () =>
    expect(shownFraction({ fraction: 0.4, at: 5000 }, 1000, 180)).toBe(0.4));
});

describe('what it says', () => {
  it.each([
    [0, 'Bilder werden vorbereitet...'],
    [0.299, 'Bilder werden vorbereitet...'],
    [0.3, 'KI generiert Ihre Portraits...'],
    [0.599, 'KI generiert Ihre Portraits...'],
    [0.6, 'Fast fertig! Qualität wird optimiert...'],
    [0.899, 'Fast fertig! Qualität wird optimiert...'],
    [0.9, 'Letzte Details werden hinzugefügt...'],
    [1, 'Letzte Details werden hinzugefügt...'],
  ])('at %d: %s', (fraction, sentence) => expect(text(progressText(fraction))).toBe(sentence));
});
