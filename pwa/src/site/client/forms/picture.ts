import { facts } from '~/lib/facts';
import { failureText } from './page';
import { copyOf } from '../template';

/** What becomes of a chosen picture: the name of a state of the page, with what its text needs. */
export interface Outcome {
  state: string;
  evidence?: string;
}

/**
 * A place to choose a picture, or to drop one. What cannot be right is not sent; of several pictures the newest counts.
 * @param ask has the server look at the picture
 * @param onPicture is told of each picture chosen, and of what came of it
 */
export function startPicture(
  page: HTMLElement,
  ask: (file: File) => Promise<Outcome>,
  onPicture: (name: string, outcome: Outcome | null) => void = () => undefined,
): (state: string, name: string) => void {
  const place = page.querySelector<HTMLElement>('[data-picture]')!;
  const input = place.querySelector<HTMLInputElement>('input[type=file]')!;
  const zone = input.closest('label')!;
  const shown = place.querySelector('[data-picture-state]')!;
  let turn = 0;

  function show(state: string, name: string, error = '') {
    shown.replaceChildren(copyOf(place, `[data-state='${state}']`, { name, error }));
    const choose = zone.querySelector<HTMLElement>('[data-another]')!;
    choose.textContent = choose.dataset.another ?? '';
  }

  async function choose(file: File) {
    const own = (turn += 1);
    const { name } = file;
    const end = (outcome: Outcome, error?: string) => {
      if (own !== turn) return;
      show(outcome.state, name, error);
      onPicture(name, outcome);
    };
    onPicture(name, null);
    // As a download leaves it that was broken off.
    if (file.size === 0) return end({ state: 'damaged' });
    if (file.size > facts.photos.maxBytes) return end({ state: 'tooLarge' });
    show('busy', name);
    try {
      end(await ask(file));
    } catch (error) {
      end({ state: 'failed' }, failureText(page, error));
    }
  }

  const take = (files: FileList | null | undefined) => {
    const file = files?.[0];
    if (file) void choose(file);
  };
  input.addEventListener('change', () => {
    take(input.files);
    // The same file again is a choice again.
    input.value = '';
  });
  const mark = (isOver: boolean) => zone.toggleAttribute('data-drop-target', isOver);
  zone.addEventListener('dragover', (event) => {
    event.preventDefault();
    mark(true);
  });
  zone.addEventListener('dragleave', () => mark(false));
  zone.addEventListener('drop', (event) => {
    event.preventDefault();
    mark(false);
    take(event.dataTransfer?.files);
  });
  // Chosen before this script was there.
  take(input.files);
  input.value = '';
  return show;
}
