import { forget, pictureOf, type Draw } from './draw';

interface Place {
  slug: string;
  /** The picture of the house figure, over which the visitor is laid. */
  image: HTMLElement;
  isNear: boolean;
  canvas?: HTMLCanvasElement;
}

/** How far outside the window a picture counts as near it. */
const NEAR = '50% 0px';

/** The pictures of styles on the page, which show the visitor while there is a photo. */
export class PagePictures {
  readonly #places: Place[];
  readonly #draw: Draw;
  readonly #observer: IntersectionObserver;

  /** @param onNear is told when others than before are near the window */
  constructor(root: ParentNode, draw: Draw, onNear: () => void) {
    this.#draw = draw;
    this.#places = placesOf(root);
    this.#observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries)
          for (const place of this.#places) if (place.image === target) place.isNear = isIntersecting;
        onNear();
      },
      { rootMargin: NEAR },
    );
    for (const { image } of this.#places) this.#observer.observe(image);
  }

  /** The styles whose pictures are near the window, or those that are not. */
  slugs(isNear: boolean): string[] {
    return this.#places.filter((place) => place.isNear === isNear).map(({ slug }) => slug);
  }

  /** Lays the visitor over every picture of a style. */
  show(slug: string, picture: HTMLCanvasElement, label: string): void {
    for (const place of this.#places) {
      if (place.slug !== slug || place.canvas) continue;
      place.canvas = pictureOf(picture, label, this.#draw);
      place.canvas.dataset.own = '';
      place.image.closest('picture')?.after(place.canvas);
      // Of the two pictures only the one that is seen is read out.
      place.image.setAttribute('aria-hidden', 'true');
    }
  }

  /** The page as it was. */
  stop(): void {
    this.#observer.disconnect();
    for (const { image, canvas } of this.#places) {
      if (!canvas) continue;
      forget(canvas);
      image.removeAttribute('aria-hidden');
    }
  }
}

function placesOf(root: ParentNode): Place[] {
  const all = root.querySelectorAll<HTMLElement>('li[data-style], [data-style-picture]');
  return [...all].flatMap((place) => {
    const image = place.querySelector('picture')?.querySelector('img');
    const slug = place.dataset.style ?? place.dataset.stylePicture;
    return image && slug ? [{ slug, image, isNear: false }] : [];
  });
}
