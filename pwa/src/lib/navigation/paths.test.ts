import { describe, expect, it } from 'vitest';
import { ownPath } from './paths';

describe('ownPath', () => {
  it.each(['/app', '/app/styles/corporate', '/bestellen?plan=starter'])('accepts %s', (path) =>
    expect(ownPath(path)).toBe(path),
  );

  it.each([
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    'javascript:alert(1)',
    'app',
    '',
    '/auth?redirect=/app',
    `/app?x=${'x'.repeat(500)}`,
    undefined,
    7,
  ])('refuses %s', (path) => expect(ownPath(path)).toBeUndefined());

  it('keeps what follows a path from leading elsewhere', () => {
    expect(ownPath('/app/../..//evil.example')).toBeUndefined();
  });
});
