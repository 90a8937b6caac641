import { createMemoryHistory, createRouter } from '@tanstack/react-router';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { renderedSite, siteData as data } from '../../test/rendered-site';
import { routeTree } from '~/route-tree.gen';
import { readArticles } from './content/articles';
import { siteValues } from './content/values';
import { readContent, wordsOf } from './content/markdown';
import { developmentBuild } from './development';
import { renderSite, type RenderedSite } from './render-site';
import { shells } from './shells';

let site: RenderedSite;
let documents: ReadonlyMap<string, Document>;
beforeAll(async () => void ({ site, documents } = await renderedSite()));

/** The routes of the specification (docs/specification.md#public-routes) with the three articles of each category. */
const FORMS = ['/kuendigen', '/vertrag-widerrufen', '/bild-pruefen', '/missbrauch-melden'];

const SPECIFIED = [
  '/',
  '/pricing',
  '/styles',
  '/bewertungen',
  '/bewerbungsfoto',
  '/linkedin',
  '/unternehmen',
  '/blog',
  '/blog/bewerbung',
  '/blog/linkedin',
  '/blog/ai',
  '/legal/terms',
  '/legal/privacy',
  '/legal/cookies',
  '/legal/refund',
  '/legal/imprint',
  '/barrierefreiheit',
];
const ARTICLES: [path: string, date: string, minutes: number][] = [
  ['/blog/bewerbung/bewerbungsfoto-perfekt', '2025-01-15', 8],
  ['/blog/bewerbung/bewerbungsfoto-branchen', '2025-01-18', 10],
  ['/blog/bewerbung/bewerbungsfoto-fehler', '2025-01-20', 9],
  ['/blog/linkedin/linkedin-profilbild-optimierung', '2025-01-22', 11],
  ['/blog/linkedin/linkedin-networking', '2025-01-24', 12],
  ['/blog/linkedin/linkedin-profil', '2025-01-25', 10],
  ['/blog/ai/ki-businessfotos', '2025-01-26', 11],
  ['/blog/ai/ki-fotos-vs-fotograf-vergleich', '2025-01-27', 9],
  ['/blog/ai/ki-fotografie-zukunft', '2025-01-28', 10],
];

const matches = (pattern: string, path: string): boolean =>
  new RegExp(`^${pattern.replace(/\/\*\*$/, '(?:/.*)?').replace(/\/\*(?=\/|$)/g, '/[^/]+')}$`).test(path);

/** Whether something of ours answers at a path. */
const answers = (path: string): boolean =>
  path in site.manifest.pages ||
  path in site.manifest.files ||
  site.manifest.shells.some(({ pattern }) => matches(pattern, path));

it('every page of the specification is there, and no other', () => {
  expect(Object.keys(site.manifest.pages).toSorted()).toEqual(
    [
      ...SPECIFIED,
      ...FORMS,
      ...data.styles.map(({ slug }) => `/styles/${slug}`),
      ...ARTICLES.map(([path]) => path),
    ].toSorted(),
  );
});

it('what documents of the app have fetched ahead is there: sources, and answers of the API', () => {
  const { paths } = JSON.parse(readFileSync(join(import.meta.dirname, '../../../openapi/openapi.json'), 'utf8')) as {
    paths: Record<string, unknown>;
  };
  const all = shells().map(({ ahead }) => ahead);
  for (const source of all.flatMap(({ sources }) => sources))
    expect(existsSync(join(import.meta.dirname, '../..', source.split('?')[0]!)), source).toBe(true);
  for (const answer of all.flatMap(({ answers, ownAnswers }) => [...answers, ...ownAnswers]))
    expect(Object.keys(paths)).toContain(answer.split('?')[0]);
});

it('documents of the app ask the API ahead behind their scripts, for a customer also what only a customer gets', () => {
  const fetched = (file: string) =>
    [
      ...new DOMParser()
        .parseFromString(site.files.get(file)!, 'text/html')
        .querySelectorAll<HTMLLinkElement>('link[href]'),
    ]
      .filter(({ rel }) => rel.endsWith('preload'))
      .map((link) => [link.rel, link.getAttribute('as')].filter(Boolean).join(' '));
  const orderOf = (file: string) => fetched(file).filter((each, place, all) => each !== all[place - 1]);
  expect(orderOf('wizard.html')).toEqual(['modulepreload', 'preload font']);
  expect(orderOf('wizard.customer.html')).toEqual(['modulepreload', 'preload fetch', 'preload font']);
  expect(orderOf('auth.html')).toEqual(orderOf('wizard.customer.html'));
  expect(site.manifest.shells.find(({ pattern }) => pattern === '/app/profile-wizard')).toMatchObject({
    customer: 'wizard.customer.html',
  });
  expect(site.files.has('auth.customer.html')).toBe(false);
});

