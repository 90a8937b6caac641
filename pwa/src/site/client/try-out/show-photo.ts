import { written } from '../template';
import type { DevicePicture } from './device-studio';
import type { Draw } from './draw';
import { Drawings, type Scene } from './drawings';
import { PagePictures } from './page-pictures';
import { Result } from './result';

export interface PhotoRules {
  section: HTMLElement;
  stage: HTMLElement;
  scenes: readonly Scene[];
  /** The style that is shown first. */
  slug: string | undefined;
  render(scene: string): Promise<DevicePicture>;
  draw: Draw;
  say(text: string): void;
  /** Follows which style is chosen. */
  onStyle(slug: string): void;
}

/** Shows the person of a photo in the chosen style and in every picture of the page. @returns takes all of it away */
export function showPhoto({ section, stage, scenes, slug, render, draw, say, onStyle }: PhotoRules): () => void {
  const { dataset: words } = section;
  const label = ({ name }: Scene) => written(words.shown, { name });
  const result = new Result(section, stage, { scenes, words, onChosen: () => showChosen() });
  const pictures = new PagePictures(document, draw, () => void drawings.goOn());
  const onPage = (isNear: boolean) =>
    pictures.slugs(isNear).flatMap((each) => scenes.find((scene) => scene.slug === each) ?? []);
  const drawings = new Drawings({
    render,
    draw,
    order: () => [result.scene, ...onPage(true), ...result.neighbours, ...onPage(false)],
    labels: (scene) => ({ after: label(scene), before: words.before ?? '' }),
    onDrawn(scene, { after }) {
      pictures.show(scene.slug, after, label(scene));
      if (scene === result.scene) showChosen();
    },
    onFailed: (scene) => scene === result.scene && showChosen(),
  });

  function showChosen() {
    const { scene } = result;
    onStyle(scene.slug);
    const drawn = drawings.of(scene);
    const isFailed = drawings.hasFailed(scene);
    const waits = isFailed ? (words.undrawn ?? '') : written(words.drawing, { name: scene.name });
    if (drawn) result.show(drawn);
    else result.wait(waits, isFailed);
    say(drawn ? label(scene) : waits);
    void drawings.goOn();
  }

  result.choose(slug);
  return () => {
    drawings.stop();
    pictures.stop();
  };
}
