import { copyOf, written } from '../forms/template';
import type { DevicePicture, DeviceStudio, Refusal } from './device-studio';
import { drawPicture, type Draw } from './draw';
import { Drawings, type Scene } from './drawings';
import { PagePictures } from './page-pictures';
import { onPhoto } from './photo-choice';
import { Result } from './result';

/** The section on a page, from the choice of a photo to the visitor in every style. One photo counts at a time. */
class TryOut {
  readonly #section: HTMLElement;
  readonly #createStudio: () => DeviceStudio;
  readonly #draw: Draw;
  readonly #opener: HTMLElement | undefined;
  readonly #scenes: Scene[];
  #studio: DeviceStudio | null = null;
  #hasStarted = false;
  /** Counts photos and resets: what was begun for an earlier one is not shown any more. */
  #turn = 0;
  #photo: Blob | null = null;
  #slug: string | undefined;
  /** The picture that is being made; the next one waits for it. */
  #rendering: Promise<unknown> = Promise.resolve();
  #takeAway = () => {};

  constructor(section: HTMLElement, createStudio: () => DeviceStudio, draw: Draw, opener: HTMLElement | undefined) {
    this.#section = section;
    this.#createStudio = createStudio;
    this.#draw = draw;
    this.#opener = opener;
    this.#scenes = JSON.parse(section.dataset.scenes ?? '[]') as Scene[];
    this.#slug = section.dataset.first;
    onPhoto(section, (photo) => void this.#takePhoto(photo));
    section.addEventListener('click', ({ target }) =>
      this.#act((target as Element).closest<HTMLElement>('[data-act]')),
    );
    this.#show('choose');
  }

  #act(button: HTMLElement | null): void {
    switch (button?.dataset.act) {
      case 'again':
        return this.#tryAgain();
      case 'reset':
        return this.#reset();
      case 'close':
        return this.#close();
    }
  }

  async #takePhoto(photo: Blob): Promise<void> {
    const own = (this.#turn += 1);
    const isOver = () => own !== this.#turn;
    this.#photo = photo;
    this.#takeAway();
    try {
      const refusal = (await this.#start(isOver)) ?? (isOver() ? null : await this.#judge(photo));
      if (isOver()) return;
      if (refusal) this.#refuse(refusal);
      else this.#showResult();
    } catch (error) {
      if (!isOver()) this.#fail(error);
    }
  }

  async #start(isOver: () => boolean): Promise<'unsupported' | null> {
    if (this.#hasStarted) return null;
    const { loads, loading } = this.#section.dataset;
    const stage = this.#show('loading', loads);
    const text = stage.querySelector('[data-text]')!;
    const bar = stage.querySelector('[role=progressbar]')!;
    const tell = (fraction: number) => {
      if (isOver()) return;
      const percent = String(Math.round(fraction * 100));
      text.textContent = written(loading, { percent });
      bar.setAttribute('aria-valuenow', percent);
      bar.querySelector('rect')?.setAttribute('width', percent);
    };
    tell(0);
    this.#studio ??= this.#createStudio();
    const refusal = await this.#studio.start(tell);
    if (!isOver()) this.#hasStarted = refusal === null;
    return refusal;
  }

  #judge(photo: Blob): Promise<Refusal | null> {
    this.#show('checking', this.#section.dataset.checking);
    return this.#studio!.takePhoto(photo);
  }

  #refuse(reason: Refusal): void {
    if (reason === 'unsupported') return void this.#show('unsupported');
    const texts = JSON.parse(this.#section.dataset.refusals ?? '{}') as Record<string, string>;
    this.#show('refused', '', { text: texts[reason] ?? texts.other ?? '' });
  }

