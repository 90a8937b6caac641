import { worthKind } from '~/features/billing/worth-text';
import type { Schemas } from '~/lib/api';
import { worthOf } from '~/lib/credits';
import { formatChf, formatNumber } from '~/lib/formats';
import { WITHOUT_PLAN } from '../content/without-plan';

type Pack = Schemas['Site']['packs'][number];

/** The number at the beginning of a text, replaced. */
const withNumber = (text: string | null, number: number): string =>
  (text ?? '').replace(/^[\d’']+/, formatNumber(number));

function rowOf(pattern: Element, part: HTMLElement, pack: Pack): Element {
  const row = pattern.cloneNode(true) as HTMLElement;
  const field = (name: string) => row.querySelector(`[data-field='${name}']`);
  const write = (name: string, text: string) => field(name)?.replaceChildren(text);
  const kind = worthKind(pack.credits);
  row.dataset.pack = pack.id;
  write('credits', withNumber(field('credits')?.textContent ?? null, pack.credits));
  write(
    'worth',
    kind ? (part.dataset[kind] ?? '').replace('{portraits}', formatNumber(worthOf(pack.credits).portraits)) : '',
  );
  write('name', (field('name')?.textContent ?? '').replace('{name}', pack.name));
  write('price', formatChf(pack.priceRappen));
  const link = row.querySelector('a');
  link?.setAttribute('href', `/bestellen?pack=${pack.id}`);
  link?.setAttribute('aria-label', withNumber(link.getAttribute('aria-label'), pack.credits));
  return row;
}

/** The packs that are sold without a plan now; without any neither the part nor the question about them is seen. */
export function writePacks(part: HTMLElement, packs: readonly Pack[]): void {
  const pattern = part.querySelector('template')?.content.firstElementChild;
  if (pattern) part.querySelector('[data-packs]')?.replaceChildren(...packs.map((pack) => rowOf(pattern, part, pack)));
  part.hidden = packs.length === 0;
  const question = document.getElementById(`faq-${WITHOUT_PLAN}`);
  if (question) question.hidden = packs.length === 0;
}
