import { facts } from '~/lib/facts';
import { text } from '~/lib/i18n';
import { LANGUAGE } from '~/lib/language';
import type { SitePage } from './pages';
import type { SiteData } from './site-data';

const escapeXml = (value: string): string => value.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** The pages search engines may show. */
export function sitemap(data: SiteData, heads: readonly SitePage['head'][]): string {
  const entries = heads
    .filter(({ isIndexed }) => isIndexed)
    .map(
      ({ path, modified }) =>
        `  <url><loc>${escapeXml(`${data.origin}${path}`)}</loc>${modified ? `<lastmod>${modified}</lastmod>` : ''}</url>`,
    );
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join('\n')}\n</urlset>\n`;
}

export const robots = (data: SiteData): string =>
  data.isRehearsal
    ? 'User-agent: *\nDisallow: /\n'
    : `User-agent: *\nDisallow: /api/\nDisallow: /app\nDisallow: /admin\n\nSitemap: ${data.origin}/sitemap.xml\n`;

/** The articles as an RSS feed, newest first. */
export function feed(data: SiteData, heads: readonly SitePage['head'][], about: string): string {
  const items = heads
    .filter(({ published }) => published)
    .toSorted((a, b) => b.published!.localeCompare(a.published!))
    .map(({ title, headline, description, path, published }) =>
      [
        '  <item>',
        `    <title>${escapeXml(headline ?? title)}</title>`,
        `    <link>${escapeXml(data.origin + path)}</link>`,
        `    <guid>${escapeXml(data.origin + path)}</guid>`,
        `    <pubDate>${new Date(published!).toUTCString()}</pubDate>`,
        `    <description>${escapeXml(description)}</description>`,
        '  </item>',
      ].join('\n'),
    );
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel>',
    `  <title>${escapeXml(text('site.blog.feedTitle', { brand: facts.brand }))}</title>`,
    `  <link>${escapeXml(`${data.origin}/blog`)}</link>`,
    `  <atom:link href="${escapeXml(`${data.origin}/blog/feed.xml`)}" rel="self" type="application/rss+xml" />`,
    `  <description>${escapeXml(about)}</description>`,
    `  <language>${LANGUAGE}</language>`,
    ...items,
    '</channel></rss>',
    '',
  ].join('\n');
}
