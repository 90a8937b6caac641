import '~/ui/styles.css';
import './frame/session.css';
import { createHash } from 'node:crypto';
import { renderToStaticMarkup } from 'react-dom/server';
import { loadTexts } from '~/lib/i18n';
import { StrictMode, type ReactNode } from 'react';
import { APP_ENTRY, FORMS_ENTRY, preloadsOf, readAssets, scriptsOf, type Build } from './document/assets';
import { BOOT_SCRIPT } from './document/boot-script';
import { Document, type DocumentProps } from './document/document';
import { feed, robots, sitemap } from './feeds';
import { SiteFrame } from './frame/site-frame';
import { sitePages, type SitePage } from './pages';
import { FALLBACKS, REDIRECTS, shells } from './shells';
import type { SiteData } from './site-data';

/** What the server must know to serve the files: see docs/public-site.md. */
export interface SiteManifest {
  data: string;
  build: string;
  pages: Record<string, string>;
  files: Record<string, string>;
  shells: ({ pattern: string; file: string; customer?: string } | { pattern: string; redirect: string })[];
  redirects: Record<string, string>;
  notFound: string;
  inlineScripts: string[];
  inlineStyles: string[];
}

export interface RenderedSite {
  manifest: SiteManifest;
  /** Text by file name. */
  files: Map<string, string>;
}

const markup = (props: DocumentProps): string =>
  `<!doctype html>${renderToStaticMarkup(<StrictMode>{<Document {...props} />}</StrictMode>)}`;

const fileOf = (path: string): string => (path === '/' ? 'index.html' : `${path.slice(1)}.html`);

/** The same document for who has a session, with what only a customer gets fetched ahead, too. */
const forCustomers = (file: string): string => file.replace(/\.html$/, '.customer.html');

const sha256 = (content: string, encoding: 'hex' | 'base64'): string =>
  createHash('sha256').update(content).digest(encoding);

/**
 * Renders every public page and every document of the app.
 * @param data what the installation says of itself; `fingerprint` is the server's own mark of it
 */
export async function renderSite(data: SiteData, build: Build, fingerprint: string): Promise<RenderedSite> {
  await Promise.all([
    loadTexts('site'),
    loadTexts('settings'),
    loadTexts('styles'),
    loadTexts('billing.pricing'),
    loadTexts('contracts'),
    loadTexts('imageCheck'),
    loadTexts('measuring'),
    loadTexts('misuse'),
    loadTexts('tryOut'),
  ]);
  const assets = readAssets(build);
  const { social } = data.operator;
  const { pages, notFound, offline } = sitePages(data);
  const documents = shells();
  const files = new Map<string, string>();
  const measurement = measurementMarks(data);

  const page = ({ head, content, isAppForMembers, isForm }: SitePage): string =>
    markup({
      head,
      data,
      fonts: assets.fonts,
      styles: assets.siteStyles,
      script: isForm ? [assets.siteScript, assets.formScript] : [assets.siteScript],
      preload: isForm ? preloadsOf(build.app, FORMS_ENTRY) : [],
      marks: {
        ...measurement,
        ...(isAppForMembers
          ? { 'data-member-script': assets.appScript, 'data-member-styles': assets.appStyles.join(' ') }
          : {}),
      },
      children: (
        <SiteFrame path={head.path} social={social}>
          {content}
        </SiteFrame>
      ) as ReactNode,
    });

  for (const each of pages) files.set(fileOf(each.head.path), page(each));
  files.set('404.html', page(notFound));
  files.set('offline.html', page(offline));
  for (const { file, head, content, customerContent, ahead } of documents) {
    const { sources, answers, ownAnswers } = ahead;
    const preload = new Set(scriptsOf(build.app, [APP_ENTRY, ...sources]));
    const document = (fetched: readonly string[], shown: ReactNode): string =>
      markup({
        head,
        data,
        fonts: [],
        lateFonts: assets.fonts,
        styles: build.appCss ? [] : assets.appStyles,
        ownStyles: build.appCss,
        preload: [...preload],
        answers: fetched,
        script: [assets.appScript],
        lateScript: [assets.shellScript],
        marks: measurement,
        children: shown,
      });
    files.set(file, document(answers, content));
    if (ownAnswers.length > 0) files.set(forCustomers(file), document([...answers, ...ownAnswers], customerContent));
  }
  const heads = [...pages.map(({ head }) => head), ...documents.map(({ head }) => head)];
  files.set('sitemap.xml', sitemap(data, heads));
  files.set('robots.txt', robots(data));
  files.set('blog/feed.xml', feed(data, heads, heads.find(({ path }) => path === '/blog')!.description));
  return {
    files,
    manifest: {
      data: fingerprint,
      build: sha256(JSON.stringify(build), 'hex').slice(0, 16),
      pages: Object.fromEntries(pages.map(({ head }) => [head.path, fileOf(head.path)])),
      files: {
        '/sitemap.xml': 'sitemap.xml',
        '/robots.txt': 'robots.txt',
        '/blog/feed.xml': 'blog/feed.xml',
        '/offline': 'offline.html',
      },
      shells: [
        ...documents.flatMap(({ file, patterns, ahead: { ownAnswers } }) =>
          patterns.map((pattern) => ({
            pattern,
            file,
            ...(ownAnswers.length > 0 ? { customer: forCustomers(file) } : {}),
          })),
        ),
        ...Object.entries(REDIRECTS).map(([pattern, redirect]) => ({ pattern, redirect })),
      ],
      redirects: FALLBACKS,
      notFound: '404.html',
      inlineScripts: [`sha256-${sha256(BOOT_SCRIPT, 'base64')}`],
      inlineStyles: build.appCss ? [`sha256-${sha256(build.appCss, 'base64')}`] : [],
    },
  };
}

/** Which services measure visits, for those who agree; read by the script that asks. */
function measurementMarks({ measurement: { matomo, pixel } }: SiteData): Record<`data-${string}`, string> {
  return {
    ...(matomo ? { 'data-matomo-url': matomo.url, 'data-matomo-site': matomo.siteId } : {}),
    ...(pixel ? { 'data-pixel-id': pixel.id, 'data-pixel-script': pixel.scriptUrl } : {}),
  };
}
