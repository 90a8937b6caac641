import { describe, expect, it } from 'vitest';
import { dayDistance, formatChf, formatDate, formatDay, formatNumber, formatTime } from '.';

const normal = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ');

describe('formats', () => {
  it('writes Rappen as francs', () => expect(normal(formatChf(1790))).toBe('CHF 17.90'));
  it('writes thousands with an apostrophe', () => expect(formatNumber(1000)).toBe('1’000'));
  it('writes dates in full', () => expect(formatDate('2026-11-20T12:00:00Z')).toBe('20. November 2026'));
  it('writes days briefly', () => expect(formatDay('2026-12-03T12:00:00Z')).toMatch(/^3\. Dez/));
  it('shows Zurich time, with a point', () => expect(formatTime('2026-11-20T08:12:00Z')).toBe('09.12'));

  it('counts days by the Zurich calendar, not by hours', () => {
    const now = new Date('2026-11-20T23:30:00Z');
    expect(dayDistance('2026-11-20T23:05:00Z', now)).toBe('today');
    expect(dayDistance('2026-11-20T22:55:00Z', now)).toBe('yesterday');
    expect(dayDistance('2026-11-18T12:00:00Z', now)).toBe('earlier');
  });
});
