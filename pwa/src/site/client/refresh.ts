import type { Schemas } from '~/lib/api';
import { previewSets } from '~/features/styles/preview-sets';
import { worthOf } from '~/lib/credits';
import { formatChf, formatNumber } from '~/lib/formats';
import { offerServed } from './filter';

type Site = Schemas['Site'];
type Style = Site['styles'][number];

const write = (within: Element, field: string, value: string): void => {
  const place = within.querySelector(`[data-field='${field}']`);
  if (place && place.textContent !== value) place.textContent = value;
};

/** The label of a category, as the page has it elsewhere; a category that is new here keeps what stands there. */
const categoryLabel = (category: string): string | undefined =>
  document.querySelector(`[data-category='${category}'] [data-field='category']`)?.textContent ?? undefined;

function writeStyle(tile: HTMLElement, style: Style): void {
  const link = tile.querySelector('a');
  const image = tile.querySelector('img');
  const label = categoryLabel(style.category);
  tile.dataset.style = style.slug;
  tile.dataset.category = style.category;
  tile.dataset.purposes = style.purposes.join(' ');
  // Some tiles lead to a style's page, some to where it can be started.
  link?.setAttribute('href', link.getAttribute('href')!.replace(/[^/]*$/, style.slug));
  write(tile, 'name', style.displayName);
  if (label) write(tile, 'category', label);
  if (!image || !style.previewUrl || image.getAttribute('src') === style.previewUrl) return;
  const { srcSet, avifSet } = previewSets(style.previewUrl);
  tile.querySelector('source')?.setAttribute('srcset', avifSet);
  image.setAttribute('srcset', srcSet);
  image.setAttribute('src', style.previewUrl);
}

/** The styles on sale now in place of those when the page was rendered; a list that shows some only loses what is off sale. */
export function writeStyles(list: Element, styles: readonly Style[], isWhole: boolean): void {
  const tiles = new Map(
    [...list.querySelectorAll<HTMLElement>('[data-style]')].map((tile) => [tile.dataset.style!, tile]),
  );
  const pattern = [...tiles.values()][0];
  for (const [slug, tile] of tiles) if (!styles.some((style) => style.slug === slug)) tile.remove();
  for (const style of styles) {
    const known = tiles.get(style.slug);
    if (!known && (!isWhole || !pattern)) continue;
    const tile = known ?? (pattern!.cloneNode(true) as HTMLElement);
    writeStyle(tile, style);
    if (isWhole) list.append(tile);
  }
}

/** The name and the sentence of the style whose page this is; one off sale has no page any more. */
export function writeStylePage(head: HTMLElement, styles: readonly Style[]): void {
  const style = styles.find(({ slug }) => slug === head.dataset.stylePage);
  if (!style) return;
  write(head, 'name', style.displayName);
  write(head, 'description', style.description);
}

/** Names, credits and prices of the plans as they are now. */
export function writePlans(list: Element, plans: Site['plans']): void {
  for (const plan of plans) {
    const row = list.querySelector(`[data-plan='${plan.id}']`);
    if (!row) continue;
    const credits = row
      .querySelector("[data-field='credits']")
      ?.textContent?.replace(/[\d’']+/, formatNumber(plan.credits));
    const worth = row
      .querySelector("[data-field='worth']")
      ?.textContent?.replace(/[\d’']+/, formatNumber(worthOf(plan.credits).portraits));
    write(row, 'name', plan.name);
    if (worth) write(row, 'worth', worth);
    if (credits) write(row, 'credits', credits);
    write(row, 'price', formatChf(plan.priceRappen));
  }
}

/** Brings a page that was rendered earlier up to what admins have changed since. Without a network it stays as it is. */
export function startRefresh(): void {
  const styles = document.querySelectorAll('[data-styles]');
  const plans = document.querySelectorAll('[data-plans]');
  const once = document.querySelector<HTMLElement>('[data-once]');
  const own = document.querySelector<HTMLElement>('[data-style-page]');
  if (!own && styles.length + plans.length === 0) return;
  addEventListener(
    'load',
    () =>
      void import('./api')
        .then(({ api }) => api.getSite())
        .then((site) => {
          for (const list of styles) writeStyles(list, site.styles, list.getAttribute('data-columns') === 'four');
          offerServed();
          if (own) writeStylePage(own, site.styles);
          for (const list of plans) writePlans(list, site.plans);
          // One page has them.
          if (once) return import('./packs').then(({ writePacks }) => writePacks(once, site.packs));
        })
        .catch(() => undefined),
    { once: true },
  );
}