  /** Whatever state the studio is in by now, the next try begins anew. */
  #fail(error: unknown): void {
    this.#stopStudio();
    this.#show(error instanceof TypeError ? 'offline' : 'failed');
  }

  #tryAgain(): void {
    this.#stopStudio();
    if (this.#photo) void this.#takePhoto(this.#photo);
  }

  #showResult(): void {
    const { dataset: words } = this.#section;
    const label = ({ name }: Scene) => written(words.shown, { name });
    const result = new Result(this.#section, this.#show('result'), {
      scenes: this.#scenes,
      words,
      onChosen: () => update(),
    });
    const pictures = new PagePictures(document, this.#draw, () => void drawings.goOn());
    const bySlug = (slugs: string[]) =>
      slugs.flatMap((slug) => this.#scenes.find((scene) => scene.slug === slug) ?? []);
    const drawings = new Drawings({
      render: (scene) => this.#render(scene),
      draw: this.#draw,
      order: () => [
        result.scene,
        ...bySlug(pictures.slugs(true)),
        ...result.neighbours,
        ...bySlug(pictures.slugs(false)),
      ],
      labels: (scene) => ({ after: label(scene), before: words.before ?? '' }),
      onDrawn: (scene, { after }) => {
        pictures.show(scene.slug, after, label(scene));
        if (scene === result.scene) update();
      },
      onFailed: (scene) => scene === result.scene && update(),
    });
    const update = () => {
      const { scene } = result;
      this.#slug = scene.slug;
      const drawn = drawings.of(scene);
      const isFailed = drawings.hasFailed(scene);
      const text = isFailed ? (words.undrawn ?? '') : written(words.drawing, { name: scene.name });
      if (drawn) result.show(drawn);
      else result.wait(text, isFailed);
      this.#say(drawn ? label(scene) : text);
      void drawings.goOn();
    };
    this.#takeAway = () => {
      drawings.stop();
      pictures.stop();
      this.#takeAway = () => {};
    };
    result.choose(this.#slug);
  }

  /** One picture at a time, also where an earlier photo is still being drawn. */
  #render(scene: string): Promise<DevicePicture> {
    const rendering = this.#rendering.then(() => this.#studio!.render(scene));
    this.#rendering = rendering.catch(() => undefined);
    return rendering;
  }

  #stopStudio(): void {
    this.#studio?.stop();
    this.#hasStarted = false;
    this.#rendering = Promise.resolve();
  }

  /** Forgets everything and begins anew. */
  #reset(): void {
    this.#forget();
    this.#slug = this.#section.dataset.first;
    this.#show('choose');
  }

  #forget(): void {
    this.#turn += 1;
    this.#photo = null;
    this.#takeAway();
    this.#stopStudio();
  }

  #close(): void {
    this.#forget();
    this.#section.remove();
    this.#opener?.focus();
  }

  /** Puts a stage in the place of the one before; the focus stays within the section. */
  #show(name: string, said = '', values: Record<string, string> = {}): HTMLElement {
    const place = this.#section.querySelector<HTMLElement>('[data-stage-place]')!;
    const hadFocus = place.contains(document.activeElement);
    place.replaceChildren(copyOf(this.#section, `[data-stage='${name}']`, values));
    if (hadFocus) this.#section.focus({ preventScroll: true });
    this.#say(said);
    return place;
  }

  #say(text: string): void {
    this.#section.querySelector('[data-said]')!.textContent = text;
  }
}

/**
 * Opens the section below the head of the page, or goes to it where it is open. Nothing is loaded or computed until a photo is chosen.
 * @param root has the template of the section
 * @param opener gets the focus back when the section is closed
 */
export function startTryOut(
  root: ParentNode,
  createStudio: () => DeviceStudio,
  { opener, draw = drawPicture }: { opener?: HTMLElement; draw?: Draw } = {},
): void {
  const template = root.querySelector<HTMLTemplateElement>('template[data-try-out]');
  if (!template) return;
  let section = template.nextElementSibling as HTMLElement | null;
  if (!section?.dataset.scenes) {
    template.after(copyOf(root, '[data-try-out]'));
    section = template.nextElementSibling as HTMLElement;
    new TryOut(section, createStudio, draw, opener);
  }
  section.focus({ preventScroll: true });
  section.scrollIntoView({ block: 'start' });
}
