import { keepTakenPhoto } from '~/lib/device/taken-photo';
import { onChosenFile } from '../chosen-file';
import { copyOf, written } from '../template';
import type { DevicePicture, DeviceStudio, Refusal } from './device-studio';
import { drawPicture, type Draw } from './draw';
import type { Scene } from './drawings';
import { showPhoto } from './show-photo';

/** The section on a page, from the choice of a photo to the visitor in every style. One photo counts at a time. */
class TryOut {
  readonly #section: HTMLElement;
  readonly #createStudio: () => DeviceStudio;
  readonly #draw: Draw;
  readonly #opener: HTMLElement | undefined;
  readonly #scenes: Scene[];
  #studio: DeviceStudio | null = null;
  /** The start of the studio, from the moment somebody goes to choose a photo; how far it is, and who is told. */
  #starting: Promise<'unsupported' | null> | null = null;
  #hasStarted = false;
  #loaded = 0;
  #tell: (fraction: number) => void = () => {};
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
  }

  /** Brings the section to life. */
  begin(): void {
    const section = this.#section;
    onChosenFile(section, '[data-drop]', (photo) => void this.#takePhoto(photo));
    section.addEventListener('click', (event) => {
      // Choosing takes seconds, in which most of it arrives.
      if (event.target instanceof HTMLInputElement && event.target.type === 'file') void this.#load();
      const button = (event.target as Element).closest<HTMLElement>('[data-act]');
      if (button?.dataset.act === 'take') event.preventDefault();
      this.#act(button);
    });
    this.#show('choose');
  }

  #act(button: HTMLElement | null): void {
    const act = button?.dataset.act;
    if (act === 'again') this.#tryAgain();
    if (act === 'reset') this.#reset();
    if (act === 'close') this.#close();
    if (act === 'take') void this.#takeAlong(button as HTMLAnchorElement);
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

  /** Keeps the photo on the device and goes to where there will be an account for it. */
  async #takeAlong(link: HTMLAnchorElement): Promise<void> {
    if (!this.#photo) return;
    try {
      await keepTakenPhoto(this.#photo);
      location.assign(link.href);
    } catch {
      const failed = this.#section.dataset.takeFailed ?? '';
      this.#section.querySelector('[data-take-note]')!.textContent = failed;
      this.#say(failed);
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
    tell(this.#loaded);
    this.#tell = tell;
    return this.#load();
  }

  /** Fetches and starts the studio, once. What fails while nobody waits for it begins anew with the photo. */
  #load(): Promise<'unsupported' | null> {
    if (this.#starting) return this.#starting;
    const studio = (this.#studio ??= this.#createStudio());
    const starting = studio.start((fraction) => {
      if (studio === this.#studio) this.#tell((this.#loaded = fraction));
    });
    this.#starting = starting;
    starting.then(
      (refusal) => studio === this.#studio && (this.#hasStarted = refusal === null),
      () => studio === this.#studio && !this.#photo && this.#stopStudio(),
    );
    return starting;
  }

  #judge(photo: Blob): Promise<Refusal | null> {
    this.#show('checking', this.#section.dataset.checking);
    return this.#studio!.takePhoto(photo);
  }

  #refuse(reason: Refusal): void {
    this.#photo = null;
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
    const takeAway = showPhoto({
      section: this.#section,
      stage: this.#show('result'),
      scenes: this.#scenes,
      slug: this.#slug,
      render: (scene) => this.#render(scene),
      draw: this.#draw,
      say: (text) => this.#say(text),
      onStyle: (slug) => (this.#slug = slug),
    });
    this.#takeAway = () => {
      takeAway();
      this.#takeAway = () => {};
    };
  }

  /** One picture at a time, also where an earlier photo is still being drawn. */
  #render(scene: string): Promise<DevicePicture> {
    const studio = this.#studio!;
    const rendering = this.#rendering.then(() => studio.render(scene));
    this.#rendering = rendering.catch(() => undefined);
    return rendering;
  }

  #stopStudio(): void {
    this.#studio?.stop();
    this.#studio = null;
    this.#starting = null;
    this.#hasStarted = false;
    this.#loaded = 0;
    this.#tell = () => {};
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
 * Opens the section below the head of the page, or goes to it where it is open. Nothing is loaded before a photo is being chosen, and nothing computed before there is one.
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
    new TryOut(section, createStudio, draw, opener).begin();
  }
  section.focus({ preventScroll: true });
  section.scrollIntoView({ block: 'start' });
}