it('the articles have their slugs, dates and reading times', () => {
  const articles = readArticles(siteValues(data));
  expect(articles.map(({ path, date, minutes }) => [path, date, minutes])).toEqual(ARTICLES);
});

it('the pages of the blog have their titles and ways back', () => {
  const leadsBack = (path: string) =>
    [...documents.get(path)!.querySelectorAll('main a')].map((link) => [link.textContent, link.getAttribute('href')]);
  for (const [category, name] of [
    ['bewerbung', 'Bewerbungs'],
    ['linkedin', 'LinkedIn'],
    ['ai', 'AI'],
  ] as const) {
    const path = `/blog/${category}`;
    const document = documents.get(path)!;
    expect(document.title).toMatch(/^(?:Bewerbungs-|LinkedIn |KI-Portraits )Blog \| Bildnis$/);
    expect(leadsBack(path)).toContainEqual(['Zum Blog', '/blog']);
    const posts = ARTICLES.filter(([each]) => each.startsWith(`${path}/`));
    expect(posts).toHaveLength(3);
    for (const [article] of posts) {
      expect(document.querySelector(`main a[href="${article}"]`), article).not.toBeNull();
      expect(leadsBack(article)[0]).toEqual(['Zurück zur Kategorie', path]);
      expect(leadsBack(article).at(-1)).toEqual([`Zurück zur ${name}-Kategorie`, path]);
    }
  }
});

it.each(ARTICLES)('%s has at least 180 words per stated minute', (path, _date, minutes) => {
  const { body } = readContent(readFileSync(join(import.meta.dirname, `../content${path}.md`), 'utf8'));
  expect(wordsOf(body)).toBeGreaterThanOrEqual(180 * minutes);
});

