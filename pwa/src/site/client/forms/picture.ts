import { facts } from '~/lib/facts';
import { isReadable, onChosenFile } from '../chosen-file';
import { failureText } from './page';
import { copyOf } from '../template';

/** What becomes of a chosen picture: the name of a state of the page, with what its text needs. */
export interface Outcome {
  state: string;
  evidence?: string;
}

/** After which an answer is waited for no longer, in milliseconds: the form would stay shut. */
const LONGEST = 180_000;

/**
 * A place to choose a picture, or to drop one. What cannot be right is not sent; of several pictures the newest counts.
 * @param ask has the server look at the picture
 * @param onPicture is told of each picture chosen, and of what came of it
 */
export function startPicture(
  page: HTMLElement,
  ask: (file: File, signal: AbortSignal) => Promise<Outcome>,
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
    if (!(await isReadable(file))) return end({ state: 'unreadable' });
    const patience = AbortSignal.timeout(LONGEST);
    try {
      end(await ask(file, patience));
    } catch (error) {
      // Nothing is wrong with the connection where it is this page that has ended it.
      end({ state: 'failed' }, failureText(page, patience.aborted ? null : error));
    }
  }

  onChosenFile(place, 'label', (file) => void choose(file));
  // Chosen before this script was there.
  const earlier = input.files?.[0];
  input.value = '';
  if (earlier) void choose(earlier);
  return show;
}
