import { beforeAll, expect, it } from 'vitest';
import { renderedSite, siteData as data } from '../../test/rendered-site';
import { developmentBuild } from './development';
import { renderSite, type RenderedSite } from './render-site';

let site: RenderedSite;
beforeAll(async () => void ({ site } = await renderedSite()));

it('where tax goes by the address says that some pay none', async () => {
  const operator = { ...data.operator, vat: 'CHE-123.456.788 MWST', isVatByAddress: true };
  const { files } = await renderSite({ ...data, operator, vatPercent: null }, developmentBuild, 's');
  const said = (file: string) => files.get(file)!.replaceAll('\u00a0', ' ');
  expect(said('pricing.html')).toContain('inkl. allfälliger MWST');
  expect(said('pricing.html')).not.toContain('inkl. MWST');
  expect(said('legal/terms.html')).toContain('enthalten die Mehrwertsteuer, soweit sie an Ihrem Wohnort anfällt');
});

it('a rehearsal says so on every page, and keeps search engines away', async () => {
  const rehearsal = await renderSite({ ...data, isRehearsal: true }, developmentBuild, 'r');
  const pages = [...rehearsal.files].filter(([file]) => file.endsWith('.html'));
  expect(pages.length).toBeGreaterThan(40);
  for (const [file, html] of pages) {
    expect(html, file).toContain('Probebetrieb');
    expect(html, file).toContain('<meta name="robots" content="noindex"/>');
  }
  expect(rehearsal.files.get('robots.txt')).toMatch(/Disallow: \/$/m);
  expect(site.files.get('index.html')).not.toContain('Probebetrieb');
});