describe('every page', () => {
  const each = (check: (document: Document, path: string) => void) => () => {
    for (const [path, document] of documents) check(document, path);
  };

  it(
    'has a title, a description and one heading of the first level',
    each((document, path) => {
      expect(document.title, path).toMatch(/^.{5,50} \| Bildnis$/);
      expect(document.querySelector('meta[name=description]')?.getAttribute('content'), path).toMatch(/^.{31,160}$/);
      expect(document.querySelectorAll('h1').length, path).toBe(1);
    }),
  );

  it('says nothing twice: titles and descriptions differ', () => {
    for (const select of [
      (document: Document) => document.title,
      (document: Document) => document.querySelector('meta[name=description]')!.getAttribute('content')!,
    ]) {
      const all = [...documents.values()].map(select);
      expect(all.filter((one, index) => all.indexOf(one) !== index)).toEqual([]);
    }
  });

  it(
    'names its address, its languages and its picture',
    each((document, path) => {
      if (['/404', '/offline'].includes(path))
        return expect(document.querySelector('meta[name=robots]')?.getAttribute('content')).toBe('noindex');
      expect(document.querySelector('link[rel=canonical]')?.getAttribute('href')).toBe(data.origin + path);
      expect([...document.querySelectorAll('link[hreflang]')].map((link) => link.getAttribute('hreflang'))).toEqual([
        'de-CH',
        'x-default',
      ]);
      const image = document.querySelector('meta[property="og:image"]')!.getAttribute('content')!;
      expect(image.startsWith(`${data.origin}/og/`)).toBe(true);
      expect(() =>
        readFileSync(join(import.meta.dirname, '../../public', image.slice(data.origin.length))),
      ).not.toThrow();
    }),
  );

  it(
    'links only to what is there',
    each((document, path) => {
      for (const link of document.querySelectorAll('a[href]')) {
        const url = new URL(link.getAttribute('href')!, `${data.origin}${path}`);
        if (url.origin !== data.origin) continue;
        if (url.pathname !== path) expect(answers(url.pathname), `${path} → ${url.pathname}`).toBe(true);
        if (!url.hash) continue;
        const target = url.pathname === path ? document : documents.get(url.pathname);
        if (target)
          expect(target.getElementById(decodeURIComponent(url.hash.slice(1))), `${path} → ${url.href}`).not.toBeNull();
      }
    }),
  );

  it(
    'has no id twice, no picture without words, no heading left out',
    each((document, path) => {
      const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id);
      expect(
        ids.filter((id, index) => ids.indexOf(id) !== index),
        path,
      ).toEqual([]);
      for (const image of document.querySelectorAll('img')) expect(image.getAttribute('alt'), path).toBeTruthy();
      const levels = [...document.querySelectorAll('h1, h2, h3, h4')].map(({ tagName }) => Number(tagName[1]));
      levels.forEach((level, index) =>
        expect(level, `${path}: heading ${index}`).toBeLessThanOrEqual((levels[index - 1] ?? 0) + 1),
      );
    }),
  );

  it(
    'is written in Swiss German, with every text and fact in its place',
    each((document, path) => {
      const text = document.body.textContent ?? '';
      expect(text, path).not.toMatch(/ß|\{\{|\}\}|undefined|\bNaN\b|\[object|[„“”]/);
      expect(text.match(/\b(?:site|shell|home|billing|styles)\.[a-z]+(?:\.[a-z]+)*/gi) ?? [], path).toEqual([]);
    }),
  );

  it(
    'describes itself to search engines in valid JSON',
    each((document, path) => {
      for (const script of document.querySelectorAll('script[type="application/ld+json"]')) {
        const value = JSON.parse(script.textContent ?? '') as Record<string, unknown>;
        expect(value['@context'], path).toBe('https://schema.org');
        expect(value['@type'], path).toBeTruthy();
      }
    }),
  );

  it(
    'brings no script but the boot script, its own and that of a form, and no style of its own',
    each((document, path) => {
      const inline = [...document.querySelectorAll('script:not([src]):not([type="application/ld+json"])')];
      expect(inline.length, path).toBe(1);
      expect(document.querySelectorAll('[style], style, [onclick]').length, path).toBe(0);
      expect([...document.querySelectorAll('script[src]')].length, path).toBe(FORMS.includes(path) ? 2 : 1);
    }),
  );
});

it('names its kinds of things: organisation, product, questions, articles, ways', () => {
  const kinds = (path: string) =>
    [...documents.get(path)!.querySelectorAll('script[type="application/ld+json"]')].map(
      (script) => (JSON.parse(script.textContent) as { '@type': string })['@type'],
    );
  expect(kinds('/')).toEqual(['Organization', 'WebSite', 'Product', 'FAQPage']);
  expect(kinds('/pricing')).toEqual(['Product', 'FAQPage', 'BreadcrumbList']);
  expect(kinds(ARTICLES[0]![0])).toEqual(['Article', 'BreadcrumbList']);
});

it('lets nobody speak who does not exist: /linkedin describes two situations, and no page quotes a customer', () => {
  const title = [...documents.get('/linkedin')!.querySelectorAll('h2')].find(
    (heading) => heading.textContent === 'Zwei Anlässe für ein neues Bild',
  );
  const situations = [...title!.closest('section')!.querySelectorAll('dd')].map((dd) => dd.textContent);
  expect(situations).toHaveLength(2);
  for (const situation of situations) expect(situation).not.toMatch(/«|\b(ich|mein|meinem)\b/i);
  for (const [path, page] of documents) expect(page.querySelectorAll('figure:has(> blockquote)').length, path).toBe(0);
});

