import { beforeAll, expect, it } from 'vitest';
import { facts } from '~/lib/facts';
import { formatDate } from '~/lib/formats';
import { renderedSite, siteData as data } from '../../test/rendered-site';
import { readArticles } from './content/articles';
import { siteValues } from './content/values';
import { panelsOf } from './pages/article-drawings';
import type { RenderedSite } from './render-site';

let site: RenderedSite;
let documents: ReadonlyMap<string, Document>;
/** All pages are rendered, beside other suites. */
const RENDERING_MS = 60_000;
beforeAll(async () => void ({ site, documents } = await renderedSite()), RENDERING_MS);

const articles = readArticles(siteValues(data));
const named = (document: Document, name: string) =>
  document.querySelector(`meta[property="${name}"]`)?.getAttribute('content');

it('an article says when it was written and last changed, who answers for it, and the same to search engines', () => {
  const map = site.files.get('sitemap.xml')!;
  for (const { path, date, updated } of articles) {
    expect(updated >= date && !Number.isNaN(Date.parse(updated)), path).toBe(true);
    const document = documents.get(path)!;
    const head = document.querySelector('main article')!.textContent;
    expect(head, path).toContain(`Aktualisiert am ${formatDate(updated)}`);
    expect(head, path).toContain(`Von der Redaktion von ${facts.brand}`);
    expect(document.querySelector('main a[href="/legal/imprint"]')!.textContent).toContain(data.operator.responsible);
    expect(named(document, 'article:published_time'), path).toBe(date);
    expect(named(document, 'article:modified_time'), path).toBe(updated);
    expect(map).toContain(`<loc>${data.origin}${path}</loc><lastmod>${updated}</lastmod>`);
  }
});

it('an article names its sources, and links to them safely', () => {
  for (const { path } of articles) {
    const document = documents.get(path)!;
    const sources = document.querySelector('main h2#quellen')!.nextElementSibling!;
    expect(sources.querySelectorAll('li > a[href^="https://"]').length, path).toBeGreaterThan(0);
    for (const link of document.querySelectorAll<HTMLAnchorElement>('main a[href^="http"]')) {
      expect(new URL(link.href).protocol, link.href).toBe('https:');
      expect(link.rel, link.href).toBe('noopener');
      expect(link.hasAttribute('target'), link.href).toBe(false);
    }
  }
});

it('an article is explained in pictures of its own, with a sentence for each', () => {
  const drawn = articles.map(({ path, slug, pictured }) => {
    const panels = [...documents.get(path)!.querySelectorAll('main article ul[aria-label="In Bildern"] > li')];
    expect(
      panels.map((panel) => panel.textContent),
      path,
    ).toEqual(pictured);
    expect(panels.length, path).toBe(panelsOf(slug).length);
    expect(panels.length, path).toBeGreaterThan(2);
    return panels.map((panel) => panel.querySelector('svg')!.innerHTML).join('');
  });
  expect(new Set(drawn).size).toBe(articles.length);
});

it('an article has a picture of its own for those who share it', () => {
  const pictures = articles.map(({ path }) => named(documents.get(path)!, 'og:image'));
  expect(new Set(pictures).size).toBe(articles.length);
});

it('titles are short enough for lists of results, and one category joins its words', () => {
  for (const [path, document] of documents)
    expect(document.title.length, `${path}: ${document.title}`).toBeLessThan(61);
  expect(documents.get('/blog/bewerbung')!.title).toBe('Bewerbungs-Blog | Bildnis');
});

it('search engines may show large pictures of what they may show at all', () => {
  for (const [path, document] of documents)
    expect(document.querySelector('meta[name=robots]')?.getAttribute('content'), path).toBe(
      document.querySelector('link[rel=canonical]') ? 'max-image-preview:large' : 'noindex',
    );
});
