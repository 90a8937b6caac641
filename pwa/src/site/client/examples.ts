import type { Schemas } from '~/lib/api';
import { api } from './api';

type Example = Schemas['PublishedExample'];
type Picture = Schemas['PublishedPicture'];
type Place = NonNullable<Parameters<typeof api.listExamples>[0]>['query']['place'];

/** The words of the page, with the names of an example in their places. */
const worded = (pattern: string | undefined, { alias, style }: Example): string =>
  (pattern ?? '').replace('{alias}', alias).replace('{style}', style.displayName);

const widthOf = (url: string): string => `${url.slice(url.lastIndexOf('/') + 1)}w`;

/** In the size that fits; nothing on the way keeps it (`no-store`). */
function show(image: HTMLImageElement, picture: Picture, alt: string): void {
  image.alt = alt;
  image.decoding = 'async';
  image.loading = 'lazy';
  image.width = picture.width;
  image.height = picture.height;
  image.sizes = '(min-width: 1024px) 28rem, (min-width: 768px) 45vw, 92vw';
  image.srcset = `${picture.url} ${widthOf(picture.url)}, ${picture.largeUrl} ${widthOf(picture.largeUrl)}`;
  image.src = picture.url;
}

/** Shows as much of the photo before as the range says. */
function compareSides(compare: HTMLElement, label: string, said: string): void {
  const range = compare.querySelector('input')!;
  const draw = () => {
    compare.style.setProperty('--shown', `${range.value}%`);
    range.setAttribute('aria-valuetext', said.replace('{percent}', range.value));
  };
  range.setAttribute('aria-label', label);
  range.addEventListener('input', draw);
  draw();
}

function fill(pattern: HTMLTemplateElement, words: DOMStringMap, example: Example): HTMLElement {
  const item = (pattern.content.cloneNode(true) as DocumentFragment).firstElementChild as HTMLElement;
  const [first, ...others] = example.portraits;
  const field = <Kind extends HTMLElement>(key: string) => item.querySelector<Kind>(`[data-field='${key}']`)!;
  item.dataset.example = example.id;
  field('alias').textContent = example.alias;
  field('style').textContent = worded(words['worded'], example);
  show(field<HTMLImageElement>('after'), first!, worded(words['after'], example));
  const compare = field('compare');
  const before = field<HTMLImageElement>('before');
  if (example.before) {
    show(before, example.before, worded(words['before'], example));
    compareSides(compare, worded(words['compare'], example), words['compared'] ?? '');
  } else {
    compare.dataset.single = '';
    before.remove();
  }
  const set = item.querySelector('[data-set]')!;
  for (const picture of others) {
    const cell = document.createElement('li');
    const image = document.createElement('img');
    show(image, picture, worded(words['after'], example));
    image.sizes = '(min-width: 768px) 8rem, 22vw';
    cell.append(image);
    set.append(cell);
  }
  return item;
}

/** Shows exactly these: what is there already stays as it is, and where it is; what is not listed any more is taken away. */
export function writeExamples(section: HTMLElement, examples: readonly Example[]): void {
  const list = section.querySelector<HTMLElement>('[data-list]')!;
  const pattern = section.querySelector('template')!;
  const shown = new Map([...list.children].map((item) => [(item as HTMLElement).dataset.example, item]));
  for (const [id, item] of shown) if (!examples.some((example) => example.id === id)) item.remove();
  let next = list.firstElementChild;
  for (const example of examples) {
    const item = shown.get(example.id) ?? fill(pattern, section.dataset, example);
    // Putting a slider in again would take it from the hand that drags it.
    if (item === next) next = item.nextElementSibling;
    else list.insertBefore(item, next);
  }
  section.hidden = examples.length === 0;
}

/** Nothing of it is seen, while the page around it stays where it is. @returns shows it again, with the focus where it was */
function cover(section: HTMLElement): () => void {
  const focused = section.contains(document.activeElement) ? (document.activeElement as HTMLElement) : null;
  section.style.visibility = 'hidden';
  return () => {
    section.style.visibility = '';
    if (focused?.isConnected && document.activeElement === document.body) focused.focus({ preventScroll: true });
  };
}

/**
 * Asks again and again whether what is shown still may be, also when a page comes back from the background or from the browser's memory.
 * Where nobody answers, nothing is shown: a release may have been taken back. An answer is good for two rounds, the second being there to
 * wait for the next one.
 */
export function keepExamples(section: HTMLElement): void {
  const place = section.dataset.examples as Place;
  const style = section.dataset.examplesStyle;
  const recheckMs = Number(section.dataset.recheck) * 1000;
  let provenAt = 0;
  let asked = 0;
  let lapse: ReturnType<typeof setTimeout> | undefined;
  let uncover: (() => void) | null = null;
  const hide = () => (uncover ??= cover(section));
  const check = async () => {
    const own = (asked += 1);
    const askedAt = Date.now();
    const items = await api
      .listExamples({ query: { place, ...(style ? { style } : {}) } })
      .then((answer) => answer.items)
      .catch(() => null);
    if (own !== asked) return;
    if (!items) return void hide();
    provenAt = askedAt;
    clearTimeout(lapse);
    lapse = setTimeout(hide, askedAt + 2 * recheckMs - Date.now());
    writeExamples(section, items);
    uncover?.();
    uncover = null;
  };
  const comeBack = () => {
    if (document.visibilityState === 'hidden') return;
    if (Date.now() - provenAt > recheckMs) hide();
    void check();
  };
  setInterval(() => document.visibilityState === 'visible' && void check(), recheckMs);
  document.addEventListener('visibilitychange', comeBack);
  addEventListener('pageshow', ({ persisted }) => persisted && comeBack());
  void check();
}

/** Pages that have a place for examples ask for them once they stand. */
export const keepAllExamples = (): void => {
  for (const section of document.querySelectorAll<HTMLElement>('[data-examples]')) keepExamples(section);
};
