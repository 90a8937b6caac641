import { copyOf, written } from '../template';
import type { Drawn, Scene } from './drawings';
import { onSwipe } from './swipe';

export interface ResultRules {
  scenes: readonly Scene[];
  /** What stands in the data attributes of the section. */
  words: DOMStringMap;
  onChosen(): void;
}

/** The stage with the visitor in one style, and the choice of another. */
export class Result {
  readonly #stage: HTMLElement;
  readonly #rules: ResultRules;
  #at = 0;

  constructor(section: HTMLElement, stage: HTMLElement, rules: ResultRules) {
    this.#stage = stage;
    this.#rules = rules;
    this.#offer(section);
    this.#compare();
    onSwipe(this.#part('[data-compare]'), (step) => this.step(step));
    for (const [act, step] of [
      ['previous', -1],
      ['next', 1],
    ] as const)
      this.#part(`[data-act='${act}']`).addEventListener('click', () => this.step(step));
  }

  /** The style that is chosen. */
  get scene(): Scene {
    return this.#rules.scenes[this.#at]!;
  }

  /** The styles after and before it. */
  get neighbours(): Scene[] {
    return [this.#beside(1), this.#beside(-1)];
  }

  /** Goes to a style; one that is not there leads to the first. */
  choose(slug: string | undefined): void {
    const { scenes, words } = this.#rules;
    this.#at = Math.max(
      scenes.findIndex((scene) => scene.slug === slug),
      0,
    );
    const { name, slug: chosen } = this.scene;
    this.#part('[data-name]').textContent = name;
    this.#part('[data-count]').textContent = `${this.#at + 1}/${scenes.length}`;
    this.#part<HTMLAnchorElement>('[data-start]').href = `${words.startAt ?? ''}${encodeURIComponent(chosen)}`;
    const radio = this.#part<HTMLInputElement>(`input[value='${CSS.escape(chosen)}']`);
    radio.checked = true;
    reveal(radio.parentElement!);
    this.#rules.onChosen();
  }

  step(by: 1 | -1): void {
    this.choose(this.#beside(by).slug);
  }

  show({ after, before }: Drawn): void {
    before.dataset.side = 'before';
    this.#part('[data-pictures]').replaceChildren(after, before);
    this.#part('[data-waiting]').hidden = true;
    this.#part('[data-compare]').removeAttribute('aria-busy');
  }

  /** Nothing is there of this style yet. @param isFailed it cannot be drawn */
  wait(text: string, isFailed = false): void {
    // Until then the style before shows through.
    if (isFailed) this.#part('[data-pictures]').replaceChildren();
    this.#part('[data-waiting]').hidden = false;
    this.#part('[data-waits-for]').textContent = text;
    this.#part('[data-bar]').hidden = isFailed;
    this.#part("[data-act='again']").hidden = !isFailed;
    this.#part('[data-compare]').setAttribute('aria-busy', String(!isFailed));
  }

  #part<Kind extends HTMLElement>(selector: string): Kind {
    return this.#stage.querySelector<Kind>(selector)!;
  }

  #beside(by: 1 | -1): Scene {
    const { scenes } = this.#rules;
    return scenes[(this.#at + by + scenes.length) % scenes.length]!;
  }

  #offer(section: HTMLElement): void {
    const place = this.#part('[data-styles-offered]');
    for (const { slug, name } of this.#rules.scenes) {
      const copy = copyOf(section, '[data-offered]', { name });
      copy.querySelector('input')!.value = slug;
      place.append(copy);
    }
    place.addEventListener('change', ({ target }) => this.choose((target as HTMLInputElement).value));
  }

  /** Shows as much of the photo as the range says. */
  #compare(): void {
    const compare = this.#part('[data-compare]');
    const range = this.#part<HTMLInputElement>('[data-compare] input');
    const draw = () => {
      compare.style.setProperty('--shown', `${range.value}%`);
      range.setAttribute('aria-valuetext', written(this.#rules.words.compared, { percent: range.value }));
    };
    range.addEventListener('input', draw);
    draw();
  }
}

/** Brings a choice into the row it may have been scrolled out of; the page stays where it is. */
function reveal(choice: HTMLElement): void {
  const row = choice.parentElement!;
  row.scrollTo({ left: choice.offsetLeft - (row.clientWidth - choice.offsetWidth) / 2 });
}
