import { describe, expect, test } from 'vitest';
import { fillPattern, matchPattern } from '../../src/app/pages/patterns.js';
import { SiteMap } from '../../src/app/pages/site-map.js';

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

describe('another spelling of an address', () => {
  const map = new SiteMap({
    data: 'd',
    build: 'b',
    pages: { '/': 'index.html', '/pricing': 'pricing.html' },
    files: { '/robots.txt': 'robots.txt' },
    shells: [{ pattern: '/app/**', file: 'app.html' }],
    redirects: { '/blog/*': '/blog' },
    notFound: '404.html',
    inlineScripts: [],
    inlineStyles: [],
  });
  test.each([
    ['/%70ricing', { to: '/pricing', status: 308 }],
    ['/%50ricing', null],
    ['/p%72icing/', { to: '/pricing', status: 308 }],
    ['/robots.txt/', { to: '/robots.txt', status: 308 }],
    ['/blog/x/', { to: '/blog/x', status: 308 }],
    ['/blog/x//', null],
    ['/blog//evil.example/', null],
    ['//evil.example/', null],
    ['/\\evil.example/', null],
    ['/%2Fevil.example/', null],
    ['/%61pp/styles', { to: '/app/styles', status: 308 }],
    ['/%62log/x%2fy', { to: '/blog/x%2fy', status: 308 }],
    ['/%2fpricing', null],
    ['/%e4', null],
    ['/%', null],
  ])('%s: %j', (path, destination) => expect(map.page(path) ?? map.other(path)).toEqual(destination));
});