it('the forms that anybody may send are whole without their script, send nothing before it, and say what can be done without any', () => {
  const said = FORMS.map((path) => {
    const document = documents.get(path)!;
    expect(document.querySelectorAll('h1').length, path).toBe(1);
    expect(document.querySelectorAll('main section li').length, path).toBe(3);
    for (const button of document.querySelectorAll('main form [type=submit]'))
      expect(button.hasAttribute('disabled'), path).toBe(true);
    // Every field has a name, and what is said of it.
    for (const control of document.querySelectorAll<HTMLInputElement>(
      'main :is(input:not([type=hidden], [type=file]), textarea)',
    )) {
      expect(control.labels!.length, `${path} ${control.name}`).toBe(1);
      for (const id of (control.getAttribute('aria-describedby') ?? '').split(' ').filter(Boolean))
        expect(document.getElementById(id), `${path} ${id}`).not.toBeNull();
    }
    const instead = document.querySelector('main [data-instead]')!;
    const { email, name: operator, street, city } = data.operator;
    expect(instead.innerHTML, path).toContain(`href="mailto:${email}"`);
    for (const line of [operator, street, city]) expect(instead.textContent, path).toContain(line);
    expect(document.documentElement.outerHTML, path).not.toMatch(/ß|\{\{|undefined/);
    return instead.querySelector('p')!.textContent;
  });
  expect(said[0]).toMatch(/kündigen/);
  expect(said[1]).toMatch(/widerrufen/);
  for (const text of said.slice(2)) expect(text).not.toMatch(/Kündigung|Widerruf|kündigen|widerrufen/);
});

it('every document says how the operator is reached', () => {
  const shell = new DOMParser().parseFromString(site.files.get('auth.html')!, 'text/html');
  for (const document of [...documents.values(), shell])
    expect(document.querySelector('meta[name=operator-contact]')?.getAttribute('content')).toBe(data.operator.contact);
});

it('addresses that people try lead to pages', () => {
  const { redirects, pages } = site.manifest;
  expect(redirects).toMatchObject({ '/faq': '/pricing#faq', '/legal': '/legal/imprint' });
  for (const target of Object.values(redirects)) {
    const [path, anchor] = target.split('#');
    const file = pages[path!];
    expect(file, target).toBeTruthy();
    if (anchor) expect(site.files.get(file!), target).toContain(`id="${anchor}"`);
  }
});

it('claims tax only of an operator that is liable to it', async () => {
  const said = async (vat: string) => {
    const { files } = await renderSite({ ...data, operator: { ...data.operator, vat } }, developmentBuild, 's');
    return [...files].map(([path, text]) => [path, text.replaceAll('\u00a0', ' ')] as const);
  };
  const claims = /inkl\. MWST|inklusive Mehrwertsteuer|enthalten die Mehrwertsteuer/;
  const claiming = async (vat: string) =>
    (await said(vat)).filter(([, text]) => claims.test(text)).map(([path]) => path);
  expect(await claiming('')).toEqual([]);
  expect(await claiming('CHE-123.456.788 MWST')).toEqual(
    expect.arrayContaining(['pricing.html', 'legal/terms.html', 'auth.html']),
  );
  const free = new Map(await said(''));
  expect(free.get('legal/terms.html')).toContain('enthalten keine Mehrwertsteuer, da wir nicht');
  expect(free.get('pricing.html')).toContain('in Franken, ohne MWST (nicht mehrwertsteuerpflichtig).');
});

it('leads to where the operator can be followed', async () => {
  const followed = await renderSite(
    { ...data, operator: { ...data.operator, social: [{ network: 'LinkedIn', url: 'https://linkedin.example/x' }] } },
    developmentBuild,
    's',
  );
  expect(followed.files.get('index.html')).toContain('href="https://linkedin.example/x"');
});

it('tells search engines every page they may show, and none they may not', () => {
  const map = site.files.get('sitemap.xml')!;
  for (const path of Object.keys(site.manifest.pages)) expect(map).toContain(`<loc>${data.origin}${path}</loc>`);
  for (const path of ['bild-pruefen', 'missbrauch-melden']) expect(map).toContain(`<loc>${data.origin}/${path}</loc>`);
  expect(map).not.toMatch(/\/app|\/auth|404/);
  expect(site.files.get('robots.txt')).toContain(`Sitemap: ${data.origin}/sitemap.xml`);
  expect(site.files.get('blog/feed.xml')!.match(/<item>/g)).toHaveLength(9);
});

it('the documents of the app answer to every path of its router', () => {
  const paths = Object.keys(createRouter({ routeTree, history: createMemoryHistory() }).routesByPath).map((path) =>
    path.replace(/(?<=.)\/$/, ''),
  );
  expect(paths.length).toBeGreaterThan(15);
  for (const path of paths) expect(answers(path.replace(/\$\w+/g, 'x')), path).toBe(true);
});
