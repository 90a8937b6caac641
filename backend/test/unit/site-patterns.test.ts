import { describe, expect, test } from 'vitest';
import { fillPattern, matchPattern } from '../../src/app/pages/patterns.js';

describe('patterns of paths', () => {
  test.each([
    ['/auth', '/auth', []],
    ['/auth', '/auth/more', null],
    ['/auth', '/auth/', null],
    ['/app/**', '/app', []],
    ['/app/**', '/app/styles/office', []],
    ['/app/**', '/app/', null],
    ['/app/**', '/apple', null],
    ['/styles/*', '/styles/office', ['office']],
    ['/styles/*', '/styles', null],
    ['/styles/*', '/styles/', null],
    ['/styles/*', '/styles/a/b', null],
    ['/a/*/b/*', '/a/1/b/2', ['1', '2']],
    ['/**', '//evil.example', null],
  ])('%s and %s: %j', (pattern, path, found) => expect(matchPattern(pattern, path)).toEqual(found));

  test('what was found fills another pattern in its order', () => {
    expect(fillPattern('/app/styles/*', ['office'])).toBe('/app/styles/office');
    expect(fillPattern('/x/*/*', ['1', '$&'])).toBe('/x/1/$&');
    expect(fillPattern('/blog', ['gone'])).toBe('/blog');
  });
});
