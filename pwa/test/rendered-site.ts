import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { developmentBuild } from '~/site/development';
import { renderSite, type RenderedSite } from '~/site/render-site';
import type { SiteData } from '~/site/site-data';

/** What the public pages of a fresh installation are made of. */
export const { data: siteData } = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../openapi/site.json'), 'utf8'),
) as { data: SiteData };

export const parse = (html: string | undefined): Document => new DOMParser().parseFromString(html ?? '', 'text/html');

/** The public pages of a fresh installation, and each as a document by its path; also `/404` and `/offline`. */
export async function renderedSite(): Promise<{ site: RenderedSite; documents: ReadonlyMap<string, Document> }> {
  const site = await renderSite(siteData, developmentBuild, 'x');
  const documents = new Map<string, Document>();
  for (const [path, file] of Object.entries(site.manifest.pages)) documents.set(path, parse(site.files.get(file)));
  documents.set('/404', parse(site.files.get('404.html')));
  documents.set('/offline', parse(site.files.get('offline.html')));
  return { site, documents };
}
