import { beforeAll, expect, it } from 'vitest';
import { facts } from '~/lib/facts';
import { formatChf } from '~/lib/formats';
import { oncePack } from '../../test/billing';
import { parse, renderedSite, siteData as data } from '../../test/rendered-site';
import { developmentBuild } from './development';
import { renderSite, type RenderedSite } from './render-site';

/** What is sold on the public pages: styles, plans, packs, and what is promised about them. */
let site: RenderedSite;
let documents: ReadonlyMap<string, Document>;
beforeAll(async () => void ({ site, documents } = await renderedSite()));

it('every style on sale has a page of its own: what it is, who it suits, how it is cut, and the way in', () => {
  expect(data.styles.length).toBeGreaterThanOrEqual(15);
  for (const { slug, displayName, description } of data.styles) {
    const page = documents.get(`/styles/${slug}`)!;
    const words = page.querySelector('main')!.textContent;
    expect(page.querySelector('h1')!.textContent, slug).toBe(displayName);
    for (const each of [description, 'Licht', 'Hintergrund', 'Passt zu', 'Weniger gut', '10 Credits'])
      expect(words.replaceAll('\u00a0', ' '), slug).toContain(each);
    expect(page.querySelectorAll('main figure'), slug).toHaveLength(4);
    const ways = [...page.querySelectorAll('main a')].map((link) => link.getAttribute('href'));
    expect(ways).toContain(`/auth?mode=register&redirect=${encodeURIComponent(`/app/styles/${slug}`)}`);
    // Others beside it, never itself.
    expect(ways.filter((href) => href?.startsWith('/styles/'))).toHaveLength(3);
    expect(ways).not.toContain(`/styles/${slug}`);
    expect(documents.get('/styles')!.querySelector(`a[href="/styles/${slug}"]`), slug).not.toBeNull();
  }
});

it('shows the plans at the prices of the installation, not of the facts', async () => {
  const dearer = structuredClone(data);
  dearer.plans[0]!.priceRappen = 1234;
  const other = await renderSite(dearer, developmentBuild, 'y');
  expect(other.files.get('pricing.html')).toContain('12.34');
  expect(site.files.get('pricing.html')).not.toContain('12.34');
});

it('offers packs that need no plan on the pricing page, with their question, and says nothing of them where there are none', async () => {
  const pricing = documents.get('/pricing')!;
  expect(pricing.querySelector<HTMLElement>('[data-once]')?.hidden).toBe(true);
  expect(pricing.querySelector('#faq-ohne-abo')).toBeNull();
  const rendered = await renderSite({ ...data, packs: [oncePack] }, developmentBuild, 'y');
  const page = parse(rendered.files.get(rendered.manifest.pages['/pricing']!));
  const part = page.querySelector<HTMLElement>('[data-once]')!;
  expect(part.hidden).toBe(false);
  expect(part.querySelector('h2')?.textContent).toBe('Einmalig, kein Abo');
  expect(part.querySelector('[data-packs]')?.textContent?.replaceAll('\u00a0', ' ')).toBe(
    '110 CreditsIhr Profil und 8 PortraitsCredit-Paket EinmalCHF 14.90 einmaligKaufen',
  );
  expect(part.querySelector('[data-packs] a')?.getAttribute('href')).toBe(`/bestellen?pack=${oncePack.id}`);
  expect(page.querySelector('#faq-ohne-abo')).not.toBeNull();
  expect(page.head.innerHTML).toContain('"name":"Credit-Paket Einmal"');
});

it('shows a receipt as the studio could write it', () => {
  const receipt = [...documents.get('/')!.querySelectorAll('main figure')].find((figure) =>
    figure.textContent.startsWith('Muster'),
  )!;
  expect(receipt.textContent).toContain(`${facts.photos.min} Fotos gelöscht`);
  expect(receipt.textContent.replaceAll('\u00a0', ' ')).toMatch(
    /behält 5 Arbeitsausschnitte, bis Sie es löschen.*seinem Modell und 5 Arbeitsausschnitten gelöscht/,
  );
});

it('tells prices in portraits on the start page and the price list', () => {
  for (const path of ['/', '/pricing'])
    expect(
      [...documents.get(path)!.querySelectorAll("[data-plan] [data-field='worth']")].map(
        ({ textContent }) => textContent,
      ),
      path,
    ).toEqual([16, 112, 320].map((portraits) => `Ihr Profil und ${portraits}\u00a0Portraits`));
});

it('shows every style on sale, and the three of the start page where they are', () => {
  const slugs = (path: string) =>
    [...documents.get(path)!.querySelectorAll('[data-style]')].map((tile) => tile.getAttribute('data-style'));
  expect(slugs('/styles')).toEqual(data.styles.map(({ slug }) => slug));
  expect(slugs('/')).toEqual(['corporate', 'linkedin', 'black-bg']);
});

it('names what the plans of this installation cost, in texts as well as in the list', async () => {
  const priceRappen = 1190;
  const plans = data.plans.map((plan) => (plan.id === 'starter' ? { ...plan, priceRappen } : plan));
  const { files } = await renderSite({ ...data, plans }, developmentBuild, 'p');
  const own = formatChf(priceRappen);
  const published = formatChf(facts.plans[0].priceRappen);
  for (const file of ['index.html', 'bewerbungsfoto.html', 'blog/ai/ki-fotos-vs-fotograf-vergleich.html'])
    expect([files.get(file)!.includes(own), files.get(file)!.includes(published)], file).toEqual([true, false]);
  expect(files.get('legal/terms.html')).not.toContain(own);
});

it('names the cheapest plan of this installation as the one to begin with', async () => {
  const plans = data.plans.map((plan) => (plan.id === 'starter' ? { ...plan, priceRappen: 99_900 } : plan));
  const { files } = await renderSite({ ...data, plans }, developmentBuild, 'c');
  const cheapest = data.plans.find(({ id }) => id === 'professional')!;
  for (const file of ['index.html', 'unternehmen.html', 'pricing.html'])
    expect(files.get(file), file).toContain(`ab ${formatChf(cheapest.priceRappen)}`);
});

it('does without a style that is off sale', async () => {
  const fewer = { ...data, styles: data.styles.filter(({ slug }) => slug !== 'corporate') };
  const other = await renderSite(fewer, developmentBuild, 'z');
  expect(other.files.get('index.html')).not.toContain('/app/styles/corporate');
});
