import type { DevicePicture } from './device-studio';
import { forget, pictureOf, type Draw } from './draw';

/** A style that can be tried. */
export interface Scene {
  slug: string;
  name: string;
  scene: string;
}

/** The visitor in a style, and the same part of the photo. */
export interface Drawn {
  after: HTMLCanvasElement;
  before: HTMLCanvasElement;
}

export interface DrawingRules {
  render(scene: string): Promise<DevicePicture>;
  draw: Draw;
  /** What is wanted, the most urgent first. It is asked again after each picture. */
  order(): readonly Scene[];
  /** What the two pictures show. */
  labels(scene: Scene): { after: string; before: string };
  onDrawn(scene: Scene, drawn: Drawn): void;
  onFailed(scene: Scene): void;
}

/** Draws one photo in styles, one after the other, and keeps what is drawn until it is stopped. */
export class Drawings {
  readonly #rules: DrawingRules;
  readonly #drawn = new Map<string, Drawn>();
  readonly #failed = new Set<string>();
  #isBusy = false;
  #isOver = false;

  constructor(rules: DrawingRules) {
    this.#rules = rules;
  }

  of({ slug }: Scene): Drawn | undefined {
    return this.#drawn.get(slug);
  }

  hasFailed({ slug }: Scene): boolean {
    return this.#failed.has(slug);
  }

  /** Goes on with what is wanted now; while something is being drawn, that comes first. */
  async goOn(): Promise<void> {
    if (this.#isBusy) return;
    this.#isBusy = true;
    for (let next = this.#next(); next; next = this.#next()) await this.#make(next);
    this.#isBusy = false;
  }

  /** Forgets every picture. What is being drawn is not shown any more. */
  stop(): void {
    this.#isOver = true;
    for (const { after, before } of this.#drawn.values()) {
      forget(after);
      forget(before);
    }
    this.#drawn.clear();
  }

  #next(): Scene | undefined {
    if (this.#isOver) return undefined;
    return this.#rules.order().find(({ slug }) => !this.#drawn.has(slug) && !this.#failed.has(slug));
  }

  async #make(scene: Scene): Promise<void> {
    try {
      const picture = await this.#rules.render(scene.scene);
      try {
        if (!this.#isOver) this.#keep(scene, picture);
      } finally {
        picture.bitmap.close();
        picture.before.close();
      }
    } catch {
      if (this.#isOver) return;
      this.#failed.add(scene.slug);
      this.#rules.onFailed(scene);
    }
  }

  #keep(scene: Scene, { bitmap, before }: DevicePicture): void {
    const labels = this.#rules.labels(scene);
    const { draw } = this.#rules;
    const drawn = {
      after: pictureOf(bitmap, labels.after, draw),
      before: pictureOf(before, labels.before, draw),
    };
    this.#drawn.set(scene.slug, drawn);
    this.#rules.onDrawn(scene, drawn);
  }
}
